import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median, table } from './support.js';

const CLI = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const REPORT = fileURLToPath(new URL('../examples/data/tor-2020-2021-annual-report.pdf', import.meta.url));
const REPEATS = 7;

/** What one call of the built command line costs, process start included. */
export async function benchStart(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'groundglass-bench-'));
  try {
    const call = (...args: string[]) => {
      const { status, stderr } = spawnSync(process.execPath, [CLI, '--library', folder, ...args], { encoding: 'utf8' });
      if (status !== 0) throw new Error(stderr);
    };
    call('add', REPORT);
    const ms = async (...args: string[]) => `${(await median(REPEATS, () => call(...args))).toFixed(0)} ms`;
    table('one call of the command line, p50', [
      ['', 'time', 'target'],
      ['--help', await ms('--help'), '≤ 250 ms'],
      ['search, English', await ms('search', 'total revenue'), '≤ 1500 ms'],
      ['search, Chinese', await ms('search', '总收入是多少'), '≤ 1500 ms'],
      ['add again', await ms('add', REPORT), '≤ 500 ms'],
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
