import { circle, circularArc, straight } from '../curves.js';
import type { Piece, Stroke } from '../pieces.js';
import { mapPiece } from '../pieces.js';
import { cross, ocsMatrix, radians, scale, unit, type Vec3 } from '../space.js';
import { flattenNurbs, throughPoints } from '../spline.js';
import type { Props } from '../tags/props.js';
import { drawn, type EntityReader } from './content.js';

export const line = (strokes: readonly Stroke[]): Piece => ({ kind: 'line', strokes, width: 0 });
export const outline = (points: readonly Vec3[], closed: boolean): Piece => line(straight(points, closed));

/** From the entity's own coordinates to the world. */
export const toWorld = (props: Props, piece: Piece): Piece => mapPiece(ocsMatrix(props.extrusion), piece);

export const readPoint: EntityReader = (props) => drawn([{ kind: 'point', at: props.point(10) }]);

export const readLine: EntityReader = (props) =>
  drawn([line([{ kind: 'segment', from: props.point(10), to: props.point(11) }])]);

export const readCircle: EntityReader = (props) =>
  drawn([toWorld(props, line([circle(props.point(10), props.number(40))]))]);

export const readArc: EntityReader = (props) => {
  const [start, end] = [radians(props.number(50)), radians(props.number(51))];
  return drawn([toWorld(props, line([circularArc(props.point(10), props.number(40), start, end)]))]);
};

/** Its centre and axis are in the world; the extrusion tells to which side the minor axis points. */
export const readEllipse: EntityReader = (props) => {
  const u = props.point(11);
  const v = scale(cross(unit(props.extrusion, [0, 0, 1]), u), props.number(40, 1));
  const start = props.number(41, 0);
  const whole = props.number(42, 2 * Math.PI) - start;
  const turns = whole / (2 * Math.PI);
  const sweep = turns > 0 && turns <= 1 + 1e-9 ? whole : whole - Math.floor(turns) * 2 * Math.PI;
  return drawn([line([{ kind: 'arc', centre: props.point(10), u, v, start, end: start + (sweep || 2 * Math.PI) }])]);
};

/** Bits of a SPLINE's flags. */
const CLOSED = 1;

export const readSpline: EntityReader = (whole) => {
  // A HELIX is a SPLINE with more behind it.
  const props = whole.from(whole.behindSubclass('AcDbSpline'));
  const numbers = (code: number) => [...props.all(code)].map((i) => props.numberAt(i));
  const points = (code: number) => [...props.all(code)].map((i) => props.pointAt(i));
  const closed = (props.int(70) & CLOSED) !== 0;
  const controls = points(10);
  const weights = numbers(41);
  const curve = flattenNurbs({ degree: props.int(71, 3), knots: numbers(40), controls, weights });
  if (curve) return drawn([outline(curve, false)]);
  const fit = points(11);
  const through = fit.length > 1 ? throughPoints(fit, closed) : controls;
  return through.length > 1 ? drawn([outline(through, false)]) : null;
};

/** Bits of a 3DFACE's flags: that edge is not seen. */
const HIDDEN_EDGES = [1, 2, 4, 8];

export const readFace: EntityReader = (props) => {
  const corners = fourCorners(props);
  const hidden = props.int(70);
  const edges = corners.flatMap((from, i): Piece[] => {
    const to = corners[(i + 1) % 4] as Vec3;
    return (hidden & (HIDDEN_EDGES[i] as number)) !== 0 ? [] : [line([{ kind: 'segment', from, to }])];
  });
  return drawn(edges);
};

/** Corners 3 and 4 are crossed: 1-2-4-3 goes around. */
export const readSolid: EntityReader = (props) => {
  const [a, b, c, d] = fourCorners(props);
  return drawn([toWorld(props, { kind: 'fill', loops: [[a, b, d, c]] })]);
};

function fourCorners(props: Props): [Vec3, Vec3, Vec3, Vec3] {
  const third = props.point(12);
  return [props.point(10), props.point(11), third, props.point(13, third)];
}
