import { areaOf, grown, heightOf, type PageBox, pageBox, widthOf } from '../../evidence/boxes.js';
import type { PaintedElement, PaintedPage, PaintedPath } from '../../sources/painted.js';
import { boxAround, type Point, type Subpath, subpathsOf } from './subpaths.js';

/** One subpath of a painted path, as far as it is seen. */
export interface Shape {
  readonly element: PaintedPath;
  readonly box: PageBox;
  /**
   * `rule`: straight, level or upright, and thin. `rect`: a filled or framed rectangle. `curve`: has curves.
   * `polyline`: slanted straight lines.
   */
  readonly kind: 'rule' | 'rect' | 'curve' | 'polyline';
  readonly filled: boolean;
  readonly color: string | null;
  /** End points of its segments, page space. */
  readonly points: readonly Point[];
  /** Where it goes in full; null for an element whose path was too long to be taken apart. */
  readonly subpath: Subpath | null;
}

/** What is painted besides text. */
export interface PageShapes {
  readonly shapes: readonly Shape[];
  readonly pictures: readonly PageBox[];
}

/** A straight shape no thicker than this, pt, is a rule. */
const RULE_PT = 3;
/** What covers this share of the page is its background. */
const BACKGROUND_SHARE = 0.8;
/** Path data is read up to this many characters a page: a drawing has more, and is one figure all the same. */
const MAX_PATH_CHARS = 8_000_000;
const MAX_SHAPES = 60_000;

/** Visible vector shapes and pictures of a page; backgrounds, and paint in the background's colour, left out. */
export function shapesOf(page: PaintedPage): PageShapes {
  const pageArea = page.width * page.height;
  const shapes: Shape[] = [];
  const pictures: PageBox[] = [];
  let background = '#ffffff';
  let chars = 0;
  for (const element of page.elements) {
    const box = visibleBox(element, page);
    if (element.kind === 'text' || box === null) continue;
    if (areaOf(box) >= BACKGROUND_SHARE * pageArea) {
      if (element.kind === 'path' && element.fill !== null && element.fillAlpha > 0.5) background = element.fill;
      continue;
    }
    if (element.kind !== 'path') {
      pictures.push(box);
      continue;
    }
    const filled = element.fill !== null && element.fillAlpha > 0.03;
    const stroked = element.stroke !== null && element.strokeAlpha > 0.03;
    if (!(stroked && element.stroke !== background) && !(filled && element.fill !== background)) continue;
    chars += element.d.length;
    if (chars > MAX_PATH_CHARS || shapes.length > MAX_SHAPES) shapes.push(wholeShape(element, box, filled));
    else
      for (const subpath of subpathsOf(element.d)) {
        const shape = shapeOf(element, subpath, filled, stroked);
        const seen = shape && commonBox(shape.box, box);
        if (seen) shapes.push({ ...shape, box: seen });
      }
  }
  return { shapes, pictures };
}

/** The part of an element that its clip and the page let through, null for none; it may have no area. */
export function visibleBox(element: PaintedElement, page: PaintedPage): PageBox | null {
  if (element.layerHidden || (element.fillAlpha === 0 && element.strokeAlpha === 0)) return null;
  const onPage = commonBox(element.box, pageBox(0, 0, page.width, page.height));
  return onPage === null || element.clip === null ? onPage : commonBox(onPage, element.clip);
}

function commonBox(a: PageBox, b: PageBox): PageBox | null {
  const [x0, y0, x1, y1] = [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
  return x0 <= x1 && y0 <= y1 ? pageBox(x0, y0, x1, y1) : null;
}

const wholeShape = (element: PaintedPath, box: PageBox, filled: boolean): Shape => ({
  element,
  box,
  kind: 'curve',
  filled,
  color: element.fill ?? element.stroke,
  points: [],
  subpath: null,
});

function shapeOf(element: PaintedPath, subpath: Subpath, filled: boolean, stroked: boolean): Shape | null {
  const { points, controls } = subpath;
  // Control points may lie a little outside the curve: near enough for a layout.
  const around = boxAround(points.length > 4 ? points : [...points, ...controls]);
  if (around === null) return null;
  const box = stroked ? grown(around, element.strokeWidthPt / 2) : around;
  const curved = controls.length > 0;
  const straight =
    !curved &&
    points.every(([x, y], i) => {
      const [px, py] = points[Math.max(0, i - 1)] as Point;
      return Math.abs(x - px) < 0.3 || Math.abs(y - py) < 0.3;
    });
  const thin = Math.min(widthOf(box), heightOf(box)) <= RULE_PT;
  const kind =
    curved && !isRounded(points, box)
      ? 'curve'
      : curved && !thin
        ? 'rect'
        : thin
          ? 'rule'
          : straight && points.length >= 4
            ? 'rect'
            : 'polyline';
  return { element, box, kind, filled, color: filled ? element.fill : element.stroke, points, subpath };
}

/** A rectangle with rounded corners: all ends of its segments lie on the edges of its box. A circle has but four of them. */
function isRounded(points: readonly Point[], [x0, y0, x1, y1]: PageBox): boolean {
  const [w, h] = [x1 - x0, y1 - y0];
  if (points.length < 8 && Math.max(w, h) < 1.3 * Math.min(w, h)) return false;
  const slack = 0.02 * Math.min(w, h) + 0.3;
  return points.every(([x, y]) => Math.min(x - x0, x1 - x, y - y0, y1 - y) <= slack);
}
