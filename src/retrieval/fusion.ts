/** Constant of reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009). */
export const FUSION_K = 60;

export interface RankedId {
  readonly id: string;
  readonly score: number;
}

export interface FusedId {
  readonly id: string;
  readonly score: number;
  readonly bm25: { readonly rank: number; readonly score: number } | null;
  readonly vector: { readonly rank: number; readonly score: number } | null;
}

export function fuse(bm25: readonly RankedId[], vector: readonly RankedId[], k = FUSION_K): FusedId[] {
  const fused = new Map<string, { bm25: FusedId['bm25']; vector: FusedId['vector'] }>();
  bm25.forEach(({ id, score }, i) => fused.set(id, { bm25: { rank: i + 1, score }, vector: null }));
  vector.forEach(({ id, score }, i) => fused.set(id, { bm25: fused.get(id)?.bm25 ?? null, vector: { rank: i + 1, score } }));
  return [...fused]
    .map(([id, channels]) => ({
      id,
      ...channels,
      score: (channels.bm25 ? 1 / (k + channels.bm25.rank) : 0) + (channels.vector ? 1 / (k + channels.vector.rank) : 0),
    }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}
