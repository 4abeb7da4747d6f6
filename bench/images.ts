import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FixtureWork } from '../examples/images/catalogue.js';
import { type Fixture, type FixtureOptions, startFixture } from '../examples/images/fixture-server.js';
import { picture } from '../examples/images/pictures.js';
import { runBatch } from '../src/acquire/batch.js';
import type { Wait } from '../src/acquire/http/pace.js';
import { promote } from '../src/acquire/promote.js';
import { openProviders } from '../src/acquire/providers/providers.js';
import { searchImages } from '../src/acquire/search.js';
import { acquireSettingsFrom } from '../src/acquire/settings.js';
import type { SearchContext } from '../src/acquire/take-best.js';
import type { ImageSearchReply } from '../src/evidence/wire/candidates.js';
import { crashBatch, crashWorks } from '../test/support/image-crash.js';
import { NEEDS, type NeededPicture } from './image-needs.js';
import { milliseconds, table } from './support.js';

const KEYLESS = { PEXELS_API_KEY: '', PIXABAY_API_KEY: '' };
const ROWS = 100;
const LATENCY_MS = 150;
const KILLS = 200;

/** Needs with traps, a batch against the clock, limits, and kills. */
export async function benchImages(): Promise<void> {
  await benchNeeds();
  await benchBatch();
  await benchLimits();
  await benchKills();
}

export async function benchNeeds(): Promise<void> {
  const modes = [
    ['best-only, with its required terms', { thumbnails: false, terms: true }],
    ['best-only, without them', { thumbnails: false, terms: false }],
    ['thumbnails, with them: taken by whoever knows the thing', { thumbnails: true, terms: true }],
  ] as const;
  const rows: string[][] = [];
  for (const [name, mode] of modes) {
    const scores: Score[] = [];
    // Each need has a catalogue of its own: names are used again and again.
    for (const need of NEEDS) scores.push(await scored(need, mode));
    const wrong = scores.flatMap(({ why }, i) => (why === null ? [] : [`${NEEDS[i]?.trap}: ${why}`]));
    const of = (key: 'taken' | 'entity' | 'licence' | 'credit'): number => scores.filter((it) => it[key]).length;
    const taken = of('taken');
    const share = (count: number): string => `${((100 * count) / Math.max(1, taken)).toFixed(1)} %`;
    const requests = scores.reduce((sum, it) => sum + it.requests, 0) / NEEDS.length;
    rows.push([
      name,
      `${taken} of ${NEEDS.length}`,
      share(of('entity')),
      share(of('licence')),
      share(of('credit')),
      requests.toFixed(1),
    ]);
    if (wrong.length > 0) console.log(`${name}:\n  ${wrong.join('\n  ')}`);
  }
  const head = ['', 'pictures', 'entity precision', 'licence precision', 'credit completeness', 'requests a need'];
  table(
    `${NEEDS.length} needs with traps (${NEEDS.filter(({ right }) => right.size === 0).length} have no right picture)`,
    [head, ...rows],
  );
}

interface Score {
  readonly taken: boolean;
  readonly entity: boolean;
  readonly licence: boolean;
  readonly credit: boolean;
  readonly requests: number;
  readonly why: string | null;
}

async function scored(
  need: NeededPicture,
  { thumbnails, terms }: { thumbnails: boolean; terms: boolean },
): Promise<Score> {
  return withFixture({ works: need.works }, async (fixture, context, folder) => {
    const reply = await searchImages(
      {
        request: {
          query: need.query,
          query_variants: [...need.variants],
          slide: '',
          purpose: '',
          orientation: 'landscape',
          provider: null,
          strict_no_attribution: false,
          required_terms: terms ? [...need.terms] : [],
          min_width: 1_200,
          min_height: 800,
        },
        target: { folder, manifestPath: join(folder, 'image_sources.json'), filename: 'a.jpg' },
        thumbnails,
        pageSize: 8,
        page: 1,
      },
      context,
    );
    const item = thumbnails ? await promoted(reply, need, folder, context) : reply.selected;
    const id = idOf(item?.download_url);
    const requests = fixture.seen.length;
    const isAbsent = need.right.size === 0;
    if (id === null) {
      const why = isAbsent
        ? null
        : `nothing taken (${reply.last_error ?? JSON.stringify(reply.candidates.map((it) => it.title))})`;
      return { taken: false, entity: false, licence: false, credit: false, requests, why };
    }
    const author = need.right.get(id);
    const entity = author !== undefined || isRightThing(id, need);
    const licence = author !== undefined;
    const credit =
      author !== undefined &&
      [author, item?.license_name, item?.license_url].every((it) => it && item?.attribution_text.includes(it));
    return {
      taken: true,
      entity,
      licence,
      credit,
      requests,
      why: entity && licence && credit ? null : `${id}, author ${item?.author}`,
    };
  });
}

/** The thing itself, though not to be used: its licence, its author or its file is the trap. */
const isRightThing = (id: string, { trap }: NeededPicture): boolean =>
  id.length > 0 && !['same name elsewhere', 'word inside a word', 'near match', 'nothing that is right'].includes(trap);

