import { touches } from '../../../evidence/boxes.js';
import type { Curve, Point } from '../drawing.js';
import type { Station } from './clip.js';
import type { PixelBox, View } from './view.js';

/** A flattened curve leaves the true one by no more than this many pixels: nobody sees a tenth of one. */
const TOLERANCE_PX = 0.1;
/** Points closer than this to the one before say nothing. */
const SAME_PX = 0.05;
/** Halvings of an arc: enough for one whose radius is 10¹² times what is seen of it. */
const MAX_HALVINGS = 40;

type Arc = Extract<Curve, { kind: 'arc' }>;

/**
 * Connected curves as a line of straight pieces in pixels. An arc is cut finely only where it comes near what is shown, so
 * that a huge circle costs no more than the part of it that is seen.
 */
export function flatten(curves: readonly Curve[], view: View, shown: PixelBox): Station[] {
  const line: Station[] = [];
  const put = (at: Point, length: number): void => {
    const last = line.at(-1);
    if (last !== undefined && near(last.at, at)) return;
    line.push({ at, along: (last?.along ?? 0) + length });
  };
  for (const curve of curves) {
    if (curve.kind === 'segment') {
      const [from, to] = [view.place(curve.from), view.place(curve.to)];
      put(from, 0);
      put(to, distance(from, to));
    } else {
      const arc = new PixelArc(curve, view);
      put(arc.point(curve.start), 0);
      arc.cut(curve.start, curve.end, 0, shown, put);
    }
  }
  return line;
}

class PixelArc {
  private readonly centre: Point;
  private readonly major: Point;
  private readonly minor: Point;
  private readonly radius: number;

  constructor(arc: Arc, view: View) {
    const [x, y] = arc.major;
    this.centre = view.place(arc.centre);
    this.major = view.turn(arc.major);
    this.minor = view.turn([-y * arc.ratio, x * arc.ratio]);
    this.radius = Math.hypot(...this.major);
  }

  point(t: number): Point {
    const [c, s] = [Math.cos(t), Math.sin(t)];
    return [
      this.centre[0] + this.major[0] * c + this.minor[0] * s,
      this.centre[1] + this.major[1] * c + this.minor[1] * s,
    ];
  }

  /** Puts the points from `start`, which is there already, to `end`. */
  cut(start: number, end: number, depth: number, shown: PixelBox, put: (at: Point, length: number) => void): void {
    const [from, to] = [this.point(start), this.point(end)];
    // The second derivative of the arc is no longer than its radius, and that bounds how far it leaves its chord.
    const deviation = (this.radius * (end - start) ** 2) / 8;
    const isFine = deviation <= TOLERANCE_PX || depth >= MAX_HALVINGS || !Number.isFinite(deviation);
    if (isFine || !touches(around(from, to), shown, deviation)) {
      put(to, this.length(start, end));
      return;
    }
    const half = (start + end) / 2;
    this.cut(start, half, depth + 1, shown, put);
    this.cut(half, end, depth + 1, shown, put);
  }

  /** By the speed in its middle: exact for a circle, close for a short piece of an ellipse. */
  private length(start: number, end: number): number {
    const [c, s] = [Math.cos((start + end) / 2), Math.sin((start + end) / 2)];
    const speed = Math.hypot(this.minor[0] * c - this.major[0] * s, this.minor[1] * c - this.major[1] * s);
    return speed * (end - start);
  }
}

const around = (a: Point, b: Point): PixelBox =>
  [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[0], b[0]), Math.max(a[1], b[1])] as unknown as PixelBox;

const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

const near = (a: Point, b: Point): boolean => Math.abs(a[0] - b[0]) < SAME_PX && Math.abs(a[1] - b[1]) < SAME_PX;
