import { describe, expect, it } from 'vitest';
import { lineAt } from '../../test/support/library-spans.js';
import type { OutlineEntry } from '../sources/source.js';
import { blocksOf } from './blocks.js';
import type { Line } from './lines.js';
import { pagePassages, type ReadPage } from './page-passages.js';
import { wordCount } from './passages.js';

const pageOf = (pageIndex: number, ...lines: Line[]): ReadPage => ({
  pageIndex,
  info: { width: 400, height: 500, label: null },
  blocks: blocksOf(lines),
  figures: [],
});
const prose = (y: number, text: string): Line[] => [
  lineAt(y, `${text} and so it goes on over`),
  lineAt(y + 12, 'a second line of running text.'),
];

describe('passages of pages', () => {
  it('leave out running heads and page numbers, and only those', () => {
    const pages = [0, 1, 2, 3].map((i) =>
      pageOf(
        i,
        lineAt(20, 'Annual report 2023'),
        ...prose(200, `Page of kind ${'abcd'[i]}`),
        lineAt(485, `${i + 1}`),
        lineAt(300, 'Annual report 2023 again'),
      ),
    );
    const texts = pagePassages(pages, []).map((passage) => passage.text);
    expect(texts.every((text) => !text.startsWith('Annual report 2023\n') && !/^\d$/m.test(text))).toBe(true);
    expect(texts.filter((text) => text.includes('again'))).toHaveLength(4);
    const two = pagePassages(pages.slice(0, 2), [])
      .map((passage) => passage.text)
      .join('\n');
    expect(two).toContain('Annual report 2023');
  });

  it('never cross a page', () => {
    const passages = pagePassages([pageOf(0, ...prose(200, 'First')), pageOf(1, ...prose(200, 'Second'))], []);
    expect(passages.map(({ pageIndex }) => pageIndex)).toEqual([0, 1]);
  });

  it('carry the headings above them over pages, the larger type higher up', () => {
    const passages = pagePassages(
      [
        pageOf(
          0,
          lineAt(100, 'Report', { sizePt: 20 }),
          lineAt(130, 'Turnover', { sizePt: 14 }),
          ...prose(200, 'Sales grew'),
        ),
        pageOf(1, ...prose(100, 'They grew on'), lineAt(200, 'Costs', { sizePt: 14 }), ...prose(230, 'Costs stayed')),
      ],
      [],
    );
    expect(passages.map(({ headings, text }) => [headings.join(' > '), text.split('\n').at(-1)?.slice(0, 9)])).toEqual([
      ['', 'Report'],
      ['Report', 'Sales gre'],
      ['Report > Turnover', 'They grew'],
      ['Report', 'Costs sta'],
    ]);
  });

  it('take an outline entry up where its heading stands, not at the top of the page', () => {
    const outline: OutlineEntry[] = [
      { title: '1. Turnover', level: 0, pageIndex: 0 },
      { title: '2. Costs', level: 0, pageIndex: 0 },
    ];
    const lines = [
      ...prose(60, 'A preface'),
      lineAt(100, '1 Turnover', { sizePt: 14 }),
      ...prose(130, 'Sales grew'),
      lineAt(200, 'Table 1: Sales'),
      lineAt(250, '2 Costs', { sizePt: 14 }),
      ...prose(280, 'Costs stayed'),
      lineAt(350, 'Table 2: Costs'),
    ];
    const passages = pagePassages([pageOf(0, ...lines), pageOf(1, ...prose(100, 'They stayed on'))], outline);
    const headingOf = (text: string) => passages.find((passage) => passage.text.includes(text))?.headings;
    expect(headingOf('A preface')).toEqual([]);
    expect(headingOf('Table 1')).toEqual(['1 Turnover']);
    expect(headingOf('Table 2')).toEqual(['2 Costs']);
    expect(headingOf('They stayed on')).toEqual(['2 Costs']);
  });

  it('are held to their length for rows and captions too', () => {
    const long = Array.from({ length: 400 }, (_, i) => `w${i}`).join(' ');
    const pages = [
      pageOf(0, ...[60, 80, 100].map((y) => lineAt(y, `Row\t${long}\t1`)), lineAt(300, `Figure 1: ${long}`)),
    ];
    const passages = pagePassages(pages, []);
    expect(new Set(passages.map(({ kind }) => kind))).toEqual(new Set(['table', 'caption']));
    for (const { text } of passages) expect(wordCount(text)).toBeLessThanOrEqual(130);
    expect(
      passages
        .map(({ text }) => text)
        .join(' ')
        .match(/w399/g),
    ).toHaveLength(4);
  });

  it('part what stands far apart, unless a sentence goes on there', () => {
    const apart = pagePassages([pageOf(0, lineAt(20, 'Running head'), ...prose(300, 'Body'))], []);
    expect(apart.map(({ text }) => text.split('\n').length)).toEqual([1, 1]);
    const columns = pagePassages(
      [
        pageOf(
          0,
          lineAt(440, 'The end of the first column is in the middle of a', { width: 160 }),
          lineAt(60, 'sentence, which the next column brings to its end.', { x: 220, width: 160 }),
        ),
      ],
      [],
    );
    expect(columns).toHaveLength(1);
  });

  it('keep the caption of a table with every part of it, and with nothing else', () => {
    const row = (i: number): Line => lineAt(60 + 12 * i, `Region number ${i} and its name\t${i}00\t${i}50`);
    const table = Array.from({ length: 30 }, (_, i) => row(i + 1));
    const [caption, ...rest] = pagePassages(
      [pageOf(0, lineAt(40, 'Table 4. Sales by region'), ...table, lineAt(470, 'After it', { sizePt: 20 }))],
      [],
    );
    expect(caption?.kind).toBe('caption');
    const rows = rest.filter(({ kind }) => kind === 'table');
    expect(rows.length).toBeGreaterThan(1);
    for (const { headings } of rows) expect(headings).toContain('Table 4. Sales by region');
    expect(rest.at(-1)).toMatchObject({ kind: 'text', headings: [] });
  });
});
