import { type PageBox, pageBox } from '../../../evidence/boxes.js';
import type { Matrix } from '../page-space.js';
import { round2 } from './numbers.js';

/** A box that is being computed: plain numbers in page space, x0 ≤ x1 and y0 ≤ y1; empty where x0 > x1. */
export type Rect = [x0: number, y0: number, x1: number, y1: number];

/** What images are painted into (ISO 32000-1, 8.9.3). */
export const UNIT_SQUARE: Readonly<Rect> = [0, 0, 1, 1];

export const emptyRect = (): Rect => [Infinity, Infinity, -Infinity, -Infinity];
export const isEmpty = (r: Rect): boolean => r[0] > r[2] || r[1] > r[3];

export function addPoint(r: Rect, x: number, y: number): void {
  if (x < r[0]) r[0] = x;
  if (x > r[2]) r[2] = x;
  if (y < r[1]) r[1] = y;
  if (y > r[3]) r[3] = y;
}

export function addRect(r: Rect, other: Rect): void {
  if (isEmpty(other)) return;
  addPoint(r, other[0], other[1]);
  addPoint(r, other[2], other[3]);
}

export const grownBy = ([x0, y0, x1, y1]: Rect, by: number): Rect => [x0 - by, y0 - by, x1 + by, y1 + by];

/** The common part; of boxes that do not meet, a box without area at the place where they come nearest. */
export function meet(a: Rect | null, b: Rect): Rect {
  if (a === null) return b;
  const [x0, y0] = [Math.max(a[0], b[0]), Math.max(a[1], b[1])];
  const [x1, y1] = [Math.min(a[2], b[2]), Math.min(a[3], b[3])];
  return [Math.min(x0, x1), Math.min(y0, y1), x1, y1];
}

/** `inner` lies inside `outer`, give or take a tenth of what a coordinate is rounded to. */
export function inside(outer: Rect, inner: Rect): boolean {
  return (
    inner[0] >= outer[0] - 0.001 &&
    inner[1] >= outer[1] - 0.001 &&
    inner[2] <= outer[2] + 0.001 &&
    inner[3] <= outer[3] + 0.001
  );
}

/** The box around a rectangle of the matrix's source space. */
export function mapped(m: Matrix, [x0, y0, x1, y1]: Readonly<Rect>): Rect {
  const r = emptyRect();
  for (const x of [x0, x1])
    for (const y of [y0, y1]) addPoint(r, m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]);
  return r;
}

export function toPageBox(r: Rect): PageBox {
  const [x0, y0, x1, y1] = r.map((v) => (Number.isFinite(v) ? round2(Math.max(-1e7, Math.min(1e7, v))) : 0)) as Rect;
  return pageBox(x0, y0, x1, y1);
}
