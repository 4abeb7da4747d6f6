import { parse } from 'parse5';
import { describe, expect, it } from 'vitest';
import { linkContinuations } from './continuation.js';
import { tableCsv } from './csv.js';
import { withoutLeaders } from './header-paths.js';
import { tableHtml } from './html.js';
import type { Table } from './table.js';
import { grid, pathOf, rows, tablesOn } from './tables-fixture.js';

const tableOf = (body: readonly (readonly string[])[]): Table => {
  const xs = [50, 200, 350, 500].slice(0, (body[0] as readonly string[]).length + 1);
  const ys = Array.from({ length: body.length + 1 }, (_, i) => 100 + 20 * i);
  return tablesOn([...grid(xs, ys), ...rows(body, [55, 205, 355], 114, 20)])[0] as Table;
};

describe('CSV', () => {
  it('quotes what needs quotes, and ends lines as RFC 4180 says', () => {
    expect(
      tableCsv(
        tableOf([
          ['Name', 'Sum'],
          ['a "b", c', '1,234'],
          ['d', ''],
        ]),
      ),
    ).toBe('Name,Sum\r\n"a ""b"", c","1,234"\r\nd,\r\n');
  });

  it.each([
    ['-4,648.52', '"-4,648.52"'],
    ['+14', '+14'],
    ['-16.55%', '-16.55%'],
    ['-', '-'],
    ['(1,015)', '"(1,015)"'],
    ['=1+2', "'=1+2"],
    ['-1+cmd', "'-1+cmd"],
    ['@SUM', "'@SUM"],
    ["'=x", "''=x"],
    ['plain', 'plain'],
  ])('%s is written as %s: numbers as they are, formulas made harmless', (text, field) => {
    const [cell] = tableOf([
      ['A', 'B'],
      ['c', 'd'],
    ]).cells;
    const table = {
      ...tableOf([
        ['A', 'B'],
        ['c', 'd'],
      ]),
      rows: 1,
      columns: 1,
      cells: [{ ...(cell as Table['cells'][number]), text }],
    };
    expect(tableCsv(table)).toBe(`${field}\r\n`);
  });
});

describe('HTML', () => {
  it('has headings with scope, spans, and nothing that runs', () => {
    const table = tableOf([
      ['Item', '2023'],
      ['<script>', '1 & 2'],
      ['b', '7'],
    ]);
    const html = tableHtml({ ...table, title: 'A "title"' });
    expect(html).toContain('<caption>A &quot;title&quot;</caption>');
    expect(html).toContain('<thead>\n<tr><th scope="col">Item</th><th scope="col">2023</th></tr>\n</thead>');
    expect(html).toContain('<th scope="row">&lt;script&gt;</th><td>1 &amp; 2</td>');
    const errors: string[] = [];
    parse(`<!doctype html><title>t</title>${html}`, { onParseError: ({ code }) => errors.push(code) });
    expect(errors).toEqual([]);
  });
});

describe('continuation', () => {
  const part = (pageIndex: number, y: number, body: readonly (readonly string[])[]): Table => {
    const [table] = tablesOn([
      ...grid(
        [50, 200, 350],
        Array.from({ length: body.length + 1 }, (_, i) => y + 20 * i),
      ),
      ...rows(body, [55, 205], y + 14, 20),
    ]);
    return { ...(table as Table), id: `t${pageIndex + 1}-1`, pageIndex };
  };
  const sizes = [0, 1].map(() => ({ width: 600, height: 800 }));
  const first = part(0, 640, [
    ['Item', '2023'],
    ['a', '1'],
    ['b', '2'],
  ]);

  it('a table that goes on without headings takes those of the page before', () => {
    const [, second] = linkContinuations(
      [
        first,
        part(1, 60, [
          ['c', '3'],
          ['d', '4'],
        ]),
      ],
      sizes,
    ) as [Table, Table];
    expect(second.continues).toBe('t1-1');
    const cell = second.cells.find(({ text }) => text === '4') as Table['cells'][number];
    expect(pathOf(second, cell, [first, second])).toEqual({ columns: ['2023'], rows: ['d'] });
  });

  it('headings that are repeated stay headings', () => {
    const [, second] = linkContinuations(
      [
        first,
        part(1, 60, [
          ['Item', '2023'],
          ['c', '3'],
        ]),
      ],
      sizes,
    ) as [Table, Table];
    expect(second.cells.filter((cell) => cell.header).map((cell) => cell.text)).toEqual(['Item', '2023']);
  });

  it('other columns, another title or room below make another table', () => {
    const next = part(1, 60, [
      ['c', '3'],
      ['d', '4'],
    ]);
    expect(linkContinuations([first, { ...next, title: 'Table 9' }], sizes)[1]?.continues).toBeNull();
    expect(linkContinuations([{ ...first, box: next.box }, next], sizes)[1]?.continues).toBeNull();
  });
});

it('leaders are no part of a label', () => {
  expect(withoutLeaders('All ages . . . . . .')).toBe('All ages');
});
