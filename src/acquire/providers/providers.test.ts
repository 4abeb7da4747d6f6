import { describe, expect, it } from 'vitest';
import { FIXTURE_KEY } from '../../../examples/images/fixture-server.js';
import { contextFor, imageFixture } from '../../../test/support/image-fixture.js';
import type { Wait } from '../http/pace.js';
import type { ProviderQuery } from './provider.js';

const many = (at: 'pexels' | 'pixabay' | 'openverse' | 'wikimedia', count: number) =>
  Array.from({ length: count }, (_, i) => ({
    at,
    id: `${at}${i}`,
    title: `lake ${i}`,
    author: 'Ann',
    license: at === 'openverse' ? 'by 4.0' : 'CC BY 4.0',
  }));
const fixture = await imageFixture({
  works: [
    ...many('pexels', 21),
    ...many('pixabay', 21),
    ...many('openverse', 21),
    ...many('wikimedia', 21),
    {
      at: 'wikimedia',
      id: 'old',
      title: 'Old mill',
      author: '<span style="display:none">Unknown author</span>',
      license: 'CC BY-SA 3.0 de',
    },
    {
      at: 'wikimedia',
      id: 'html',
      title: 'Harbour',
      author: '&lt;b&gt;Bo&lt;/b&gt; <a href="//x">Cy</a>',
      license: 'Public domain',
      metadata: { Restrictions: 'trademarked|personality' },
    },
    {
      at: 'wikimedia',
      id: 'line',
      title: 'Pier',
      author: 'Upload bot',
      license: 'CC BY 4.0',
      metadata: { Attribution: 'Dee / City Archive' },
    },
    {
      at: 'wikimedia',
      id: 'nonfree',
      title: 'Logo',
      author: 'Bo',
      license: 'CC BY 4.0',
      metadata: { NonFree: 'true' },
    },
    {
      at: 'wikimedia',
      id: 'deleted',
      title: 'Gone',
      author: 'Bo',
      license: 'CC BY 4.0',
      metadata: { DeletionReason: 'copyvio' },
    },
    { at: 'openverse', id: 'nobody', title: 'Nobody', author: '', license: 'by 2.0' },
    {
      at: 'openverse',
      id: 'mirror',
      title: 'Old mill copy',
      author: 'Cy',
      license: 'by-sa 3.0',
      landing: 'https://commons.wikimedia.org/wiki/File:Old_mill.jpg',
    },
  ],
});
const waits: Wait[] = [];
const { providers } = contextFor(fixture, { onWait: (wait) => void waits.push(wait), patienceMs: 2_500 });
const query = (text: string, more: Partial<ProviderQuery> = {}): ProviderQuery => ({
  text,
  orientation: 'any',
  strict: false,
  minWidth: 1_200,
  minHeight: 800,
  ...more,
});
const found = async (name: 'pexels' | 'pixabay' | 'openverse' | 'wikimedia', text: string) =>
  (await providers.named(name).search(query(text), 1)).works;
const lastQuery = () => new URL(fixture.seen.at(-1)?.url ?? '', fixture.origin).searchParams;
const refusal = (name: 'pexels' | 'pixabay' | 'openverse' | 'wikimedia') =>
  found(name, 'lake').then(
    () => null,
    (error) => error,
  );

describe('each provider', () => {
  it.each(['pexels', 'pixabay', 'openverse', 'wikimedia'] as const)('is read page by page: %s', async (name) => {
    const provider = providers.named(name);
    const [first, second] = [await provider.search(query('lake'), 1), await provider.search(query('lake'), 2)];
    expect([first.works.length, first.hasMore, second.works.length, second.hasMore]).toEqual([20, true, 1, false]);
    expect(first.works[0]).toMatchObject({ title: 'lake 0', author: 'Ann', width: 2_400, height: 1_600 });
    expect((await provider.search(query('no such thing'), 1)).works).toEqual([]);
  });

  it('is asked for what it understands', async () => {
    await providers.named('pexels').search(query('故宫', { orientation: 'square' }), 1);
    expect(Object.fromEntries(lastQuery())).toMatchObject({ query: '故宫', orientation: 'square', locale: 'zh-CN' });
    await providers.named('pixabay').search(query('x'.repeat(150), { orientation: 'landscape' }), 1);
    expect([lastQuery().get('q')?.length, lastQuery().get('orientation')]).toEqual([100, 'horizontal']);
    await providers.named('pixabay').search(query('lake', { orientation: 'square' }), 1);
    expect(lastQuery().get('orientation')).toBeNull();
    await providers.named('openverse').search(query('lake', { strict: true }), 1);
    expect(Object.fromEntries(lastQuery())).toMatchObject({ license: 'cc0,pdm', page_size: '20' });
    await providers.named('wikimedia').search(query('"lake": -people'), 1);
    expect(Object.fromEntries(lastQuery())).toMatchObject({
      gsrsearch: 'lake people filetype:bitmap',
      iiurlwidth: '960',
      maxlag: '5',
    });
  });

  it('past its end has nothing, and no error: Pixabay says so with 400 and plain text', async () => {
    expect(await providers.named('pixabay').search(query('lake'), 9)).toEqual({ works: [], hasMore: false });
  });
});

