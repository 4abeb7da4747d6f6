import type { PageBox } from '../../evidence/boxes.js';
import type { PageObject } from './page-objects.js';
import { concat, type Matrix, mapRect } from './page-space.js';
import type { Pdfium } from './pdfium.js';

/** FPDF_SEGMENT_BEZIERTO and _MOVETO of fpdfview.h. */
const BEZIER = 1;
const MOVE = 2;
/** A rectangle has four corners; many producers repeat the first, and close the path on top of that. */
const MIN_POINTS = 4;
const MAX_POINTS = 6;
/** A panel under text has tens of points; maps have more, and are not worth the walk for every label. */
const MAX_POLYGON_POINTS = 1_000;
/** A text's box is larger than its glyphs, and may reach this far over the edge of its panel (pt). */
const SLACK_PT = 1;

/** Page-space boxes of the paths that clip an object, null for one that is no upright rectangle. */
export function clipRectangles(pdfium: Pdfium, object: number, toPage: Matrix): (PageBox | null)[] {
  const { fn } = pdfium;
  const clip = fn.FPDFPageObj_GetClipPath(object);
  const count = clip === 0 ? 0 : Math.max(0, fn.FPDFClipPath_CountPaths(clip));
  return Array.from({ length: count }, (_, path) =>
    rectangle(pdfium, fn.FPDFClipPath_CountPathSegments(clip, path), toPage, (i) =>
      fn.FPDFClipPath_GetPathSegment(clip, path, i),
    ),
  );
}

/**
 * Whether a filled path holds a page-space box: its corners and the middles of its sides lie inside the polygon of the
 * path's points. A curve counts as the lines between its control points, which errs by its bulge.
 */
export function pathHolds(pdfium: Pdfium, { pointer, toPage }: PageObject, box: PageBox): boolean {
  const { fn, scratch } = pdfium;
  const count = fn.FPDFPath_CountSegments(pointer);
  if (count > MAX_POLYGON_POINTS || !fn.FPDFPageObj_GetMatrix(pointer, scratch)) return false;
  const [a, b, c, d, e, f] = concat(pdfium.floats(6) as unknown as Matrix, toPage);
  const rings: [x: number, y: number][][] = [];
  for (let i = 0; i < count; i++) {
    const segment = fn.FPDFPath_GetPathSegment(pointer, i);
    if (!fn.FPDFPathSegment_GetPoint(segment, scratch, scratch + 4)) return false;
    const [x, y] = [pdfium.f32(scratch), pdfium.f32(scratch + 4)];
    if (fn.FPDFPathSegment_GetType(segment) === MOVE) rings.push([]);
    rings.at(-1)?.push([a * x + c * y + e, b * x + d * y + f]);
  }
  const xs = [box[0] + SLACK_PT, (box[0] + box[2]) / 2, box[2] - SLACK_PT];
  const ys = [box[1] + SLACK_PT, (box[1] + box[3]) / 2, box[3] - SLACK_PT];
  return xs.every((x) => ys.every((y) => isInside(rings, x, y)));
}

/** By the even-odd rule: a ray to the right crosses the outlines an odd number of times. */
function isInside(rings: readonly (readonly [number, number][])[], x: number, y: number): boolean {
  let inside = false;
  for (const ring of rings) {
    ring.forEach(([x1, y1], i) => {
      const [x0, y0] = ring[i === 0 ? ring.length - 1 : i - 1] as [number, number];
      if (y0 > y !== y1 > y && x < x0 + ((y - y0) * (x1 - x0)) / (y1 - y0)) inside = !inside;
    });
  }
  return inside;
}

/** The box of a path that is an upright rectangle: straight segments on two x and two y. Null for anything else. */
function rectangle(
  pdfium: Pdfium,
  count: number,
  toPage: Matrix,
  segmentAt: (index: number) => number,
): PageBox | null {
  const { fn, scratch } = pdfium;
  if (count < MIN_POINTS || count > MAX_POINTS) return null;
  const xs: number[] = [];
  const ys: number[] = [];
  for (let i = 0; i < count; i++) {
    const segment = segmentAt(i);
    if (fn.FPDFPathSegment_GetType(segment) === BEZIER) return null;
    if (!fn.FPDFPathSegment_GetPoint(segment, scratch, scratch + 4)) return null;
    xs.push(pdfium.f32(scratch));
    ys.push(pdfium.f32(scratch + 4));
  }
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  // Every point on a corner, and all four corners taken: a right-angled triangle has two x and two y as well.
  const corners = new Set<number>();
  for (let i = 0; i < count; i++) {
    const column = sideOf(xs[i] as number, x0, x1);
    const row = sideOf(ys[i] as number, y0, y1);
    if (column === null || row === null) return null;
    corners.add(2 * row + column);
  }
  return corners.size === 4 ? mapRect(toPage, x0, y0, x1, y1) : null;
}

/** Producers round the corners of a rectangle apart by this much (units). */
const SAME_LINE = 0.1;

/** Which of two lines a coordinate lies on, null for neither. */
function sideOf(value: number, low: number, high: number): 0 | 1 | null {
  if (value - low < SAME_LINE) return 0;
  return high - value < SAME_LINE ? 1 : null;
}
