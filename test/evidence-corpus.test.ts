import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CORPUS } from './support/faces-library.js';
import { type CliResult, cli } from './support/library-cli.js';
import { itOnCorpus, tempFolder } from './support/library-files.js';
import { svgFacts } from './support/svg-facts.js';

const folder = tempFolder();
const library = join(folder, 'library');
const run = (...args: string[]): Promise<CliResult> => cli([...args, '--json', '--quiet'], { library });

type Box = readonly [number, number, number, number];
interface Shown {
  readonly id: string;
  readonly element_ids: readonly string[];
  readonly box: Box;
}

const PAGES = [
  ['a slide of charts', 'finance/tor-2020-2021-annual-report.pdf', 13],
  ['a slide with a picture of a chart', 'finance/twilio-q4-2023-earnings.pdf', 8],
  ['a report in Chinese', 'finance/nee-2018q1-report-zh.pdf', 3],
  ['a table in fonts that are not in the file', 'finance/icdar-us-009.pdf', 1],
  ['print turned by 90 degrees', 'tables/fbi-nics-2015-11-rotated.pdf', 1],
  ['a turned page', 'finance/icdar-eu-015.pdf', 1],
  ['a drawing', 'drawings/px4-fmuv2.4.5.pdf', 1],
] as const;

describe.each(PAGES)('%s as vectors', (_, path, number) => {
  itOnCorpus(`${path}, page ${number}`, path, async (file) => {
    const [svgFile, spansFile] = [join(folder, 'page.svg'), join(folder, 'page.json')];
    const { code, json } = await run('page', file, '--page', `${number}`, '--svg', svgFile, '--spans', spansFile);
    expect(code).toBe(0);
    const { page_width: width, page_height: height } = json.locator;
    const svg = svgFacts(readFileSync(svgFile, 'utf8'));

    expect(svg.viewBox).toEqual([0, 0, width, height]);
    expect([svg.outside, svg.events, svg.nameless]).toEqual([[], [], 0]);
    expect(
      ['text', 'script', 'foreignObject', 'a', 'style', 'animate', 'set'].filter((name) => svg.names.has(name)),
    ).toEqual([]);
    const painted = new Set(svg.painted);
    expect(svg.painted).toHaveLength(painted.size);
    expect(svg.painted.filter((id) => !id.startsWith('op-'))).toEqual([]);

    const { spans } = JSON.parse(readFileSync(spansFile, 'utf8')) as { spans: Shown[] };
    expect(spans).toEqual(json.spans);
    const read = await run('read', file, '--page', `${number}`);
    const ofRead = Object.keys(read.json.spans[0] ?? {});
    for (const span of spans) {
      expect(Object.keys(span)).toEqual(expect.arrayContaining(ofRead));
      expect(span.element_ids.filter((id) => !painted.has(id))).toEqual([]);
    }

    expect(json.regions.map(({ verification }: { verification: string }) => verification)).toEqual(
      json.regions.map(() => 'literal-source-transcription-v1'),
    );
    expectPartition(json.regions, width, height);
    const inRegions = json.regions.flatMap((region: { element_ids: string[] }) => region.element_ids);
    expect([...inRegions].sort()).toEqual([...painted].sort());

    const [x0, y0] = [Math.round(width * 0.1), Math.round(height * 0.2)];
    const [x1, y1] = [Math.round(width * 0.6), Math.round(height * 0.5)];
    const part = await run('page', file, '--page', `${number}`, '--crop', [x0, y0, x1, y1].join(','), '--inline');
    const region = svgFacts(part.json.svg_text);
    expect(region.viewBox).toEqual([x0, y0, x1 - x0, y1 - y0]);
    expect(region.painted.filter((id) => !painted.has(id))).toEqual([]);
    expect(region.painted.length).toBeLessThanOrEqual(painted.size);
    const partIds = new Set(region.painted);
    for (const span of part.json.spans) expect(span.element_ids.filter((id: string) => !partIds.has(id))).toEqual([]);
    expect(part.json.svg.digest).not.toBe(json.svg.digest);
  });
});

/** Regions lie side by side, in whole numbers of hundredths. */
function expectPartition(regions: readonly { readonly box: Box }[], width: number, height: number): void {
  const areaOf = ([x0, y0, x1, y1]: Box): number => Math.max(0, x1 - x0) * Math.max(0, y1 - y0);
  const total = regions.reduce((sum, { box }) => sum + areaOf(box), 0);
  expect(total / (width * height)).toBeCloseTo(1, 3);
  for (const [i, { box: a }] of regions.entries()) {
    for (const { box: b } of regions.slice(i + 1)) {
      const [x0, y0] = [Math.max(a[0], b[0]), Math.max(a[1], b[1])];
      const common = areaOf([x0, y0, Math.max(x0, Math.min(a[2], b[2])), Math.max(y0, Math.min(a[3], b[3]))]);
      expect(common).toBeLessThan(0.02 * (width + height));
    }
  }
}

