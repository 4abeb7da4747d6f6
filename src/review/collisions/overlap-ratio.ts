import type { WorldBox } from '../../sources/cad/drawing.js';

/**
 * Coordinates that differ by less than this part of themselves are one: a double holds 16 digits, and what a block's
 * transformation or an arc's ends lose of them is about four. At 10,000,000 mm it is 0.1 µm.
 */
const SAME_COORDINATE = 1e-11;

/** What counts as no distance between two things at such places, in layout units. */
export const toleranceAt = (...boxes: readonly WorldBox[]): number =>
  Math.max(...boxes.map((box) => Math.max(-box[0], box[2], -box[1], box[3]))) * SAME_COORDINATE;

/**
 * How far two boxes that meet lie on each other, 0 to 1: the product over both axes of the overlap's length over the shorter
 * box's. An axis along which one of them has no length counts 1, so a line across a box is as good as one inside it.
 */
export function overlapRatio(a: WorldBox, b: WorldBox): number {
  const none = toleranceAt(a, b);
  return along(a[0], a[2], b[0], b[2], none) * along(a[1], a[3], b[1], b[3], none);
}

function along(a0: number, a1: number, b0: number, b1: number, none: number): number {
  const shorter = Math.min(a1 - a0, b1 - b0);
  return shorter <= none ? 1 : Math.max(Math.min(a1, b1) - Math.max(a0, b0), 0) / shorter;
}