/** Whoever knows the thing picks it from the page, where it is there. */
async function promoted(reply: ImageSearchReply, { right }: NeededPicture, folder: string, context: SearchContext) {
  const known = reply.candidates.find((it) => right.has(idOf(it.download_url) ?? ''));
  if (known === undefined) return null;
  const target = { folder, manifestPath: join(folder, 'image_sources.json'), filename: 'a.jpg' };
  return (await promote({ ...target, candidate: String(known.number), checkedBy: 'person' }, context)).item;
}

const idOf = (url: string | undefined): string | null => /\/([^/]+)\.jpg$/.exec(url ?? '')?.[1] ?? null;

export async function benchBatch(): Promise<void> {
  const works = rowWorks(ROWS);
  // Pictures are made before: a provider would have them.
  for (const { id, size = [1_200, 800] } of works) await picture(id, size[0], size[1]);
  const rows: string[][] = [];
  const times: number[] = [];
  for (const concurrency of [1, 3]) {
    await withFixture({ works, latencyMs: LATENCY_MS }, async (fixture, context, folder) => {
      const ms = await milliseconds(() => batchOf(works, context, folder, concurrency));
      times.push(ms);
      const perRow = fixture.seen.length / ROWS;
      rows.push([
        String(concurrency),
        (ms / 1_000).toFixed(1),
        perRow.toFixed(2),
        (ms / (times[0] as number)).toFixed(2),
      ]);
    });
  }
  table(`${ROWS} rows, ${LATENCY_MS} ms for each answer, no limits`, [
    ['rows at once', 's', 'requests a row', 'ratio'],
    ...rows,
  ]);
}

async function benchLimits(): Promise<void> {
  const works = rowWorks(30);
  const limits = { openverse: { requests: 20, perMs: 60_000 }, pixabay: { requests: 100, perMs: 60_000 } };
  const waits: Wait[] = [];
  await withFixture(
    { works, limits },
    async (fixture, context, folder) => {
      const ms = await milliseconds(() => batchOf(works, context, folder, 3));
      table('30 rows under the real limits (Openverse 20 a minute)', [
        ['s', 'requests to Openverse', 'limits broken', 'waits told', 'longest, s'],
        [
          (ms / 1_000).toFixed(0),
          String(fixture.seen.filter(({ provider }) => provider === 'openverse').length),
          String(fixture.broken.length),
          String(waits.length),
          (Math.max(0, ...waits.map((it) => it.ms)) / 1_000).toFixed(0),
        ],
      ]);
    },
    (wait) => void waits.push(wait),
  );
}

export async function benchKills(): Promise<void> {
  const moments = Array.from({ length: KILLS }, (_, i) => (i + 0.5) / KILLS);
  const lanes = [0, 1].map(async (lane) => {
    const fixture = await startFixture({ works: crashWorks(), latencyMs: 25 });
    try {
      return await crashBatch(
        fixture,
        moments.filter((_, i) => i % 2 === lane),
      );
    } finally {
      await fixture.close();
    }
  });
  const both = await Promise.all(lanes);
  const faults = both.flatMap((it) => it.faults);
  const midway = both.reduce((sum, it) => sum + it.midway, 0);
  table('a batch killed with SIGKILL', [
    ['kills', 'with some rows done', 'faults'],
    [String(KILLS), String(midway), String(faults.length)],
  ]);
  if (faults.length > 0) console.log(faults.join('\n'));
}

const rowWorks = (count: number): FixtureWork[] =>
  Array.from({ length: count }, (_, i) => ({
    at: 'wikimedia',
    id: `row${i}`,
    title: `subject${i} meadow`,
    author: 'Ann',
    license: 'CC BY 4.0',
    size: [1_200, 800],
  }));

async function batchOf(
  works: readonly FixtureWork[],
  context: SearchContext,
  folder: string,
  concurrency: number,
): Promise<void> {
  const path = join(folder, 'image_queries.json');
  const items = works.map(({ title }, i) => ({ filename: `${i}.jpg`, query: title, status: 'Pending' }));
  writeFileSync(path, JSON.stringify({ items }));
  const task = {
    path,
    folder,
    manifestPath: join(folder, 'image_sources.json'),
    thumbnails: false,
    pageSize: 8,
    concurrency,
  };
  const { rows } = await runBatch(task, context);
  const failed = rows.filter(({ status }) => status !== 'Sourced');
  if (failed.length > 0) throw new Error(`not sourced: ${JSON.stringify(failed[0])}`);
}

async function withFixture<T>(
  options: FixtureOptions,
  work: (fixture: Fixture, context: SearchContext, folder: string) => Promise<T>,
  onWait?: (wait: Wait) => void,
): Promise<T> {
  const fixture = await startFixture(options);
  const settings = acquireSettingsFrom({ ...fixture.env, ...KEYLESS }, 'bench');
  const providers = openProviders(settings, { onWait, patienceMs: 90_000 });
  const folder = mkdtempSync(join(tmpdir(), 'groundglass-bench-'));
  try {
    return await work(fixture, { settings, providers }, folder);
  } finally {
    await providers.close();
    await fixture.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
