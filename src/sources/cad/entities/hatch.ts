import { bulgeSegment, circularArc, flattened } from '../curves.js';
import type { PatternFamily, Piece, Stroke } from '../pieces.js';
import { ocsMatrix, radians, type Vec3 } from '../space.js';
import { flattenNurbs, throughPoints } from '../spline.js';
import type { Props } from '../tags/props.js';
import { drawn, type EntityReader } from './content.js';

/** Bit of a boundary path's flags: it is a polyline. */
const POLYLINE = 2;
/** Loops of one hatch: stippled areas have some thousands. */
const MAX_LOOPS = 50_000;

/** Areas within loops, filled or hatched; which entities the loops came from is of no account. */
export const readHatch: EntityReader = (props) => {
  const elevation = props.point(10)[2];
  const loops = loopsOf(props, elevation);
  if (loops.length === 0) return null;
  const matrix = ocsMatrix(props.extrusion);
  const families = props.int(70) === 1 ? [] : familiesOf(props);
  const piece: Piece = { kind: 'area', loops, matrix, families, elevation };
  return drawn([piece]);
};

function loopsOf(props: Props, elevation: number): Vec3[][] {
  const { tags } = props;
  const loops: Vec3[][] = [];
  const start = props.find(91);
  if (start < 0) return loops;
  for (let i = start + 1; i < props.stop && loops.length < MAX_LOOPS; i++) {
    const code = tags.codes[i];
    // Style and pattern follow behind the last path.
    if (code === 75 || code === 76) break;
    if (code !== 92) continue;
    let end = i + 1;
    while (end < props.stop && ![92, 75, 76].includes(tags.codes[end] as number)) end++;
    const path = props.from(i + 1, end);
    const loop = (tags.number(i) & POLYLINE) !== 0 ? polylineLoop(path, elevation) : edgeLoop(path, elevation);
    if (loop.length > 1) loops.push(loop);
    i = end - 1;
  }
  return loops;
}

function polylineLoop(path: Props, z: number): Vec3[] {
  const corners: { at: Vec3; bulge: number }[] = [];
  for (let i = path.first; i < path.stop; i++) {
    const code = path.tags.codes[i];
    if (code === 10) {
      const [x, y] = path.pointAt(i);
      corners.push({ at: [x, y, z], bulge: 0 });
    } else if (code === 42 && corners.length > 0) (corners.at(-1) as { bulge: number }).bulge = path.numberAt(i);
  }
  return flattened(
    corners.map(({ at, bulge }, i) => bulgeSegment(at, (corners[(i + 1) % corners.length] ?? { at }).at, bulge)),
  );
}

/** Values of group 72 where it opens an edge. */
const LINE = 1;
const ARC = 2;
const ELLIPSE = 3;
const SPLINE = 4;

function edgeLoop(path: Props, z: number): Vec3[] {
  const { codes } = path.tags;
  const points: Vec3[] = [];
  const starts = [...path.all(72)];
  starts.forEach((start, n) => {
    // Behind the last edge stands the list of source objects (97), which has points of no edge.
    const edge = path.from(start + 1, starts[n + 1] ?? path.stop);
    const flat = flatEdge(edge, path.tags.number(start), z);
    for (const point of points.length > 0 ? joined(points.at(-1) as Vec3, flat) : flat) points.push(point);
  });
  return codes.length > 0 ? points : [];
}

/** Edges are to follow each other, but some programs write one the other way round. */
function joined(last: Vec3, points: Vec3[]): Vec3[] {
  const distance = (p: Vec3 | undefined) => (p ? Math.hypot(p[0] - last[0], p[1] - last[1]) : Infinity);
  return distance(points.at(-1)) < distance(points[0]) ? points.reverse() : points;
}

function flatEdge(edge: Props, kind: number, z: number): Vec3[] {
  const flat = (point: Vec3): Vec3 => [point[0], point[1], z];
  switch (kind) {
    case LINE:
      return [flat(edge.point(10)), flat(edge.point(11))];
    case ARC: {
      const [start, end] = anglesOf(edge);
      return flattened([circularArc(flat(edge.point(10)), edge.number(40), start, end)]);
    }
    case ELLIPSE: {
      const u = edge.point(11);
      const ratio = edge.number(40, 1);
      const [start, end] = anglesOf(edge);
      const unitArc = circularArc([0, 0, 0], 1, start, end);
      const stroke: Stroke = { ...unitArc, centre: flat(edge.point(10)), u, v: [-u[1] * ratio, u[0] * ratio, 0] };
      return flattened([stroke]);
    }
    case SPLINE: {
      const numbers = (code: number) => [...edge.all(code)].map((i) => edge.numberAt(i));
      const points = (code: number) => [...edge.all(code)].map((i) => flat(edge.pointAt(i)));
      const nurbs = { degree: edge.int(94, 3), knots: numbers(40), controls: points(10), weights: numbers(42) };
      return flattenNurbs(nurbs) ?? throughPoints(points(11));
    }
    default:
      return [];
  }
}

/** Angles of a clockwise edge (73 = 0) are measured clockwise. */
function anglesOf(edge: Props): [number, number] {
  const [start, end] = [radians(edge.number(50)), radians(edge.number(51))];
  return edge.int(73, 1) === 0 ? [-end, -start] : [start, end];
}

/** Families of parallel lines: angle 53, a point 43/44, the step to the next line 45/46, dashes 49. */
function familiesOf(props: Props): PatternFamily[] {
  const { tags } = props;
  const families: { angle: number; base: [number, number]; step: [number, number]; dashes: number[] }[] = [];
  const start = props.find(78);
  for (let i = start < 0 ? props.stop : start + 1; i < props.stop; i++) {
    const code = tags.codes[i];
    if (code === 98 || code === 47) break;
    if (code === 53) families.push({ angle: radians(props.numberAt(i)), base: [0, 0], step: [0, 0], dashes: [] });
    const family = families.at(-1);
    if (!family) continue;
    if (code === 43) family.base[0] = props.numberAt(i);
    else if (code === 44) family.base[1] = props.numberAt(i);
    else if (code === 45) family.step[0] = props.numberAt(i);
    else if (code === 46) family.step[1] = props.numberAt(i);
    else if (code === 49) family.dashes.push(props.numberAt(i));
  }
  return families;
}
