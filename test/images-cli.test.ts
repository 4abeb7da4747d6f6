import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FixtureWork } from '../examples/images/catalogue.js';
import { FIXTURE_KEY } from '../examples/images/fixture-server.js';
import {
  candidatesFileSchema,
  imageBatchReplySchema,
  imageSearchReplySchema,
} from '../src/evidence/wire/candidates.js';
import { imageItemSchema, LICENSE_VERIFICATION } from '../src/evidence/wire/images.js';
import { commons, imageFixture, imageFolder } from './support/image-fixture.js';
import { cli } from './support/library-cli.js';

const works: FixtureWork[] = [
  commons('bled', 'Lake Bled'),
  ...Array.from({ length: 10 }, (_, i) => commons(`alp${i}`, `Alpine meadow ${i}`)),
  commons('dead1', 'Ruined abbey north', { file: 'dead', size: [6_000, 4_000] }),
  commons('dead2', 'Ruined abbey south', { file: 'forbidden', size: [5_000, 4_000] }),
  commons('abbey', 'Ruined abbey west'),
  commons('tiny', 'Tin mine', { fileSize: [400, 300] }),
  commons('gone', 'Lost pier', { file: 'dead' }),
  commons('half1', 'Red windmill', { preview: 'dead' }),
  commons('half2', 'Red windmill sails'),
  commons('blind', 'Blind alley', { preview: 'html' }),
  commons('nc', 'Secret garden', { license: 'CC BY-NC 4.0' }),
  { at: 'pexels', id: 'p1', title: 'Office desk', author: 'Pat' },
  { at: 'pixabay', id: 'x1', title: 'office, desk', author: 'Xi', size: [4_000, 3_000], fileSize: [1_280, 960] },
];
const fixture = await imageFixture({ works });
const keyless = { ...fixture.env, PEXELS_API_KEY: '', PIXABAY_API_KEY: '' };

let folder: string;
let start = 0;
beforeEach(() => {
  folder = imageFolder();
  start = fixture.seen.length;
});
const images = (args: string[], env: Record<string, string> = keyless) =>
  cli(['images', ...args, '--json'], { cwd: folder, env });
const search = async (query: string, ...args: string[]) => {
  const { code, json, stderr } = await images(['search', query, '--filename', 'a.jpg', ...args]);
  return { code, reply: imageSearchReplySchema.parse(json), stderr };
};
const asked = (kind: string) => fixture.seen.slice(start).filter((it) => it.kind === kind).length;
const manifest = () => JSON.parse(readFileSync(join(folder, 'image_sources.json'), 'utf8'));
const queue = (...items: object[]): string => {
  writeFileSync(join(folder, 'image_queries.json'), JSON.stringify({ note: 'ours', items }));
  return 'image_queries.json';
};
const rows = () => JSON.parse(readFileSync(join(folder, 'image_queries.json'), 'utf8')).items;
const batch = async (...args: string[]) => {
  const { code, json } = await images(['batch', 'image_queries.json', ...args]);
  return { code, rows: imageBatchReplySchema.parse(json).rows };
};

