import { describe, expect, it } from 'vitest';
import { spanOf } from '../../test/support/library-spans.js';
import type { Span } from '../sources/source.js';
import { linesOf } from './lines.js';

const texts = (spans: readonly Span[]): string[] => linesOf(spans).map((line) => line.text);

describe('lines of a page', () => {
  it('keep two columns of prose apart, the short last line of a paragraph too', () => {
    const left = [
      'The turnover of the firm has grown by twelve percent',
      'over the year before, which the board of it had',
      'not foreseen.',
    ];
    const right = [
      'Costs on the other hand stayed as they had been in all',
      'of the years since the firm was founded by the two',
      'brothers.',
    ];
    const spans = [
      ...left.map((text, i) => spanOf(text, 40, 60 + 12 * i, { line: i, width: 240 })),
      ...right.map((text, i) => spanOf(text, 300, 60 + 12 * i, { line: 3 + i, width: 240 })),
    ];
    expect(texts(spans)).toEqual([...left, ...right]);
  });

  it('join the rows of a table that is painted column by column', () => {
    const columns = [
      ['Year', '2021', '2022'],
      ['Turnover', '1,178', '1,290'],
      ['Profit', '12', '-3'],
    ];
    const spans = columns.flatMap((column, x) =>
      column.map((text, y) => spanOf(text, 40 + 100 * x, 60 + 14 * y, { line: 3 * x + y })),
    );
    expect(texts(spans)).toEqual(['Year\tTurnover\tProfit', '2021\t1,178\t12', '2022\t1,290\t-3']);
    expect(linesOf(spans).every((line) => line.cells === 3)).toBe(true);
  });

  it('part cells by wide gaps, words by narrow ones, and glue what touches', () => {
    const at = (text: string, x: number) => spanOf(text, x, 60, { width: 20 });
    expect(texts([at('ab', 40), at('cd', 60)])).toEqual(['abcd']);
    expect(texts([at('ab', 40), at('cd', 63)])).toEqual(['ab cd']);
    expect(texts([at('ab', 40), at('cd', 90)])).toEqual(['ab\tcd']);
  });

  it('leave out what the page does not show', () => {
    expect(texts([spanOf('shown', 40, 60), spanOf('hidden', 90, 60, { hidden: true })])).toEqual(['shown']);
  });

  it('read vertical columns from the right', () => {
    const column = (text: string, x: number, line: number) =>
      spanOf(text, x, 60, { line, width: 11, height: 12 * text.length });
    expect(
      texts([column('左の行である', 40, 0), column('中の行である', 60, 1), column('右の行である', 80, 2)]),
    ).toEqual(['右の行である', '中の行である', '左の行である']);
  });

  it('read vertical columns tier by tier, though their boxes touch and the file calls them one line', () => {
    const column = (text: string, x: number, y: number) => spanOf(text, x, y, { width: 19, height: 12 * text.length });
    const spans = [
      column('一段の左である', 57, 60),
      column('一段の右である', 74, 60),
      column('二段の左である', 65, 260),
      column('二段の右である', 82, 260),
    ];
    expect(texts(spans)).toEqual(['一段の右である', '一段の左である', '二段の右である', '二段の左である']);
  });

  it('keep sideways text apart from level text', () => {
    const spans = [
      spanOf('level words here', 60, 60),
      spanOf('sideways', 40, 40, { rotationDeg: 270, width: 11, height: 60 }),
    ];
    expect(texts(spans)).toEqual(['level words here', 'sideways']);
  });
});
