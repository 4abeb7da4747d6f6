import type { Point } from '../layout/subpaths.js';
import { median } from '../median.js';
import { type Arc, angleOf, arcThrough } from './arcs.js';
import type { Scene, SceneShape } from './scene.js';

/** A slice of a pie or of a ring. */
export interface Sector {
  readonly shape: SceneShape;
  readonly color: string;
  readonly center: Point;
  readonly radius: number;
  /** 0 for a slice that reaches the middle. */
  readonly innerRadius: number;
  readonly startDeg: number;
  readonly sweepDeg: number;
  /** Of its outline, pt²: keeps its share where a pie is tilted or pulled apart. */
  readonly area: number;
}

/** A turn sharper than this, degrees, is a corner between an arc and a straight side. */
const CORNER_DEG = 32;
const BLUNT_DEG = 12;
/** A side this many times longer than the pieces of an arc is straight. */
const LONG = 3;
const MIN_RADIUS_PT = 9;
const SAME_CENTER = 0.035;
const MIN_STROKED_PT = 3;

/**
 * The slices that a page paints, each from its own outline: an outer arc, and the middle or an inner arc with the same
 * one. `squash` is the height of a circle seen at a slant, as a share of its width.
 */
export function sectorsOf(scene: Scene, squash = 1): Sector[] {
  return scene.shapes.flatMap((shape) => {
    const color = shape.fill ?? shape.stroke;
    const size = Math.max(shape.box[2] - shape.box[0], (shape.box[3] - shape.box[1]) / squash);
    if (color === null || shape.points.length < 5 || size < MIN_RADIUS_PT / 2) return [];
    const points = squash === 1 ? shape.points : shape.points.map(([x, y]): Point => [x, y / squash]);
    const found = shape.fill === null ? strokedRing(shape, points) : filledSector(points);
    if (found === null || found.radius < MIN_RADIUS_PT) return [];
    return [{ shape, color, ...found, area: areaOf(points) }];
  });
}

type Found = Omit<Sector, 'shape' | 'color' | 'area'>;

/** An arc drawn with a thick line. */
function strokedRing({ strokeWidthPt }: SceneShape, points: readonly Point[]): Found | null {
  if (strokeWidthPt < MIN_STROKED_PT || smoothRuns(withoutRepeats(points)).corners.length > 2) return null;
  const arc = arcThrough(points);
  if (arc === null || strokeWidthPt > 1.6 * arc.radius) return null;
  return {
    center: arc.center,
    radius: arc.radius + strokeWidthPt / 2,
    innerRadius: arc.radius - strokeWidthPt / 2,
    startDeg: arc.startDeg,
    sweepDeg: arc.sweepDeg,
  };
}

function filledSector(outline: readonly Point[]): Found | null {
  const points = withoutRepeats(outline);
  const { runs, corners } = smoothRuns(points);
  if (runs.length === 0 || runs.length > MAX_RUNS) return null;
  const tipped = aroundTip(runs, corners);
  if (tipped !== null) return tipped;
  const arcs = runs.map(arcThrough);
  if (arcs.some((arc) => arc === null)) return null;
  const sorted = (arcs as Arc[]).sort((a, b) => b.radius - a.radius);
  const [outer, ...others] = sorted as [Arc, ...Arc[]];
  if (outer.sweepDeg > 359 && others.length === 0) return { ...outer, innerRadius: 0 };
  const inner = others.filter((arc) => arc.radius < 0.985 * outer.radius);
  if (inner.length === 0 || inner.some((arc) => distance(arc.center, outer.center) > SAME_CENTER * outer.radius + 0.4))
    return null;
  const innerRadius = Math.max(...inner.map(({ radius }) => radius));
  const sweep = sorted
    .filter(({ radius }) => radius >= 0.985 * outer.radius)
    .reduce((sum, arc) => sum + arc.sweepDeg, 0);
  const innerSweep = inner.reduce((sum, arc) => sum + arc.sweepDeg, 0);
  if (Math.abs(innerSweep - sweep) > 4 + 0.06 * sweep) return null;
  return {
    center: outer.center,
    radius: outer.radius,
    innerRadius,
    startDeg: outer.startDeg,
    sweepDeg: Math.min(360, sweep),
  };
}

const MAX_RUNS = 6;

/**
 * How flat the circles of a tilted pie are drawn, as a share of their width; null where the outline has no such arc.
 * Least squares of x² + Ay² + Bx + Cy + D on its longest smooth run.
 */
export function squashOf(shape: SceneShape): number | null {
  if (shape.fill === null || shape.points.length < MIN_ELLIPSE_POINTS) return null;
  const { runs } = smoothRuns(withoutRepeats(shape.points));
  const run = runs.sort((a, b) => b.length - a.length)[0];
  if (!run || run.length < MIN_ELLIPSE_POINTS) return null;
  const [mx, my] = [mean(run.map(([x]) => x)), mean(run.map(([, y]) => y))];
  const size = Math.max(...run.map(([x, y]) => Math.hypot(x - mx, y - my)));
  const rows = run.map(([px, py]) => {
    const [x, y] = [(px - mx) / size, (py - my) / size];
    return [y * y, x, y, 1, -x * x];
  });
  const solved = leastSquares(rows);
  const [a, b, c, d] = solved ?? [0];
  if (a === undefined || b === undefined || c === undefined || d === undefined || a <= 1) return null;
  const off = Math.max(...rows.map((row) => Math.abs(a * row[0]! + b * row[1]! + c * row[2]! + d - row[4]!)));
  return off > MAX_ELLIPSE_OFF ? null : Math.sqrt(1 / a);
}

