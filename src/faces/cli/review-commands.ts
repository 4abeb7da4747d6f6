import type { Command } from 'commander';
import { GroundglassError } from '../../evidence/errors.js';
import type { Language } from '../../evidence/notices.js';
import type { CalibrateReply } from '../../evidence/wire/calibrate.js';
import type { ReviewReply } from '../../evidence/wire/review.js';
import type { LiveCadAction } from '../../review/live-cad.js';
import { collect } from './collect.js';
import { EXIT_PARTLY, exitCodeOf } from './exit-codes.js';
import { harmless } from './harmless.js';
import { interruptible } from './interruptible.js';
import { actionIn, drawingIn, type LiveCadFlags, liveCadText, withLiveCadOptions } from './live-cad-options.js';
import { languageIn, libraryFolder, readSecret } from './open-library.js';
import { progressLine } from './progress.js';
import type { CommonOptions } from './run.js';
import { settings } from './settings.js';

interface ReviewFlags extends LiveCadFlags {
  readonly output?: string;
  readonly frames?: string;
  readonly planOnly?: boolean;
  readonly rules?: string;
  readonly lang?: string;
  readonly accept: readonly string[];
}

/** Commands that review drawings, and try out the model that looks at them. */
export function addReviewCommands(program: Command, finish: (exitCode: number) => void): void {
  withLiveCadOptions(program.command('review'))
    .description('review a drawing (PDF, DXF, DWG, picture, live CAD): rules, and a vision model where one is named')
    .argument('[file]', 'the drawing, where it is not open in a CAD program')
    .option('--frames <n>', 'only the first n sheets')
    .option('--plan-only', 'make the pictures and stop before a model is asked')
    .option('--rules <file>', 'more to look for, and settings of the checks (JSON)')
    .option('--lang <language>', 'language of the report: en or zh')
    .option(
      '--accept <id>',
      'accept a finding of the last report: it is suppressed from now on (repeatable)',
      collect,
      [],
    )
    .option('-o, --output <dir>', 'folder for the report, the pictures and an annotated copy')
    .action(async (file: string | undefined, flags: ReviewFlags) => {
      const common = program.opts<CommonOptions>();
      const folder = libraryFolder(common.library);
      const drawing = drawingIn(file, flags);
      const action = actionIn(flags, drawing);
      if ('cadMcp' in drawing && action !== null) {
        await tend(drawing.cadMcp, action, settings(folder), common.json ?? false);
        return finish(0);
      }
      const [{ review }, { withCalibration }] = await Promise.all([
        import('../../review/review.js'),
        import('../../review/calibrate/calibrations.js'),
      ]);
      const environment = withCalibration(settings(folder), folder);
      const password =
        common.passwordFile === undefined ? {} : { password: await readSecret(common.passwordFile, 'password') };
      const progress = progressLine(common.quiet ?? false);
      const request = {
        drawing,
        output: outputIn(flags.output),
        frames: framesIn(flags.frames),
        planOnly: flags.planOnly ?? false,
        rules: flags.rules,
        language: languageOf(flags.lang, environment),
        accept: flags.accept,
      };
      try {
        const reply = await interruptible('What was finished is in the output folder.', (signal) =>
          review(request, {
            environment,
            signal,
            ...password,
            onProgress: (done, total) => progress.show({ path: file ?? 'live CAD', stage: 'reading', done, total }),
          }),
        );
        progress.clear();
        process.stdout.write(common.json ? `${JSON.stringify(reply)}\n` : `${harmless(reviewText(reply))}\n`);
        finish(exitCodeFor(reply));
      } finally {
        progress.clear();
      }
    });

  program
    .command('calibrate')
    .description('try out how small the vision model reads; plans then make pictures sharp enough for it')
    .option('--model <name>', 'another model of the same endpoint')
    .option('--rounds <n>', 'rounds that a size must be read right in (3)', '3')
    .action(async ({ model, rounds }: { model?: string; rounds: string }) => {
      const common = program.opts<CommonOptions>();
      const folder = libraryFolder(common.library);
      const [{ calibrate }, { keepCalibration }] = await Promise.all([
        import('../../review/calibrate/calibrate.js'),
        import('../../review/calibrate/calibrations.js'),
      ]);
      const reply = await interruptible('Nothing was kept.', (signal) =>
        calibrate(settings(folder), { rounds: Number(rounds), signal, ...(model === undefined ? {} : { model }) }),
      );
      await keepCalibration(folder, reply);
      process.stdout.write(common.json ? `${JSON.stringify(reply)}\n` : `${harmless(calibrationText(reply))}\n`);
      finish(0);
    });
}