describe('prove on real pages', () => {
  const proven: readonly (readonly [string, number, string])[] = [
    ['finance/tor-2020-2021-annual-report.pdf', 13, '38.17%'],
    ['finance/tor-2020-2021-annual-report.pdf', 13, '$3,477,521'],
    ['finance/nee-2018q1-report-zh.pdf', 3, '归属于上市公司股东的扣除非经常性损益的净利润'],
    ['finance/nee-2018q1-report-zh.pdf', 3, '营业收入(元)'],
    ['finance/nee-2018q1-report-zh.pdf', 3, '营业收入（元）'],
    ['finance/nee-2018q1-report-zh.pdf', 3, '-15,563,758.44'],
    ['finance/twilio-q4-2023-earnings.pdf', 2, 'most recent periodic reports filed with the SEC'],
    ['tables/fbi-nics-2015-11-rotated.pdf', 1, '23,022'],
  ];
  for (const [path, page, text] of proven) {
    itOnCorpus(`${text} on page ${page} of ${path}`, path, async (file) => {
      const { code, json } = await run('prove', file, '--page', `${page}`, '--text', text);
      expect([code, json.proven, json.refused]).toEqual([0, true, []]);
      const [first] = json.occurrences;
      expect(first.element_ids.length).toBeGreaterThan(0);
      expect(first.visible_pixels).toBeGreaterThan(0);
      expect(first.embedded).toBe(true);
    });
  }

  itOnCorpus('15,563,758.44 is not what -15,563,758.44 says', 'finance/nee-2018q1-report-zh.pdf', async (file) => {
    const { code, json } = await run('prove', file, '--page', '3', '--text', '15,563,758.44');
    expect([code, json.refused]).toEqual([1, ['NOT_FOUND']]);
  });

  itOnCorpus('a value that only a picture of a chart shows', 'finance/twilio-q4-2023-earnings.pdf', async (file) => {
    const prove = async (page: number, ...box: string[]) =>
      (await run('prove', file, '--page', `${page}`, '--text', '$1,076', ...box)).json.refused;
    expect(await prove(8, '--box', '1240,310,1330,370')).toEqual(['RASTER_ONLY']);
    expect(await prove(8, '--box', '90,70,670,145')).toEqual(['NOT_FOUND']);
    expect(await prove(8)).toEqual(['NOT_FOUND', 'RASTER_ONLY']);
    // "$1,076M" stands there: another value. The page's picture has text on it.
    expect(await prove(4)).toEqual(['NOT_FOUND']);
  });
});

interface TrueTable {
  readonly file: string;
  readonly page: number;
  readonly title: string;
  readonly rows: readonly (readonly string[])[];
}
interface Cell {
  readonly row: number;
  readonly column: number;
  readonly row_span: number;
  readonly column_span: number;
  readonly text: string;
  readonly verified: boolean;
  readonly span_ids: readonly string[];
  readonly refused: readonly string[];
}
interface FoundTable {
  readonly id: string;
  readonly rows: number;
  readonly columns: number;
  readonly cells: readonly Cell[];
}

/** Cells with text on each page: those that are proven, and those in fonts that are not in the file. */
const COUNTS: Readonly<Record<string, readonly [verified: number, notEmbedded: number]>> = {
  'finance/icdar-us-009.pdf': [0, 108],
  'finance/icdar-us-002.pdf': [214, 0],
  'finance/icdar-eu-002.pdf': [33, 0],
  'finance/icdar-eu-015.pdf': [38, 0],
  'tables/anhui-land-use-standard-2020-p173.pdf': [27, 84],
  'finance/nee-2018q1-report-zh.pdf': [48, 0],
  'finance/twilio-q4-2023-earnings.pdf': [27, 0],
};

const truth: readonly TrueTable[] =
  CORPUS === null ? [] : JSON.parse(readFileSync(join(CORPUS, 'GROUND_TRUTH.json'), 'utf8')).tables;

