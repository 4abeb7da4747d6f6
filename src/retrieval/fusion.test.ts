import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FUSION_K, fuse, queryCoverage, type RankedId } from './fusion.js';

const ranked = (...ids: number[]): RankedId[] => ids.map((id) => ({ id: `doc#${id}`, score: -id }));

describe('fuse', () => {
  test('k is 60', () => {
    expect(FUSION_K).toBe(60);
    expect(fuse([], ranked(7))[0]?.score).toBe(1 / 61);
  });

  test('a passage that both channels find beats one that only one finds', () => {
    expect(fuse(ranked(1, 2), ranked(3, 2)).map(({ id }) => id)).toEqual(['doc#2', 'doc#1', 'doc#3']);
  });

  test('each hit tells its rank and score in both channels', () => {
    const [hit] = fuse(
      [{ id: 'a#5', score: 2.5 }],
      [
        { id: 'a#9', score: 0.8 },
        { id: 'a#5', score: 0.7 },
      ],
    );
    expect(hit).toEqual({
      id: 'a#5',
      score: 1 / 61 + 1 / 62,
      bm25: { rank: 1, score: 2.5 },
      vector: { rank: 2, score: 0.7 },
    });
  });

  test('a channel that did not find a passage is null', () => {
    expect(fuse([], ranked(7))[0]).toMatchObject({ bm25: null, vector: { rank: 1, score: -7 } });
  });

  test('a keyword hit on half of the query does not outvote the first vector hit', () => {
    const half: RankedId = { id: 'doc#1', score: 3, coverage: 0.5 };
    expect(fuse([half], ranked(2, 3))[0]?.id).toBe('doc#2');
    // It did with a full vote: found by both channels, if late by one.
    expect(fuse([{ ...half, coverage: 1 }], ranked(2, 3, 1))[0]?.id).toBe('doc#1');
    expect(fuse([half], ranked(...Array.from({ length: 30 }, (_, i) => i + 2), 1))[0]?.id).toBe('doc#2');
  });

  test('a keyword hit on the whole query stays first where the vectors do not know it', () => {
    expect(fuse([{ id: 'doc#1', score: 3, coverage: 1 }], ranked(2, 3))[0]?.id).toBe('doc#1');
  });

  test('of equal scores the one that holds the words goes first', () => {
    expect(fuse(ranked(9), ranked(1)).map(({ id }) => id)).toEqual(['doc#9', 'doc#1']);
  });

  test('every passage of either list comes out once, the best first, and always in the same order', () => {
    const list = fc.uniqueArray(fc.nat(30)).map((ids) => ranked(...ids));
    fc.assert(
      fc.property(list, list, (bm25, vector) => {
        const hits = fuse(bm25, vector);
        expect(new Set(hits.map(({ id }) => id))).toEqual(new Set([...bm25, ...vector].map(({ id }) => id)));
        expect(new Set(hits.map(({ id }) => id)).size).toBe(hits.length);
        for (let i = 1; i < hits.length; i += 1) expect(hits[i]!.score).toBeLessThanOrEqual(hits[i - 1]!.score);
        expect(fuse(bm25, vector)).toEqual(hits);
      }),
    );
  });
});

describe('queryCoverage', () => {
  test('is the share of the query tokens that the passage holds', () => {
    expect(queryCoverage(['total', 'revenu', '2012'], new Set(['revenu', '2012', 'of']))).toBeCloseTo(2 / 3);
  });

  test('an empty query covers nothing', () => {
    expect(queryCoverage([], new Set(['a']))).toBe(0);
  });
});
