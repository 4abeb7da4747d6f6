import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Fixture } from '../../examples/images/fixture-server.js';
import { cli } from './library-cli.js';

/** Words of the works that {@link crashWorks} makes, one for each row. */
const WORDS = ['alder', 'birch', 'cedar', 'elm', 'fir', 'hazel'];

export const crashWorks = () =>
  WORDS.map((word) => ({
    at: 'wikimedia' as const,
    id: word,
    title: `${word} wood`,
    author: `Ann ${word}`,
    license: 'CC BY 4.0',
    size: [1_200, 800] as const,
  }));

/** Requests that a batch makes, about: where they are counted, a busy machine kills at the same places as an idle one. */
const REQUESTS = WORDS.length * 4;
/** Between two requests much is written. */
const BETWEEN_MS = 40;
const POLL_MS = 2;

/**
 * Runs a batch and kills it with SIGKILL, once for each moment, and holds what is left against what must be each time; the rows
 * then wait again, so that pictures are also replaced. At last it runs to its end.
 * @param fixture asked by nobody else meanwhile
 * @param moments 0 to 1
 * @returns faults in words, and how many kills hit a batch that had done some of its rows
 */
export async function crashBatch(
  fixture: Fixture,
  moments: readonly number[],
): Promise<{ faults: string[]; midway: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'groundglass-crash-'));
  const queue = join(folder, 'image_queries.json');
  const items = WORDS.map((word) => ({ filename: `${word}.jpg`, query: `${word} wood`, status: 'Pending' }));
  const env = { ...fixture.env, PEXELS_API_KEY: '', PIXABAY_API_KEY: '' };
  const args = ['images', 'batch', queue, '--json', '--quiet'];
  const faults: string[] = [];
  let midway = 0;
  try {
    for (const moment of moments) {
      writeFileSync(queue, JSON.stringify({ items }));
      await cli(args, { env, onStart: (child) => killAt(child, fixture, moment) });
      const left = faultsIn(folder, queue);
      faults.push(...left.faults.map((it) => `killed at ${moment}: ${it}`));
      if (left.done > 0 && left.done < WORDS.length) midway += 1;
    }
    const { code } = await cli(args, { env });
    const after = faultsIn(folder, queue);
    faults.push(...after.faults);
    if (code !== 0 || after.done !== WORDS.length) faults.push(`${after.done} rows after all, exit ${code}`);
    const litter = readdirSync(folder).filter((it) => it.startsWith('.'));
    if (litter.length > 0) faults.push(`left behind: ${litter}`);
    return { faults, midway };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Kills when so much of the batch's requests have come, and a little later. */
function killAt(child: ChildProcess, { seen }: Fixture, moment: number): void {
  const [before, whole] = [seen.length, moment * REQUESTS];
  const timer = setInterval(() => {
    if (child.exitCode !== null) clearInterval(timer);
    if (seen.length - before < Math.floor(whole)) return;
    clearInterval(timer);
    setTimeout(() => child.kill('SIGKILL'), (whole % 1) * BETWEEN_MS);
  }, POLL_MS);
}

function faultsIn(folder: string, queue: string): { faults: string[]; done: number } {
  const faults: string[] = [];
  const { items: rows } = JSON.parse(readFileSync(queue, 'utf8'));
  const path = join(folder, 'image_sources.json');
  const items = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).items : [];
  if (rows.map(({ filename }: { filename: string }) => filename).join() !== WORDS.map((it) => `${it}.jpg`).join()) {
    faults.push(`rows are lost: ${JSON.stringify(rows)}`);
  }
  for (const name of readdirSync(folder).filter((it) => /^[a-z].*\.jpg$/.test(it))) {
    const item = items.find((it: { filename: string }) => it.filename === name);
    const sha256 = createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
    if (item?.sha256 !== sha256)
      faults.push(
        `${name} has no provenance (${item === undefined ? 'no entry' : `entry of ${item.sha256}, file of ${sha256}`})`,
      );
  }
  const done = rows.filter(({ status }: { status: string }) => status === 'Sourced');
  for (const { filename } of done)
    if (!existsSync(join(folder, filename))) faults.push(`${filename} is Sourced and not there`);
  return { faults, done: done.length };
}
