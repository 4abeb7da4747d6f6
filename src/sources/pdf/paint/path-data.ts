import type { Matrix } from '../page-space.js';
import { num } from './numbers.js';
import { addPoint, emptyRect, type Rect } from './rect.js';

/** The commands of the engine's packed paths: a code, then its coordinates. */
const MOVE = 0;
const LINE = 1;
const CURVE = 2;
const QUADRATIC = 3;
const CLOSE = 4;

export interface PathShape {
  /** SVG path data, absolute commands M, L, C and Z. */
  readonly d: string;
  /** Box around the outline, empty for no path; exact for curves. */
  readonly box: Rect;
  /** The path is one rectangle with sides along the axes. */
  readonly isRect: boolean;
}

export const NO_PATH: PathShape = { d: '', box: emptyRect(), isRect: false };

/** A rectangle as the engine packs paths. */
export const packedRect = ([x0, y0, x1, y1]: Readonly<Rect>): number[] => [
  ...[MOVE, x0, y0, LINE, x1, y0],
  ...[LINE, x1, y1, LINE, x0, y1, CLOSE],
];

/** Path data of a rectangle. */
export const rectPath = ([x0, y0, x1, y1]: Rect): string => `M${num(x0)} ${num(y0)}H${num(x1)}V${num(y1)}H${num(x0)}Z`;

/** Writes a packed path after `m`. */
export function writePath(data: ArrayLike<number>, m: Matrix): PathShape {
  const [a, b, c, d, e, f] = m;
  const box = emptyRect();
  const corners: number[] = [];
  let out = '';
  let [x, y, startX, startY] = [0, 0, 0, 0];
  let open = false;
  let straight = true;
  const at = (i: number): number => data[i] as number;
  for (let i = 0; i < data.length; ) {
    const code = at(i++);
    if (code === CLOSE) {
      if (open) out += 'Z';
      [x, y] = [startX, startY];
      continue;
    }
    const points = code === CURVE ? 3 : code === QUADRATIC ? 2 : 1;
    const end = i + 2 * points;
    if (code > CLOSE || end > data.length) break;
    const endX = a * at(end - 2) + c * at(end - 1) + e;
    const endY = b * at(end - 2) + d * at(end - 1) + f;
    if (code === MOVE || !open) {
      out += `M${num(endX)} ${num(endY)}`;
      [startX, startY] = [endX, endY];
      straight &&= corners.length === 0;
      corners.push(endX, endY);
      open = true;
    } else if (code === LINE) {
      out += `L${num(endX)} ${num(endY)}`;
      corners.push(endX, endY);
    } else {
      let x1 = a * at(i) + c * at(i + 1) + e;
      let y1 = b * at(i) + d * at(i + 1) + f;
      let x2 = endX;
      let y2 = endY;
      if (code === CURVE) {
        x2 = a * at(i + 2) + c * at(i + 3) + e;
        y2 = b * at(i + 2) + d * at(i + 3) + f;
      } else {
        // A quadratic curve is a cubic one with its control points two thirds of the way.
        [x2, y2] = [endX + (2 / 3) * (x1 - endX), endY + (2 / 3) * (y1 - endY)];
        [x1, y1] = [x + (2 / 3) * (x1 - x), y + (2 / 3) * (y1 - y)];
      }
      out += `C${num(x1)} ${num(y1)} ${num(x2)} ${num(y2)} ${num(endX)} ${num(endY)}`;
      straight = false;
      addCurve(box, x, y, x1, y1, x2, y2, endX, endY);
    }
    addPoint(box, endX, endY);
    [x, y] = [endX, endY];
    i = end;
  }
  return { d: out, box, isRect: straight && isRectangle(corners) };
}

function isRectangle(p: number[]): boolean {
  if (p.length === 10 && near(p[0], p[8]) && near(p[1], p[9])) p.length = 8;
  if (p.length !== 8) return false;
  const acrossFirst = near(p[1], p[3]) && near(p[2], p[4]) && near(p[5], p[7]) && near(p[6], p[0]);
  const downFirst = near(p[0], p[2]) && near(p[3], p[5]) && near(p[4], p[6]) && near(p[7], p[1]);
  return acrossFirst || downFirst;
}

const near = (u: number | undefined, v: number | undefined): boolean => Math.abs((u as number) - (v as number)) < 0.001;

/** Grows `box` by the inner extremes of a cubic curve whose control points reach beyond it. */
export function addCurve(
  box: Rect,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  x3: number,
  y3: number,
): void {
  const [low, high] = [Math.min(x0, x3), Math.max(x0, x3)];
  if (Math.min(x1, x2) < low || Math.max(x1, x2) > high) extremes(x0, x1, x2, x3, (x) => extendX(box, x));
  const [top, bottom] = [Math.min(y0, y3), Math.max(y0, y3)];
  if (Math.min(y1, y2) < top || Math.max(y1, y2) > bottom) extremes(y0, y1, y2, y3, (y) => extendY(box, y));
}

function extendX(box: Rect, x: number): void {
  if (x < box[0]) box[0] = x;
  if (x > box[2]) box[2] = x;
}

function extendY(box: Rect, y: number): void {
  if (y < box[1]) box[1] = y;
  if (y > box[3]) box[3] = y;
}

/** Values of a cubic Bézier coordinate where its derivative is zero inside 0 to 1. */
function extremes(p0: number, p1: number, p2: number, p3: number, use: (value: number) => void): void {
  const [a, b, c] = [-p0 + 3 * p1 - 3 * p2 + p3, 2 * (p0 - 2 * p1 + p2), p1 - p0];
  const value = (t: number): void => {
    if (!(t > 0 && t < 1)) return;
    const s = 1 - t;
    use(s * s * s * p0 + 3 * s * s * t * p1 + 3 * s * t * t * p2 + t * t * t * p3);
  };
  if (Math.abs(a) < 1e-9) {
    value(-c / b);
    return;
  }
  const root = Math.sqrt(b * b - 4 * a * c);
  value((-b + root) / (2 * a));
  value((-b - root) / (2 * a));
}
