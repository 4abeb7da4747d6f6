import { lengthOf, subtract, type Vec3 } from './space.js';

export interface Nurbs {
  readonly degree: number;
  readonly knots: readonly number[];
  readonly controls: readonly Vec3[];
  /** One a control point, or empty where all are 1. */
  readonly weights: readonly number[];
}

/** The flattened line leaves the curve by at most about this part of the size of its control polygon. */
const FLATNESS = 1e-5;
/** Halvings of one knot span: 2^10 chords; nothing real needs more. */
const MAX_HALVINGS = 10;
/** Halvings that are done in any case, so that an S curve whose middle lies on its chord is not taken for straight. */
const MIN_HALVINGS = 2;
/** Points of one spline, where hostile knots would have each span halved to the end. */
const MAX_POINTS = 100_000;
/** Degrees above are damage: AutoCAD writes 2 and 3 (1 to 11 are valid). */
const MAX_DEGREE = 25;

/** Points along a NURBS curve, halved until the chords are flat; null where its numbers make no curve. */
export function flattenNurbs({ degree, knots, controls, weights }: Nurbs): Vec3[] | null {
  const valid = degree >= 1 && degree <= MAX_DEGREE && controls.length > degree;
  if (!valid || knots.length < controls.length + degree + 1) return null;
  for (let i = 1; i < knots.length; i++) if ((knots[i] as number) < (knots[i - 1] as number)) return null;
  const rational = weights.length === controls.length && weights.every((w) => w > 0);
  const at = (t: number, span: number) => pointAt(t, span, degree, knots, controls, rational ? weights : null);
  const tolerance = FLATNESS * sizeOf(controls);
  const points: Vec3[] = [];
  for (let span = degree; span < controls.length; span++) {
    const [from, to] = [knots[span] as number, knots[span + 1] as number];
    if (!(to > from)) continue;
    const first = at(from, span);
    if (points.length === 0) points.push(first);
    halve(from, first, to, at(to, span), 0, (t) => at(t, span), tolerance, points);
  }
  return points.length > 1 ? points : null;
}

function halve(
  from: number,
  a: Vec3,
  to: number,
  b: Vec3,
  depth: number,
  at: (t: number) => Vec3,
  tolerance: number,
  points: Vec3[],
): void {
  const middle = (from + to) / 2;
  const m = at(middle);
  const offChord = lengthOf([m[0] - (a[0] + b[0]) / 2, m[1] - (a[1] + b[1]) / 2, m[2] - (a[2] + b[2]) / 2]);
  if (depth >= MAX_HALVINGS || points.length > MAX_POINTS || (depth >= MIN_HALVINGS && offChord <= tolerance)) {
    points.push(b);
    return;
  }
  halve(from, a, middle, m, depth + 1, at, tolerance, points);
  halve(middle, m, to, b, depth + 1, at, tolerance, points);
}

/** De Boor's algorithm, with weights as a fourth coordinate. */
function pointAt(
  t: number,
  span: number,
  degree: number,
  knots: readonly number[],
  controls: readonly Vec3[],
  weights: readonly number[] | null,
): Vec3 {
  const points: [number, number, number, number][] = [];
  for (let i = span - degree; i <= span; i++) {
    const [x, y, z] = controls[i] as Vec3;
    const w = weights?.[i] ?? 1;
    points.push([x * w, y * w, z * w, w]);
  }
  for (let level = 1; level <= degree; level++) {
    for (let j = degree; j >= level; j--) {
      const low = knots[span - degree + j] as number;
      const high = knots[span + 1 + j - level] as number;
      const f = high > low ? (t - low) / (high - low) : 0;
      const [p, q] = [points[j] as number[], points[j - 1] as number[]];
      for (let k = 0; k < 4; k++) p[k] = (1 - f) * (q[k] as number) + f * (p[k] as number);
    }
  }
  const [x, y, z, w] = points[degree] as [number, number, number, number];
  return [x / w, y / w, z / w];
}

/** Chords between two fit points. */
const CHORDS_PER_FIT = 16;

/**
 * A smooth curve through fit points (Catmull-Rom): what a spline without control points is drawn as. The program that made it
 * may bend it a little otherwise between the points.
 */
export function throughPoints(points: readonly Vec3[], closed = false): Vec3[] {
  if (points.length < 3) return [...points];
  const at = (i: number): Vec3 => {
    const n = points.length;
    return points[closed ? (i + n) % n : Math.min(n - 1, Math.max(0, i))] as Vec3;
  };
  const curve: Vec3[] = [at(0)];
  const spans = closed ? points.length : points.length - 1;
  for (let i = 0; i < spans; i++) {
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    for (let step = 1; step <= CHORDS_PER_FIT; step++) {
      const t = step / CHORDS_PER_FIT;
      const blend = (k: 0 | 1 | 2): number =>
        b[k] +
        (t * (c[k] - a[k] + t * (2 * a[k] - 5 * b[k] + 4 * c[k] - d[k] + t * (3 * (b[k] - c[k]) + d[k] - a[k])))) / 2;
      curve.push([blend(0), blend(1), blend(2)]);
    }
  }
  return curve;
}

function sizeOf(points: readonly Vec3[]): number {
  let low: Vec3 = points[0] as Vec3;
  let high = low;
  for (const p of points) {
    low = [Math.min(low[0], p[0]), Math.min(low[1], p[1]), Math.min(low[2], p[2])];
    high = [Math.max(high[0], p[0]), Math.max(high[1], p[1]), Math.max(high[2], p[2])];
  }
  return lengthOf(subtract(high, low));
}
