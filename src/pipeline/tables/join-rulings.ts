import type { Ruling } from './rulings.js';

/** Lines whose distance across is within this are one line, pt for a font of 10 pt. */
const SAME_LINE_EM = 0.12;
/** Dots, dashes and producers' breaks at crossings leave gaps of this at most. */
const JOIN_GAP_EM = 0.35;
/** Lines that remain after joining; those of drawings are thrown away from the shortest. */
const MAX_JOINED_RULINGS = 4_000;

/**
 * Joins pieces of one line: collinear within a hair, overlapping or parted by no more than the gap of a dotted line.
 * Longest first where there are too many.
 */
export function joinRulings(rulings: readonly Ruling[], emPt: number): Ruling[] {
  const joined = [...joinAxis(rulings, 'h', emPt), ...joinAxis(rulings, 'v', emPt)];
  const long = joined.filter((r) => r.to - r.from >= SHORTEST_EM * emPt);
  if (long.length <= MAX_JOINED_RULINGS) return long;
  return long.sort((a, b) => b.to - b.from - (a.to - a.from)).slice(0, MAX_JOINED_RULINGS);
}

/** A cell is no smaller than this, so neither is a line between cells. */
const SHORTEST_EM = 0.4;

function joinAxis(rulings: readonly Ruling[], axis: 'h' | 'v', emPt: number): Ruling[] {
  const sorted = rulings.filter((r) => r.axis === axis).sort((a, b) => a.at - b.at);
  const joined: Ruling[] = [];
  for (let i = 0; i < sorted.length; ) {
    const first = sorted[i] as Ruling;
    let end = i + 1;
    // Compared with the first of the bundle, so that a staircase of near neighbours can't grow into one line.
    while (end < sorted.length && (sorted[end] as Ruling).at - first.at <= SAME_LINE_EM * emPt) end++;
    joined.push(...joinBundle(sorted.slice(i, end), axis, emPt));
    i = end;
  }
  return joined;
}

function joinBundle(bundle: Ruling[], axis: 'h' | 'v', emPt: number): Ruling[] {
  bundle.sort((a, b) => a.from - b.from);
  const joined: Ruling[] = [];
  let [from, to, weighted, length] = [0, Number.NEGATIVE_INFINITY, 0, 0];
  const finish = () => {
    if (length > 0) joined.push({ axis, at: weighted / length, from, to });
  };
  for (const piece of bundle) {
    if (piece.from > to + JOIN_GAP_EM * emPt) {
      finish();
      [from, to, weighted, length] = [piece.from, piece.to, 0, 0];
    }
    to = Math.max(to, piece.to);
    const weight = piece.to - piece.from;
    weighted += piece.at * weight;
    length += weight;
  }
  finish();
  return joined;
}