/** Looks at a CAD program, or tidies up there. */
async function tend(
  command: string,
  action: LiveCadAction,
  environment: NodeJS.ProcessEnv,
  json: boolean,
): Promise<void> {
  const [{ tendLiveCad }, { liveCadSettingsFrom }] = await Promise.all([
    import('../../review/live-cad.js'),
    import('../../sources/live-cad/settings.js'),
  ]);
  const reply = await tendLiveCad(command, action, liveCadSettingsFrom(environment));
  process.stdout.write(`${json ? JSON.stringify(reply) : harmless(liveCadText(reply))}\n`);
}

function outputIn(given: string | undefined): string {
  if (given !== undefined) return given;
  throw new GroundglassError('bad_argument', 'No folder is named for the report.', 'Give one with -o DIR.');
}

const px = (size: number | null): string => (size === null ? 'not read at any size' : `${size} px`);
const calibrationText = ({ model, text_px, line_px, grounding_error, pictures }: CalibrateReply): string =>
  [
    `${model}, ${pictures} pictures`,
    `filled letters   ${px(text_px.filled)}`,
    `stroked letters  ${px(text_px.stroked)}`,
    `two lines apart  ${px(line_px)}`,
    `places named     ${grounding_error === null ? 'none' : `${grounding_error} of the picture’s width off`}`,
  ].join('\n');

/** Findings are the news; where there are none, that a model was named and could not look is. */
function exitCodeFor({ issues, frames }: ReviewReply): number {
  if (issues.length > 0) return EXIT_PARTLY;
  return frames.some(({ failure }) => failure !== null) ? exitCodeOf('upstream_refused') : 0;
}

function framesIn(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  if (/^[1-9]\d{0,5}$/u.test(given)) return Number(given);
  throw new GroundglassError(
    'bad_argument',
    `--frames is ${JSON.stringify(given)}.`,
    'Give a number of sheets, 1 or more.',
  );
}

function languageOf(given: string | undefined, environment: NodeJS.ProcessEnv): Language {
  if (given === undefined) return languageIn(environment);
  if (given === 'en' || given === 'zh') return given;
  throw new GroundglassError('bad_argument', `--lang is ${JSON.stringify(given)}.`, 'Give en or zh.');
}

/** Findings listed in a terminal; the report has them all. */
const MOST_LINES = 40;

const reviewText = ({
  issues,
  frames,
  model,
  model_calls,
  report,
  annotated,
  marked,
  dropped_issues,
  suppressed,
  limitations,
}: ReviewReply): string =>
  [
    ...issues
      .slice(0, MOST_LINES)
      .map(
        ({ id, severity, statement, evidence }) =>
          `${id}  ${severity}  sheet ${evidence.sheet}${evidence.handle === null ? '' : ` ${evidence.handle}`}: ${statement}`,
      ),
    ...(issues.length > MOST_LINES ? [`… and ${issues.length - MOST_LINES} more, in the report`] : []),
    `${issues.length} findings on ${frames.length} sheets; ${model === null ? 'no model looked' : `${model}, ${model_calls} calls`}`,
    ...(dropped_issues.length > 0
      ? [`${dropped_issues.length} said by the model and not taken over: their evidence does not hold`]
      : []),
    ...(annotated === null && marked > 0 ? [`${marked} places marked in the live drawing`] : []),
    ...(suppressed.length > 0 ? [`${suppressed.length} accepted before`] : []),
    ...limitations,
    ...[report, annotated].filter((path) => path !== null),
  ].join('\n');
