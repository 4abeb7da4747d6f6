import { type ChildProcess, fork, spawn } from 'node:child_process';
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
  /** In a process of its own, whose files are closed at its end: a closed database stays open until the next garbage collection. */
  readonly alone?: boolean;
  /** Called with the running process, for tests that interrupt it. */
  readonly onStart?: (child: ChildProcess) => void;
}

/**
 * Runs `groundglass …args` and waits for its end. Settings of the surroundings do not reach it.
 *
 * The first call of each command in a test file, one that a test holds on to, and those beside a running one are processes of
 * their own, which have to end by themselves. The others share one process, which spares them loading the program.
 */
export async function cli(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  if (!existsSync(CLI)) throw new Error('dist/cli.js is missing: run npm run build first');
  const { library, env = {}, cwd = process.cwd(), onStart, alone = false } = options;
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GROUNDGLASS_')));
  const job = {
    args,
    env: { ...own, ...(library === undefined ? {} : { GROUNDGLASS_LIBRARY: library }), ...env },
    cwd,
  };
  const isFirst = !seen.has(args[0]);
  seen.add(args[0]);
  if (isFirst || onStart || alone || busy) return fresh(job, onStart);
  busy = true;
  try {
    return await warm(job);
  } finally {
    busy = false;
  }
}

const seen = new Set<string | undefined>();
let busy = false;

interface Job {
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
}

function fresh({ args, env, cwd }: Job, onStart: CliOptions['onStart']): Promise<CliResult> {
  const child = spawn(process.execPath, [CLI, ...args], { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  onStart?.(child);
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code, signal) =>
      done(result({ code, signal, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() })),
    );
  });
}

let warmChild: ChildProcess | null = null;

function warm(job: Job): Promise<CliResult> {
  warmChild ??= fork(WARM, [CLI], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const child = warmChild;
  // It ends with the test file: nothing of it keeps the file's process alive.
  child.unref();
  return new Promise((done, fail) => {
    const onEnd = (code: number | null, signal: NodeJS.Signals | null): void => {
      warmChild = null;
      fail(new Error(`groundglass ${job.args.join(' ')} ended its process: ${signal ?? code}`));
    };
    child.once('exit', onEnd);
    child.once('message', (reply: { code: number; stdout: string; stderr: string }) => {
      child.off('exit', onEnd);
      done(result({ ...reply, signal: null }));
    });
    child.send(job, (error) => error && fail(error));
  });
}

const WARM = resolve(import.meta.dirname, 'warm-cli-process.mjs');

const result = (ended: Omit<CliResult, 'json'>): CliResult => ({
  ...ended,
  get json() {
    return JSON.parse(ended.stdout);
  },
});
