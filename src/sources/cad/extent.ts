import { box } from '../../evidence/boxes.js';
import type { Arc } from './curves.js';
import type { WorldBox } from './drawing.js';
import type { Placement } from './entities/content.js';
import { arcPoint, endOf, loopsOf, mapStroke, type Piece, type Stroke, startOf, textCorners } from './pieces.js';
import { add, compose, type Matrix, mapPoint, scale, type Vec3 } from './space.js';

/**
 * Points and arcs that decide how far something reaches, whichever way it is mapped: an affine map takes the hull of a set of
 * points to the hull of the mapped set, so a block's inner points never matter.
 */
export interface Support {
  readonly points: readonly Vec3[];
  readonly arcs: readonly Arc[];
}

export const EMPTY: Support = { points: [], arcs: [] };

/** Arcs that a block may keep; of more, which only nested arrays have, chords stand for them (0.05 % of the radius). */
const MAX_ARCS = 2_000;
const CHORDS = 100;

/** Collects what pieces reach. */
export class Reach {
  readonly points: Vec3[] = [];
  readonly arcs: Arc[] = [];

  piece(piece: Piece): void {
    switch (piece.kind) {
      case 'line':
        for (const stroke of piece.strokes) this.#stroke(stroke, piece.width / 2);
        break;
      case 'fill':
        for (const loop of piece.loops) for (const point of loop) this.points.push(point);
        break;
      case 'area':
        for (const loop of loopsOf(piece)) for (const point of loop) this.points.push(point);
        break;
      case 'text':
        this.points.push(...textCorners(piece));
        break;
      case 'point':
        this.points.push(piece.at);
    }
  }

  /** A block at a place; of an array the copies at its four corners decide. */
  placement(placement: Placement, support: Support): void {
    const { matrix } = placement;
    const shifts = cornerShifts(placement);
    const mixesHeight = matrix[2] !== 0 || matrix[6] !== 0;
    const points = mixesHeight ? cornersOf(support) : support.points;
    for (const shift of shifts) {
      for (const point of points) this.points.push(add(mapPoint(matrix, point), shift));
      for (const arc of support.arcs) {
        const mapped = mapStroke(matrix, arc) as Arc;
        this.arcs.push({ ...mapped, centre: add(mapped.centre, shift) });
      }
    }
  }

  include({ points, arcs }: Support): void {
    for (const point of points) this.points.push(point);
    for (const arc of arcs) this.arcs.push(arc);
  }

  /** Only what matters. */
  support(): Support {
    const ends = this.arcs.flatMap((arc) => [startOf(arc), endOf(arc)]);
    const hull = hullOf([...this.points, ...ends]);
    const arcs = this.arcs.filter((arc) => !corners(arc).every((corner) => isInside(hull, corner)));
    if (arcs.length <= MAX_ARCS) return { points: hull, arcs };
    return { points: hullOf([...hull, ...arcs.flatMap(chordPoints)]), arcs: [] };
  }

  /** Null for nothing, and for coordinates that overflow. */
  box(): WorldBox | null {
    let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
    const include = (x: number, y: number) => {
      if (x < x0) x0 = x;
      if (x > x1) x1 = x;
      if (y < y0) y0 = y;
      if (y > y1) y1 = y;
    };
    for (const [x, y] of this.points) include(x, y);
    for (const arc of this.arcs) {
      for (const end of [startOf(arc), endOf(arc)]) include(end[0], end[1]);
      for (const axis of [0, 1] as const) {
        // x = c + u cos t + v sin t is extreme where tan t = v/u.
        const extreme = Math.atan2(arc.v[axis], arc.u[axis]);
        for (let t = extreme + Math.ceil((arc.start - extreme) / Math.PI) * Math.PI; t <= arc.end; t += Math.PI) {
          const [x, y] = arcPoint(arc, t);
          include(x, y);
        }
      }
    }
    return Number.isFinite(x0 + y0 + x1 + y1) ? box('world', x0, y0, x1, y1) : null;
  }

