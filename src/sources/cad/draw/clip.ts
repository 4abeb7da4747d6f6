import type { Point } from '../drawing.js';
import type { PixelBox } from './view.js';

/** A point of a line and how far along the line it lies, both in pixels. */
export interface Station {
  readonly at: Point;
  readonly along: number;
}

/** The parts of a line that lie inside, in order; each keeps how far along the whole line it begins. */
export function clipLine(line: readonly Station[], clip: PixelBox): Station[][] {
  const runs: Station[][] = [];
  let run: Station[] = [];
  for (let i = 1; i < line.length; i++) {
    const [from, to] = [line[i - 1] as Station, line[i] as Station];
    const inside = insideOf(from.at, to.at, clip);
    if (inside === null) continue;
    const [t0, t1] = inside;
    if (t0 > 0 || run.length === 0) {
      run = [between(from, to, t0)];
      runs.push(run);
    }
    run.push(between(from, to, t1));
    if (t1 < 1) run = [];
  }
  return runs;
}

function between(from: Station, to: Station, t: number): Station {
  if (t === 0) return from;
  if (t === 1) return to;
  const [x0, y0] = from.at;
  const [x1, y1] = to.at;
  return { at: [x0 + t * (x1 - x0), y0 + t * (y1 - y0)], along: from.along + t * (to.along - from.along) };
}

/**
 * The part of a segment inside a rectangle, as parameters from 0 to 1 (Liang and Barsky 1984); null where it lies outside,
 * or is not finite.
 */
function insideOf([x0, y0]: Point, [x1, y1]: Point, clip: PixelBox): readonly [number, number] | null {
  const [dx, dy] = [x1 - x0, y1 - y0];
  if (!Number.isFinite(dx + dy)) return null;
  let [t0, t1] = [0, 1];
  for (const [slope, room] of [
    [-dx, x0 - clip[0]],
    [dx, clip[2] - x0],
    [-dy, y0 - clip[1]],
    [dy, clip[3] - y0],
  ] as const) {
    if (slope === 0) {
      if (room < 0) return null;
    } else if (slope < 0) t0 = Math.max(t0, room / slope);
    else t1 = Math.min(t1, room / slope);
  }
  return t0 <= t1 ? [t0, t1] : null;
}

/** A closed loop cut to a rectangle (Sutherland and Hodgman 1974): what it fills inside stays the same. */
export function clipLoop(loop: readonly Point[], clip: PixelBox): readonly Point[] {
  let points = loop;
  for (const [axis, limit, side] of [
    [0, clip[0], 1],
    [0, clip[2], -1],
    [1, clip[1], 1],
    [1, clip[3], -1],
  ] as const) {
    const room = (point: Point): number => (point[axis] - limit) * side;
    if (points.every((point) => room(point) >= 0)) continue;
    points = points.flatMap((to, i): readonly Point[] => {
      const from = points.at(i - 1) as Point;
      const [a, b] = [room(from), room(to)];
      const crossing = (): Point => {
        const t = a / (a - b);
        return [from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1])];
      };
      if (b >= 0) return a >= 0 ? [to] : [crossing(), to];
      return a >= 0 ? [crossing()] : [];
    });
  }
  return points;
}
