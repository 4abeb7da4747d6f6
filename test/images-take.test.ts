import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { FixtureWork } from '../examples/images/catalogue.js';
import { imageItemSchema } from '../src/evidence/wire/images.js';
import { imageTakeReplySchema } from '../src/evidence/wire/take.js';
import { commons, imageFixture, imageFolder } from './support/image-fixture.js';
import { cli } from './support/library-cli.js';

const FAULTS = ['dead', 'forbidden', 'html', 'svg', 'truncated', 'bomb', 'private-redirect', 'huge-headers'] as const;
const works: FixtureWork[] = [
  commons('oak', 'Old oak'),
  commons('oak2', 'Old oak in fog', { size: [6_000, 4_000], fileSize: [2_400, 1_600] }),
  commons('oak3', 'Old oak small', { size: [3_000, 2_000], fileSize: [400, 300] }),
  ...FAULTS.map((file) => commons(`bad-${file}`, `Broken bridge ${file}`, { file })),
  { at: 'openverse', id: 'fen', title: 'Fen at dusk', author: 'Eva', license: 'by 2.0' },
];
const fixture = await imageFixture({ works });
const env = { ...fixture.env, PEXELS_API_KEY: '', PIXABAY_API_KEY: '' };

let folder: string;
let start = 0;
beforeEach(() => {
  folder = imageFolder();
  start = fixture.seen.length;
});
const images = (...args: string[]) => cli(['images', ...args, '--json'], { cwd: folder, env });
const take = async (...args: string[]) => {
  const { code, json } = await images(...args);
  return { code, reply: imageTakeReplySchema.parse(json) };
};
const thumbnails = async (query: string, filename = 'a.jpg'): Promise<{ number: number; title: string }[]> => {
  const { code, json } = await images('search', query, '--filename', filename, '--save-candidates');
  expect([code, json.status]).toEqual([0, 'Needs-Selection']);
  return json.candidates;
};
const originals = () => fixture.seen.slice(start).filter(({ kind }) => kind === 'original').length;
const manifest = () => JSON.parse(readFileSync(join(folder, 'image_sources.json'), 'utf8'));
const queue = (...items: object[]) => writeFileSync(join(folder, 'image_queries.json'), JSON.stringify({ items }));
const rows = () => JSON.parse(readFileSync(join(folder, 'image_queries.json'), 'utf8')).items;
/** Nothing was kept, nor left aside. */
const expectNothing = (): void =>
  expect(readdirSync(folder).filter((name) => !['candidates', 'image_queries.json'].includes(name))).toEqual([]);

