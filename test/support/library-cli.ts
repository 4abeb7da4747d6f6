import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** The built program; tests of the command line are about that, not about the sources. */
export const CLI = resolve(import.meta.dirname, '../../dist/cli.js');

export interface CliResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** stdout as the one JSON document that it must be. */
  // biome-ignore lint/suspicious/noExplicitAny: replies are checked key by key in the tests
  readonly json: any;
}

export interface CliOptions {
  readonly library?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Called with the running process, for tests that interrupt it. */
  readonly onStart?: (child: ChildProcess) => void;
}

/** Runs `groundglass …args` and waits for its end. Settings of the surroundings do not reach it. */
export function cli(args: readonly string[], { library, env = {}, cwd, onStart }: CliOptions = {}): Promise<CliResult> {
  if (!existsSync(CLI)) throw new Error('dist/cli.js is missing: run npm run build first');
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GROUNDGLASS_')));
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { ...own, ...(library === undefined ? {} : { GROUNDGLASS_LIBRARY: library }), ...env },
    ...(cwd === undefined ? {} : { cwd }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onStart?.(child);
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code, signal) => {
      const stdout = Buffer.concat(out).toString();
      done({
        code,
        signal,
        stdout,
        stderr: Buffer.concat(err).toString(),
        get json() {
          return JSON.parse(stdout);
        },
      });
    });
  });
}