describe('images search', () => {
  it('takes the best one, with its provenance', async () => {
    const { code, reply } = await search(
      'Lake Bled',
      '--slide',
      '3',
      '--purpose',
      'hero',
      '--orientation',
      'landscape',
      '--require-terms',
      'Bled',
    );
    expect([code, reply.status, reply.selected?.number]).toEqual([0, 'Sourced', 1]);
    const { license_verification, items } = manifest();
    expect(license_verification).toBe(LICENSE_VERIFICATION);
    expect(imageItemSchema.parse(items[0])).toMatchObject({
      ...{
        filename: 'a.jpg',
        slide: '3',
        purpose: 'hero',
        search_query: 'Lake Bled',
        matched_query: 'Lake Bled',
        orientation: 'landscape',
      },
      ...{
        provider: 'wikimedia',
        author: 'Author of bled',
        license_name: 'CC BY-SA 4.0',
        license_tier: 'attribution-required',
      },
      ...{
        selection_method: 'metadata-ranked',
        checked_by: 'none',
        status: 'sourced',
        stage: 'all',
        width: 2_400,
        height: 1_600,
      },
    });
    expect((await sharp(join(folder, 'a.jpg')).metadata()).width).toBe(2_400);
  });

  it('prepares thumbnails, and asks for no original; numbers go on over pages', async () => {
    const first = await search('Alpine meadow', '--save-candidates', '-o', 'pictures');
    expect([first.code, first.reply.status, asked('original'), asked('preview')]).toEqual([0, 'Needs-Selection', 0, 8]);
    expect(first.reply).toMatchObject({ candidate_total: 10, has_more_candidates: true, next_candidate_page: 2 });
    const place = join(folder, 'pictures/candidates/a');
    expect(readdirSync(place).sort()).toEqual(['candidates.json', 'review', 'review_sheet.jpg']);
    expect(existsSync(join(folder, 'pictures/image_sources.json'))).toBe(false);
    const second = await search('Alpine meadow', '--save-candidates', '-o', 'pictures', '--candidate-page', '2');
    expect(second.reply).toMatchObject({ has_more_candidates: false, next_candidate_page: null });
    expect(readdirSync(join(place, 'review'))).toEqual(['candidate_09.jpg', 'candidate_10.jpg']);
    const list = candidatesFileSchema.parse(JSON.parse(readFileSync(join(place, 'candidates.json'), 'utf8')));
    expect(list).toMatchObject({
      candidate_page: 2,
      page_size: 8,
      candidate_total: 10,
      candidates: [{ number: 9 }, { number: 10 }],
    });
    expect(first.reply.candidates.map(({ title }) => title)).not.toContain(list.candidates[0]?.title);
  });

  it('explains the order to a person', async () => {
    const args = ['images', 'search', 'Lake Bled', '--filename', 'a.jpg', '--require-terms', 'lake', '--explain'];
    const { stdout, stderr } = await cli(args, { cwd: folder, env: keyless });
    expect(stdout).toMatch(/1 of 1 required terms in the title/);
    expect(stderr).toMatch(/warning: .*only name kinds of things/);
  });

  it('skips a keyed provider without its key in silence, and asks it where it has one', async () => {
    expect((await search('Office desk')).reply).toMatchObject({ status: 'Needs-Manual', errors: [] });
    const { json } = await images(
      ['search', 'Office desk', '--filename', 'a.jpg', '--strict-no-attribution'],
      fixture.env,
    );
    expect(json).toMatchObject({
      status: 'Sourced',
      selected: { provider: 'pexels', provider_requires_credit: true, stage: 'no-attribution-only' },
    });
  });

  it('says that a provider asked for by name has no key: a failure to mend', async () => {
    const { code, reply } = await search('Office desk', '--provider', 'pexels');
    expect([code, reply.status, reply.errors[0]?.code]).toEqual([1, 'Failed', 'key_missing']);
  });

  it('never prints a key', async () => {
    fixture.fail(
      'pixabay',
      (it) => it.writeHead(400, { 'content-type': 'text/plain' }).end(`[ERROR 400] ${FIXTURE_KEY}`),
      1,
    );
    const { stdout, stderr, code } = await images(
      ['search', 'Office desk', '--filename', 'a.jpg', '--provider', 'pixabay'],
      fixture.env,
    );
    expect([code, JSON.parse(stdout).status]).toEqual([1, 'Failed']);
    expect(stdout + stderr).not.toContain(FIXTURE_KEY);
  });

  it('refuses what can not be asked for: asks nobody and writes nothing', async () => {
    const refused = await Promise.all([
      images(['search', 'old town no tourists', '--filename', 'a.jpg']),
      images(['search', 'lake', '--filename', '../a.jpg']),
    ]);
    const others = await Promise.all([
      images(['search', 'lake', '--filename', 'a.jpg', '--max-candidates', '0', '--candidate-page', '2']),
      images(['batch', 'nothing.json']),
    ]);
    const codes = ['bad_argument', 'bad_filename', 'bad_argument', 'bad_argument'];
    expect([...refused, ...others].map(({ code, json }) => [code, json.error.code])).toEqual(
      codes.map((it) => [2, it]),
    );
    expect([readdirSync(folder), fixture.seen.length - start]).toEqual([[], 0]);
  });
});

