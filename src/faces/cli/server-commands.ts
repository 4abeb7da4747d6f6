import { type Command, Option } from 'commander';
import { GroundglassError } from '../../evidence/errors.js';
import type { Library } from '../../library/library.js';
import { openRoots } from '../http/roots.js';
import { collect } from './collect.js';
import { readSecret, withLibrary } from './open-library.js';
import type { CommonOptions } from './run.js';
import { VERSION } from './version.js';

interface ServingOptions {
  readonly images: 'auto' | 'inline' | 'link' | 'none';
  readonly inlineBytes?: number;
  readonly root: string[];
}

interface ServeOptions extends ServingOptions {
  readonly host: string;
  readonly port: number;
  readonly token?: string;
  readonly tokenFile?: string;
  readonly allowedHost: string[];
}

/** Commands that serve other programs. */
export function addServerCommands(program: Command, finish: (exitCode: number) => void): void {
  program
    .command('doctor')
    .description('which engines, models and stores are available, and why not')
    .action(async () => {
      const { doctor } = await import('./doctor.js');
      finish(await doctor(program.opts()));
    });

  withServing(program.command('mcp').description('serve the library over MCP on stdin and stdout')).action(
    async (options: ServingOptions) => {
      const [{ serveMcpOverStdio }, { createMcpServer }] = await Promise.all([
        import('../mcp/stdio.js'),
        import('../mcp/server.js'),
      ]);
      const common = program.opts<CommonOptions>();
      finish(
        await withLibrary({ ...common, create: true }, async (library, signal) => {
          const serving = { ...mcpOptions(options, library), roots: await openRoots(options.root) };
          await serveMcpOverStdio(() => createMcpServer(library, serving), signal);
          return 0;
        }),
      );
    },
  );

  withServing(
    program
      .command('serve')
      .description('serve the library over HTTP (/api/v1) and MCP (/mcp)')
      .option('--host <host>', 'address to listen on', '127.0.0.1')
      .option('--port <n>', 'port, 0 for any', wholeNumber, 8787)
      .option('--token <token>', 'bearer token that callers must send; needed off loopback')
      .option('--token-file <file>', 'the same, read from a file')
      .option('--allowed-host <host>', 'further Host header to answer to (repeatable)', collect, []),
  ).action(async (options: ServeOptions) => {
    const { serve } = await import('../http/serve.js');
    const common = program.opts<CommonOptions>();
    const token = options.tokenFile ? await readSecret(options.tokenFile, 'token') : options.token;
    finish(
      await withLibrary({ ...common, create: true }, async (library, signal) => {
        const server = await serve(library, {
          ...mcpOptions(options, library),
          host: options.host,
          port: options.port,
          roots: options.root,
          allowedHosts: options.allowedHost,
          ...(token === undefined ? {} : { token }),
        });
        process.stdout.write(`${server.url}\n`);
        await new Promise<void>((stop) => {
          signal.addEventListener('abort', () => stop(), { once: true });
        });
        await server.close();
        return 0;
      }),
    );
  });
}

function withServing(command: Command): Command {
  return command
    .option('--root <dir>', 'folder whose files callers may name (repeatable; none by default)', collect, [])
    .addOption(
      new Option('--images <how>', 'how pictures are sent over MCP')
        .choices(['auto', 'inline', 'link', 'none'])
        .default('auto'),
    )
    .option('--inline-bytes <n>', 'largest picture sent inline, in bytes', wholeNumber);
}

const mcpOptions = ({ images, inlineBytes }: ServingOptions, library: Library) => ({
  version: VERSION,
  images,
  language: library.options.language ?? 'en',
  ...(inlineBytes === undefined ? {} : { inlineBytes }),
});

function wholeNumber(value: string): number {
  if (/^\d+$/.test(value)) return Number(value);
  throw new GroundglassError(
    'bad_argument',
    `${JSON.stringify(value)} is no whole number.`,
    'Give a number of digits only.',
  );
}
