import type { Command } from 'commander';
import { libraryFolder } from './open-library.js';
import type { CommonOptions } from './run.js';
import { settings } from './settings.js';
import { VERSION } from './version.js';

/** The command that serves a drawing as a CAD program would. */
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
}
