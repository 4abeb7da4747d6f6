import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FixtureWork } from '../examples/images/catalogue.js';
import type { FileFault } from '../examples/images/pictures.js';
import { picture } from '../examples/images/pictures.js';
import { imageFixture, imageFolder } from './support/image-fixture.js';
import { cli } from './support/library-cli.js';

const commons = (id: string, title: string, more: Partial<FixtureWork> = {}): FixtureWork => ({
  ...{ at: 'wikimedia', id, title, author: `Author of ${id}`, license: 'CC BY 4.0', size: [1_200, 800] },
  ...more,
});
const FAULTS: FileFault[] = ['dead', 'html', 'svg', 'truncated', 'bomb', 'private-redirect', 'huge-headers'];
const works = [
  commons('elm', 'Wych elm'),
  commons('ash', 'Grey ash', { license: 'CC0' }),
  commons('nobody', 'Lone yew', { author: '' }),
  ...FAULTS.map((file) => commons(`bad-${file}`, `Broken ${file}`, { file })),
];
const fixture = await imageFixture({ works });
const env = { ...fixture.env, PEXELS_API_KEY: '', PIXABAY_API_KEY: '' };
const file = (id: string): string => `${fixture.origin}/files/wikimedia/${id}.jpg`;

let folder: string;
beforeEach(() => {
  folder = imageFolder();
});
const images = (...args: string[]) => cli(['images', ...args, '--json'], { cwd: folder, env });
const queue = (...items: object[]) => writeFileSync(join(folder, 'image_queries.json'), JSON.stringify({ items }));
const row = () => JSON.parse(readFileSync(join(folder, 'image_queries.json'), 'utf8')).items[0];
const manifest = () => JSON.parse(readFileSync(join(folder, 'image_sources.json'), 'utf8'));
const digestOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

/** A package as `from-page` leaves it, with what a stranger may have written into it. */
async function pagePackage(...files: string[]): Promise<string> {
  const home = join(folder, 'page');
  mkdirSync(home);
  writeFileSync(join(home, 'picture_01.jpg'), await picture('adopted', 1_200, 800));
  const image = {
    url: 'https://example.org/a.jpg',
    alt: 'An elm',
    caption: '',
    width: 1_200,
    height: 800,
    sha256: '0'.repeat(64),
  };
  const page = {
    page_url: 'https://example.org/',
    title: 'Elms',
    adopted_at: '2026-01-01T00:00:00.000Z',
    markdown: 'page.md',
    failed: [],
  };
  const list = ['picture_01.jpg', ...files].map((it) => ({ ...image, file: it }));
  writeFileSync(join(home, 'image_manifest.json'), JSON.stringify({ ...page, images: list }));
  return home;
}

describe('an address that a person chose', () => {
  it.each(FAULTS)('whose picture is %s is refused: Failed, the row says why, nothing is written', async (fault) => {
    queue({ filename: 'a.jpg', query: 'x', status: 'Pending' });
    const { code, json } = await images(
      'from-url',
      file(`bad-${fault}`),
      '--filename',
      'a.jpg',
      '--batch',
      'image_queries.json',
    );
    expect([code, json.status, json.item]).toEqual([1, 'Failed', null]);
    expect(row().status).not.toBe('Sourced');
    expect(row().last_error).toContain(json.error.message.slice(0, 40));
    expect(readdirSync(folder)).toEqual(['image_queries.json']);
  });

  it('is asked for nothing where its row is not in the batch', async () => {
    queue({ filename: 'b.jpg', query: 'x', status: 'Pending' });
    const before = fixture.seen.length;
    const { code, json } = await images(
      'from-url',
      file('elm'),
      '--filename',
      'a.jpg',
      '--batch',
      'image_queries.json',
    );
    expect([code, json.error.class, fixture.seen.length]).toEqual([2, 'bad_input', before]);
    expect(readdirSync(folder)).toEqual(['image_queries.json']);
  });
});

