import { type Bitmap, transposed } from '../bitmap.js';
import { type LongLine, longLines, MAX_SKEW, type ToldLines } from './long-lines.js';

/** Four lines around nearly all there is. A side may lie on the sheet's edge, where a scan was cut off: it is null. */
export interface BorderFrame {
  readonly top: LongLine | null;
  readonly bottom: LongLine | null;
  /** Standing lines, in the transposed bitmap. */
  readonly left: LongLine | null;
  readonly right: LongLine | null;
  /** `[x0, y0, x1, y1]` around its corners, px. */
  readonly box: PixelBox;
}

export type PixelBox = readonly [x0: number, y0: number, x1: number, y1: number];

/** A side is whole, or broken in few places, or dashed: covered share, and longest gap as a share of it. */
const WHOLE = { covered: 0.85, gap: 0.1 };
const DASHED = { covered: 0.4, gap: 0.03 };
/** The outermost frame lies this near to the sheet's edges (shares of its sides)… */
const MAX_MARGIN = 0.1;
/** …or holds all ink and is this large a part of the sheet: a small sheet on larger paper. */
const MIN_PART = 0.6;
/** A frame in a frame follows it closely: shares of the long edge. One side may be the binding edge (25 mm of an A4). */
const MAX_GAP = 0.045;
const MAX_BINDING_GAP = 0.09;
/** How far lines run on to a sheet's edge that stands in for a side, as a share of the long edge. */
const AT_EDGE = 0.02;

type Side = LongLine | null;

/**
 * The outermost frame of a sheet, or the next one inside `outer`; null where there is none.
 * @param outer the frame found last, whose lines are no longer in the bitmap
 * @param told where the source lists long lines
 */
export function outermostFrame(bitmap: Bitmap, outer: PixelBox | null, told: ToldLines): BorderFrame | null {
  const { width, height } = bitmap;
  const lying = longLines(bitmap, told.lying);
  const standing = longLines(transposed(bitmap), told.standing);
  const mayFit = outer === null ? fillsSheet(bitmap) : (box: PixelBox) => follows(box, outer, edgeOf(bitmap));
  // Four lines are surer than three and an edge.
  return search([]) ?? (outer === null ? search([null]) : null);

  function search(edges: readonly null[]): BorderFrame | null {
    let best: BorderFrame | null = null;
    let bestArea = 0;
    for (const [top, bottom] of pairs([...lying.upper, ...edges], [...lying.lower, ...edges], height)) {
      for (const [left, right] of pairs([...standing.upper, ...edges], [...standing.lower, ...edges], width)) {
        const sides = { top, bottom, left, right };
        const box = boxOf(sides, width, height);
        const area = (box[2] - box[0]) * (box[3] - box[1]);
        if (area <= bestArea || !mayFit(box) || isAskew(sides) || !isWhole(sides, box, bitmap)) continue;
        best = { ...sides, box };
        bestArea = area;
      }
    }
    return best;
  }
}

/** Lines that may be the two sides of a frame, the farthest apart first: the outermost frame is tried first. */
function pairs(first: readonly Side[], second: readonly Side[], length: number): [Side, Side][] {
  const apart = ([a, b]: [Side, Side]): number => (b?.at ?? length) - (a?.at ?? 0);
  return first
    .flatMap((a) => second.map((b): [Side, Side] => [a, b]))
    .filter((pair) => apart(pair) >= MIN_PART * length)
    .sort((a, b) => apart(b) - apart(a));
}

const edgeOf = ({ width, height }: Bitmap): number => Math.max(width, height);

type Sides = Pick<BorderFrame, 'top' | 'bottom' | 'left' | 'right'>;

/** Turned as one: what lies sinks to the right as much as what stands leans to the left. One side may be an edge. */
function isAskew({ top, bottom, left, right }: Sides): boolean {
  const turns = [top?.slope, bottom?.slope, left && -left.slope, right && -right.slope].filter((t) => t != null);
  return turns.length < 3 || Math.max(...turns) - Math.min(...turns) > MAX_SKEW;
}

