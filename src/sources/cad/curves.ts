import type { Stroke } from './pieces.js';
import type { Vec3 } from './space.js';

export type Arc = Extract<Stroke, { kind: 'arc' }>;

const TURN = 2 * Math.PI;
/** Angles closer than this are one: an arc from 0 to 360 degrees is a circle. */
const SAME_ANGLE = 1e-9;
/** Bulges below this are straight: the arc's rise is under a millionth of its chord. */
const STRAIGHT_BULGE = 1e-6 / 2;

/** A circular arc in the plane of x and y, counter-clockwise from `start` to `end`, radians; equal angles are a whole circle. */
export function circularArc(centre: Vec3, radius: number, start: number, end: number): Arc {
  const r = Math.abs(radius);
  return { kind: 'arc', centre, u: [r, 0, 0], v: [0, r, 0], start, end: start + sweep(start, end) };
}

export const circle = (centre: Vec3, radius: number): Arc => circularArc(centre, radius, 0, TURN);

/** How far it is counter-clockwise from `start` to `end`, above 0 up to a whole turn. */
export function sweep(start: number, end: number): number {
  const angle = (end - start) % TURN;
  if (angle <= SAME_ANGLE && angle >= -SAME_ANGLE) return TURN;
  return angle > 0 ? angle : angle + TURN;
}

/**
 * One segment of a polyline. `bulge` is the tangent of a quarter of its angle, positive where it turns counter-clockwise, 0
 * where it is straight. Both ends have the height of `from`.
 */
export function bulgeSegment(from: Vec3, to: Vec3, bulge: number): Stroke {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const chord = Math.hypot(dx, dy);
  if (Math.abs(bulge) < STRAIGHT_BULGE || chord === 0) return { kind: 'segment', from, to };
  // From the middle of the chord to the centre, along its left normal: chord/2 · cot(angle/2).
  const toCentre = (1 - bulge * bulge) / (4 * bulge);
  const centre: Vec3 = [(from[0] + to[0]) / 2 - dy * toCentre, (from[1] + to[1]) / 2 + dx * toCentre, from[2]];
  const angle = 4 * Math.atan(bulge);
  // Axes towards the first point and, a quarter turn on in the direction of travel, so that both ends are met exactly.
  const u: Vec3 = [from[0] - centre[0], from[1] - centre[1], 0];
  const v: Vec3 = bulge > 0 ? [-u[1], u[0], 0] : [u[1], -u[0], 0];
  return { kind: 'arc', centre, u, v, start: 0, end: Math.abs(angle) };
}

/** Straight lines through the points, back to the first one if `closed`. */
export function straight(points: readonly Vec3[], closed = false): Stroke[] {
  const strokes: Stroke[] = [];
  for (let i = 1; i < points.length; i++) {
    strokes.push({ kind: 'segment', from: points[i - 1] as Vec3, to: points[i] as Vec3 });
  }
  if (closed && points.length > 2) {
    strokes.push({ kind: 'segment', from: points.at(-1) as Vec3, to: points[0] as Vec3 });
  }
  return strokes;
}

/** Chords of a flattened whole circle: they lie within 0.05 % of the radius of it. */
const CHORDS_PER_TURN = 100;

/** Points along strokes that follow each other, arcs as chords. */
export function flattened(strokes: readonly Stroke[]): Vec3[] {
  const points: Vec3[] = [];
  for (const stroke of strokes) {
    if (stroke.kind === 'segment') {
      if (points.length === 0) points.push(stroke.from);
      points.push(stroke.to);
      continue;
    }
    const { centre, u, v, start, end } = stroke;
    const chords = Math.max(2, Math.ceil((Math.abs(end - start) / TURN) * CHORDS_PER_TURN));
    for (let i = points.length === 0 ? 0 : 1; i <= chords; i++) {
      const t = start + ((end - start) * i) / chords;
      const [c, s] = [Math.cos(t), Math.sin(t)];
      points.push([centre[0] + c * u[0] + s * v[0], centre[1] + c * u[1] + s * v[1], centre[2] + c * u[2] + s * v[2]]);
    }
  }
  return points;
}