describe('images promote', () => {
  it('downloads exactly one original, with its provenance; the row of the batch is Sourced', async () => {
    queue({ filename: 'a.jpg', query: 'Old oak', status: 'Needs-Selection', note: 'ours' });
    const candidates = await thumbnails('Old oak');
    expect(originals()).toBe(0);
    const { number } = candidates.find(({ title }) => title === 'Old oak in fog') as { number: number };
    const named = `candidate_${String(number).padStart(2, '0')}.jpg`;
    const { code, reply } = await take(
      'promote',
      named,
      '--filename',
      'a.jpg',
      '--batch',
      'image_queries.json',
      '--checked-by',
      'person',
    );
    expect([code, reply.status, originals()]).toEqual([0, 'Sourced', 1]);
    expect(imageItemSchema.parse(manifest().items[0])).toEqual(reply.item);
    expect(reply.item).toMatchObject({
      title: 'Old oak in fog',
      selection_method: 'visual-thumbnail',
      checked_by: 'person',
      license_checked: { how: 'source-api' },
      metadata_dimensions: { width: 6_000, height: 4_000 },
      width: 2_400,
      height: 1_600,
    });
    expect(reply.item?.attribution_text).toMatch(
      /^a\.jpg — "Old oak in fog" by Author of oak2 via Wikimedia Commons — license: CC BY-SA 4\.0 \(https:/,
    );
    // The file is much smaller than what was claimed.
    expect(reply.warnings[0]).toContain('6000 × 4000');
    expect(rows()[0]).toMatchObject({ status: 'Sourced', note: 'ours', last_error: null });
  });

  it('without --checked-by claims that nobody looked', async () => {
    await thumbnails('Old oak');
    expect((await take('promote', '1', '--filename', 'a.jpg')).reply.item?.checked_by).toBe('none');
  });

  it('a failed gate leaves Needs-Selection and no provenance', async () => {
    queue({ filename: 'a.jpg', query: 'Old oak', status: 'Needs-Selection' });
    const candidates = await thumbnails('Old oak');
    const { number } = candidates.find(({ title }) => title === 'Old oak small') as { number: number };
    const { code, reply } = await take(
      'promote',
      String(number),
      '--filename',
      'a.jpg',
      '--batch',
      'image_queries.json',
    );
    expect([code, reply.status, reply.item, reply.error?.code]).toEqual([
      1,
      'Needs-Selection',
      null,
      'image_gate_failed',
    ]);
    expectNothing();
    expect(rows()[0]).toMatchObject({ status: 'Needs-Selection' });
    expect(rows()[0].last_error).toContain('400 × 300');
  });

  it.each(FAULTS)('an original that is %s is refused, and nothing is written', async (fault) => {
    const candidates = await thumbnails(`Broken bridge ${fault}`);
    const { code, reply } = await take('promote', String(candidates[0]?.number), '--filename', 'a.jpg');
    expect([code, reply.status, reply.item]).toEqual([1, 'Needs-Selection', null]);
    expect(reply.error?.next_step.length).toBeGreaterThan(10);
    expectNothing();
  });

  it.each([
    ['changed', 'CC BY-NC 4.0'],
    ['lost', null],
  ] as const)('a licence that its source has %s since stops it, with a reason', async (_, license) => {
    const own = [commons('fir', 'Grey fir')];
    const other = await imageFixture({ works: own });
    const there = { ...other.env, PEXELS_API_KEY: '', PIXABAY_API_KEY: '' };
    const run = (...args: string[]) => cli(['images', ...args, '--json'], { cwd: folder, env: there });
    expect((await run('search', 'Grey fir', '--filename', 'a.jpg', '--save-candidates')).code).toBe(0);
    if (license === null) own.pop();
    else own[0] = commons('fir', 'Grey fir', { license });
    const { code, json } = await run('promote', '1', '--filename', 'a.jpg');
    expect([code, json.status, json.error?.code]).toEqual([1, 'Needs-Selection', 'license_changed']);
    expect(other.seen.some(({ kind }) => kind === 'original')).toBe(false);
    expectNothing();
  });

  it('a candidate that the page does not hold is refused, and so is a page that nobody prepared', async () => {
    await thumbnails('Old oak');
    const missing = await images('promote', '9', '--filename', 'a.jpg');
    expect([missing.code, missing.json.error.code]).toEqual([2, 'bad_argument']);
    const unprepared = await images('promote', '1', '--filename', 'b.jpg');
    expect([unprepared.code, unprepared.json.error.class]).toEqual([2, 'bad_input']);
    expectNothing();
  });

  it('four at once lose nothing of each other', async () => {
    const names = ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'];
    for (const name of names) await thumbnails('Old oak', name);
    const done = await Promise.all(names.map((name) => take('promote', '1', '--filename', name)));
    expect(done.map(({ reply }) => reply.status)).toEqual(names.map(() => 'Sourced'));
    const kept = manifest().items.map(({ filename }: { filename: string }) => filename);
    expect(kept.sort()).toEqual(names);
  });
});

describe('file names', () => {
  it.each([
    '../a.jpg',
    '/tmp/a.jpg',
    'a/b.jpg',
    'a\\b.jpg',
    '..',
    '.hidden.jpg',
    'CON.jpg',
    'ａ／b.jpg',
    'a.txt',
    '',
    `${'x'.repeat(300)}.jpg`,
    'image_sources.json',
  ])('%j is refused, and nothing is written or asked', async (name) => {
    const { code, json } = await images('from-url', `${fixture.origin}/files/wikimedia/oak.jpg`, '--filename', name);
    expect([code, json.error.class]).toEqual([2, 'bad_input']);
    expect([originals(), existsSync(join(folder, '..', 'a.jpg'))]).toEqual([0, false]);
    expectNothing();
  });

  it('that lead elsewhere by a link are refused', async () => {
    const elsewhere = join(imageFolder(), 'secret.jpg');
    writeFileSync(elsewhere, 'mine');
    symlinkSync(elsewhere, join(folder, 'a.jpg'));
    const { code } = await images('from-url', `${fixture.origin}/files/wikimedia/oak.jpg`, '--filename', 'a.jpg');
    expect([code, readFileSync(elsewhere, 'utf8')]).toEqual([2, 'mine']);
  });
});

describe('images from-url', () => {
  const oak = () => `${fixture.origin}/files/wikimedia/oak.jpg`;

  it('takes what you chose: tier manual, and no credit is made up', async () => {
    queue({ filename: 'a.png', query: 'x', status: 'Needs-Manual' });
    const { code, reply } = await take('from-url', oak(), '--filename', 'a.png', '--slide', '4');
    expect([code, reply.status]).toEqual([0, 'Sourced']);
    expect(reply.item).toMatchObject({
      ...{ provider: 'manual', license_tier: 'manual', attribution_text: '', attribution_required: false },
      ...{ slide: '4', license_checked: null, download_url: oak() },
    });
    expect((await sharp(join(folder, 'a.png')).metadata()).format).toBe('png');
    expect(rows()[0].status).toBe('Needs-Manual');
    await take('from-url', oak(), '--filename', 'a.png', '--batch', 'image_queries.json');
    expect([rows()[0].status, manifest().items.length]).toEqual(['Sourced', 1]);
  });

  it('honours lower minimums that are asked for, and no others', async () => {
    const small = `${fixture.origin}/files/wikimedia/oak3.jpg`;
    expect((await take('from-url', small, '--filename', 'a.jpg')).reply.error?.code).toBe('image_gate_failed');
    expectNothing();
    const { code } = await take('from-url', small, '--filename', 'a.jpg', '--min-width', '300', '--min-height', '200');
    expect(code).toBe(0);
  });

  it.each([
    'http://127.0.0.1:9/a.jpg',
    'http://localhost/a.jpg',
    'http://[::1]/a.jpg',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/a.jpg',
    'http://0x7f000001/a.jpg',
    'http://[::ffff:127.0.0.1]/a.jpg',
    'file:///etc/passwd',
    'ftp://example.com/a.jpg',
    'data:image/png;base64,AAAA',
    'not a url',
  ])('%s is refused, and nothing is written', async (url) => {
    const { code, json } = await images('from-url', url, '--filename', 'a.jpg');
    const error = json.error?.code;
    expect([code === 1 || code === 2, error]).toEqual([true, 'address_refused']);
    expectNothing();
  });

  it.each(['{', '[]', '{"items": 3}', 'null', ''])(
    'a manifest that reads %j blocks it, and stays as it is',
    async (content) => {
      const path = join(folder, 'image_sources.json');
      writeFileSync(path, content);
      const { code, json } = await images('from-url', oak(), '--filename', 'a.jpg');
      expect([code, json.error.code, readFileSync(path, 'utf8')]).toEqual([4, 'manifest_damaged', content]);
      expect(readdirSync(folder)).toEqual(['image_sources.json']);
    },
  );

  it('twice gives the same entry, once', async () => {
    const [first, second] = [
      await take('from-url', oak(), '--filename', 'a.jpg'),
      await take('from-url', oak(), '--filename', 'a.jpg'),
    ];
    expect(second.reply.item).toEqual(first.reply.item);
    expect(manifest().items).toHaveLength(1);
    const other = await images('from-url', oak(), '--filename', 'A.JPG');
    expect([other.code, other.json.error.code]).toEqual([2, 'bad_filename']);
  });
});

describe('an adopted page', () => {
  const html = `<!doctype html><title>Trees &amp; moors</title><nav>Menu</nav><main><h1>Trees</h1><p>About <b>oaks</b>.</p>
    <figure><img src="/files/wikimedia/oak.jpg" alt="An oak"><figcaption>By the moor</figcaption></figure>
    <img src="http://169.254.169.254/x.jpg" alt="trap"><img src="/files/wikimedia/bad-html.jpg"></main><script>alert(1)</script>`;
  const server = createServer((request, response) => {
    if (request.url === '/page') return void response.writeHead(200, { 'content-type': 'text/html' }).end(html);
    return void response.writeHead(302, { location: `${fixture.origin}${request.url}` }).end();
  });
  afterAll(() => void server.close());

  it('is a package; adopt takes exactly one picture of it, tier manual', async () => {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    // Its origin is one that a person configured.
    const trusted = { ...env, PEXELS_BASE_URL: origin };
    const run = (...args: string[]) => cli(['images', ...args, '--json'], { cwd: folder, env: trusted });
    const { code, json } = await run('from-page', `${origin}/page`, '-o', 'adopted');
    expect([code, json.title]).toEqual([0, 'Trees & moors']);
    expect(json.images).toHaveLength(1);
    expect(json.images[0]).toMatchObject({ alt: 'An oak', caption: 'By the moor', width: 2_400, height: 1_600 });
    expect(json.failed).toHaveLength(2);
    const text = readFileSync(join(json.package, json.markdown), 'utf8');
    expect(text).toContain('# Trees');
    expect(text).not.toContain('alert');
    expect(existsSync(join(json.package, 'image_manifest.json'))).toBe(true);
    expect(existsSync(join(folder, 'image_sources.json'))).toBe(false);

    const taken = await run('adopt', json.package, json.images[0].file, '--filename', 'oak.jpg');
    expect([taken.code, taken.json.status]).toEqual([0, 'Sourced']);
    expect(taken.json.item).toMatchObject({ license_tier: 'manual', attribution_text: '' });
    expect(manifest().items).toHaveLength(1);
    const none = await run('adopt', json.package, '../../../etc/passwd', '--filename', 'b.jpg');
    expect([none.code, none.json.error.code]).toEqual([2, 'image_not_found']);
  });

  it('of a private address is refused', async () => {
    const { code, json } = await images('from-page', 'http://127.0.0.1:9/page');
    expect([code, json.error.code]).toEqual([2, 'address_refused']);
    expectNothing();
  });
});

describe('what is kept', () => {
  it('is credited on a slide or told not to be, listed in three formats, and taken away with its entry', async () => {
    expect((await images('search', 'Old oak fog', '--filename', 'a.jpg')).code).toBe(0);
    const { author } = manifest().items[0];
    const slide = (credit: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 720"><rect width="1280" height="720" fill="#fff"/>` +
      `<image href="a.jpg" x="40" y="40" width="600" height="400"/><text x="40" y="470" font-size="18">${credit}</text></svg>`;
    writeFileSync(join(folder, 'good.svg'), slide(`© ${author} / Wikimedia Commons / CC BY-SA 4.0`));
    writeFileSync(join(folder, 'bad.svg'), slide('Photo: CC BY-SA'));
    const good = await images('check', 'good.svg', '--manifest', 'image_sources.json');
    expect([good.code, good.json.slides[0].images[0].credited]).toEqual([0, true]);
    const bad = await images('check', 'good.svg', 'bad.svg');
    expect(bad.code).toBe(1);
    expect(bad.json.slides.map((one: { images: { credited: boolean }[] }) => one.images[0]?.credited)).toEqual([
      true,
      false,
    ]);
    expect(bad.json.slides[1].images[0].why.length).toBeGreaterThan(10);

    // A group far off the slide ends the renderer: nobody sees its credit, and the other slide is judged all the same.
    const far = slide(`© ${author} / Wikimedia Commons / CC BY-SA 4.0`)
      .replace('<text', '<g opacity="0.5" transform="translate(90000 90000)"><text')
      .replace('</text>', '</text></g>');
    writeFileSync(join(folder, 'far.svg'), far);
    const both = await images('check', 'far.svg', 'good.svg');
    expect(both.json.slides.map((one: { images: { credited: boolean }[] }) => one.images[0]?.credited)).toEqual([
      false,
      true,
    ]);

    const listed = await images('credits');
    expect(listed.json.credits[0]).toMatchObject({ filename: 'a.jpg', credit: 'required' });
    for (const format of ['markdown', 'html']) {
      const { stdout } = await cli(['images', 'credits', '--format', format], { cwd: folder, env });
      expect(stdout).toContain(author);
    }
    const removed = await images('remove', 'a.jpg');
    expect([removed.code, existsSync(join(folder, 'a.jpg')), manifest().items]).toEqual([0, false, []]);
    expect((await images('remove', 'a.jpg')).code).toBe(2);
  });

  it('a folder in the place of a picture is not written over', async () => {
    mkdirSync(join(folder, 'a.jpg'));
    const { code } = await images('from-url', `${fixture.origin}/files/wikimedia/oak.jpg`, '--filename', 'a.jpg');
    expect([code, existsSync(join(folder, 'image_sources.json'))]).toEqual([2, false]);
  });
});
