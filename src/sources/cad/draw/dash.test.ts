import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dashed, patternOf } from './dash.js';

const straight = (from: number, to: number) => [
  { at: [from, 0], along: from } as const,
  { at: [to, 0], along: to } as const,
];
const spans = (pieces: readonly (readonly (readonly [number, number])[])[]) =>
  pieces.map((piece) => [piece[0]?.[0], piece.at(-1)?.[0]]);

describe('the pattern of a line type', () => {
  it('takes drawn and left out by turns, in pixels, a dot as long as it is thick', () => {
    expect(patternOf([10, -5, 0, -5], 2, 3)).toEqual([20, 10, 3, 10]);
  });
  it('joins what follows in kind, and begins with nothing where a gap comes first', () => {
    expect(patternOf([4, 6, -5], 1, 1)).toEqual([10, 5]);
    expect(patternOf([-5, 10], 1, 1)).toEqual([0, 5, 10, 0]);
  });
  it('is a whole line without gaps, too fine to be seen, or where its lengths are no numbers', () => {
    expect(patternOf([], 1, 1)).toBeNull();
    expect(patternOf([10], 1, 1)).toBeNull();
    expect(patternOf([10, -5], 0.01, 1)).toBeNull();
    expect(patternOf([Number.NaN, -5], 1, 1)).toBeNull();
    expect(patternOf([1e300, -1e300], 1e300, 1)).toBeNull();
  });
});

describe('a dashed line', () => {
  it('is drawn where the pattern says, from where the whole line begins', () => {
    expect(spans(dashed(straight(0, 32), [10, 5]))).toEqual([
      [0, 10],
      [15, 25],
      [30, 32],
    ]);
    expect(spans(dashed(straight(7, 32), [10, 5]))).toEqual([
      [7, 10],
      [15, 25],
      [30, 32],
    ]);
    expect(spans(dashed(straight(12, 20), [10, 5]))).toEqual([[15, 20]]);
  });

  it('looks the same in every tile: a part of it has the dashes of the whole', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 1, max: 100 }), (start, length) => {
        const inked = (pieces: ReturnType<typeof dashed>, x: number) =>
          spans(pieces).some(([from, to]) => (from as number) < x && x < (to as number));
        const whole = dashed(straight(0, 300), [7, 3, 1, 3]);
        const part = dashed(straight(start, start + length), [7, 3, 1, 3]);
        for (let x = start + 0.5; x < start + length; x++) expect(inked(part, x)).toBe(inked(whole, x));
      }),
    );
  });
});
