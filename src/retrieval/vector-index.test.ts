import { describe, expect, it } from 'vitest';
import { packVectors, VectorIndex } from './vector-index.js';

const DIMENSIONS = 48;
let seed = 7;
/** Deterministic, so that a failure can be seen again. */
const random = (): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
  return seed / 2 ** 31 - 0.5;
};
const unit = (values: readonly number[]): Float32Array => {
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
};
const randomUnit = (): Float32Array => unit(Array.from({ length: DIMENSIONS }, random));
const dot = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, i) => sum + value * (b[i] as number), 0);

describe('the vector index', () => {
  const vectors = Array.from({ length: 600 }, randomUnit);
  const index = new VectorIndex(
    [
      { document: 'a', rows: packVectors(vectors.slice(0, 250), DIMENSIONS) },
      { document: 'none', rows: new Int8Array(0) },
      { document: 'b', rows: packVectors(vectors.slice(250), DIMENSIONS) },
    ],
    DIMENSIONS,
  );

  it('ranks as exact cosine does: nine of its first ten are the true ten, and scores are within a hundredth', () => {
    let common = 0;
    const queries = Array.from({ length: 30 }, randomUnit);
    for (const query of queries) {
      const exact = vectors
        .map((vector, row) => ({ row, score: dot(vector, query) }))
        .sort((x, y) => y.score - x.score);
      const hits = index.search(query, null, 10);
      const rows = hits.map(({ document, ordinal }) => (document === 'a' ? ordinal : 250 + ordinal));
      common += rows.filter((row) => exact.slice(0, 10).some((best) => best.row === row)).length;
      for (const [i, { score }] of hits.entries()) {
        expect(Math.abs(score - dot(vectors[rows[i] as number] as Float32Array, query))).toBeLessThan(0.01);
      }
    }
    expect(common / queries.length).toBeGreaterThan(9);
  });

  it('finds a passage by its own vector, in its own document only where asked', () => {
    expect(index.search(vectors[300] as Float32Array, null, 1)).toMatchObject([{ document: 'b', ordinal: 50 }]);
    expect(index.search(vectors[300] as Float32Array, 'a', 5).every(({ document }) => document === 'a')).toBe(true);
    expect(index.search(vectors[0] as Float32Array, 'a', 5)).toHaveLength(5);
    expect(index.search(vectors[0] as Float32Array, 'none', 5)).toEqual([]);
    expect(index.search(vectors[0] as Float32Array, 'unknown', 5)).toEqual([]);
  });

  it('gives each hit once and no more than there are, the best first', () => {
    const hits = index.search(vectors[1] as Float32Array, null, 10_000);
    expect(hits).toHaveLength(600);
    expect(new Set(hits.map(({ document, ordinal }) => `${document}#${ordinal}`)).size).toBe(600);
    expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).sort((x, y) => y - x));
  });

  it('finds nothing near what has no direction', () => {
    expect(index.search(new Float32Array(DIMENSIONS), null, 5)).toEqual([]);
    const mixed = new VectorIndex(
      [{ document: 'z', rows: packVectors([new Float32Array(DIMENSIONS), vectors[2] as Float32Array], DIMENSIONS) }],
      DIMENSIONS,
    );
    expect(mixed.search(vectors[2] as Float32Array, null, 5)).toEqual([{ document: 'z', ordinal: 1, score: 1 }]);
    expect(new VectorIndex([], DIMENSIONS).search(vectors[0] as Float32Array, null, 5)).toEqual([]);
  });
});