describe('tables that were read by eye', () => {
  for (const { file: path, page, title, rows } of truth) {
    itOnCorpus(`${path}, page ${page}: ${title.slice(0, 50)}`, path, async (file) => {
      const out = join(folder, `tables-${truth.findIndex((table) => table.file === path)}`);
      mkdirSync(out);
      const { code, json } = await run('tables', file, '--page', `${page}`, '--csv', out, '--html', out);
      expect(code).toBe(0);
      const tables = json.tables as FoundTable[];
      const wanted = rows.map((row) => row.map(plain));
      const found = tables.map(rowsOf).find((texts) => texts.some((row) => row.join('|') === wanted[0]?.join('|')));
      expect(found?.slice(-wanted.length)).toEqual(wanted);

      const cells = tables.flatMap((table) => table.cells);
      const withText = cells.filter(({ span_ids }) => span_ids.length > 0);
      expect(withText.filter(({ text }) => text === '')).toEqual([]);
      expect([
        withText.filter(({ verified }) => verified).length,
        withText.filter(({ refused }) => refused.join() === 'NOT_EMBEDDED').length,
      ]).toEqual(COUNTS[path]);
      expect(withText.filter(({ verified, refused }) => verified !== (refused.length === 0))).toEqual([]);
      const empty = cells.filter(({ span_ids }) => span_ids.length === 0);
      expect(empty.filter(({ text, verified, refused }) => text !== '' || verified || refused.length > 0)).toEqual([]);

      expect(readdirSync(out).sort()).toEqual(tables.flatMap(({ id }) => [`${id}.csv`, `${id}.html`]).sort());
      for (const { id, rows: count, cells: own } of tables) {
        const csv = readFileSync(join(out, `${id}.csv`), 'utf8');
        const html = readFileSync(join(out, `${id}.html`), 'utf8');
        expect(csv.endsWith('\r\n')).toBe(true);
        expect(html.match(/<tr>/g)).toHaveLength(count);
        expect(html.match(/<t[dh][ >]/g)).toHaveLength(own.length);
      }
    });
  }

  for (const [what, path, page] of [
    ['charts', 'finance/tor-2020-2021-annual-report.pdf', 13],
    ['a picture of a chart', 'finance/twilio-q4-2023-earnings.pdf', 8],
    ['text', 'finance/twilio-q4-2023-earnings.pdf', 2],
    ['a drawing', 'drawings/px4-fmuv2.4.5.pdf', 1],
  ] as const) {
    itOnCorpus(`a page of ${what} has none`, path, async (file) => {
      const { code, json } = await run('tables', file, '--page', `${page}`);
      expect([code, json.tables]).toEqual([0, []]);
    });
  }
});

/** Text by row and column; a merged cell is repeated, as in the hand-read truth. */
function rowsOf({ rows, columns, cells }: FoundTable): string[][] {
  const texts = Array.from({ length: rows }, () => Array<string>(columns).fill('no cell'));
  for (const { row, column, row_span, column_span, text } of cells) {
    for (const line of texts.slice(row, row + row_span)) line.fill(plain(text), column, column + column_span);
  }
  return texts;
}

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[‐‑‒–—−]/gu, '-')
    .replace(/[‘’]/gu, "'")
    .replace(/\s+/gu, '');

const broken = CORPUS === null ? null : join(CORPUS, 'broken');

describe('broken files', () => {
  const names = broken === null ? [] : readdirSync(broken).filter((name) => name.endsWith('.pdf'));
  const operations = [['page', '--page', '1'], ['prove', '--page', '1', '--text', 'Potato'], ['tables']];

  it.skipIf(names.length === 0)(
    'end in an answer or a typed error with a next step, and in time',
    async () => {
      for (const name of names) {
        const ask = ([operation, ...args]: readonly string[]) =>
          run(operation as string, join(broken as string, name), ...args);
        const first = await ask(operations[0] as string[]);
        // What can't be added is refused alike by all.
        const others = first.code === 2 ? [] : await Promise.all(operations.slice(1).map(ask));
        const results = [first, ...others];
        for (const [i, { code, signal, json }] of results.entries()) {
          const operation = operations[i]?.[0];
          const isRefusal = operation === 'prove' && json.proven === false;
          const expected = json.error === undefined ? (isRefusal ? 1 : 0) : 2;
          expect([name, operation, code, signal]).toEqual([name, operation, expected, null]);
          if (json.error !== undefined) expect(json.error.next_step.length).toBeGreaterThan(10);
        }
      }
    },
    180_000,
  );

  it.skipIf(broken === null || !existsSync(join(broken, 'pdfplumber-password-example.pdf')))(
    'an encrypted file opens with its password and no other',
    async () => {
      const file = join(broken as string, 'pdfplumber-password-example.pdf');
      const secret = (name: string, password: string): string => {
        writeFileSync(join(folder, name), password);
        return join(folder, name);
      };
      const wrong = await run('page', file, '--page', '1', '--password-file', secret('wrong', 'other'));
      expect([wrong.code, wrong.json.error.code]).toEqual([2, 'password_needed']);
      const { code, json } = await run('page', file, '--page', '1', '--password-file', secret('right', 'test'));
      expect(code).toBe(0);
      expect(json.spans.length).toBeGreaterThan(10);
    },
  );
});
