import { describe, expect, it } from 'vitest';
import { inReadingOrder } from './line-order.js';
import type { Line } from './pieces.js';

/** A line of pieces as they stand from the left, each glyph 10 pt wide and directly behind the one before. */
function line(...pieces: string[]): Line {
  let at = 0;
  return pieces.map((text) => {
    const placed = [...text].map((character) => {
      at += 10;
      const texts = [character, character, character] as const;
      return { glyph: { index: 0, texts, origin: [at - 10, 0], width: 10, refused: false }, from: at - 10, to: at };
    });
    return { run: { sizePt: 10 }, placed, from: at - 10 * placed.length, to: at, v: 0, refused: false };
  }) as unknown as Line;
}
const read = (of: Line): string =>
  inReadingOrder(of, 0)
    .map(({ place }) => place.glyph.texts[0])
    .join('');

describe('the order in which a line is read', () => {
  it('is from the left for Latin letters', () => {
    expect(read(line('It was ', '72%'))).toBe('It was 72%');
  });

  it('is from the right for Hebrew, with its figures from the left', () => {
    expect(read(line('\u05d3 ', '1,234', ' \u05d1\u05d0'))).toBe('\u05d0\u05d1 1,234 \u05d3');
  });

  it('keeps signs behind their letter, whichever is painted first', () => {
    const signs = line('\u05d1', '\u05d0');
    const sign = { ...(signs[0] as Line[0]).placed[0], glyph: { texts: ['\u05b8', '\u05b8', '\u05b8'] } };
    const [first, second] = signs as [Line[0], Line[0]];
    const before = [{ ...first, placed: [sign, ...first.placed] }, second] as Line;
    const after = [{ ...first, placed: [...first.placed, sign] }, second] as Line;
    expect([read(before), read(after)]).toEqual(['\u05d0\u05d1\u05b8', '\u05d0\u05d1\u05b8']);
  });

  it('measures the gap between what is read one after the other, not across a number', () => {
    const gaps = inReadingOrder(line('\u05d3', '12', '\u05d0'), 0).map(({ gapPt }) => gapPt);
    expect(gaps).toEqual([0, 0, 0, 0]);
  });
});
