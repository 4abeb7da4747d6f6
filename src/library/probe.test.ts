import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparable, occurrences } from './probe.js';

const found = (lines: readonly string[], probe: string) => occurrences(comparable(lines), probe);

describe('a probe is found', () => {
  it.each<[string, string[], string]>([
    ['as it stands', ['Turnover grew by 12%'], 'Turnover grew'],
    ['in another case', ['TURNOVER GREW'], 'turnover grew'],
    ['with ligatures on the page', ['the eﬃcient ﬁgure'], 'efficient figure'],
    ['with ligatures in the probe', ['the efficient figure'], 'eﬃcient ﬁgure'],
    ['in full-width letters', ['ＧＤＰ　２０２３'], 'GDP 2023'],
    ['over a soft hyphen', ['turn\u00adover'], 'turnover'],
    ['over a soft hyphen at a line end', ['the turn\u00ad', 'over grew'], 'turnover grew'],
    ['over a hyphen at a line end', ['the turn-', 'over grew'], 'the turnover'],
    ['over a typographic hyphen at a line end', ['the turn\u2010', 'over grew'], 'the turnover'],
    ['with a hyphen of its own that stands at the line end', ['a well-', 'known matter'], 'well-known matter'],
    ['over a line end', ['grew by', 'twelve percent'], 'by twelve'],
    ['over a line end in Chinese', ['营业收入增', '长百分之十'], '收入增长'],
    ['over blanks in Chinese', ['营 业 收 入'], '营业收入'],
    ['over blanks between Chinese and figures', ['2023 年增长 12 个百分点'], '2023年增长12个'],
    ['without the blanks between Chinese and figures', ['2023年增长12个百分点'], '2023 年增长 12 个'],
    ['over blanks beside the long vowel mark', ['デ ー タ ベ ー ス'], 'データベース'],
    ['inside of a Chinese word', ['主营业务收入'], '业务'],
    ['with runs of blanks', ['a   b\t c'], 'a b c'],
    ['with a newline in the probe', ['grew by', 'twelve'], 'grew\nby'],
    ['with typographic quotes', ['the “best” of firms’ results'], `"best" of firms' results`],
    ['with an en dash', ['1999–2003'], '1999-2003'],
    ['as a whole number', ['grew 12 % to 112'], '12'],
    ['before a full stop', ['it was 12.'], '12'],
    ['before a comma', ['12, 13 and 14'], '12'],
    ['with a decimal', ['3.5 of them'], '3.5'],
  ])('%s', (_, lines, probe) => {
    expect(found(lines, probe)).toHaveLength(1);
  });
});

describe('a probe is not found', () => {
  it.each<[string, string, string]>([
    ['inside of a longer number', '112', '12'],
    ['at the start of a longer number', '125', '12'],
    ['as the whole part of a decimal', '12.5', '12'],
    ['as the decimals', '5.12', '12'],
    ['as the thousands of a number', '12,500', '12'],
    ['inside of a word', 'a table', 'able'],
    ['at the start of a word', 'tables', 'table'],
    ['where it is empty', 'anything', ''],
    ['where it is blank', 'anything', ' \u00ad '],
  ])('%s', (_, text, probe) => {
    expect(found([text], probe)).toEqual([]);
  });
});

it('an occurrence names its first and last line', () => {
  expect(found(['one two', 'three', '', 'four five'], 'two three four')).toEqual([[0, 3]]);
  expect(found(['end of', 'turn\u00ad', 'over'], 'turnover')).toEqual([[1, 2]]);
});

const word = fc.stringMatching(/^[a-zà-ÿ]{1,8}$/);
const lineText = fc.oneof(
  fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' ')),
  fc.stringMatching(/^[一-十丁-丌ぁ-おアーソ]{1,8}$/),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);

it('any run of whole lines is found where it stands (property)', () => {
  const place = fc
    .array(lineText, { minLength: 1, maxLength: 6 })
    .chain((lines) =>
      fc.record({ lines: fc.constant(lines), from: fc.nat(lines.length - 1), length: fc.integer({ min: 1, max: 3 }) }),
    );
  fc.assert(
    fc.property(place, ({ lines, from, length }) => {
      const probe = lines.slice(from, from + length).join('\n');
      // A line's edge may lie inside of a number or word that goes on in the next one; then the probe is a part of it.
      fc.pre(/[a-z一-十]/.test(probe) && /^[a-zà-ÿ 一-十丁-丌ぁ-おアーソ\n]*$/.test(lines.join('\n')));
      expect(found(lines, probe).length).toBeGreaterThan(0);
    }),
    { numRuns: 400 },
  );
});

it('every unit of comparable text knows its line (property)', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 8 }), (lines) => {
      const { text, lineOf } = comparable(lines);
      expect(lineOf.length).toBe(text.length);
      expect([...lineOf]).toEqual([...lineOf].sort((a, b) => a - b));
    }),
  );
});
