import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { GroundglassError } from '../../evidence/errors.js';
import type { GuardScanReply, GuardScrubReply } from '../../evidence/wire/guard.js';
import type { GuardFlags } from '../guard/serve-guard.js';
import { collect } from './collect.js';
import { EXIT_PARTLY } from './exit-codes.js';
import { harmless } from './harmless.js';
import type { CommonOptions } from './run.js';

/** The gateway that keeps pictures from models that take none, and what heals stored conversations. */
export function addGuardCommands(program: Command, finish: (exitCode: number) => void): void {
  const guard = program
    .command('guard')
    .description('keep pictures from chat models that read text only: a gateway before their API')
    .option('--config <file>', 'the same settings as a JSON file, in snake_case')
    .option('--listen <host:port>', 'where the gateway listens (127.0.0.1:8788)')
    .option('--upstream <url>', 'what it stands before: scheme, host, port, perhaps a prefix')
    .option('--dialect <name>', 'openai, anthropic or goose (openai)')
    .option('--vision-url <url>', 'OpenAI-compatible base URL of the model that describes pictures')
    .option('--vision-model <name>', 'that model')
    .option('--vision-timeout-ms <ms>', 'how long it may take for one picture (20000)')
    .option('--text-only <model>', 'a model that takes no pictures; * for any characters (repeatable)', collect)
    .option('--vision <model>', 'a model that takes pictures (repeatable)', collect)
    .option('--state <dir>', 'what it learned, and descriptions, are kept here')
    .option('--dry-run', 'report what would be changed, and change nothing')
    .action(async (flags: GuardFlags) => {
      const { serveGuard } = await import('../guard/serve-guard.js');
      await serveGuard(flags, {
        environment: process.env,
        quiet: program.opts<CommonOptions>().quiet ?? false,
        logTo: process.stderr,
        onReady: (url) => process.stdout.write(`groundglass guard: ${url}\n`),
      });
    });

  guard
    .command('scan')
    .description('find the pictures of a stored conversation; exit 1 where there are any')
    .argument('<file>', 'a request body, a session, or one message a line')
    .action(async (path: string) => {
      const { readStored, wireImages } = await import('../../guard/stored.js');
      const images = readStored(await readText(path)).flatMap(({ pictures }) => wireImages(pictures));
      const reply: GuardScanReply = { polluted: images.length > 0, images };
      print(program, reply, scanText(reply));
      finish(reply.polluted ? EXIT_PARTLY : 0);
    });

  guard
    .command('scrub')
    .description('write a copy of a stored conversation in which words stand for its pictures')
    .argument('<file>', 'a request body, a session, or one message a line')
    .requiredOption('-o, --output <file>', 'where the copy goes')
    .action(async (path: string, { output }: { output: string }) => {
      const { healed, readStored, wireImages } = await import('../../guard/stored.js');
      const { writeOutput } = await import('../../store/output-file.js');
      const stored = readStored(await readText(path));
      const file = await writeOutput(output, healed(stored), { files: [path], folders: [] });
      const replaced = stored.flatMap(({ pictures }) => wireImages(pictures));
      const reply: GuardScrubReply = { file, replaced };
      print(program, reply, `${replaced.length} pictures put into words: ${file}`);
    });
}

/** @throws GroundglassError `file_not_found`, `file_not_readable`, `file_too_large` */
async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const missing = code === 'ENOENT';
    throw new GroundglassError(
      missing
        ? 'file_not_found'
        : code === 'ERR_STRING_TOO_LONG' || code === 'ERR_FS_FILE_TOO_LARGE'
          ? 'file_too_large'
          : 'file_not_readable',
      missing ? `There is no file ${path}.` : `${path} can't be read (${code}).`,
      'Name a stored conversation that can be read.',
      {},
      { cause },
    );
  }
}

function print(program: Command, reply: unknown, text: string): void {
  const json = program.opts<CommonOptions>().json ?? false;
  process.stdout.write(json ? `${JSON.stringify(reply)}\n` : `${harmless(text)}\n`);
}

const scanText = ({ images }: GuardScanReply): string =>
  images.length === 0
    ? 'No pictures.'
    : images
        .map(
          ({ path, position, media_type, bytes }) =>
            `${position.padEnd(11)} ${media_type ?? '?'}  ${bytes ?? '?'} bytes  ${path}`,
        )
        .join('\n');