describe('Commons', () => {
  it('names authors in plain text, as they ask to be named, and none where none is known', async () => {
    const authors = await Promise.all(
      ['Harbour', 'Pier', 'Old mill'].map(async (it) => (await found('wikimedia', it))[0]?.author),
    );
    expect(authors).toEqual(['<b>Bo</b> Cy', 'Dee / City Archive', '']);
  });

  it('tells other rights, files that are not free, and those under deletion', async () => {
    expect((await found('wikimedia', 'Harbour'))[0]?.restrictions).toEqual(['trademarked', 'personality']);
    expect((await found('wikimedia', 'Logo'))[0]?.licence).toBe('non_free');
    expect((await found('wikimedia', 'Gone'))[0]?.licence).toBe('under_deletion');
  });

  it('has the last word on what an index took from it', async () => {
    const [mirror] = await found('openverse', 'Old mill copy');
    const at = {
      provider: 'openverse' as const,
      source_page_url: mirror!.sourcePageUrl,
      download_url: '',
      preview_url: mirror!.previewUrl,
    };
    expect(await providers.reread(at)).toMatchObject({ license_name: 'CC BY-SA 3.0 de', author: '' });
    const [own] = await found('openverse', 'Nobody');
    const elsewhere = { ...at, source_page_url: own!.sourcePageUrl, preview_url: own!.previewUrl };
    expect(await providers.reread(elsewhere)).toMatchObject({ license_name: 'CC BY 2.0', author: '' });
  });
});

describe('a provider that does not answer', () => {
  it('is asked again after as long as it says, and the wait is told', async () => {
    fixture.fail('openverse', (response) => response.writeHead(429, { 'retry-after': '1' }).end('{'), 1);
    fixture.fail(
      'wikimedia',
      (response) => response.writeHead(200, { 'retry-after': '1' }).end('{"error":{"code":"maxlag","info":"lagged"}}'),
      1,
    );
    const works = await Promise.all([found('openverse', 'lake'), found('wikimedia', 'lake')]);
    expect(works.map(({ length }) => length)).toEqual([20, 20]);
    expect(waits.map(({ provider, ms }) => [provider, Math.round(ms / 100)]).sort()).toEqual([
      ['openverse', 10],
      ['wikimedia', 10],
    ]);
  });

  it.each<[string, Parameters<typeof fixture.fail>[1], string]>([
    [
      'that has had enough of us for an hour',
      (it) => it.writeHead(429, { 'retry-after': '3600' }).end(),
      'rate_limited',
    ],
    [
      'that says so in its words',
      (it) => it.writeHead(429).end('{"detail":"Expected available in 900 seconds."}'),
      'rate_limited',
    ],
    [
      'with an error in a good status',
      (it) => it.writeHead(200).end('{"error":{"code":"badvalue","info":"no"}}'),
      'upstream_refused',
    ],
    ['with HTML', (it) => it.writeHead(200).end('<html>'), 'upstream_refused'],
    ['with another shape', (it) => it.writeHead(200).end('{"query":{"pages":[1]}}'), 'upstream_refused'],
    ['that sends more than it should', (it) => it.writeHead(200).end('x'.repeat(9 * 2 ** 20)), 'upstream_refused'],
    ['with huge headers', (it) => it.writeHead(200, { x: 'x'.repeat(200_000) }).end('{}'), 'upstream_refused'],
    ['that redirects', (it) => it.writeHead(302, { location: 'http://169.254.169.254/' }).end(), 'upstream_refused'],
  ])(
    'is an error, and not an empty result: one %s',
    async (_, outage, code) => {
      fixture.fail('wikimedia', outage, 4);
      expect(await refusal('wikimedia')).toMatchObject({ code });
      fixture.fail('wikimedia', () => undefined, 0);
    },
    20_000,
  );

  it('never has its key in an error, in whatever words', async () => {
    for (const name of ['pexels', 'pixabay'] as const) {
      fixture.fail(
        name,
        (it) => it.writeHead(400, { 'content-type': 'text/plain' }).end(`bad ${FIXTURE_KEY} ?key=other&x`),
        1,
      );
      const error = await refusal(name);
      expect(JSON.stringify([error.message, error.details, String(error.cause), error.stack])).not.toMatch(
        /fixture-secret|key=other/,
      );
      expect(error.message).toContain('[key]');
    }
  });
});