const MIN_ELLIPSE_POINTS = 16;
/** In squares of the size of the arc. */
const MAX_ELLIPSE_OFF = 0.03;

/** Solves for the coefficients of all columns but the last, which they are to give; null where they are not determined. */
function leastSquares(rows: readonly (readonly number[])[]): number[] | null {
  const n = (rows[0]?.length ?? 1) - 1;
  const matrix = Array.from({ length: n }, (_, i) =>
    Array.from({ length: n + 1 }, (_, j) =>
      rows.reduce((sum, row) => sum + (row[i] as number) * (row[j] as number), 0),
    ),
  );
  for (let i = 0; i < n; i++) {
    const pivot = matrix
      .slice(i)
      .reduce((best, row) => (Math.abs(row[i] as number) > Math.abs(best[i] as number) ? row : best));
    const at = matrix.indexOf(pivot);
    if (Math.abs(pivot[i] as number) < 1e-9) return null;
    [matrix[i], matrix[at]] = [pivot, matrix[i] as number[]];
    for (const [j, row] of matrix.entries()) {
      if (j === i) continue;
      const factor = (row[i] as number) / (pivot[i] as number);
      for (let k = i; k <= n; k++) row[k] = (row[k] as number) - factor * (pivot[k] as number);
    }
  }
  return matrix.map((row, i) => (row[n] as number) / (row[i] as number));
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** A slice of a pie: all its arc is as far from one of its corners. */
function aroundTip(runs: readonly (readonly Point[])[], corners: readonly Point[]): Found | null {
  const arc = runs.flat();
  for (const tip of corners) {
    const radii = arc.map((point) => distance(tip, point)).filter((radius) => radius > 0.01);
    if (radii.length < arc.length - 1 || radii.length < 3) continue;
    const radius = radii.reduce((sum, value) => sum + value, 0) / radii.length;
    if (radii.some((value) => Math.abs(value - radius) > 0.012 * radius + 0.3)) continue;
    const angles = arc.map((point) => angleOf(tip, point));
    const turns = angles
      .slice(1)
      .map((angle, i) => ((((angle - (angles[i] as number) + 180) % 360) + 360) % 360) - 180);
    const sweep = turns.reduce((sum, turn) => sum + turn, 0);
    if (Math.abs(sweep) < 0.2) continue;
    const startDeg = (sweep > 0 ? angles[0] : angles.at(-1)) as number;
    return { center: tip, radius, innerRadius: 0, startDeg, sweepDeg: Math.abs(sweep) };
  }
  return null;
}

function withoutRepeats(points: readonly Point[]): Point[] {
  const kept = points.filter((point, i) => i === 0 || distance(point, points[i - 1] as Point) > 0.02);
  if (kept.length > 1 && distance(kept[0] as Point, kept.at(-1) as Point) <= 0.02) kept.pop();
  return kept;
}

/** A closed outline cut at its corners: the runs that bend smoothly, and the corners between straight sides. */
function smoothRuns(points: readonly Point[]): { runs: Point[][]; corners: Point[] } {
  const n = points.length;
  const at = (i: number): Point => points[((i % n) + n) % n] as Point;
  const usual = median(points.map((point, i) => distance(point, at(i + 1))));
  const isLong = (i: number): boolean => distance(at(i), at(i + 1)) > LONG * usual;
  // The middle of a wide slice is a blunt corner, between two long sides.
  const sharp = points.map((point, i) => {
    const turn = Math.abs(turnAt(at(i - 1), point, at(i + 1)));
    return turn > CORNER_DEG || (isLong(i - 1) && isLong(i)) || (turn > BLUNT_DEG && (isLong(i - 1) || isLong(i)));
  });
  const first = sharp.indexOf(true);
  if (first < 0) return { runs: [[...points, points[0] as Point]], corners: [] };
  const runs: Point[][] = [];
  const corners: Point[] = [];
  let open: Point[] = [at(first)];
  for (let i = 1; i <= n; i++) {
    const point = at(first + i);
    open.push(point);
    if (!sharp[(first + i) % n]) continue;
    // Two corners with nothing between them are joined by a straight side.
    if (open.length >= MIN_RUN) runs.push(open);
    corners.push(point);
    open = [point];
  }
  return { runs, corners };
}

const MIN_RUN = 3;

function turnAt(a: Point, b: Point, c: Point): number {
  const turn = Math.atan2(c[1] - b[1], c[0] - b[0]) - Math.atan2(b[1] - a[1], b[0] - a[0]);
  return (Math.atan2(Math.sin(turn), Math.cos(turn)) * 180) / Math.PI;
}

export const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** Area inside a closed outline (the shoelace formula), in the units of its points, squared. */
function areaOf(points: readonly Point[]): number {
  return Math.abs(
    points.reduce((sum, [x, y], i) => {
      const [nx, ny] = points[(i + 1) % points.length] as Point;
      return sum + x * ny - nx * y;
    }, 0) / 2,
  );
}
