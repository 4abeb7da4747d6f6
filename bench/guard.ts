import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { table } from './support.js';

const CLI = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const SERVER = fileURLToPath(new URL('./guard-server.ts', import.meta.url));
const PORTKEY = '@portkey-ai/gateway@1.15.2';
const RATE = 200;
const SLICES = 10;
const SLICE_SECONDS = 2;
const THROUGHPUT_SECONDS = 5;
const BODY_CHARS = 20_000;
/** Requests at the same time where throughput is measured. */
const CONCURRENT = 16;

interface Running {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** What the gateway costs: beside a bare proxy at the same rate, and beside another gateway at full speed. */
export async function benchGuard(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'groundglass-bench-'));
  const children: ChildProcess[] = [];
  const run = async (name: string, args: string[], headers: Running['headers'] = {}, env = {}): Promise<Running> => {
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    const url = await new Promise<string>((ready, failed) => {
      child.stdout.on('data', (it: Buffer) => {
        const match = /http:\/\/(?:127\.0\.0\.1|localhost):\d+/.exec(it.toString());
        if (match) ready(match[0].replace('localhost', '127.0.0.1'));
      });
      child.on('exit', () => failed(new Error(`${name} ended`)));
    });
    return { name, url, pid: child.pid ?? 0, headers };
  };
  const tsx = (...args: string[]): string[] => ['--import', 'tsx', SERVER, ...args];
  try {
    const upstream = await run('upstream', tsx('upstream'));
    const bare = await run('bare proxy', tsx('proxy', upstream.url));
    const flags = ['guard', '--listen', '127.0.0.1:0', '--upstream', upstream.url, '--text-only', '*', '--quiet'];
    const guard = await run('guard', [CLI, ...flags]);
    console.log(`\nload before: ${loadavg().map((it) => it.toFixed(1))}`);

    const all = [upstream, bare, guard].map((it) => ({ ...it, ms: [] as number[] }));
    for (const it of all) await latencies(it, SLICE_SECONDS);
    // Turn by turn in short slices: whatever else the machine does meets all of them.
    for (let i = 0; i < SLICES; i += 1) for (const it of all) it.ms.push(...(await latencies(it, SLICE_SECONDS)));
    const rows = all.map(({ name, ms }) => {
      const sorted = ms.sort((a, b) => a - b);
      const at = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(2);
      return [name, at(0.5), at(0.9), at(0.99), String(sorted.length)];
    });
    table(`latency in ms at ${RATE} requests/s of 20 kB`, [['', 'p50', 'p90', 'p99', 'requests'], ...rows]);

    const before = residentMb(guard.pid);
    const [peak, bytes] = await streamed(guard);
    table('a streamed reply', [
      ['bytes', 'memory before, MB', 'more at its peak, MB'],
      [String(bytes), before.toFixed(0), (peak - before).toFixed(0)],
    ]);

    const portkey = await startPortkey(folder, upstream, run);
    const speed = [];
    for (const it of [guard, portkey, guard, portkey]) {
      if (it === null) continue;
      speed.push([it.name, (await throughput(it)).toFixed(0), residentMb(it.pid).toFixed(0)]);
    }
    table(`requests/s, ${CONCURRENT} at the same time`, [['', 'requests/s', 'memory after, MB'], ...speed]);
    console.log(`load after: ${loadavg().map((it) => it.toFixed(1))}`);
  } finally {
    for (const child of children) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Not among our dependencies, because it has an install script, which is not run. */
async function startPortkey(
  folder: string,
  upstream: Running,
  run: (name: string, args: string[], headers: Running['headers'], env: object) => Promise<Running>,
): Promise<Running | null> {
  try {
    execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder, PORTKEY], {
      stdio: 'ignore',
    });
    const headers = { 'x-portkey-provider': 'openai', 'x-portkey-custom-host': `${upstream.url}/v1` };
    const args = [join(folder, 'node_modules/@portkey-ai/gateway/build/start-server.js'), '--port=18790', '--headless'];
    const portkey = await run('portkey', args, headers, {
      TRUSTED_CUSTOM_HOSTS: '127.0.0.1,localhost',
      NODE_ENV: 'production',
    });
    await once(portkey, body());
    return portkey;
  } catch (error) {
    console.log(`portkey is not measured: ${error instanceof Error ? error.message : error}`);
    return null;
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: 512 });

const body = (): string =>
  JSON.stringify({
    model: 'deepseek-chat',
    messages: Array.from({ length: 20 }, (_, i) => ({
      role: i % 2 ? 'assistant' : 'user',
      content: `${i} ${'what was said '.repeat(BODY_CHARS / 20 / 14)}`,
    })),
  });

/** One request, its answer read to the end. @returns milliseconds, and bytes */
function once({ url, headers }: Running, sent: string, more: Running['headers'] = {}): Promise<[number, number]> {
  return new Promise((done, failed) => {
    const start = performance.now();
    const type = { 'content-type': 'application/json', authorization: 'Bearer k' };
    const onward = request(
      `${url}/v1/chat/completions`,
      { method: 'POST', agent, headers: { ...type, 'content-length': Buffer.byteLength(sent), ...headers, ...more } },
      (reply) => {
        let bytes = 0;
        reply.on('data', (it: Buffer) => (bytes += it.length));
        reply.on('error', failed);
        reply.on('end', () => {
          if (reply.statusCode === 200) done([performance.now() - start, bytes]);
          else failed(new Error(`HTTP status ${reply.statusCode}`));
        });
      },
    );
    onward.on('error', failed);
    onward.end(sent);
  });
}

/** Requests begin at their time, whether earlier ones are answered or not. @returns milliseconds of each */
async function latencies(running: Running, seconds: number): Promise<number[]> {
  const sent = body();
  const start = performance.now();
  const all: Promise<[number, number]>[] = [];
  for (let i = 0; i < RATE * seconds; i += 1) {
    const wait = start + (i * 1_000) / RATE - performance.now();
    if (wait > 0) await new Promise((done) => setTimeout(done, wait));
    all.push(once(running, sent));
  }
  return (await Promise.all(all)).map(([ms]) => ms);
}

async function throughput(running: Running): Promise<number> {
  const sent = body();
  const end = performance.now() + THROUGHPUT_SECONDS * 1_000;
  let count = 0;
  const worker = async (): Promise<void> => {
    while (performance.now() < end) {
      await once(running, sent);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT }, worker));
  return count / THROUGHPUT_SECONDS;
}

async function streamed(running: Running): Promise<[peakMb: number, bytes: number]> {
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, residentMb(running.pid));
  }, 20);
  const [, bytes] = await once(running, body(), { 'x-stream': '1' });
  clearInterval(watch);
  return [peak, bytes];
}

/** Linux only, as the bench's machine is. */
const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;
