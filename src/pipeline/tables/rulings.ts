import { intersectionOf, type PageBox, pageBox } from '../../evidence/boxes.js';
import type { PaintedElement, PaintedPath } from '../../sources/painted.js';
import { boxAround, type Point, type Subpath, subpathsOf } from '../layout/subpaths.js';
import { Backdrop } from './backdrop.js';
import { rectangleOf } from './rectangle-of.js';
import type { Upright } from './upright.js';

/** A painted straight line, upright frame, pt: horizontal at y = `at` from x `from` to `to`, or vertical at x = `at`. */
export interface Ruling {
  readonly axis: 'h' | 'v';
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** A filled rectangle behind text, upright frame. */
export interface Fill {
  readonly box: PageBox;
  readonly color: string;
}

export interface PaintedLines {
  readonly rulings: readonly Ruling[];
  readonly fills: readonly Fill[];
  /** Boxes of pictures, curves and slanted lines: what charts and drawings are made of, and tables are not. */
  readonly drawn: readonly PageBox[];
  /** Lines were left out because the page has more than `MAX_RULINGS`. */
  readonly truncated: boolean;
}

/** Real pages of dense forms have some thousands of lines before joining; beyond this a page is a drawing. */
const MAX_RULINGS = 40_000;
/** Thicker than this many font sizes, a line is a bar or a band. */
const LINE_MAX_EM = 0.3;
/** And a hairline rectangle is a line whatever the font is. */
const LINE_MIN_PT = 1.6;
/** A line may be out of the axis by this, pt or share of its length. */
const SKEW_PT = 0.6;
const SKEW_SHARE = 0.005;
/** A line is longer than it is thick by this, else it is a dot or the joint of two lines. */
const LINE_MIN_RATIO = 1.5;
/** Below this alpha nobody sees it. */
const INVISIBLE_ALPHA = 0.02;

/**
 * The straight lines and the backgrounds that a page shows: stroked lines, thin filled rectangles and pictures, edges
 * of stroked rectangles. What lies outside the clip, is transparent or has the colour of what is below is left out.
 *
 * @param emPt usual font size of the page, which says how thick a line may be
 */
export function paintedLinesOf(elements: readonly PaintedElement[], upright: Upright, emPt: number): PaintedLines {
  const thickest = Math.max(LINE_MIN_PT, LINE_MAX_EM * emPt);
  const rulings: Ruling[] = [];
  const fills: Fill[] = [];
  const drawn: PageBox[] = [];
  const backdrop = new Backdrop();
  let truncated = false;

  /** Takes a visible piece in page space: a line where it is thin, else a background. */
  const take = (piece: PageBox, clip: PageBox | null, color: string, closedLine: boolean) => {
    const seen = clip === null ? piece : clipped(piece, clip);
    if (seen === null) return;
    const b = upright.box(seen);
    const [w, h] = [b[2] - b[0], b[3] - b[1]];
    if (Math.min(w, h) <= thickest) {
      if (Math.max(w, h) < LINE_MIN_RATIO * Math.min(w, h)) return;
      if (backdrop.hides(seen, color)) return;
      if (rulings.length >= MAX_RULINGS) {
        truncated = true;
        return;
      }
      if (w >= h) rulings.push({ axis: 'h', at: (b[1] + b[3]) / 2, from: b[0], to: b[2] });
      else rulings.push({ axis: 'v', at: (b[0] + b[2]) / 2, from: b[1], to: b[3] });
    } else if (!closedLine) {
      backdrop.paint(seen, color);
      fills.push({ box: b, color });
    }
  };

  const markDrawn = ({ points }: Subpath) => {
    const box = boxAround(points);
    if (box !== null) drawn.push(upright.box(box));
  };

  for (const element of elements) {
    if (element.kind === 'text' || element.layerHidden) continue;
    if (element.kind !== 'path') {
      const b = element.box;
      if (Math.min(b[2] - b[0], b[3] - b[1]) <= thickest) take(b, element.clip, 'picture', false);
      else drawn.push(upright.box(b));
      continue;
    }
    for (const subpath of subpathsOf(element.d)) {
      if (element.fill !== null && element.fillAlpha > INVISIBLE_ALPHA) {
        const rectangle = rectangleOf(subpath);
        if (rectangle) take(pageBox(...rectangle), element.clip, element.fill, false);
        else if (element.fill !== '#ffffff') markDrawn(subpath);
      }
      if (element.stroke !== null && element.strokeAlpha > INVISIBLE_ALPHA) {
        if (!strokeEdges(element, subpath, take)) markDrawn(subpath);
      }
    }
  }
  return { rulings, fills, drawn, truncated };
}

/** Hands every axis-parallel edge of a stroked subpath to `take`; false where the subpath has other edges too. */
function strokeEdges(
  path: PaintedPath,
  subpath: Subpath,
  take: (piece: PageBox, clip: PageBox | null, color: string, closedLine: boolean) => void,
): boolean {
  if (subpath.controls.length > 0) return false;
  const half = Math.max(path.strokeWidthPt, HAIRLINE_PT) / 2;
  const { points } = subpath;
  const edges = subpath.closed ? [...points, points[0] as Point] : points;
  let straight = true;
  for (let i = 1; i < edges.length; i++) {
    const [x0, y0] = edges[i - 1] as Point;
    const [x1, y1] = edges[i] as Point;
    const [dx, dy] = [Math.abs(x1 - x0), Math.abs(y1 - y0)];
    if (dx === 0 && dy === 0) continue;
    if (Math.min(dx, dy) > Math.max(SKEW_PT, SKEW_SHARE * Math.max(dx, dy)) || (dx > 0 && dx === dy)) {
      straight = false;
      continue;
    }
    const piece =
      dx > dy
        ? pageBox(x0, (y0 + y1) / 2 - half, x1, (y0 + y1) / 2 + half)
        : pageBox((x0 + x1) / 2 - half, y0, (x0 + x1) / 2 + half, y1);
    take(piece, path.clip, path.stroke as string, edges.length > 2);
  }
  return straight;
}

/** A stroke of width 0 is painted as the thinnest line there is. */
const HAIRLINE_PT = 0.1;

/** The common part; a line of no thickness on the edge of the clip still shows. */
function clipped(b: PageBox, clip: PageBox): PageBox | null {
  if (clip[2] <= clip[0] || clip[3] <= clip[1]) return null;
  return intersectionOf(b, clip);
}
