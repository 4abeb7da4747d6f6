import type { Bitmap } from '../bitmap.js';

/** How deep the dark edge of a scan reaches at most, as a share of the sheet's side. */
const MAX_DEPTH = 0.08;
/** Share of an edge that is dark. A drawing that runs off the sheet has paper between its lines. */
const MIN_DARK = 0.6;
/** What reaches this much deeper than the edge beside it is something else, which touches the edge. */
const DEEPER = 1.5;

export type Edge = 'top' | 'bottom' | 'left' | 'right';

/**
 * Takes the dark edges of a scan, and what frames it right on its edge, out of a bitmap.
 * @returns what is left, and which edges were dark with their depth in px
 */
export function withoutDarkEdges(bitmap: Bitmap): { bitmap: Bitmap; edges: { edge: Edge; depth: number }[] } {
  const cleaned = { ...bitmap, ink: bitmap.ink.slice() };
  const edges: { edge: Edge; depth: number }[] = [];
  for (const edge of ['top', 'bottom', 'left', 'right'] as const) {
    const depth = clear(bitmap, cleaned, edge);
    if (depth > 0) edges.push({ edge, depth });
  }
  return { bitmap: cleaned, edges };
}

function clear({ width, height, ink }: Bitmap, cleaned: Bitmap, edge: Edge): number {
  const standing = edge === 'left' || edge === 'right';
  const [length, side] = standing ? [height, width] : [width, height];
  const fromEnd = edge === 'bottom' || edge === 'right';
  const pixel = (along: number, depth: number): number => {
    const at = fromEnd ? side - 1 - depth : depth;
    return standing ? along * width + at : at * width + along;
  };
  const limit = Math.floor(MAX_DEPTH * side);
  const depths = Array.from({ length }, (_, along) => {
    let depth = 0;
    while (depth < side && ink[pixel(along, depth)]) depth++;
    return depth;
  });
  const dark = depths.filter((depth) => depth > 0).sort((a, b) => a - b);
  const usual = dark[Math.floor(dark.length / 2)] ?? 0;
  if (dark.length < MIN_DARK * length || usual > limit) return 0;
  // A wedge, where the sheet lay askew, grows slowly: it is followed from its neighbours on.
  let [last, deepest] = [usual, 0];
  depths.forEach((depth, along) => {
    const taken = depth <= DEEPER * Math.max(last, 2) ? Math.min(depth, limit) : last;
    if (depth > 0) last = taken;
    deepest = Math.max(deepest, Math.min(taken, depth));
    for (let at = 0; at < Math.min(taken, depth); at++) cleaned.ink[pixel(along, at)] = 0;
  });
  return deepest;
}
