import type { Command } from 'commander';
import type { VerifyReply } from '../../evidence/wire/ask.js';
import { exitCodeOf } from './exit-codes.js';
import { harmless } from './harmless.js';
import { readSecret } from './open-library.js';
import { readJson } from './read-json.js';
import type { CommonOptions } from './run.js';

/** Commands about answers that need no library. */
export function addAnswerCommands(program: Command, finish: (exitCode: number) => void): void {
  program
    .command('verify')
    .description('prove an answer again, from the original file and the answer alone')
    .argument('<answer.json>', 'what `ask --json` printed')
    .requiredOption('--source <file>', 'the original file')
    .action(async (path: string, { source }: { source: string }) => {
      const common = program.opts<CommonOptions>();
      const { verify } = await import('../../answers/verify.js');
      const password =
        common.passwordFile === undefined ? {} : { password: await readSecret(common.passwordFile, 'password') };
      const reply = await verify(await readJson(path), source, { environment: process.env, ...password });
      print(reply, common.json ?? false, verifyText);
      finish(reply.verified ? 0 : exitCodeOf('damaged_evidence'));
    });
}

function print<Reply>(reply: Reply, json: boolean, text: (reply: Reply) => string): void {
  process.stdout.write(json ? `${JSON.stringify(reply)}\n` : `${harmless(text(reply))}\n`);
}

const verifyText = ({ verified, checks }: VerifyReply): string =>
  [
    verified ? 'Verified.' : 'NOT verified.',
    ...checks.map(
      ({ citation, ok, why }) =>
        `  ${ok ? 'ok ' : 'NO '} ${citation === null ? 'answer' : `citation ${citation + 1}`}: ${why}`,
    ),
  ].join('\n');
