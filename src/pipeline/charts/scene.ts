import { intersectionOf, type PageBox, pageBox } from '../../evidence/boxes.js';
import type { PaintedPage } from '../../sources/painted.js';
import { type Shape, shapesOf, visibleBox } from '../layout/shapes.js';
import { boxAround, type Point, type Subpath } from '../layout/subpaths.js';
import { wordsOf } from '../layout/words.js';
import { type QuarterTurn, Upright } from '../tables/upright.js';
import { type Label, labelsOf } from './labels.js';

/** A shape of the page as charts need it, turned so that most lettering stands upright. */
export interface SceneShape {
  readonly id: string;
  /** Around the outline, without the width of its line, as far as the clip shows it. */
  readonly box: PageBox;
  readonly fill: string | null;
  readonly stroke: string | null;
  readonly strokeWidthPt: number;
  /** The outline, curves cut into short straight pieces. */
  readonly points: readonly Point[];
  /** Where its segments begin and end, curves uncut. */
  readonly corners: readonly Point[];
  /** For each piece whether it belongs to a curve. */
  readonly curved: readonly boolean[];
  /** Filled, with level and upright sides only. */
  readonly isRect: boolean;
}

/** What a page paints, seen in the direction of its lettering: origin top left, y down, pt. */
export interface Scene {
  readonly labels: readonly Label[];
  readonly shapes: readonly SceneShape[];
  /** Everything filled that is no larger than a letter may be, white on a bar too. */
  readonly specks: readonly { readonly id: string; readonly box: PageBox }[];
  readonly width: number;
  readonly height: number;
  /** Back to page space. */
  readonly pageBox: (box: PageBox) => PageBox;
}

/** Straight pieces that a curve is cut into: a quarter of a circle keeps its radius within a thousandth. */
const PIECES = 8;

/** A page turned so that lettering in the direction `turn` reads from left to right. */
export function sceneOf(page: PaintedPage, turn: QuarterTurn): Scene {
  const upright = new Upright(turn, page.width, page.height);
  const sideways = turn % 180 !== 0;
  return {
    labels: labelsOf(wordsOf(page)).map((label) => ({
      ...label,
      box: upright.box(label.box),
      rotationDeg: (((label.rotationDeg - turn) % 360) + 360) % 360,
    })),
    shapes: shapesOf(page).shapes.flatMap((shape) => turned(shape, upright)),
    specks: page.elements.flatMap((element) =>
      element.kind === 'path' && element.fill !== null && isSpeck(element.box) && visibleBox(element, page) !== null
        ? [{ id: element.id, box: upright.box(element.box) }]
        : [],
    ),
    width: sideways ? page.height : page.width,
    height: sideways ? page.width : page.height,
    pageBox: (box) => upright.pageBox(box),
  };
}

const MAX_SPECK_PT = 30;
const isSpeck = ([x0, y0, x1, y1]: PageBox): boolean => x1 - x0 < MAX_SPECK_PT && y1 - y0 < MAX_SPECK_PT;

function turned(shape: Shape, upright: Upright): SceneShape[] {
  if (shape.subpath === null) return [];
  const { points, curved } = flattened(shape.subpath);
  const seen = intersectionOrEdge(boxAround(points), shape.box);
  if (seen === null) return [];
  return [
    {
      id: shape.element.id,
      box: upright.box(seen),
      fill: shape.filled ? shape.element.fill : null,
      stroke: shape.element.stroke,
      strokeWidthPt: shape.element.strokeWidthPt,
      points: points.map(([x, y]) => upright.point(x, y)),
      corners: shape.subpath.points.map(([x, y]) => upright.point(x, y)),
      curved,
      isRect: shape.filled && isLevel(shape),
    },
  ];
}

/** The part of an outline that is seen; it may have no area, as a bar of the value 0 has none. */
function intersectionOrEdge(outline: PageBox | null, seen: PageBox): PageBox | null {
  if (outline === null) return null;
  const common = intersectionOf(outline, seen);
  if (common !== null) return common;
  const [x0, y0] = [Math.max(outline[0], seen[0]), Math.max(outline[1], seen[1])];
  const [x1, y1] = [Math.min(outline[2], seen[2]), Math.min(outline[3], seen[3])];
  return x0 <= x1 && y0 <= y1 ? pageBox(x0, y0, x1, y1) : null;
}

/** A rectangle, sharp or rounded: no step, no frame with a notch. */
function isLevel({ kind, points, subpath }: Shape): boolean {
  if (kind !== 'rect' && kind !== 'rule') return false;
  if (subpath?.curved.some((curve) => curve)) return kind === 'rect';
  const [x0, y0, x1, y1] = boxAround(points) ?? [0, 0, 0, 0];
  return (
    points.length >= 4 &&
    points.every(([x, y]) => Math.min(x - x0, x1 - x, y - y0, y1 - y) < CORNER_PT) &&
    points.slice(1).every(([x, y], i) => {
      const [px, py] = points[i] as Point;
      return Math.min(Math.abs(x - px), Math.abs(y - py)) < CORNER_PT;
    })
  );
}

const CORNER_PT = 0.3;

/** Curves as straight pieces that begin and end on them. */
function flattened({ points, controls, curved, closed }: Subpath): { points: Point[]; curved: boolean[] } {
  const flat: Point[] = points.slice(0, 1);
  const flags: boolean[] = [];
  let control = 0;
  for (const [i, isCurve] of curved.entries()) {
    const [from, to] = [points[i] as Point, points[i + 1] as Point];
    if (!isCurve) {
      flat.push(to);
      flags.push(false);
      continue;
    }
    const [c1, c2] = [controls[control] as Point, controls[control + 1] as Point];
    control += 2;
    for (let piece = 1; piece <= PIECES; piece++) {
      flat.push(onCurve(from, c1, c2, to, piece / PIECES));
      flags.push(true);
    }
  }
  if (closed && flat.length > 0) {
    flat.push(flat[0] as Point);
    flags.push(false);
  }
  return { points: flat, curved: flags };
}

function onCurve(a: Point, b: Point, c: Point, d: Point, t: number): Point {
  const s = 1 - t;
  const at = (i: 0 | 1): number => s * s * s * a[i] + 3 * s * s * t * b[i] + 3 * s * t * t * c[i] + t * t * t * d[i];
  return [at(0), at(1)];
}
