import { describe, expect, it } from 'vitest';
import { lineAt } from '../../test/support/library-spans.js';
import { blocksOf, blockText, joinProse } from './blocks.js';

const kinds = (...lines: ReturnType<typeof lineAt>[]) => blocksOf(lines).map((block) => [block.kind, blockText(block)]);

describe('blocks of a page', () => {
  it('join the lines of a paragraph and part paragraphs at free room', () => {
    expect(kinds(lineAt(60, 'One sentence goes'), lineAt(72, 'on here.'), lineAt(96, 'Another one.'))).toEqual([
      ['text', 'One sentence goes on here.'],
      ['text', 'Another one.'],
    ]);
  });

  it('know a heading by its size or weight, over one line or three, and prose that merely is large not', () => {
    const prose = [
      lineAt(100, 'Running text that is long enough to be that.'),
      lineAt(112, 'And some more of it on a second line.'),
    ];
    expect(kinds(lineAt(60, 'Results', { sizePt: 14 }), ...prose)[0]).toEqual(['heading', 'Results']);
    expect(
      kinds(lineAt(60, 'Results of', { sizePt: 14 }), lineAt(76, 'the second year', { sizePt: 14 }), ...prose)[0],
    ).toEqual(['heading', 'Results of the second year']);
    expect(kinds(lineAt(86, 'Results', { bold: true }), ...prose)[0]).toEqual(['heading', 'Results']);
    const large = Array.from({ length: 5 }, (_, i) =>
      lineAt(300 + 16 * i, 'Large print that goes on like prose', { sizePt: 14 }),
    );
    const small = Array.from({ length: 20 }, (_, i) =>
      lineAt(20 + 12 * i, 'small print of notes, more than all the rest of it'),
    );
    expect(blocksOf([...small, ...large]).map((block) => block.kind)).not.toContain('heading');
    expect(kinds(...small, lineAt(300, 'ends of a sentence above', { sizePt: 14 })).at(-1)?.[0]).toBe('text');
  });

  it('know a caption, over its lines, and not the head of the table that it names', () => {
    expect(
      kinds(
        lineAt(60, 'Table 2. Turnover of the firm'),
        lineAt(71, 'by year and country'),
        lineAt(82, 'Year\tTurnover'),
        lineAt(120, 'A paragraph that is about something else.'),
      ),
    ).toEqual([
      ['caption', 'Table 2. Turnover of the firm by year and country'],
      ['text', 'Year\tTurnover'],
      ['text', 'A paragraph that is about something else.'],
    ]);
    expect(kinds(lineAt(60, 'Figure 3 shows that turnover grew.'))[0]?.[0]).toBe('text');
    expect(kinds(lineAt(60, '图 3-1 系统结构'))[0]?.[0]).toBe('caption');
  });

  it('make a table of rows that follow each other, sub-headings between them too', () => {
    const table = [
      lineAt(60, 'Year\t2021\t2022'),
      lineAt(72, 'Europe'),
      lineAt(84, 'Turnover\t5\t6'),
      lineAt(96, 'Profit\t1\t2'),
    ];
    expect(kinds(...table)).toEqual([['table', 'Year\t2021\t2022\nEurope\nTurnover\t5\t6\nProfit\t1\t2']]);
    expect(kinds(lineAt(60, 'left\tright'), lineAt(72, 'Prose.'))[0]?.[0]).toBe('text');
  });
});

describe('the lines of a paragraph are joined', () => {
  it.each<[string, string[], string]>([
    ['with a blank', ['one', 'two'], 'one two'],
    ['over a hyphen', ['turn-', 'over'], 'turnover'],
    ['over a soft hyphen', ['turn\u00ad', 'over'], 'turnover'],
    ['keeping a hyphen before a capital', ['Anglo-', 'Saxon'], 'Anglo- Saxon'],
    ['keeping a dash after a number', ['1999-', '2003'], '1999- 2003'],
    ['without a blank in Chinese', ['营业收入增', '长。利润'], '营业收入增长。利润'],
    [
      'without a blank in Japanese, beside the long vowel mark too',
      ['データ', 'ベースのサーバ', 'ーである'],
      'データベースのサーバーである',
    ],
    ['with a blank between Chinese and Latin', ['收入', 'GDP'], '收入 GDP'],
    ['of none', [], ''],
  ])('%s', (_, lines, text) => {
    expect(joinProse(lines)).toBe(text);
  });
});
