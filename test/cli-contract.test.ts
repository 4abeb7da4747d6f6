import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { epub, oneChapter } from './fixtures/epub.js';
import { type CliOptions, type CliResult, cli } from './support/library-cli.js';
import { FakeEmbedder } from './support/library-embedder.js';
import { digitRaster, tempFolder, textPdf } from './support/library-files.js';

const folder = tempFolder();
const library = join(folder, 'library');
const embedder = await FakeEmbedder.start();
const run = (args: readonly string[], options: CliOptions = {}): Promise<CliResult> =>
  cli([...args, '--json'], { library, ...options, env: { ...embedder.env, ...options.env } });

const report = join(folder, 'report.pdf');
const book = join(folder, 'book.epub');
const scan = join(folder, 'scan.png');
const { png } = await digitRaster('42');
writeFileSync(
  report,
  await textPdf('Turnover grew by twelve percent.\nSee Figure 3 for the curve.', 'The second page is about frogs.'),
);
writeFileSync(
  book,
  epub({
    ...oneChapter('<h1>Ponds</h1><p>Toads live in ponds.</p><img src="p.png" alt="a pond"/>', { 'p.png': png }),
    manifest: '<item id="p" href="p.png" media-type="image/png"/>',
  }),
);
writeFileSync(scan, png);

const LOCATOR = [
  'box',
  'chapter',
  'digest',
  'document',
  'element',
  'page',
  'page_height',
  'page_index',
  'page_label',
  'page_width',
];
const ADVICE = ['alternatives', 'candidates', 'next_step', 'reasons', 'visual_required'];
const PICTURE = [
  ...[
    'bytes',
    'dpi',
    'file',
    'height_px',
    'host_image_support',
    'image_delivery_method',
    'image_generated',
    'limitations',
  ],
  ...['media_type', 'model_visual_understanding_verified', 'next_step', 'ocr_used', 'sha256', 'source_locator'],
  ...['visual_required', 'width_px'],
];
const keys = (value: object): string[] => Object.keys(value).sort();

let ids: { pdf: string; epub: string; image: string };
let digest = '';

beforeAll(async () => {
  const { json, code } = await run(['add', report, book, scan]);
  expect(code).toBe(0);
  const of = (kind: string): string =>
    json.documents.find((document: { kind: string }) => document.kind === kind).document;
  ids = { pdf: of('pdf'), epub: of('epub'), image: of('image') };
  digest = json.documents[0].digest;
});

