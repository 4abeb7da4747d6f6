import { type PageBox, pageBox } from '../../evidence/boxes.js';

/** A PDF matrix [a b c d e f]: x' = a·x + c·y + e, y' = b·x + d·y + f (ISO 32000-1, 8.3.3). */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

export interface PageGeometry {
  /** The visible box (CropBox inside MediaBox) in default user space, y up. */
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
  /** /Rotate in quarter turns clockwise, 0 to 3. */
  readonly quarterTurns: number;
  /** Size of a user-space unit in 1/72 inch (ISO 32000-1, 7.7.3.3). */
  readonly userUnit: number;
}

/** Size of the visible page in page space (pt). */
export function pageSize(g: PageGeometry): { width: number; height: number } {
  const [w, h] = [(g.right - g.left) * g.userUnit, (g.top - g.bottom) * g.userUnit];
  return g.quarterTurns % 2 === 0 ? { width: w, height: h } : { width: h, height: w };
}

/** The matrix from default user space (y up) to page space (origin top left of the visible page, y down, pt). */
export function toPageSpace(g: PageGeometry): Matrix {
  const u = g.userUnit;
  switch (g.quarterTurns) {
    case 1:
      return [0, u, u, 0, -g.bottom * u, -g.left * u];
    case 2:
      return [-u, 0, 0, u, g.right * u, -g.bottom * u];
    case 3:
      return [0, -u, -u, 0, g.top * u, g.right * u];
    default:
      return [u, 0, 0, -u, -g.left * u, g.top * u];
  }
}

/** First `inner`, then `outer`. */
export function concat(inner: Matrix, outer: Matrix): Matrix {
  const [a, b, c, d, e, f] = inner;
  const [A, B, C, D, E, F] = outer;
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F];
}

/** The box around a rectangle of the matrix's source space; null where it lies beyond all numbers (hostile files). */
export function mapRect(m: Matrix, x0: number, y0: number, x1: number, y1: number): PageBox | null {
  const [a, b, c, d, e, f] = m;
  // Each corner's x is one of a·x + c·y: the extremes of a sum are the sums of the extremes.
  const left = Math.min(a * x0, a * x1) + Math.min(c * y0, c * y1) + e;
  const top = Math.min(b * x0, b * x1) + Math.min(d * y0, d * y1) + f;
  const right = Math.max(a * x0, a * x1) + Math.max(c * y0, c * y1) + e;
  const bottom = Math.max(b * x0, b * x1) + Math.max(d * y0, d * y1) + f;
  return Number.isFinite(left + top + right + bottom) ? pageBox(left, top, right, bottom) : null;
}

/** By how much a matrix stretches lengths at least and at most: its singular values. */
export function scalesOf([a, b, c, d]: Matrix): [least: number, most: number] {
  const half = (a * a + b * b + c * c + d * d) / 2;
  const determinant = Math.abs(a * d - b * c);
  const most = Math.sqrt(half + Math.sqrt(Math.max(0, half * half - determinant * determinant)));
  return [most === 0 ? 0 : determinant / most, most];
}

/** Direction of the source's x axis on the visible page, whole degrees clockwise, 0 to 359. */
export function directionDeg(m: Matrix): number {
  const degrees = Math.round((Math.atan2(m[1], m[0]) * 180) / Math.PI);
  return ((degrees % 360) + 360) % 360;
}
