import type { Curve, Point } from '../../sources/cad/drawing.js';

export type Arc = Extract<Curve, { kind: 'arc' }>;
type Segment = Extract<Curve, { kind: 'segment' }>;

/**
 * Whether two curves have a point in common, or come within `tolerance` units of each other at an end or where they are
 * tangent. All is reckoned with differences of coordinates, so that it holds far from the origin.
 */
export function curvesMeet(a: Curve, b: Curve, tolerance: number): boolean {
  if (ends(a).some((end) => isOn(end, b, tolerance)) || ends(b).some((end) => isOn(end, a, tolerance))) return true;
  if (a.kind === 'segment') return b.kind === 'segment' ? segmentsCross(a, b) : segmentMeetsArc(a, b, tolerance);
  return b.kind === 'segment' ? segmentMeetsArc(b, a, tolerance) : arcsMeet(a, b, tolerance);
}

/** Where an arc is at a parameter, radians from its major axis. */
export function pointAt({ centre, major, ratio }: Arc, t: number): Point {
  const [cos, sin] = [Math.cos(t), Math.sin(t) * ratio];
  return [centre[0] + major[0] * cos - major[1] * sin, centre[1] + major[1] * cos + major[0] * sin];
}

const ends = (curve: Curve): readonly Point[] =>
  curve.kind === 'segment' ? [curve.from, curve.to] : [pointAt(curve, curve.start), pointAt(curve, curve.end)];

function isOn(p: Point, curve: Curve, tolerance: number): boolean {
  if (curve.kind === 'segment') return distance(p, nearestOn(curve, p)) <= tolerance;
  const t = parameterAt(curve, p);
  const places = isWithin(curve, t) ? [pointAt(curve, t), ...ends(curve)] : ends(curve);
  return places.some((place) => distance(p, place) <= tolerance);
}

function nearestOn({ from, to }: Segment, p: Point): Point {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const squared = dx * dx + dy * dy;
  if (squared === 0) return from;
  const s = Math.min(Math.max(((p[0] - from[0]) * dx + (p[1] - from[1]) * dy) / squared, 0), 1);
  return [from[0] + s * dx, from[1] + s * dy];
}

/** Strictly: the ends of each lie on both sides of the other. */
function segmentsCross(a: Segment, b: Segment): boolean {
  const apart = (s: Segment, other: Segment): boolean => sideOf(s, other.from) * sideOf(s, other.to) < 0;
  return apart(a, b) && apart(b, a);
}

const sideOf = ({ from, to }: Segment, p: Point): number =>
  Math.sign((to[0] - from[0]) * (p[1] - from[1]) - (to[1] - from[1]) * (p[0] - from[0]));

/** By the affine map that makes the arc's ellipse the unit circle, and the segment another segment. */
function segmentMeetsArc(segment: Segment, arc: Arc, tolerance: number): boolean {
  const [x, y] = onUnitCircle(arc, segment.from);
  const [toX, toY] = onUnitCircle(arc, segment.to);
  const [dx, dy] = [toX - x, toY - y];
  const squared = dx * dx + dy * dy;
  if (squared === 0) return false;
  const foot = -(x * dx + y * dy) / squared;
  const at = (s: number): Point => [
    segment.from[0] + s * (segment.to[0] - segment.from[0]),
    segment.from[1] + s * (segment.to[1] - segment.from[1]),
  ];
  const room = 1 - (x + foot * dx) ** 2 - (y + foot * dy) ** 2;
  // Without room the line passes the ellipse by; it may still touch it.
  if (room <= 0) return foot >= 0 && foot <= 1 && isOn(at(foot), arc, tolerance);
  const half = Math.sqrt(room / squared);
  return [foot - half, foot + half].some((s) => s >= 0 && s <= 1 && isWithin(arc, parameterAt(arc, at(s))));
}

/** Samples of the smaller arc; its distance from the other has at most four extremes round the ellipse. */
const SAMPLES = 64;
/** Halvings after which a double has no more digits, from a sample's width on. */
const HALVINGS = 52;

/**
 * The larger ellipse is made the unit circle. Along the other one the squared distance from its middle is a trigonometric
 * polynomial of degree two: where it passes 1, or is nearest to 1, are the only places that both can share.
 */
function arcsMeet(one: Arc, other: Arc, tolerance: number): boolean {
  const [circle, arc] = radius(one) >= radius(other) ? [one, other] : [other, one];
  const outside = (t: number): number => {
    const [x, y] = onUnitCircle(circle, pointAt(arc, t));
    return x * x + y * y - 1;
  };
  const isShared = (t: number): boolean => isWithin(arc, t) && isOn(pointAt(arc, t), circle, tolerance);
  const step = (2 * Math.PI) / SAMPLES;
  const samples = Array.from({ length: SAMPLES }, (_, i) => outside(i * step));
  return samples.some((value, i) => {
    const next = samples[(i + 1) % SAMPLES] as number;
    if (value * next <= 0) return isShared(rootBetween(outside, i * step, (i + 1) * step));
    const before = samples[(i + SAMPLES - 1) % SAMPLES] as number;
    if (before * value <= 0 || Math.abs(value) > Math.abs(before) || Math.abs(value) > Math.abs(next)) return false;
    const nearest = lowestBetween((t) => outside(t) * Math.sign(value), (i - 1) * step, (i + 1) * step);
    if (outside(nearest) * value > 0) return isShared(nearest);
    return (
      isShared(rootBetween(outside, (i - 1) * step, nearest)) || isShared(rootBetween(outside, nearest, (i + 1) * step))
    );
  });
}

/** Where a function changes its sign, by halving. */
function rootBetween(f: (t: number) => number, from: number, to: number): number {
  const sign = Math.sign(f(from));
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (from + to) / 2;
    if (Math.sign(f(middle)) === sign) from = middle;
    else to = middle;
  }
  return (from + to) / 2;
}

/** The lowest place of a function that falls and then rises, by thirds. */
function lowestBetween(f: (t: number) => number, from: number, to: number): number {
  for (let i = 0; i < HALVINGS; i++) {
    const third = (to - from) / 3;
    if (f(from + third) < f(to - third)) to -= third;
    else from += third;
  }
  return (from + to) / 2;
}

const radius = ({ major }: Arc): number => Math.hypot(major[0], major[1]);
const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

function onUnitCircle({ centre, major, ratio }: Arc, p: Point): Point {
  const [x, y] = [p[0] - centre[0], p[1] - centre[1]];
  const squared = major[0] ** 2 + major[1] ** 2;
  return [(x * major[0] + y * major[1]) / squared, (y * major[0] - x * major[1]) / (squared * ratio)];
}

function parameterAt(arc: Arc, p: Point): number {
  const [x, y] = onUnitCircle(arc, p);
  return Math.atan2(y, x);
}

const TURN = 2 * Math.PI;
const isWithin = ({ start, end }: Arc, t: number): boolean => (((t - start) % TURN) + TURN) % TURN <= end - start;