describe('a page that was adopted', () => {
  it('gives one picture to the row that waits, by its number; the row is left alone unless it is named', async () => {
    const home = await pagePackage();
    queue({ filename: 'a.jpg', query: 'x', status: 'Needs-Manual', last_error: 'none' });
    expect((await images('adopt', home, '1', '--filename', 'a.jpg')).json.status).toBe('Sourced');
    expect(row()).toMatchObject({ status: 'Needs-Manual', last_error: 'none' });
    const { code, json } = await images('adopt', home, '1', '--filename', 'a.jpg', '--batch', 'image_queries.json');
    expect([code, json.item.source_page_url, json.item.license_tier]).toEqual([0, 'https://example.org/', 'manual']);
    expect(row()).toMatchObject({ status: 'Sourced', last_error: null, license_tier: 'manual' });
  });

  it('gives none that is too small: Failed, nothing is written', async () => {
    const home = await pagePackage();
    const { code, json } = await images('adopt', home, '1', '--filename', 'a.jpg', '--min-width', '1201');
    expect([code, json.status, json.error.code]).toEqual([1, 'Failed', 'image_gate_failed']);
    expect(readdirSync(folder)).toEqual(['page']);
  });

  it('leads out of its folder by no name and no link', async () => {
    const home = await pagePackage('../secret.jpg', 'link.jpg', 'missing.jpg');
    writeFileSync(join(folder, 'secret.jpg'), await picture('secret', 1_200, 800));
    symlinkSync(join(folder, 'secret.jpg'), join(home, 'link.jpg'));
    for (const number of ['2', '3', '4']) {
      const { code, json } = await images('adopt', home, number, '--filename', 'a.jpg');
      expect([number, code, json.error.code]).toEqual([number, 2, 'file_not_readable']);
    }
    expect(existsSync(join(folder, 'a.jpg'))).toBe(false);
  });

  it('is none where its list is damaged or absent, and from-page takes no picture for a page', async () => {
    const home = await pagePackage();
    for (const content of ['', '[]', '{"images": 3}']) {
      writeFileSync(join(home, 'image_manifest.json'), content);
      expect((await images('adopt', home, '1', '--filename', 'a.jpg')).json.error.code).toBe('file_not_readable');
    }
    const { code, json } = await images('from-page', file('elm'));
    expect([code, json.error.code]).toEqual([2, 'unsupported_format']);
    for (const fault of FAULTS)
      expect([fault, (await images('from-page', file(`bad-${fault}`))).json.error?.class]).toEqual([
        fault,
        expect.any(String),
      ]);
    const inward = await images('from-page', file('bad-private-redirect'));
    expect([inward.code, inward.json.error.code]).toEqual([2, 'address_refused']);
    expect(readdirSync(folder)).toEqual(['page']);
  });
});

describe('names that lead elsewhere', () => {
  it.each(['../a.jpg', '/tmp/a.jpg', '..\\a.jpg', 'ａ／b.jpg'])('%j is refused by every command', async (name) => {
    const home = await pagePackage();
    queue({ filename: name, query: 'Wych elm', status: 'Pending' });
    const before = fixture.seen.length;
    for (const args of [
      ['search', 'Wych elm', '--filename', name],
      ['search', 'Wych elm', '--filename', name, '--save-candidates'],
      ['promote', '1', '--filename', name],
      ['adopt', home, '1', '--filename', name],
      ['remove', name],
    ]) {
      const { code, json } = await images(...args);
      expect([args[0], code, json.error.code]).toEqual([args[0], 2, 'bad_filename']);
    }
    expect((await images('batch', 'image_queries.json')).code).not.toBe(0);
    expect(fixture.seen.length).toBe(before);
    expect(readdirSync(folder).sort()).toEqual(['image_queries.json', 'page']);
  });
});

describe('a manifest that nobody can read', () => {
  it.each(['{', '[]', '"x"'])('%j stops every command that would write it, and stays as it is', async (content) => {
    const home = await pagePackage();
    expect((await images('search', 'Wych elm', '--filename', 'a.jpg', '--save-candidates')).code).toBe(0);
    const path = join(folder, 'image_sources.json');
    writeFileSync(path, content);
    for (const args of [
      ['search', 'Wych elm', '--filename', 'a.jpg'],
      ['promote', '1', '--filename', 'a.jpg'],
      ['adopt', home, '1', '--filename', 'a.jpg'],
      ['remove', 'a.jpg'],
      ['credits'],
    ]) {
      const { code, json } = await images(...args);
      expect([args[0], code, json.error?.code]).toEqual([args[0], 4, 'manifest_damaged']);
    }
    expect(readFileSync(path, 'utf8')).toBe(content);
    expect(readdirSync(folder).sort()).toEqual(['candidates', 'image_sources.json', 'page']);
  });
});

