import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layersOf } from './layers.js';
import type { Line, Piece } from './pieces.js';

/** The rule as it reads, which looks at all pieces of a layer every time. */
function layersByRule(line: Line): Line[] {
  const layers: Line[] = [];
  for (const piece of [...line].sort((a, b) => Number(a.refused) - Number(b.refused) || a.from - b.from)) {
    const slack = 0.3 * piece.run.sizePt;
    const away = (other: Piece): number => Math.max(piece.from - other.to, other.from - piece.to);
    const free = layers.find((layer) => {
      const isBehind = layer.every(({ to }) => piece.from >= to - slack);
      if (!isBehind && layer.some((other) => piece.from < other.to - slack && piece.to > other.from + slack))
        return false;
      const beside = isBehind ? layer.slice(-1) : layer;
      const nearest = beside.reduce((best, other) => (away(other) < away(best) ? other : best));
      return Math.abs(nearest.v - piece.v) <= 0.5 * Math.max(nearest.run.sizePt, piece.run.sizePt);
    });
    if (free) free.push(piece);
    else layers.push([piece]);
  }
  return layers;
}

/** Quarters of a point, so that sums are exact and ties happen. */
const quarters = (max: number) => fc.integer({ min: 0, max: 4 * max }).map((n) => n / 4);
const piece = fc
  .record({
    from: quarters(60),
    width: quarters(12),
    v: quarters(8),
    sizePt: fc.constantFrom(4, 10, 20),
    refused: fc.boolean(),
  })
  .map(
    ({ from, width, v, sizePt, refused }): Piece => ({
      run: { sizePt, rotationDeg: 0, vertical: false, glyphs: [] },
      placed: [],
      from,
      to: from + width,
      v,
      refused,
    }),
  );

describe('layers of a line', () => {
  it('are what the rule makes of it, however seen and refused text lie over each other', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (line) => {
        expect(layersOf(line)).toEqual(layersByRule(line));
      }),
      { numRuns: 500 },
    );
  });

  it('of seen text with refused text in every gap are one', () => {
    const words = Array.from(
      { length: 20_000 },
      (_, i): Piece => ({
        run: { sizePt: 10, rotationDeg: 0, vertical: false, glyphs: [] },
        placed: [],
        from: 10 * i,
        to: 10 * i + 9,
        v: 0,
        refused: i % 2 === 1,
      }),
    );
    expect(layersOf(words).map((layer) => layer.length)).toEqual([20_000]);
  });
});
