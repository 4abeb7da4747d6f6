import { accessSync, constants, existsSync } from 'node:fs';
import type { Command } from 'commander';
import { GroundglassError } from '../../evidence/errors.js';
import type { LiveCadReply } from '../../evidence/wire/live-cad.js';
import type { LiveCadAction } from '../../review/live-cad.js';
import type { ReviewRequest } from '../../review/review.js';

const ACTIONS: readonly LiveCadAction[] = ['list-tools', 'check', 'clear', 'restore'];

/** Options of `review` that speak of a CAD program. */
export interface LiveCadFlags {
  readonly cadMcp?: string;
  readonly listTools?: boolean;
  readonly check?: boolean;
  readonly clear?: boolean;
  readonly restore?: boolean;
}

/** Adds them to a command. */
export const withLiveCadOptions = (command: Command): Command =>
  command
    .option('--cad-mcp <command>', 'review what a CAD program has open: the command that starts its MCP server')
    .option('--list-tools', 'only tell which tools the CAD program has, and what a review uses them for')
    .option('--check', 'only do once what a review does: list entities, look at one, put everything back')
    .option('--clear', 'only take away the marks of reviews from the live drawing, and nothing else')
    .option('--restore', 'only bring back what a maximised drawing area hides');

/** What is to be reviewed. @throws GroundglassError `bad_argument` where nothing is named, or two things are */
export function drawingIn(file: string | undefined, { cadMcp }: LiveCadFlags): ReviewRequest['drawing'] {
  if (file !== undefined && cadMcp === undefined) return { file };
  if (cadMcp === undefined) throw wrong('No drawing is named.', `Give a file, or ${A_COMMAND}.`);
  if (file !== undefined) throw wrong('A file and a CAD program were named.', 'Give one of them.');
  if (isNoProgram(cadMcp))
    throw wrong(`${cadMcp} is a file, no program.`, `Give ${A_COMMAND}; a file goes without it.`);
  return { cadMcp };
}

const A_COMMAND =
  'the command that starts the MCP server of a CAD program, as --cad-mcp "groundglass cad-mcp plan.dxf"';

/**
 * What is asked of a CAD program besides a review; null where nothing is.
 * @throws GroundglassError `bad_argument` where it is asked of a file, or several things are asked
 */
export function actionIn(flags: LiveCadFlags, drawing: ReviewRequest['drawing']): LiveCadAction | null {
  const given = { 'list-tools': flags.listTools, check: flags.check, clear: flags.clear, restore: flags.restore };
  const [action, ...others] = ACTIONS.filter((each) => given[each]);
  if (action === undefined) return null;
  if (others.length > 0) throw wrong(`--${action} and --${others[0]} were asked at once.`, 'Give one of them.');
  if ('file' in drawing) throw wrong(`--${action} needs a live CAD program, and a file is none.`, `Give ${A_COMMAND}.`);
  return action;
}

/** What exists and can't be run is no command, most likely a drawing. */
function isNoProgram(command: string): boolean {
  if (!existsSync(command)) return false;
  try {
    accessSync(command, constants.X_OK);
    return false;
  } catch {
    return true;
  }
}

const wrong = (message: string, nextStep: string): GroundglassError =>
  new GroundglassError('bad_argument', message, nextStep);

export const liveCadText = ({ server, tools, check, limitations }: LiveCadReply): string =>
  [
    server,
    ...tools.map(
      ({ name, used_for, open_to_model }) =>
        `  ${name}${used_for.length > 0 ? ` (${used_for.join(', ')})` : ''}${open_to_model ? ', open to models' : ''}`,
    ),
    ...(check === null
      ? []
      : [
          `${check.entities} entities${check.truncated ? ', not all' : ''}; ${
            check.screenshot === null
              ? 'nothing to look at'
              : `a picture of ${check.screenshot.width_px} × ${check.screenshot.height_px} pixels`
          }`,
        ]),
    ...limitations.map((limitation) => `(${limitation})`),
  ].join('\n');
