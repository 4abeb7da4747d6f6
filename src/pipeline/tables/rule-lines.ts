import type { Ruling } from './rulings.js';

/** Horizontal rulings at one height: one rule, or pieces with room between columns. */
export interface RuleLine {
  readonly y: number;
  readonly pieces: readonly { readonly from: number; readonly to: number }[];
}

/** Pieces of one rule lie within this of one height, font sizes. */
const SAME_HEIGHT_EM = 0.15;

export function ruleLinesOf(rulings: readonly Ruling[], em: number): RuleLine[] {
  const sorted = rulings.filter((r) => r.axis === 'h').sort((a, b) => a.at - b.at);
  const lines: { y: number; pieces: { from: number; to: number }[] }[] = [];
  for (const ruling of sorted) {
    const last = lines.at(-1);
    const piece = { from: ruling.from, to: ruling.to };
    if (last && ruling.at - last.y <= SAME_HEIGHT_EM * em) last.pieces.push(piece);
    else lines.push({ y: ruling.at, pieces: [piece] });
  }
  for (const line of lines) line.pieces.sort((a, b) => a.from - b.from);
  return lines;
}

/** A rule from side to side may stop this short of the text at either side, font sizes. */
const SIDE_EM = 2;
/** And has gaps of at most the remaining share. */
const FULL_SHARE = 0.7;
/** A rule much wider than the table belongs to the page. */
const MAX_OVERHANG = 1.5;

/** Whether the rule runs under or over all of x0 to x1, gaps between columns aside. */
export function isFull(rule: RuleLine, x0: number, x1: number, em: number): boolean {
  const inside = rule.pieces.filter((piece) => piece.to > x0 && piece.from < x1);
  const [first, last] = [inside[0], inside.at(-1)];
  if (!first || !last) return false;
  if (first.from > x0 + SIDE_EM * em || last.to < x1 - SIDE_EM * em) return false;
  if (last.to - first.from > MAX_OVERHANG * (x1 - x0)) return false;
  const covered = inside.reduce((sum, piece) => sum + Math.min(piece.to, x1) - Math.max(piece.from, x0), 0);
  return covered >= FULL_SHARE * (x1 - x0);
}
