import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { GroundglassError } from '../../evidence/errors.js';
import type { LiveCadReply } from '../../evidence/wire/live-cad.js';
import type { LiveCadAction } from '../../review/live-cad.js';
import { harmless } from './harmless.js';
import { libraryFolder } from './open-library.js';
import type { CommonOptions } from './run.js';
import { settings } from './settings.js';
import { VERSION } from './version.js';

const ACTIONS: readonly LiveCadAction[] = ['list-tools', 'check', 'clear', 'restore'];

/** Commands that serve a drawing as a CAD program would, and that speak to one. */
export function addCadCommands(program: Command, finish: (exitCode: number) => void): void {
  const environment = (): NodeJS.ProcessEnv => settings(libraryFolder(program.opts<CommonOptions>().library));

  program
    .command('cad-mcp <file>')
    .description('serve a DXF or DWG drawing over MCP on stdin and stdout, with the tools of a CAD program')
    .option('--marks-copy <file>', 'keep a DXF copy with the review marks here; the drawing itself is never written')
    .action(async (file: string, { marksCopy }: { readonly marksCopy?: string }) => {
      const [{ serveCadMcp }, { limitsFrom }] = await Promise.all([
        import('../mcp/cad/serve.js'),
        import('../../sources/limits.js'),
      ]);
      const limits = limitsFrom(environment());
      await serveCadMcp(file, { version: VERSION, limits, ...(marksCopy === undefined ? {} : { marksCopy }) });
      finish(0);
    });

  program
    .command('live-cad <command>')
    .description('look at a live CAD program by the command of its MCP server, or tidy up there')
    .option('--list-tools', 'which tools it has, and what a review uses them for')
    .option('--check', 'do once what a review does: list entities, look at one, put everything back')
    .option('--clear', 'take away the marks of reviews, and nothing else')
    .option('--restore', 'bring back what a maximised drawing area hides')
    .action(async (command: string, options: Record<string, boolean | undefined>) => {
      const action = actionIn(options);
      mustBeLive(command, action);
      const [{ tendLiveCad }, { liveCadSettingsFrom }] = await Promise.all([
        import('../../review/live-cad.js'),
        import('../../sources/live-cad/settings.js'),
      ]);
      const reply = await tendLiveCad(command, action, liveCadSettingsFrom(environment()));
      const { json = false } = program.opts<CommonOptions>();
      process.stdout.write(`${json ? JSON.stringify(reply) : harmless(asText(reply))}\n`);
      finish(0);
    });
}

function actionIn(options: Record<string, boolean | undefined>): LiveCadAction {
  const asked = ACTIONS.filter((action) => options[action.replace(/-(.)/g, (_, c: string) => c.toUpperCase())]);
  const [action] = asked;
  if (action !== undefined && asked.length === 1) return action;
  throw new GroundglassError(
    'bad_argument',
    asked.length === 0 ? 'Nothing was asked of the CAD program.' : `${asked.length} things were asked at once.`,
    `Give one of ${ACTIONS.map((each) => `--${each}`).join(', ')}.`,
  );
}

/** A drawing's file is no CAD program: nothing in it can be restored, and marks are never written into it. */
function mustBeLive(command: string, action: LiveCadAction): void {
  if (!existsSync(command)) return;
  throw new GroundglassError(
    'bad_argument',
    `${command} is a file, and --${action} needs a live CAD program.`,
    'Give the command that starts the MCP server of the program, such as "groundglass cad-mcp plan.dxf".',
  );
}

const asText = ({ server, tools, check, limitations }: LiveCadReply): string =>
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