function boxOf({ top, bottom, left, right }: Sides, width: number, height: number): PixelBox {
  const at = (line: Side, edge: number): number => line?.at ?? edge;
  return [at(left, 0), at(top, 0), at(right, width - 1), at(bottom, height - 1)];
}

/** Each side runs from corner to corner. Where one is the sheet's edge, its neighbours run on up to there. */
function isWhole({ top, bottom, left, right }: Sides, box: PixelBox, bitmap: Bitmap): boolean {
  const { width, height } = bitmap;
  const slack = AT_EDGE * edgeOf(bitmap);
  const [x0, y0, x1, y1] = box;
  // Corners of a skewed frame lie beside those of its box.
  const shiftY = Math.abs((top ?? bottom)?.slope ?? 0) * (width / 2);
  const shiftX = Math.abs((left ?? right)?.slope ?? 0) * (height / 2);
  const runs = (line: Side, from: number, to: number, shift: number, first: Side, last: Side): boolean =>
    line === null ||
    (isCovered(line, from + shift + slack / 4, to - shift - slack / 4) &&
      (first !== null || isCovered(line, from, from + 2 * slack)) &&
      (last !== null || isCovered(line, to - 2 * slack, to)));
  return (
    runs(top, x0, x1, shiftX, left, right) &&
    runs(bottom, x0, x1, shiftX, left, right) &&
    runs(left, y0, y1, shiftY, top, bottom) &&
    runs(right, y0, y1, shiftY, top, bottom)
  );
}

function isCovered({ covered }: LongLine, from: number, to: number): boolean {
  const [start, end] = [Math.max(0, Math.ceil(from)), Math.min(covered.length - 1, Math.floor(to))];
  if (end <= start) return false;
  const share = ((covered[end] as number) - (covered[start] as number)) / (end - start);
  const gap = longestGap(covered, start, end) / (end - start);
  return (share >= WHOLE.covered && gap <= WHOLE.gap) || (share >= DASHED.covered && gap <= DASHED.gap);
}

function longestGap(covered: Uint32Array, start: number, end: number): number {
  let [longest, from] = [0, start];
  for (let x = start; x < end; x++) {
    if ((covered[x + 1] as number) > (covered[x] as number)) from = x + 1;
    else longest = Math.max(longest, x + 1 - from);
  }
  return longest;
}

/** Whether a box is as large as the outermost frame of a sheet. */
function fillsSheet(bitmap: Bitmap): (box: PixelBox) => boolean {
  const { width, height } = bitmap;
  const [mx, my] = [MAX_MARGIN * width, MAX_MARGIN * height];
  const [l, t, r, b] = inkBox(bitmap);
  // Half of a thick line lies outside of its middle, and more of a skewed one.
  const reach = AT_EDGE * edgeOf(bitmap);
  return ([x0, y0, x1, y1]) => {
    if (x0 <= mx && y0 <= my && x1 >= width - 1 - mx && y1 >= height - 1 - my) return true;
    const holdsAll = l >= x0 - reach && t >= y0 - reach && r <= x1 + reach && b <= y1 + reach;
    return holdsAll && x1 - x0 >= MIN_PART * width && y1 - y0 >= MIN_PART * height;
  };
}

function inkBox({ width, height, ink }: Bitmap): PixelBox {
  let [x0, y0, x1, y1] = [width, height, 0, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!ink[y * width + x]) continue;
      x0 = Math.min(x0, x);
      x1 = Math.max(x1, x);
      y0 = Math.min(y0, y);
      y1 = y;
    }
  }
  return [x0, y0, x1, y1];
}

function follows(inner: PixelBox, outer: PixelBox, longEdge: number): boolean {
  const gaps = [inner[0] - outer[0], inner[1] - outer[1], outer[2] - inner[2], outer[3] - inner[3]].map(
    (gap) => gap / longEdge,
  );
  const wide = gaps.filter((gap) => gap > MAX_GAP);
  return gaps.every((gap) => gap >= 0 && gap <= MAX_BINDING_GAP) && wide.length <= 1;
}