describe('where something fails', () => {
  it('no candidate from anybody: Needs-Manual, and what to try', async () => {
    const { code, reply } = await search('Atlantis palace', '--strict-no-attribution');
    expect([code, reply.status]).toEqual([1, 'Needs-Manual']);
    expect(reply.last_error).toMatch(
      /more precise query.*another provider.*may carry a credit, drop --strict-no-attribution/,
    );
    expect((await search('Atlantis palace')).reply.last_error).not.toMatch(/strict/);
  });

  it('this page has nothing and there is more: the next page, the same order, no original', async () => {
    queue({ filename: 'a.jpg', query: 'Alpine meadow', status: 'Pending' });
    await batch('--save-candidates');
    const [row] = rows();
    expect(row).toMatchObject({ status: 'Needs-Selection', has_more_candidates: true, next_candidate_page: 2 });
    queue({ ...row, candidate_page: row.next_candidate_page, status: 'Pending' });
    expect((await batch('--save-candidates')).rows[0]?.status).toBe('Needs-Selection');
    expect(rows()[0]).toMatchObject({
      candidate_page: 2,
      candidate_count: 2,
      has_more_candidates: false,
      next_candidate_page: null,
    });
    expect(asked('original')).toBe(0);
  });

  it('a page past the last: the pool is exhausted, and another query is asked for', async () => {
    const { code, reply } = await search('Alpine meadow', '--save-candidates', '--candidate-page', '3');
    expect([code, reply.status, reply.candidate_total, asked('preview')]).toEqual([1, 'Needs-Manual', 10, 0]);
    expect(reply.last_error).toMatch(/pool is exhausted.*materially different query/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('some previews fail, another one comes: the set is kept', async () => {
    const { code, reply } = await search('Red windmill', '--save-candidates');
    expect([code, reply.status, reply.candidates.length, asked('original')]).toEqual([0, 'Needs-Selection', 1, 0]);
    expect(reply.errors).toMatchObject([{ provider: 'wikimedia', code: 'upstream_refused' }]);
  });

  it('every preview fails: Failed', async () => {
    const { code, reply } = await search('Blind alley', '--save-candidates');
    expect([code, reply.status, readdirSync(folder)]).toEqual([1, 'Failed', []]);
  });

  it('a download fails: the next in the order', async () => {
    const { code, reply } = await search('Ruined abbey');
    expect([code, reply.selected?.title, reply.errors.length]).toEqual([0, 'Ruined abbey west', 2]);
  });

  it('every download fails: Failed; every one is too small: Needs-Manual; nothing is kept', async () => {
    const [gone, tiny] = await Promise.all([search('Lost pier'), search('Tin mine')]);
    expect([gone.code, gone.reply.status, tiny.code, tiny.reply.status]).toEqual([1, 'Failed', 1, 'Needs-Manual']);
    expect(tiny.reply.errors[0]?.code).toBe('image_gate_failed');
    expect(existsSync(join(folder, 'a.jpg'))).toBe(false);
  });

  it('a provider is down: Failed, and never "no results"; a later run finds it', async () => {
    queue({ filename: 'a.jpg', query: 'Lake Bled', status: 'Pending' });
    fixture.fail('wikimedia', (it) => it.writeHead(429, { 'retry-after': '3600' }).end());
    const { code, rows: failed } = await batch();
    expect([code, failed[0]?.status]).toEqual([1, 'Failed']);
    expect(failed[0]?.last_error).toMatch(/wikimedia takes no more requests.*later/);
    fixture.fail('wikimedia', () => undefined, 0);
    expect(await batch()).toMatchObject({ code: 0, rows: [{ status: 'Sourced', last_error: null }] });
  });

  it('all is exhausted, and nothing may be used: Needs-Manual with the reason, until the row is edited', async () => {
    queue({ filename: 'a.jpg', query: 'Secret garden', status: 'Pending' });
    expect(await batch()).toMatchObject({ code: 1, rows: [{ status: 'Needs-Manual' }] });
    expect(rows()[0].last_error).toMatch(/license_noncommercial/);
    const seen = fixture.seen.length;
    expect(await batch()).toMatchObject({ code: 1, rows: [{ status: 'Needs-Manual' }] });
    expect(fixture.seen.length).toBe(seen);
  });
});

describe('images batch', () => {
  it('works through what waits, keeps what it does not know, and looks at what was sourced', async () => {
    const unknown = { theirs: { a: [1] } };
    queue(
      { filename: 'a.jpg', query: 'Lake Bled', status: 'Pending', ...unknown },
      { filename: 'b.jpg', query: 'Ruined abbey', status: 'Failed', last_error: 'x', slide: 4 },
      { filename: 'c.jpg', query: 'never asked', status: 'Needs-Selection' },
      { filename: 'd.jpg', query: 'a lake without boats', status: 'Pending' },
      { filename: 'e.jpg', query: 'Alpine meadow', status: 'Sourced' },
    );
    const { code, rows: done } = await batch();
    expect(done.map(({ status }) => status)).toEqual([
      'Sourced',
      'Sourced',
      'Needs-Selection',
      'Needs-Manual',
      'Sourced',
    ]);
    expect([code, rows()[0].theirs, rows()[3].last_error]).toEqual([
      1,
      unknown.theirs,
      expect.stringMatching(/literally/),
    ]);
    expect(
      manifest()
        .items.map(({ filename }: { filename: string }) => filename)
        .sort(),
    ).toEqual(['a.jpg', 'b.jpg', 'e.jpg']);

    const seen = fixture.seen.length;
    await batch();
    expect(fixture.seen.length).toBe(seen);
    rmSync(join(folder, 'a.jpg'));
    writeFileSync(join(folder, 'b.jpg'), 'no picture');
    fixture.fail('wikimedia', (it) => it.writeHead(404).end(), 2);
    const drifted = await batch('--concurrency', '1');
    expect(drifted.rows.slice(0, 2).map(({ status }) => status)).toEqual(['Failed', 'Failed']);
    expect((await batch()).rows.slice(0, 2).map(({ status }) => status)).toEqual(['Sourced', 'Sourced']);
  });

  it('stops before anything is asked where the manifest is damaged', async () => {
    queue({ filename: 'a.jpg', query: 'Lake Bled', status: 'Pending' });
    writeFileSync(join(folder, 'image_sources.json'), '[]');
    const { json } = await images(['batch', 'image_queries.json']);
    expect([json.error.code, rows()[0].status, fixture.seen.length - start]).toEqual([
      'manifest_damaged',
      'Pending',
      0,
    ]);
    expect(readFileSync(join(folder, 'image_sources.json'), 'utf8')).toBe('[]');
  });
});
