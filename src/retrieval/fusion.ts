/** The constant of reciprocal rank fusion, as its authors set it. */
export const FUSION_K = 60;

/** A passage in one channel's ranking; the place in the list is its rank. */
export interface RankedId {
  id: string;
  /** The channel's own score, carried along for the report; fusion looks at ranks only. */
  score: number;
  /** Keyword channel only: which share of the query's tokens the passage holds, see {@link queryCoverage}. */
  coverage?: number;
}

/** Where a passage stands in one channel, 1-based. */
interface ChannelRank {
  rank: number;
  score: number;
}

export interface FusedHit {
  id: string;
  score: number;
  bm25: ChannelRank | null;
  vector: ChannelRank | null;
}

/**
 * Reciprocal rank fusion of the keyword and the vector ranking: each adds `1 / (k + rank)`, and a keyword hit only in
 * proportion to the cube of its coverage.
 *
 * Plain fusion was measured to be worse than the vectors alone: where a question is put in other words or in another
 * language, BM25 still fills its list with passages that share one common word, and these outvote the right one. A
 * passage that holds all of the query's words keeps its full vote, one that holds half of them an eighth.
 */
export function fuse(bm25: readonly RankedId[], vector: readonly RankedId[], k = FUSION_K): FusedHit[] {
  const hits = new Map<string, FusedHit>();
  const hitOf = (id: string): FusedHit => {
    const known = hits.get(id);
    if (known) return known;
    const hit: FusedHit = { id, score: 0, bm25: null, vector: null };
    hits.set(id, hit);
    return hit;
  };
  bm25.forEach(({ id, score, coverage = 1 }, index) => {
    const hit = hitOf(id);
    hit.bm25 = { rank: index + 1, score };
    hit.score += coverage ** COVERAGE_POWER / (k + index + 1);
  });
  vector.forEach(({ id, score }, index) => {
    const hit = hitOf(id);
    hit.vector = { rank: index + 1, score };
    hit.score += 1 / (k + index + 1);
  });
  // Of equal scores one that holds the words goes first: to a vector there is always a nearest. The rest keep a fixed
  // order, so that a search answers the same way each time.
  const byWords = (hit: FusedHit): number => (hit.bm25 ? 1 : 0);
  return [...hits.values()].sort((a, b) => b.score - a.score || byWords(b) - byWords(a) || (a.id < b.id ? -1 : 1));
}

/** Share of a query's tokens that a passage holds, 0 to 1; both as `segment.ts` makes them. */
export function queryCoverage(query: readonly string[], passage: ReadonlySet<string>): number {
  if (query.length === 0) return 0;
  return query.filter((token) => passage.has(token)).length / query.length;
}

/** Powers 1 to 3 and gates at 0.3 and 0.5 were tried on the tune split; the cube needs no gate beside it. */
const COVERAGE_POWER = 3;