describe('replies have the keys of the contract', () => {
  it('add, adding again, list', async () => {
    const { json, code, stdout, stderr } = await run(['add', report]);
    expect(code).toBe(0);
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    expect(stderr).toBe('');
    expect(keys(json)).toEqual(['documents', 'failed', 'skipped', 'snapshot']);
    expect(json.snapshot).toMatch(/^[0-9a-f]{64}$/);
    expect(keys(json.documents[0])).toEqual([
      'digest',
      'document',
      'file_name',
      'fixed_layout',
      'kind',
      'members',
      'pages',
      'reused',
      'title',
      'warnings',
    ]);
    expect(json.documents[0]).toMatchObject({ reused: true, pages: 2, title: 'report', kind: 'pdf' });
    const listed = await run(['list']);
    expect(listed.code).toBe(0);
    expect(keys(listed.json)).toEqual(['documents', 'snapshot']);
    expect(listed.json.documents).toHaveLength(3);
    expect(keys(listed.json.documents[0])).toEqual([
      'digest',
      'document',
      'file_name',
      'fixed_layout',
      'kind',
      'members',
      'pages',
      'title',
      'warnings',
    ]);
  });

  it('search, advise', async () => {
    const { json, code } = await run(['search', 'turnover', '--limit', '1']);
    expect(code).toBe(0);
    expect(keys(json)).toEqual(['advice', 'hits', 'query', 'snapshot', 'warnings']);
    expect(json.hits).toHaveLength(1);
    const [hit] = json.hits;
    expect(keys(hit)).toEqual([
      'broken_images',
      'channels',
      'headings',
      'kind',
      'locator',
      'rank',
      'ref',
      'score',
      'suggested_crop',
      'text',
      'title',
    ]);
    expect(keys(hit.locator)).toEqual(LOCATOR);
    expect(keys(hit.channels)).toEqual(['bm25', 'vector']);
    expect(keys(hit.channels.bm25)).toEqual(['rank', 'score']);
    expect(keys(json.advice)).toEqual(ADVICE);
    expect(json.warnings).toEqual([]);

    writeFileSync(join(folder, 'hits.json'), JSON.stringify(json));
    writeFileSync(join(folder, 'hints.json'), JSON.stringify({ page_indices: [1], visual_required: true }));
    const advised = await run([
      'advise',
      'turnover',
      '--hits',
      join(folder, 'hits.json'),
      '--hints',
      join(folder, 'hints.json'),
    ]);
    expect(advised.code).toBe(0);
    expect(keys(advised.json)).toEqual(ADVICE);
    expect(advised.json.visual_required).toBe(true);
    expect(keys(advised.json.candidates[0])).toEqual(['locator', 'suggested_crop', 'why']);
    expect(advised.json.candidates.length).toBeLessThanOrEqual(3);
  });

  it('figures, locate', async () => {
    const { figures } = (await run(['figures', ids.epub])).json;
    expect(keys(figures[0])).toEqual(['alt', 'caption', 'cover', 'href', 'kind', 'label', 'locator', 'picture_box']);
    const located = await run(['locate', '--doc', ids.pdf, '--probe', 'about frogs', '--probe', 'second page']);
    expect(located.code).toBe(0);
    expect(keys(located.json)).toEqual(['ambiguous', 'candidates', 'next_step']);
    expect(located.json.candidates).toMatchObject([{ locator: { page: 2, page_index: 1 } }]);
    expect(keys(located.json.candidates[0])).toEqual(['locator', 'score', 'suggested_crop', 'why']);
  });

  it('add and figures tell a fixed layout and the cover of an EPUB', async () => {
    const files = {
      'OEBPS/1.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    };
    const metadata = '<meta property="rendition:layout">pre-paginated</meta><meta name="cover" content="c0"/>';
    const book = join(folder, 'laid-out.epub');
    writeFileSync(book, epub({ files, spine: ['1.svg'], metadata }));
    const { documents } = (await run(['add', book])).json;
    expect(documents[0]).toMatchObject({ kind: 'epub', fixed_layout: true });
    const listed = (await run(['list'])).json.documents as { kind: string; document: string; fixed_layout: boolean }[];
    expect(listed.find(({ kind }) => kind === 'pdf')?.fixed_layout).toBeNull();
    const { figures } = (await run(['figures', documents[0].document])).json;
    expect(figures).toMatchObject([{ href: 'OEBPS/1.svg', cover: true }]);
    await run(['remove', documents[0].document]);
  });

  it('read, chapters', async () => {
    const { json } = await run(['read', ids.pdf, '--page', '1']);
    expect(keys(json)).toEqual(['locator', 'spans', 'text', 'warnings']);
    expect(json.text).toBe('Turnover grew by twelve percent.\nSee Figure 3 for the curve.');
    expect(keys(json.spans[0])).toEqual(['box', 'color', 'font', 'id', 'rotation_deg', 'size_pt', 'text']);
    const { chapters } = (await run(['chapters', ids.epub])).json;
    expect(chapters).toEqual([{ href: 'OEBPS/c1.xhtml', title: 'Ponds', order: 0 }]);
    const chapter = (await run(['read', ids.epub, '--chapter', chapters[0].href, '--format', 'markdown'])).json;
    expect(chapter.text).toContain('# Ponds');
    expect(keys(chapter.spans[0])).toEqual(['box', 'color', 'font', 'id', 'rotation_deg', 'size_pt', 'text']);
  });

  it('render and image, with and without -o', async () => {
    const output = join(folder, 'new', 'page.png');
    const { json } = await run(['render', ids.pdf, '--page', '1', '-o', output]);
    expect(keys(json)).toEqual(PICTURE);
    expect(json).toMatchObject({
      file: output,
      dpi: 120,
      bytes: readFileSync(output).length,
      width_px: 667,
      height_px: 833,
    });
    const image = (await run(['image', ids.epub, '--href', 'OEBPS/p.png'])).json;
    expect(keys(image)).toEqual(PICTURE);
    expect(image.file).toBe(join(library, 'cache', 'images', `${image.sha256}.png`));
    const raster = (
      await run(['render', ids.image, '--page', '1'], { env: { GROUNDGLASS_CACHE: join(folder, 'cache') } })
    ).json;
    expect(raster.file).toBe(join(folder, 'cache', 'cache', 'images', `${raster.sha256}.png`));
    expect(raster).toMatchObject({ width_px: 72, height_px: 56, dpi: 72 });
  });

  it('remove, then adding the same file again', async () => {
    const [own, copy] = [join(folder, 'other'), join(folder, 'remove-me.pdf')];
    writeFileSync(copy, await textPdf('Removed and added again.'));
    const { document } = (await run(['add', copy], { library: own })).json.documents[0];
    const removed = await run(['remove', document], { library: own });
    expect(keys(removed.json)).toEqual(['removed', 'snapshot']);
    expect((await run(['list'], { library: own })).json.documents).toEqual([]);
    const again = await run(['add', copy], { library: own });
    expect(again).toMatchObject({ code: 0, json: { documents: [{ document, reused: false }], failed: [] } });
    expect((await run(['search', 'again'], { library: own })).json.hits).toHaveLength(1);
  });

  it('doctor', async () => {
    const { json, code } = await run(['doctor']);
    expect(keys(json)).toEqual(['engines', 'models', 'optional', 'stores']);
    const { optional, ...needed } = json;
    for (const check of Object.values(json).flat()) expect(keys(check as object)).toEqual(['available', 'name', 'why']);
    for (const check of Object.values(needed).flat()) expect(check).toMatchObject({ available: true });
    expect(optional).toMatchObject([{ name: 'LibreDWG' }]);
    expect(code).toBe(0);
    expect(json.stores.at(-1)).toMatchObject({ name: 'library', available: true, why: `${library}, documents: 3` });
    mkdirSync(join(folder, 'broken'));
    writeFileSync(join(folder, 'broken', 'catalogue.sqlite'), 'no database, but a text '.repeat(99));
    const broken = await run(['doctor'], { library: join(folder, 'broken') });
    expect(broken.code).toBe(4);
    expect(broken.json.stores.at(-1)).toMatchObject({ name: 'library', available: false });
    const absent = await run(['doctor'], { library: join(folder, 'not', 'yet', 'there') });
    expect(absent.json.stores.at(-1).available).toBe(true);
  });
});

describe('DOC', () => {
  it('is an id, any unique start of the digest, or a file, which is added first', async () => {
    for (const doc of [ids.pdf, digest, digest.slice(0, 9), digest.slice(0, 9).toUpperCase(), report]) {
      expect((await run(['read', doc, '--page', '2'])).json.text).toBe('The second page is about frogs.');
    }
    const fresh = join(folder, 'fresh.pdf');
    writeFileSync(fresh, await textPdf('Never added before.'));
    const own = join(folder, 'made-by-read');
    expect((await run(['read', fresh, '--page', '1'], { library: own })).json.text).toBe('Never added before.');
    expect((await run(['list'], { library: own })).json.documents).toHaveLength(1);
    expect((await run(['search', 'never', '--doc', fresh], { library: own })).json.hits).toHaveLength(1);
  });

  it.each([
    ['an unknown id', 'ffffffffffffffff'],
    ['a path that is not there', './no-such-file.pdf'],
    ['a folder', '.'],
  ])('that is %s is document_not_found, exit 2', async (_, doc) => {
    const { code, json } = await run(['read', doc, '--page', '1']);
    expect(code).toBe(2);
    expect(json.error).toMatchObject({ code: 'document_not_found', class: 'bad_input' });
  });
});

describe('the library folder', () => {
  it('is --library before GROUNDGLASS_LIBRARY before .groundglass here', async () => {
    const here = join(folder, 'here');
    mkdirSync(here);
    await cli(['add', report, '--quiet'], { cwd: here, env: embedder.env });
    expect(existsSync(join(here, '.groundglass', 'catalogue.sqlite'))).toBe(true);
    const named = await run(['list', '--library', join(here, '.groundglass')]);
    expect(named.json.documents).toHaveLength(1);
    expect((await run(['--library', join(here, '.groundglass'), 'list'])).json.documents).toHaveLength(1);
  });

  it('that is missing reads as an empty one and is not made', async () => {
    const missing = join(folder, 'missing');
    expect((await run(['list'], { library: missing })).json).toEqual({ snapshot: null, documents: [] });
    const { json, code } = await run(['search', 'anything'], { library: missing });
    expect(code).toBe(0);
    expect(json).toMatchObject({ snapshot: null, hits: [], advice: { visual_required: false } });
    expect((await run(['locate', '--figure', 'Figure 1'], { library: missing })).json).toEqual({
      candidates: [],
      ambiguous: false,
      next_step: expect.stringContaining('The library is empty'),
    });
    expect((await run(['figures', ids.pdf], { library: missing })).code).toBe(2);
    expect((await run(['doctor'], { library: missing })).json.stores).toBeDefined();
    expect(existsSync(missing)).toBe(false);
  });

  it('that can not be one is refused by name', async () => {
    const { code, json } = await run(['add', report], { library: join(report, 'inside') });
    expect(code).toBe(2);
    expect(json.error.code).toBe('file_not_readable');
  });

  it('is never walked into, nor is the picture cache', async () => {
    const root = join(folder, 'walked');
    mkdirSync(root);
    writeFileSync(join(root, 'a.pdf'), readFileSync(report));
    const own = join(root, 'lib');
    await run(['render', join(root, 'a.pdf'), '--page', '1'], { library: own });
    const { json } = await run(['add', root], { library: own });
    expect(json.documents).toHaveLength(1);
    expect(json.skipped).toEqual([{ path: own, why: 'the folder of the library itself' }]);
  });
});

describe('add', () => {
  it('walks folders, names what it skips, and lets one bad file stop no other (exit 1)', async () => {
    const root = join(folder, 'mixed');
    mkdirSync(join(root, 'deep', 'er'), { recursive: true });
    writeFileSync(join(root, 'deep', 'er', '报告 1 (final) 📈.pdf'), await textPdf('Deep down.'));
    writeFileSync(join(root, '-dash.pdf'), await textPdf('A dash in front.'));
    writeFileSync(join(root, 'bad.pdf'), 'not a PDF');
    writeFileSync(join(root, 'empty.epub'), '');
    writeFileSync(join(root, 'notes.txt'), 'just notes');
    writeFileSync(join(root, 'extensionless'), png);
    writeFileSync(join(root, '.hidden.pdf'), await textPdf('Hidden.'));
    const { code, json } = await run(['add', root], { library: join(folder, 'mixed-library') });
    expect(code).toBe(1);
    expect(json.documents.map(({ title }: { title: string }) => title).sort()).toEqual([
      '-dash',
      'extensionless',
      '报告 1 (final) 📈',
    ]);
    expect(json.failed.map(({ path, error }: { path: string; error: { code: string } }) => [path, error.code])).toEqual(
      [
        [join(root, 'bad.pdf'), 'file_damaged'],
        [join(root, 'empty.epub'), 'file_empty'],
      ],
    );
    expect(keys(json.failed[0].error)).toEqual(['class', 'code', 'details', 'message', 'next_step']);
    expect(json.skipped).toMatchObject([{ path: join(root, 'notes.txt') }]);

    const dashed = await cli(['add', '--json', '--', '-dash.pdf'], {
      library: join(folder, 'dashed'),
      cwd: root,
      env: embedder.env,
    });
    expect(dashed.code).toBe(0);
  });

  it.each([
    ['a missing file', ['/no/such/file.pdf'], 'file_not_found'],
    ['a pipe or device', ['/dev/null'], 'file_not_readable'],
    ['a file that is none of ours', [import.meta.filename], 'unsupported_format'],
  ])('of %s alone fails whole: exit 2, with the error', async (_, paths, error) => {
    const { code, json } = await run(['add', ...paths], { library: join(folder, 'all-bad') });
    expect(code).toBe(2);
    expect(json.documents).toEqual([]);
    expect(json.failed).toMatchObject([{ path: paths[0], error: { code: error } }]);
  });

  it('of a folder with nothing to add is no_files, exit 2', async () => {
    mkdirSync(join(folder, 'nothing'));
    const { code, json } = await run(['add', join(folder, 'nothing')]);
    expect(code).toBe(2);
    expect(json.error.code).toBe('no_files');
  });

  it('without the embedder is done partly: found by words, a warning, exit 1; adding again later finishes', async () => {
    const own = join(folder, 'outage');
    embedder.down = true;
    const partly = await run(['add', report], { library: own });
    const found = await run(['search', 'frogs'], { library: own });
    embedder.down = false;
    expect(partly.code).toBe(1);
    expect(partly.json.documents[0].warnings).toMatchObject([{ code: 'not_embedded' }]);
    expect(found.code).toBe(0);
    expect(found.json.hits[0].text).toContain('frogs');
    expect(found.json.warnings).toMatchObject([{ code: 'vectors_unavailable' }]);
    expect((await run(['search', 'frogs'], { library: own })).json.warnings).toMatchObject([{ code: 'not_embedded' }]);
    expect((await run(['add', report], { library: own })).code).toBe(0);
    const { hits, warnings } = (await run(['search', 'frogs'], { library: own })).json;
    expect(warnings).toEqual([]);
    expect(hits[0].channels).toMatchObject({ bm25: { rank: 1 }, vector: { rank: expect.any(Number) } });
    embedder.down = true;
    const known = await run(['add', report], { library: own });
    embedder.down = false;
    expect(known).toMatchObject({ code: 0, json: { documents: [{ reused: true, warnings: [] }] } });
  });
});

describe('help and usage', () => {
  it.each([
    'add',
    'list',
    'remove',
    'search',
    'advise',
    'figures',
    'locate',
    'read',
    'chapters',
    'render',
    'image',
    'doctor',
  ])('%s --help tells its options on stdout, exit 0', async (command) => {
    const { code, stdout, stderr } = await cli([command, '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain(`Usage: groundglass ${command}`);
    expect(stdout).toContain('--library');
    expect(stderr).toBe('');
  });

  it.each([
    ['no command', []],
    ['an unknown command', ['serch', 'x']],
    ['an unknown option', ['list', '--no-such-option']],
    ['a missing argument', ['search']],
    ['a surplus argument', ['list', 'x']],
    ['an option without its value', ['search', 'x', '--limit']],
  ])('%s is bad_argument, exit 2, one JSON document on stdout', async (_, args) => {
    const { code, json, stderr } = await cli(['--json', ...args], { library });
    expect(code).toBe(2);
    expect(json.error).toMatchObject({ code: 'bad_argument', class: 'bad_input' });
    expect(json.error.message).not.toMatch(/^\(/);
    expect(keys(json.error)).toEqual(['class', 'code', 'details', 'message', 'next_step']);
    expect(stderr).not.toBe('');
  });

  it('--version prints it', async () => {
    expect((await cli(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('an error without --json is words on stderr and nothing on stdout', async () => {
    const { stdout, stderr, code } = await cli(['read', 'ffffffff', '--page', '1'], { library });
    expect({ stdout, code }).toEqual({ stdout: '', code: 2 });
    expect(stderr).toContain('[document_not_found]');
  });
});
