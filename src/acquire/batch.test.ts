import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contextFor, imageFixture, imageFolder } from '../../test/support/image-fixture.js';
import { type BatchTask, runBatch } from './batch.js';
import type { Wait } from './http/pace.js';

const titles = Array.from({ length: 9 }, (_, i) => `meadow number${i}`);
const works = titles.map((title, i) => ({
  at: 'wikimedia' as const,
  id: `m${i}`,
  title,
  author: 'Ann',
  license: 'CC BY 4.0',
  size: [1_200, 800] as const,
}));
const keyless = { PEXELS_API_KEY: '', PIXABAY_API_KEY: '' };

function task(items: unknown, more: Partial<BatchTask> = {}): BatchTask {
  const folder = imageFolder();
  const path = join(folder, 'image_queries.json');
  writeFileSync(path, JSON.stringify(items));
  return {
    path,
    folder,
    manifestPath: join(folder, 'image_sources.json'),
    thumbnails: false,
    pageSize: 8,
    concurrency: 3,
    ...more,
  };
}
const rowsFor = (all: readonly string[]) => all.map((query, i) => ({ filename: `${i}.jpg`, query, status: 'Pending' }));

describe('a batch', () => {
  it('keeps the limits that a provider tells, and says for what it waits', async () => {
    const fixture = await imageFixture({ works, limits: { openverse: { requests: 3, perMs: 1_000 } } });
    const waits: Wait[] = [];
    const context = contextFor(
      { ...fixture, env: { ...fixture.env, ...keyless } },
      { onWait: (wait) => void waits.push(wait) },
    );
    const { rows } = await runBatch(task({ items: rowsFor(titles) }), context);
    expect(rows.map(({ status }) => status)).toEqual(titles.map(() => 'Sourced'));
    expect(fixture.broken).toEqual([]);
    expect(waits.map(({ provider, why }) => [provider, why])).toContainEqual([
      'openverse',
      '3 requests in 1 s are allowed',
    ]);
  });

  it.each<[string, unknown, boolean]>([
    ['no list', {}, false],
    ['a row without a query', { items: [{ filename: 'a.jpg', status: 'Pending' }] }, false],
    ['a status that is none', { items: [{ filename: 'a.jpg', query: 'a', status: 'pending' }] }, false],
    [
      'two rows of one name',
      { items: ['a.jpg', 'A.JPG'].map((filename) => ({ filename, query: 'a', status: 'Pending' })) },
      false,
    ],
    [
      'two rows of one folder of candidates',
      { items: ['a.jpg', 'a.png'].map((filename) => ({ filename, query: 'a', status: 'Pending' })) },
      true,
    ],
    ['a name that leads elsewhere', { items: [{ filename: '../a.jpg', query: 'a', status: 'Pending' }] }, false],
  ])('is refused as a whole, before anybody is asked, where its file has %s', async (_, items, thumbnails) => {
    const fixture = await imageFixture({ works: [] });
    const it = task(items, { thumbnails });
    await expect(runBatch(it, contextFor(fixture))).rejects.toMatchObject({ class: 'bad_input' });
    expect([fixture.seen, readdirSync(it.folder)]).toEqual([[], ['image_queries.json']]);
  });

  it('ends when whoever asked no longer waits, and rows that were not done still wait', async () => {
    const fixture = await imageFixture({ works, latencyMs: 40 });
    const stop = new AbortController();
    const context = { ...contextFor({ ...fixture, env: { ...fixture.env, ...keyless } }), signal: stop.signal };
    const it = task({ items: rowsFor(titles) }, { onRow: () => stop.abort() });
    await expect(runBatch(it, context)).rejects.toThrow();
    const statuses = JSON.parse(readFileSync(it.path, 'utf8')).items.map(({ status }: { status: string }) => status);
    expect(new Set(statuses)).toEqual(new Set(['Sourced', 'Pending']));
  });
});