describe('the list of credits', () => {
  it('tells each duty in three formats, and takes no word of a stranger for markup', async () => {
    const hostile = {
      author: '<script>alert(1)</script> [x](javascript:a)',
      title: '*Elm*\n# big',
      source_page_url: 'javascript:alert(1)',
    };
    const item = {
      license_name: 'CC BY 4.0',
      license_url: 'https://creativecommons.org/licenses/by/4.0/',
      provider: 'wikimedia',
    };
    const items = [
      { filename: 'free.jpg', license_tier: 'no-attribution', license_name: 'CC0', provider: 'openverse' },
      { filename: 'linked.jpg', license_tier: 'no-attribution', provider_requires_credit: true, provider: 'pexels' },
      { filename: 'mine.jpg', license_tier: 'manual' },
      { filename: 'due.jpg', license_tier: 'attribution-required', ...item, ...hostile },
    ];
    writeFileSync(join(folder, 'image_sources.json'), JSON.stringify({ items }));
    const duties = (await images('credits')).json.credits.map(({ credit }: { credit: string }) => credit);
    expect(duties).toEqual(['required', 'unverified', 'link-to-provider', 'none']);
    const markup = { markdown: /(?<!\\)<script|(?<!\\)\]\(|^# big/m, html: /<script|href="javascript/, json: /^[^{]/ };
    for (const [format, foreign] of Object.entries(markup)) {
      const { code, stdout } = await cli(['images', 'credits', '--format', format], { cwd: folder, env });
      expect([format, code]).toEqual([format, 0]);
      for (const { filename } of items) expect(stdout).toContain(filename);
      expect(stdout).not.toMatch(foreign);
    }
    for (const format of ['yaml', '', 'constructor']) {
      const { code, json } = await images('credits', '--format', format);
      expect([format, code, json.error?.code]).toEqual([format, 2, 'bad_argument']);
    }
  });
});

describe('a command that is killed between the entry and the picture', () => {
  it('ten times, leaves no picture without its provenance, nor under that of another', async () => {
    const [place, path] = [join(folder, 'a.jpg'), join(folder, 'image_sources.json')];
    let killed = 0;
    for (let round = 0; round < 10; round++) {
      const args = ['images', 'from-url', file(round % 2 ? 'elm' : 'ash'), '--filename', 'a.jpg', '--json'];
      const { signal } = await cli(args, {
        cwd: folder,
        env,
        onStart: (child) => killWhenWriting(child, folder, Math.floor(round / 2) % 2),
      });
      if (signal === 'SIGKILL') killed += 1;
      const items = existsSync(path) ? manifest().items : [];
      if (existsSync(place)) expect([round, digestOf(place)]).toEqual([round, items[0]?.sha256]);
    }
    expect(killed).toBeGreaterThan(0);
    expect((await images('from-url', file('elm'), '--filename', 'a.jpg')).code).toBe(0);
    expect([manifest().items.length, digestOf(place)]).toEqual([1, manifest().items[0].sha256]);
    expect(readdirSync(folder).sort()).toEqual(['a.jpg', 'image_sources.json']);
  });
});

/** Kills as soon as the folder has changed so many times and once more: by what is set aside, what steps aside, or the entry. */
function killWhenWriting(child: ChildProcess, folder: string, more: number): void {
  const look = () => readdirSync(folder).sort().join();
  let [before, changes] = [look(), 0];
  const poll = (): void => {
    const now = look();
    if (now !== before && /\.taken|image_sources\.json\./.test(now)) changes += 1;
    before = now;
    if (changes > more) child.kill('SIGKILL');
    else if (child.exitCode === null && child.signalCode === null) setImmediate(poll);
  };
  poll();
}
