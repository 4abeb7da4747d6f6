import { Command, CommanderError } from 'commander';
import { GroundglassError, toGroundglassError } from '../../evidence/errors.js';
import { addAnswerCommands } from './answer-commands.js';
import { addCadCommands } from './cad-commands.js';
import { EXIT_INTERRUPTED, exitCodeOf } from './exit-codes.js';
import { addGuardCommands } from './guard-commands.js';
import { harmless } from './harmless.js';
import { addImageCommands } from './images-commands.js';
import { addLibraryCommands } from './library-commands.js';
import { addReviewCommands } from './review-commands.js';
import { addServerCommands } from './server-commands.js';
import { VERSION } from './version.js';

/** Options that every command takes. */
export interface CommonOptions {
  readonly library?: string;
  readonly json?: boolean;
  readonly passwordFile?: string;
  readonly quiet?: boolean;
}

/** Runs one command line and returns its exit code. Results go to stdout, everything else to stderr. */
export async function run(argv: readonly string[]): Promise<number> {
  const program = new Command('groundglass')
    .description('Visual evidence for AI agents: look at the right place, and hold every claim against its source.')
    .version(VERSION)
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .option('--library <dir>', 'library folder (else $GROUNDGLASS_LIBRARY, else .groundglass here)')
    .option('--json', 'print one JSON document on stdout')
    .option('--password-file <file>', 'file that holds the password of encrypted files')
    .option('--quiet', 'no progress');
  // Options of the program are taken after the command's name as well, where people write them.
  program.enablePositionalOptions(false);
  let exitCode = 0;
  const finish = (code: number): void => {
    exitCode = code;
  };
  addLibraryCommands(program, finish);
  addAnswerCommands(program, finish);
  addReviewCommands(program, finish);
  addCadCommands(program, finish);
  addGuardCommands(program, finish);
  addImageCommands(program, finish);
  addServerCommands(program, finish);
  try {
    await program.parseAsync([...argv]);
    return exitCode;
  } catch (thrown) {
    if (thrown instanceof CommanderError) {
      if (thrown.exitCode === 0) return 0;
      const error = new GroundglassError(
        'bad_argument',
        // Without a command commander prints the help, and its error has no words.
        thrown.code === 'commander.help' ? 'There is no command.' : thrown.message.replace(/^error: /, ''),
        'Run groundglass --help, or groundglass COMMAND --help.',
      );
      // The parser has already written its message to stderr.
      if (argv.includes('--json')) process.stdout.write(`${JSON.stringify({ error: error.toWire() })}\n`);
      return 2;
    }
    return report(toGroundglassError(thrown), argv.includes('--json'));
  }
}

/** Words an error for a person, and for a program where it asked for JSON. */
function report(error: GroundglassError, json: boolean): number {
  process.stderr.write(harmless(`groundglass: ${error.message}\n  ${error.nextStep} [${error.code}]\n`));
  if (error.code === 'internal' && error.cause instanceof Error && process.env.GROUNDGLASS_DEBUG) {
    process.stderr.write(`${error.cause.stack}\n`);
  }
  if (json) process.stdout.write(`${JSON.stringify({ error: error.toWire() })}\n`);
  return error.code === 'interrupted' ? EXIT_INTERRUPTED : exitCodeOf(error.class);
}
