import { type PageBox, pageBox } from '../../evidence/boxes.js';

export type Point = readonly [x: number, y: number];

/** One subpath of a painted path. */
export interface Subpath {
  /** End points of its segments. */
  readonly points: readonly Point[];
  /** Control points of its curves: near the curve, but not on it. */
  readonly controls: readonly Point[];
  /** For each segment whether it is a curve, which then has two of the control points. A closing line is no entry. */
  readonly curved: readonly boolean[];
  readonly closed: boolean;
}

/** Reads path data as `PaintedPath.d` has it: absolute M, L, C and Z. A subpath of one point paints nothing and is left out. */
export function subpathsOf(d: string): Subpath[] {
  const subpaths: Subpath[] = [];
  let points: Point[] = [];
  let controls: Point[] = [];
  let curved: boolean[] = [];
  const finish = (closed: boolean): void => {
    if (points.length > 1) subpaths.push({ points, controls, curved, closed });
    [points, controls, curved] = [[], [], []];
  };
  for (const [, command, args = ''] of d.matchAll(/([MLCZ])([^MLCZ]*)/g)) {
    if (command === 'Z') {
      const start = points[0];
      finish(true);
      if (start) points = [start];
      continue;
    }
    if (command === 'M') finish(false);
    const numbers = args.match(NUMBER)?.map(Number) ?? [];
    const at = (i: number): Point => [numbers[i] as number, numbers[i + 1] as number];
    const step = command === 'C' ? 6 : 2;
    for (let i = 0; i + step <= numbers.length; i += step) {
      if (command === 'C') controls.push(at(i), at(i + 2));
      if (points.length > 0) curved.push(command === 'C');
      points.push(at(i + step - 2));
    }
  }
  finish(false);
  return subpaths;
}

const NUMBER = /-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi;

/** The box around points; null for none, and where they lie beyond all numbers. */
export function boxAround(points: Iterable<Point>): PageBox | null {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x), Math.max(y1, y)];
  }
  return Number.isFinite(x0 + y0 + x1 + y1) ? pageBox(x0, y0, x1, y1) : null;
}
