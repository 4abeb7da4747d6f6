import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { limitsFrom } from '../../sources/limits.js';
import type { PaintedPage } from '../../sources/painted.js';
import { openPdf } from '../../sources/pdf/open.js';
import { wordsOf } from '../layout/words.js';
import { linkContinuations } from './continuation.js';
import { findTables } from './find-tables.js';
import type { Table } from './table.js';
import { pathOf, texts } from './tables-fixture.js';

const CORPUS = new URL('../../../../shared/corpus/', import.meta.url);
const present = existsSync(CORPUS);

interface TrueTable {
  readonly file: string;
  readonly page: number;
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const truth: TrueTable[] = present ? JSON.parse(readFileSync(new URL('GROUND_TRUTH.json', CORPUS), 'utf8')).tables : [];

async function pagesOf(file: string, indices: readonly number[]): Promise<PaintedPage[]> {
  const source = await openPdf(new Uint8Array(readFileSync(new URL(file, CORPUS))), limitsFrom({}));
  try {
    return await Promise.all(indices.map((index) => source.painted(index)));
  } finally {
    await source.close();
  }
}

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[‐‑‒–—−]/gu, '-')
    .replace(/[‘’]/gu, "'")
    .replace(/\s+/gu, '');

describe.skipIf(!present)(
  `tables of real files${present ? '' : ' (skipped: no ../shared/corpus beside this checkout)'}`,
  () => {
    it.each(truth.map((table) => [`${table.file} page ${table.page}: ${table.title.slice(0, 40)}`, table] as const))(
      'come out cell by cell: %s',
      async (_, { file, page, title, columns, rows }) => {
        const [painted] = await pagesOf(file, [page - 1]);
        const { tables } = findTables(painted as PaintedPage, page - 1);
        const want = rows.map((row) => row.map(plain));
        const table = tables.find((one) => texts(one).some((row) => row.map(plain).join('|') === want[0]?.join('|')));
        expect(table, 'no table has the first row').toBeDefined();
        const got = texts(table as Table).map((row) => row.map(plain));
        expect(got.slice(-want.length)).toEqual(want);
        const firstBody = (table as Table).cells.filter((cell) => cell.row === got.length - want.length);
        const headings = firstBody.map((cell) => plain(pathOf(table as Table, cell).columns.at(-1) ?? ''));
        const marks = /\(\d\)$/u;
        expect(headings).toEqual(columns.map((column) => plain(column.split(' / ').at(-1) ?? '').replace(marks, '')));
        const heading = plain((table as Table).title);
        expect([heading.includes(plain(title).slice(0, 12)), plain(title).includes(heading.slice(0, 12))]).toContain(
          true,
        );
      },
      60_000,
    );

    it.each([
      ['finance/icdar-us-001.pdf', [1]],
      ['finance/icdar-us-002.pdf', [1, 3]],
      ['finance/icdar-eu-002.pdf', []],
      ['tables/icdar-eu-004.pdf', [0, 4, 12, 14]],
      ['tables/icdar-us-023.pdf', [0, 2]],
      ['finance/tor-2012-annual-report.pdf', [2, 6, 7, 8]],
      ['finance/tor-2020-2021-annual-report.pdf', [4, 12]],
      ['finance/twilio-q4-2023-earnings.pdf', [1, 6, 7, 8, 16, 17]],
      ['tables/miyazawa-jo-vertical-ja.pdf', [0]],
      ['drawings/px4-imuv3-revC-schematic.pdf', [0]],
      ['drawings/wikihouse-microhouse-iso.pdf', [0]],
      ['drawings/freecad-techdraw-issue21570.pdf', [0]],
    ] as const)(
      'charts, drawings and running text are no tables: %s',
      async (file, indices) => {
        for (const painted of await pagesOf(file, indices))
          expect(findTables(painted, 0).tables.map((t) => texts(t).slice(0, 2))).toEqual([]);
      },
      60_000,
    );

    it('a balance sheet over four pages is linked page by page, and its cells keep the headings', async () => {
      const indices = [8, 9, 10, 11];
      const painted = await pagesOf('finance/nee-2018q1-report-zh.pdf', indices);
      const found = painted.flatMap((page, i) => findTables(page, indices[i] as number).tables);
      const sizes = Array.from({ length: 12 }, () => ({ width: 596, height: 842 }));
      const tables = linkContinuations(found, sizes);
      expect(tables.map((table) => table.continues)).toEqual([null, 't9-1', 't10-1', 't11-1', null]);
      const cell = (tables[2] as Table).cells.find(({ text }) => text === '40,017.86');
      expect(pathOf(tables[2] as Table, cell as Table['cells'][number], tables).columns).toEqual(['期末余额']);
    }, 60_000);

    it('every cell of a sideways table is read, on a page with words in one direction only', async () => {
      const [painted] = await pagesOf('tables/fbi-nics-2015-11-rotated.pdf', [0]);
      const [table] = findTables(painted as PaintedPage, 0).tables as [Table];
      expect(table.rotationDeg).toBe(90);
      expect(
        texts(table)
          .find(([state]) => state === 'Alabama')
          ?.slice(0, 4),
      ).toEqual(['Alabama', '18,870', '23,022', '22,650']);
      const cell = table.cells.find((one) => one.text === '2,179') as Table['cells'][number];
      expect(pathOf(table, cell)).toEqual({
        columns: ['NICS Firearm Background Checks November - 2015', 'Redemption', 'Handgun'],
        rows: ['Alabama'],
      });
      expect(table.footnotes.map(({ mark }) => mark)).toEqual(['*', '**']);
    }, 60_000);

    it('footnote marks are bound to the cells that bear them, and no number swallows one', async () => {
      const [painted] = await pagesOf('finance/icdar-us-009.pdf', [0]);
      const [table] = findTables(painted as PaintedPage, 0).tables as [Table];
      const bad = table.cells.find((cell) => cell.text === '10,000 (1)');
      expect(bad).toMatchObject({ plain: '10,000', marks: ['(1)'] });
      expect(table.footnotes.find(({ mark }) => mark === '(1)')?.text).toMatch(
        /^Unallowable costs per OMB Circular A-122/u,
      );
    }, 60_000);

    it('every word of a table is in exactly one cell, and the cells cover the grid exactly once', async () => {
      for (const [file, index] of [
        ['tables/icdar-us-018.pdf', 5],
        ['finance/nee-2018q1-report-zh.pdf', 3],
      ] as const) {
        const [painted] = await pagesOf(file, [index]);
        for (const table of findTables(painted as PaintedPage, index).tables) {
          expect(texts(table).flat()).not.toContain('?');
          expect(table.cells.reduce((area, cell) => area + cell.rowSpan * cell.columnSpan, 0)).toBe(
            table.rows * table.columns,
          );
          const glyphs = table.cells.flatMap((cell) =>
            cell.runs.flatMap((r) => Array.from({ length: r.to - r.from }, (_, i) => `${r.id} ${r.from + i}`)),
          );
          expect(new Set(glyphs).size).toBe(glyphs.length);
          const inside = wordsOf(painted as PaintedPage).filter(
            ({ box: b }) =>
              b[1] >= table.box[1] && b[3] <= table.box[3] && b[0] >= table.box[0] && b[2] <= table.box[2],
          );
          const taken = new Set(glyphs);
          expect(
            inside.filter((word) => word.runs.some((r) => !taken.has(`${r.id} ${r.from}`))).map((word) => word.text),
          ).toEqual([]);
        }
      }
    }, 60_000);
  },
);