  #stroke(stroke: Stroke, half: number): void {
    if (stroke.kind === 'arc') {
      const grown = half === 0 ? stroke : widened(stroke, half);
      this.arcs.push(grown);
      return;
    }
    const { from, to } = stroke;
    if (half === 0) {
      this.points.push(from, to);
      return;
    }
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
    const side: Vec3 = [((from[1] - to[1]) / length) * half, ((to[0] - from[0]) / length) * half, 0];
    for (const end of [from, to]) this.points.push(add(end, side), add(end, scale(side, -1)));
  }
}

function widened(arc: Arc, half: number): Arc {
  const radius = Math.hypot(...arc.u);
  const factor = radius > 0 ? 1 + half / radius : 1;
  return { ...arc, u: scale(arc.u, factor), v: scale(arc.v, factor) };
}

/** Of the parallelogram around an arc's whole ellipse. */
const corners = ({ centre, u, v }: Arc): Vec3[] =>
  [-1, 1].flatMap((a) => [-1, 1].map((b) => add(centre, add(scale(u, a), scale(v, b)))));

function chordPoints(arc: Arc): Vec3[] {
  return Array.from({ length: CHORDS + 1 }, (_, i) => arcPoint(arc, arc.start + ((arc.end - arc.start) * i) / CHORDS));
}

/** Corners of the box in space around everything: for the rare block that is tipped out of its plane. */
function cornersOf({ points, arcs }: Support): Vec3[] {
  const all = [...points, ...arcs.flatMap(corners)];
  if (all.length === 0) return [];
  const low = [0, 1, 2].map((axis) => all.reduce((m, p) => Math.min(m, p[axis] as number), Infinity));
  const high = [0, 1, 2].map((axis) => all.reduce((m, p) => Math.max(m, p[axis] as number), -Infinity));
  if ((high[2] as number) === (low[2] as number)) return [...points];
  return [0, 1, 2, 3, 4, 5, 6, 7].map(
    (bits) => [0, 1, 2].map((axis) => ((bits >> axis) & 1 ? high : low)[axis]) as unknown as Vec3,
  );
}

const turn = (a: Vec3, b: Vec3, c: Vec3): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** The convex hull, seen from above (Andrew's monotone chain), counter-clockwise; points that differ in height are all kept. */
function hullOf(points: readonly Vec3[]): Vec3[] {
  if (points.length < 4) return [...points];
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list: readonly Vec3[]): Vec3[] => {
    const chain: Vec3[] = [];
    for (const point of list) {
      while (chain.length > 1 && turn(chain.at(-2) as Vec3, chain.at(-1) as Vec3, point) <= 0) chain.pop();
      chain.push(point);
    }
    chain.pop();
    return chain;
  };
  const hull = [...half(sorted), ...half(sorted.reverse())];
  const [lowest, highest] = heights(points);
  if (lowest && highest && lowest[2] !== highest[2]) hull.push(lowest, highest);
  return hull;
}

function heights(points: readonly Vec3[]): [Vec3 | undefined, Vec3 | undefined] {
  let [lowest, highest] = [points[0], points[0]];
  for (const point of points) {
    if (lowest && point[2] < lowest[2]) lowest = point;
    if (highest && point[2] > highest[2]) highest = point;
  }
  return [lowest, highest];
}

/** Inside of a hull, which may end in points that only mark its height: those make the test fail, which is safe. */
function isInside(hull: readonly Vec3[], point: Vec3): boolean {
  if (hull.length < 3) return false;
  return hull.every((a, i) => turn(a, hull[(i + 1) % hull.length] as Vec3, point) > 0);
}

/** From the first copy of an array to those at its corners. */
export function cornerShifts({ columns, rows, columnStep, rowStep }: Placement): Vec3[] {
  const [across, up] = [scale(columnStep, columns - 1), scale(rowStep, rows - 1)];
  const shifts: Vec3[] = [[0, 0, 0]];
  if (columns > 1) shifts.push(across);
  if (rows > 1) shifts.push(up);
  if (columns > 1 && rows > 1) shifts.push(add(across, up));
  return shifts;
}

/** A whole placement's map for one copy. */
export const copyMatrix = ({ matrix, columnStep, rowStep }: Placement, column: number, row: number): Matrix => {
  if (column === 0 && row === 0) return matrix;
  const [dx, dy, dz] = add(scale(columnStep, column), scale(rowStep, row));
  return compose([1, 0, 0, dx, 0, 1, 0, dy, 0, 0, 1, dz], matrix);
};
