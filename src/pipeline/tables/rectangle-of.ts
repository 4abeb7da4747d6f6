import type { Subpath } from '../layout/subpaths.js';

/** The corners of an axis-parallel rectangle, or null for any other shape. */
export function rectangleOf(subpath: Subpath): [x0: number, y0: number, x1: number, y1: number] | null {
  if (subpath.controls.length > 0 || subpath.points.length < 4 || subpath.points.length > 6) return null;
  const xs = subpath.points.map((p) => p[0]);
  const ys = subpath.points.map((p) => p[1]);
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const onCorner = subpath.points.every(
    ([x, y]) => Math.min(x - x0, x1 - x) <= CORNER_TOLERANCE_PT && Math.min(y - y0, y1 - y) <= CORNER_TOLERANCE_PT,
  );
  const corners = new Set(subpath.points.map(([x, y]) => `${x - x0 > x1 - x}${y - y0 > y1 - y}`));
  const thin = Math.min(x1 - x0, y1 - y0) <= 2 * CORNER_TOLERANCE_PT;
  return onCorner && (corners.size === 4 || thin) ? [x0, y0, x1, y1] : null;
}

/** Producers round corners of one rectangle differently. */
const CORNER_TOLERANCE_PT = 0.3;
