import type { Point } from '../layout/subpaths.js';

/** A part of a circle. Angles in degrees, clockwise from 12 o'clock on the page; `sweepDeg` is positive. */
export interface Arc {
  readonly center: Point;
  readonly radius: number;
  readonly startDeg: number;
  readonly sweepDeg: number;
}

/** Points of an arc lie this close to one circle: a share of its radius, and pt. */
const MAX_OFF_SHARE = 0.012;
const MAX_OFF_PT = 0.25;
/** Fewer points fit any circle. */
const MIN_POINTS = 5;
/** What turns by less than this is told from a straight line with difficulty. */
const MIN_SWEEP_DEG = 1.5;

/** The circle that fits points best in the sense of Kåsa (least squares of x² + y² + ax + by + c), null for a line. */
export function circleThrough(points: readonly Point[]): { center: Point; radius: number; off: number } | null {
  const n = points.length;
  if (n < 3) return null;
  const [mx, my] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  let [xx, yy, xy, xz, yz] = [0, 0, 0, 0, 0];
  for (const [px, py] of points) {
    const [x, y] = [px - mx, py - my];
    const z = x * x + y * y;
    xx += x * x;
    yy += y * y;
    xy += x * y;
    xz += x * z;
    yz += y * z;
  }
  const det = 2 * (xx * yy - xy * xy);
  if (Math.abs(det) < 1e-9 * (xx + yy) ** 2) return null;
  const [cx, cy] = [(yy * xz - xy * yz) / det, (xx * yz - xy * xz) / det];
  const radius = Math.sqrt(cx * cx + cy * cy + (xx + yy) / n);
  const center: Point = [cx + mx, cy + my];
  const off = Math.max(...points.map(([x, y]) => Math.abs(Math.hypot(x - center[0], y - center[1]) - radius)));
  return { center, radius, off };
}

/** The arc that points follow one after the other, or null where they follow none. */
export function arcThrough(points: readonly Point[]): Arc | null {
  if (points.length < MIN_POINTS) return null;
  const circle = circleThrough(points);
  if (circle === null || circle.off > MAX_OFF_SHARE * circle.radius + MAX_OFF_PT) return null;
  const angles = points.map((point) => angleOf(circle.center, point));
  const turns = angles.slice(1).map((angle, i) => signedTurn(angle - (angles[i] as number)));
  const sweep = turns.reduce((sum, turn) => sum + turn, 0);
  if (Math.abs(sweep) < MIN_SWEEP_DEG || turns.some((turn) => turn * sweep < -1e-6 && Math.abs(turn) > 1)) return null;
  const start = sweep > 0 ? (angles[0] as number) : (angles.at(-1) as number);
  return { center: circle.center, radius: circle.radius, startDeg: start, sweepDeg: Math.min(360, Math.abs(sweep)) };
}

/** Clockwise from 12 o'clock, 0 to 360, y down. */
export function angleOf(center: Point, [x, y]: Point): number {
  return ((((Math.atan2(x - center[0], center[1] - y) * 180) / Math.PI) % 360) + 360) % 360;
}

/** Whether an angle lies in an arc, give or take `slackDeg` at its ends. */
export const holdsAngle = ({ startDeg, sweepDeg }: Arc, deg: number, slackDeg = 0): boolean =>
  (((deg - startDeg + slackDeg) % 360) + 360) % 360 <= sweepDeg + 2 * slackDeg;

/** The smaller turn between two directions, -180 to 180. */
export const signedTurn = (deg: number): number => ((((deg + 180) % 360) + 360) % 360) - 180;

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
