import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FixtureWork } from '../../examples/images/catalogue.js';
import { contextFor, imageFixture, imageFolder, searchTask } from '../../test/support/image-fixture.js';
import { searchImages } from './search.js';

const commons = (id: string, title: string, more: Partial<FixtureWork> = {}): FixtureWork => ({
  at: 'wikimedia',
  id,
  title,
  author: `Author of ${id}`,
  license: 'CC BY 4.0',
  ...more,
});
const indexed = (id: string, title: string, more: Partial<FixtureWork> = {}): FixtureWork => ({
  ...commons(id, title),
  at: 'openverse',
  license: 'by 4.0',
  ...more,
});
const page = (title: string) =>
  `https://commons.wikimedia.org/wiki/File:${encodeURIComponent(title.replaceAll(' ', '_'))}.jpg`;
const FAULTS = ['dead', 'forbidden', 'html', 'svg', 'truncated', 'bomb', 'private-redirect', 'huge-headers'] as const;

const fixture = await imageFixture({
  works: [
    commons('mill', 'Water mill'),
    indexed('mill2', 'Water mill, copy', { landing: page('Water mill'), license: 'by 2.0', author: 'Somebody else' }),
    commons('quay', 'Stone quay', { license: 'CC BY-NC 4.0' }),
    indexed('quay2', 'Stone quay', { landing: page('Stone quay') }),
    commons('bark', 'Tall ship'),
    indexed('ship', 'Tall ship at sea', { looks: 'bark', author: 'Flickr user' }),
    indexed('wrong', 'Glass dome', { landing: page('Kuppel'), author: 'Not the author' }),
    commons('dome', 'Kuppel'),
    indexed('bell', 'Brass bell', { landing: page('Glocke') }),
    commons('glocke', 'Glocke', { license: 'CC BY-NC 4.0' }),
    indexed('bells', 'Brass bell tower'),
    commons('wall', '万里长城日落'),
    commons('wall2', 'Great Wall at Badaling', { keywords: '长城' }),
    commons('loose', 'Cathedral of Uppsala', { keywords: 'gothic' }),
    commons('claims', 'Salt marsh', { size: [6_000, 4_000], fileSize: [1_300, 900] }),
    ...FAULTS.map((file, i) => commons(`f${i}`, `Hostile barn ${file}`, { file })),
    commons('good', 'barn hostile', { size: [1_200, 800] }),
  ],
});
const context = contextFor({ ...fixture, env: { ...fixture.env, PEXELS_API_KEY: '', PIXABAY_API_KEY: '' } });
let folder: string;
beforeEach(() => void (folder = imageFolder()));
type More = Parameters<typeof searchTask>[2];
const search = (query: string, more?: More) => searchImages(searchTask(folder, query, more), context);
const thumbnails = { thumbnails: true };

describe('one picture that two providers have', () => {
  it('is one candidate, in its own site’s words', async () => {
    const { candidates, rejected } = await search('Water mill', thumbnails);
    expect(candidates).toMatchObject([{ provider: 'wikimedia', author: 'Author of mill', license_name: 'CC BY 4.0' }]);
    expect(rejected.duplicate).toBe(1);
  });

  it('is none where one of them forbids what the other allows', async () => {
    expect(await search('Stone quay')).toMatchObject({
      status: 'Needs-Manual',
      candidate_total: 0,
      rejected: { license_disputed: 1 },
    });
  });

  it('is shown once where only its looks tell', async () => {
    const { candidates, rejected } = await search('Tall ship', thumbnails);
    expect([candidates.length, rejected.duplicate]).toEqual([1, 1]);
  });

  it('is credited to whom its source names, not to whom an index does', async () => {
    const { selected } = await search('Glass dome');
    expect(selected).toMatchObject({
      provider: 'openverse',
      author: 'Author of dome',
      license_checked: { how: 'source-api' },
    });
  });

  it('is not taken where its source has another licence than an index says', async () => {
    const reply = await search('Brass bell');
    expect([reply.selected?.title, reply.errors[0]?.code]).toEqual(['Brass bell tower', 'license_changed']);
  });
});

describe('a search', () => {
  it('goes down to shorter wordings, and says which one found the picture', async () => {
    const { selected } = await search('Uppsala cathedral winter morning', { request: { required_terms: ['Uppsala'] } });
    expect(selected).toMatchObject({
      title: 'Cathedral of Uppsala',
      matched_query: 'Uppsala cathedral',
      search_query: 'Uppsala cathedral winter morning',
    });
  });

  it('tries every variant, and keeps each picture by the query that tells most of it', async () => {
    const { candidates } = await search('Great Wall', { ...thumbnails, request: { query_variants: ['长城'] } });
    expect(
      candidates.map(({ title, matched_query, identity_evidence }) => [title, matched_query, identity_evidence]),
    ).toEqual([
      ['Great Wall at Badaling', 'Great Wall', 'metadata-verified'],
      ['万里长城日落', '长城', 'metadata-verified'],
    ]);
  });

  it('keeps the size that was claimed, and warns where the file is much smaller', async () => {
    const { selected, warnings } = await search('Salt marsh');
    expect(selected).toMatchObject({ width: 1_300, height: 900, metadata_dimensions: { width: 6_000, height: 4_000 } });
    expect(warnings).toEqual([expect.stringContaining('1300 × 900')]);
  });

  it('goes on past every broken download, and keeps nothing of them', async () => {
    const { status, selected, errors } = await search('Hostile barn');
    expect([status, selected?.title, errors.length]).toEqual(['Sourced', 'barn hostile', FAULTS.length]);
    expect(errors.map(({ code }) => code).sort()).toEqual(
      ['address_refused', ...Array(4).fill('image_gate_failed'), ...Array(3).fill('upstream_refused')].sort(),
    );
    expect(readdirSync(folder).sort()).toEqual(['image_sources.json', 'picture.jpg']);
  });

  it('asks for all candidates on one page where none is to be left out', async () => {
    const { candidates, has_more_candidates } = await search('barn', { ...thumbnails, pageSize: 0 });
    expect([candidates.length, has_more_candidates]).toEqual([FAULTS.length + 1, false]);
    expect(existsSync(join(folder, 'picture.jpg'))).toBe(false);
    const list = JSON.parse(readFileSync(join(folder, 'candidates/picture/candidates.json'), 'utf8'));
    expect(list.page_size).toBe(0);
  });
});
