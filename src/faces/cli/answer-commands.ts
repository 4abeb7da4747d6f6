import { dirname } from 'node:path';
import type { Command } from 'commander';
import { GroundglassError } from '../../evidence/errors.js';
import type { VerifyReply } from '../../evidence/wire/ask.js';
import type { EvalReply } from '../../evidence/wire/eval.js';
import { packageFile } from '../../models/data-file.js';
import { EXIT_PARTLY, exitCodeOf } from './exit-codes.js';
import { harmless } from './harmless.js';
import { readSecret } from './open-library.js';
import { progressLine } from './progress.js';
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

  program
    .command('eval')
    .description('ask a set of questions with known answers, and change each right answer into what must not pass')
    .argument('[set.json]', 'questions, with what must come of each; by default those on the bundled report')
    .action(async (named: string | undefined) => {
      const common = program.opts<CommonOptions>();
      const { evaluate } = await import('../../answers/evaluate.js');
      const path = named ?? bundledSet();
      const progress = progressLine(common.quiet ?? false);
      try {
        const options = { environment: process.env, onProgress: progress.show };
        const reply = await evaluate(await readJson(path), dirname(path), options);
        progress.clear();
        print(reply, common.json ?? false, evalText);
        finish(reply.escapes > 0 || reply.exact < reply.answerable ? EXIT_PARTLY : 0);
      } finally {
        progress.clear();
      }
    });
}

/** The questions on the bundled report. @throws GroundglassError `bad_argument` where the package has lost them */
function bundledSet(): string {
  const path = packageFile('examples/eval-set.json');
  if (path !== null) return path;
  throw new GroundglassError(
    'bad_argument',
    'No set is named, and the bundled one, examples/eval-set.json, is not beside the program.',
    'Name a set of questions, or install the package again.',
  );
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

const evalText = (reply: EvalReply): string =>
  [
    `answerable         ${reply.answerable}`,
    `  exact            ${reply.exact}`,
    `  covered          ${reply.covered}`,
    `  abstained        ${reply.abstained_wrongly}`,
    `to be abstained    ${reply.abstained_rightly} rightly`,
    `counter-examples   ${reply.counter_examples}`,
    `  escapes          ${reply.escapes}`,
    ...reply.failures.map(({ source, question, rule, got }) => `  ${source}: ${question} — ${rule}; got ${got}`),
  ].join('\n');
