import { areaOf, intersectionOf, type PageBox } from '../../evidence/boxes.js';
import type { PaintedElement, PaintedPath } from '../../sources/painted.js';
import { boxAround, type Point, type Subpath, subpathsOf } from '../layout/subpaths.js';

const MIN_ALPHA = 0.1;
/** Path data of one page that is taken apart into its pieces: beyond, drawings are not looked at. */
const MAX_SPLIT_CHARACTERS = 4_000_000;
/** Corners of a rectangle lie on its box to this (pt), twice what coordinates are rounded to. */
const ON_EDGE_PT = 0.02;

/** The boxes of an ideograph's pieces take this share of its own at least; those of a sign and a speck do not. */
const MIN_FULL = 0.5;

/** Something drawn that may be a sign or a digit, or may strike print out, though no parser reads it. */
export interface Mark {
  /** What is seen of it. */
  readonly box: PageBox;
  /** Null for what may have any colour. */
  readonly ink: string | null;
  /** What it is a piece of, where the pieces fill that as those of an ideograph do; else null. */
  readonly of: PageBox | null;
  /** `bar`: a level or upright line, or a rectangle. `bent`: any other outline. */
  readonly kind: 'bar' | 'bent' | 'picture';
}

/**
 * Pictures, painted paths and the pieces of paths.
 *
 * @param isNear whether anything that marks are looked for lies near a box: only there drawings are taken apart
 */
export function marksOf(elements: readonly PaintedElement[], isNear: (box: PageBox) => boolean): Mark[] {
  const marks: Mark[] = [];
  let left = MAX_SPLIT_CHARACTERS;
  for (const element of elements) {
    if (element.layerHidden || element.kind === 'text') continue;
    const add = (box: PageBox, kind: Mark['kind'], ink: string | null, of: PageBox | null = null): void => {
      const seen = element.clip === null ? box : intersectionOf(box, element.clip);
      if (seen !== null && isNear(seen)) marks.push({ box: seen, of, kind, ink });
    };
    if (element.kind === 'image') {
      if (element.fillAlpha >= MIN_ALPHA) add(element.box, 'picture', null);
    }
    if (element.kind !== 'path' || !isNear(element.box)) continue;
    const isFilled = element.fill !== null && element.fillAlpha >= MIN_ALPHA;
    const isStroked = element.stroke !== null && element.strokeAlpha >= MIN_ALPHA;
    if ((!isFilled && !isStroked) || (left -= element.d.length) < 0) continue;
    const ink = isFilled ? element.fill : element.stroke;
    const pieces = piecesOf(element);
    const isFull = pieces.reduce((sum, { box }) => sum + areaOf(box), 0) >= MIN_FULL * areaOf(element.box);
    for (const { box, kind } of pieces) add(box, kind, ink, pieces.length > 1 && isFull ? element.box : null);
    if (pieces.length > 1) add(element.box, 'bent', ink);
  }
  return marks;
}

type Piece = Pick<Mark, 'box' | 'kind'>;

function piecesOf({ d, fill, strokeWidthPt, box }: PaintedPath): Piece[] {
  const subpaths = subpathsOf(d);
  const half = strokeWidthPt / 2;
  return subpaths.flatMap((subpath): Piece[] => {
    const bare = boxAround([...subpath.points, ...subpath.controls]);
    if (bare === null) return [];
    const [x0, y0, x1, y1] = bare;
    const whole = subpaths.length === 1 ? box : ([x0 - half, y0 - half, x1 + half, y1 + half] as unknown as PageBox);
    return [{ box: whole, kind: isBar(subpath, bare, fill !== null) ? 'bar' : 'bent' }];
  });
}

/** Whether a subpath is a level or upright line or a rectangle. Three sides of one are a bracket. */
function isBar({ points, curved, closed }: Subpath, [x0, y0, x1, y1]: PageBox, filled: boolean): boolean {
  const isSame = (a: number, b: number): boolean => Math.abs(a - b) <= ON_EDGE_PT;
  const isOn = (value: number, a: number, b: number): boolean => isSame(value, a) || isSame(value, b);
  if (curved.some(Boolean) || !points.every(([x, y]) => isOn(x, x0, x1) && isOn(y, y0, y1))) return false;
  if (isSame(x0, x1) || isSame(y0, y1)) return true;
  const [first, last] = [points[0], points.at(-1)] as [Point, Point];
  const isWhole = closed || filled || (isSame(first[0], last[0]) && isSame(first[1], last[1]));
  return (
    isWhole &&
    points.every(
      ([x, y], i) => i === 0 || isSame(x, (points[i - 1] as Point)[0]) || isSame(y, (points[i - 1] as Point)[1]),
    )
  );
}
