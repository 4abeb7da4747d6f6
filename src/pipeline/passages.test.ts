import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block } from '../sources/source.js';
import { chapterPassages } from './chapter-passages.js';
import { HeadingPath, packPieces, sentencesOf, wordCount } from './passages.js';

/** As in passages.ts: a passage is never longer. */
const MAX_WORDS = 130;
const wordsOf = (text: string): string[] =>
  text.match(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu,
  ) ?? [];

const word = fc.oneof(
  { weight: 8, arbitrary: fc.stringMatching(/^[a-zA-Zé]{1,9}$/) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '3.5',
      '1,178',
      'e.g.',
      'end.',
      'What?',
      '...',
      '.5',
      '(see',
      '"quoted."',
      'x_y-z',
      '№',
      '!',
    ),
  },
  { weight: 3, arbitrary: fc.stringMatching(/^[一-鿋あ-ん。，]{1,30}$/) },
);
const prose = fc.array(word, { minLength: 1, maxLength: 700 }).map((words) => words.join(' '));

describe('long text is cut into pieces', () => {
  it('that lose no word, are not empty and are not too long (property)', () => {
    fc.assert(
      fc.property(prose, (text) => {
        const pieces = sentencesOf(text);
        expect(pieces.flatMap(wordsOf)).toEqual(wordsOf(text));
        for (const piece of pieces) {
          expect(piece.trim()).not.toBe('');
          expect(wordCount(piece)).toBeLessThanOrEqual(MAX_WORDS);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('at the ends of sentences, not inside of numbers and abbreviations', () => {
    const sentence = 'The ratio was 3.5, e.g., in the year before, and the sum was 1.178,25 in all of them together.';
    const pieces = sentencesOf(Array(12).fill(sentence).join(' '));
    expect(pieces.length).toBeGreaterThan(1);
    for (const piece of pieces) expect(piece.startsWith('The ratio') && piece.endsWith('together.')).toBe(true);
  });

  it.each(['a', '中', 'a.', 'a. ', '。', '. ', ' ', '한', 'a\u0301'])(
    'of a bounded length, whatever stands there without end: %j',
    (unit) => {
      const text = `a${unit.repeat(1_000_000 / unit.length)}b`;
      const pieces = sentencesOf(text);
      expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(100 * MAX_WORDS);
      expect(pieces.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
    },
  );

  it('under headings that are cut, so that a book in one heading is not kept once a passage', () => {
    const path = new HeadingPath();
    path.enter(1, 'x'.repeat(1_000_000));
    expect(path.current[0]).toHaveLength(300);
  });

  it('at Chinese full stops', () => {
    const pieces = sentencesOf('营业收入比上年增长了百分之十二。'.repeat(40));
    expect(pieces.length).toBeGreaterThan(2);
    for (const piece of pieces) expect(piece.endsWith('。')).toBe(true);
  });

  it('leaving a word that can not be broken whole', () => {
    const long = 'x'.repeat(5_000);
    expect(sentencesOf(`${long} ${'word '.repeat(200)}`)[0]).toContain(long);
  });

  it('packed in order, none left out (property)', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 130 })), (lengths) => {
        const groups = packPieces(lengths, (length) => length);
        expect(groups.flat()).toEqual(lengths);
        for (const group of groups)
          expect(group.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(MAX_WORDS);
      }),
    );
  });
});

describe('passages of a chapter', () => {
  const block = (kind: Block['kind'], text: string, level: number | null = null): Block => ({
    kind,
    text,
    level,
    element: null,
    pageLabel: null,
    href: kind === 'image' ? 'OEBPS/a.png' : null,
  });
  const anyBlock = fc
    .record({ kind: fc.constantFrom<Block['kind']>('heading', 'text', 'caption', 'table', 'image'), text: prose })
    .map(({ kind, text }) =>
      block(
        kind,
        kind === 'table' ? text.replace(/ /g, (_, at: number) => (at % 7 === 0 ? '\n' : '\t')) : text,
        kind === 'heading' ? 2 : null,
      ),
    );

  it('lose no word of any kind of block, are never empty and never too long (property)', () => {
    fc.assert(
      fc.property(fc.array(anyBlock, { minLength: 1, maxLength: 6 }), (blocks) => {
        const passages = chapterPassages([{ href: 'c', title: null, blocks }]);
        const letters = (texts: readonly string[]) =>
          texts.flatMap(wordsOf).filter((text) => /[\p{L}\p{N}]/u.test(text));
        expect(letters(passages.map((passage) => passage.text))).toEqual(letters(blocks.map(({ text }) => text)));
        for (const { text } of passages) {
          expect(text).toMatch(/[\p{L}\p{N}]/u);
          expect(wordCount(text)).toBeLessThanOrEqual(MAX_WORDS);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('know the headings above them, each once', () => {
    const passages = chapterPassages([
      {
        href: 'c',
        title: 'Ponds',
        blocks: [
          block('heading', 'Ponds', 1),
          block('heading', 'Newts', 2),
          block('text', 'First.'),
          block('caption', 'Figure 1: a newt'),
          block('heading', 'Frogs', 2),
          block('table', 'a\t1\nb\t2'),
        ],
      },
    ]);
    expect(passages.map(({ kind, headings }) => [kind, headings.join(' > ')])).toEqual([
      ['text', ''],
      ['text', 'Ponds'],
      ['caption', 'Ponds > Newts'],
      ['text', 'Ponds'],
      ['table', 'Ponds > Frogs'],
    ]);
  });
});

it('a heading ends those of its own rank and below', () => {
  const path = new HeadingPath();
  for (const [rank, text] of [
    [1, 'A'],
    [2, 'B'],
    [3, 'C'],
    [2, 'D'],
  ] as const)
    path.enter(rank, text);
  expect(path.current).toEqual(['A', 'D']);
});
