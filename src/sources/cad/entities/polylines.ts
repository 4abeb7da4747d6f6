import { bulgeSegment, flattened, straight } from '../curves.js';
import type { DxfFile, RawEntity } from '../dxf-file.js';
import type { Piece, Stroke } from '../pieces.js';
import { add, scale, subtract, unit, type Vec3 } from '../space.js';
import type { Props } from '../tags/props.js';
import { drawn, type EntityReader } from './content.js';
import { line, outline, toWorld } from './lines.js';

interface Corner {
  readonly at: Vec3;
  readonly bulge: number;
  /** Width at this corner and at the next, of the segment between them. */
  readonly startWidth: number;
  readonly endWidth: number;
}

/** Bits of the flags of a polyline, and of its vertices. */
const CLOSED = 1;
const POLYLINE_3D = 8;
const MESH = 16;
const CLOSED_ACROSS = 32;
const POLYFACE = 64;
const CONTROL_VERTEX = 16;
const MESH_VERTEX = 64;
const FACE_RECORD = 128;

export const readLwPolyline: EntityReader = (props) => {
  const { codes } = props.tags;
  const width = props.number(43, 0);
  const elevation = props.number(38, 0);
  const corners: { at: Vec3; bulge: number; startWidth: number; endWidth: number }[] = [];
  for (let i = props.first; i < props.stop; i++) {
    const code = codes[i];
    const corner = corners.at(-1);
    if (code === 10) {
      const [x, y] = props.pointAt(i);
      corners.push({ at: [x, y, elevation], bulge: 0, startWidth: width, endWidth: width });
    } else if (code === 42 && corner) corner.bulge = props.numberAt(i);
    else if (code === 40 && corner) corner.startWidth = props.numberAt(i);
    else if (code === 41 && corner) corner.endWidth = props.numberAt(i);
  }
  if (corners.length === 0) return null;
  return drawn(cornerPieces(corners, (props.int(70) & CLOSED) !== 0).map((piece) => toWorld(props, piece)));
};

export const readPolyline: EntityReader = (props, entity, file) => {
  const flags = props.int(70);
  const vertices = entity.parts.map((part) => file.props(part));
  if (vertices.length === 0) return null;
  if ((flags & POLYFACE) !== 0) return drawn(polyface(vertices));
  if ((flags & MESH) !== 0) return drawn(mesh(props, vertices, flags));
  const seen = vertices.filter((vertex) => (vertex.int(70) & CONTROL_VERTEX) === 0);
  if ((flags & POLYLINE_3D) !== 0)
    return drawn([
      outline(
        seen.map((vertex) => vertex.point(10)),
        (flags & CLOSED) !== 0,
      ),
    ]);
  const elevation = props.point(10)[2];
  const [startWidth, endWidth] = [props.number(40, 0), props.number(41, 0)];
  const corners = seen.map((vertex): Corner => {
    const [x, y] = vertex.point(10);
    return {
      at: [x, y, elevation],
      bulge: vertex.number(42, 0),
      startWidth: vertex.number(40, startWidth),
      endWidth: vertex.number(41, endWidth),
    };
  });
  return drawn(cornerPieces(corners, (flags & CLOSED) !== 0).map((piece) => toWorld(props, piece)));
};

/** A line of one width is one piece; where the width changes along a segment, that segment is a filled shape. */
function cornerPieces(corners: readonly Corner[], closed: boolean): Piece[] {
  if (corners.length === 1) return [{ kind: 'point', at: (corners[0] as Corner).at }];
  const pieces: Piece[] = [];
  let run: Stroke[] = [];
  let runWidth = 0;
  const flush = () => {
    if (run.length > 0) pieces.push({ kind: 'line', strokes: run, width: runWidth });
    run = [];
  };
  const segments = closed ? corners.length : corners.length - 1;
  for (let i = 0; i < segments; i++) {
    const from = corners[i] as Corner;
    const to = corners[(i + 1) % corners.length] as Corner;
    const stroke = bulgeSegment(from.at, to.at, from.bulge);
    if (from.startWidth !== from.endWidth) {
      flush();
      pieces.push(tapered(stroke, from.startWidth, from.endWidth));
      continue;
    }
    if (from.startWidth !== runWidth) flush();
    runWidth = from.startWidth;
    run.push(stroke);
  }
  flush();
  return pieces;
}

/** The area of a segment whose width changes evenly along it. */
function tapered(stroke: Stroke, startWidth: number, endWidth: number): Piece {
  const points = flattened([stroke]);
  const left: Vec3[] = [];
  const right: Vec3[] = [];
  points.forEach((point, i) => {
    const [before, behind] = [points[Math.max(0, i - 1)] as Vec3, points[Math.min(points.length - 1, i + 1)] as Vec3];
    const [dx, dy] = unit(subtract(behind, before));
    const half = (startWidth + ((endWidth - startWidth) * i) / Math.max(1, points.length - 1)) / 2;
    left.push(add(point, scale([-dy, dx, 0], half)));
    right.push(add(point, scale([dy, -dx, 0], half)));
  });
  return { kind: 'fill', loops: [[...left, ...right.reverse()]] };
}

/** A grid of M × N vertices, as its rows and columns. */
function mesh(props: Props, vertices: readonly Props[], flags: number): Piece[] {
  // A smoothed mesh holds its control points too; what is seen are the others.
  const smooth = vertices.filter((vertex) => (vertex.int(70) & CONTROL_VERTEX) === 0);
  const isSmooth = props.int(75) !== 0 && smooth.length > 0;
  const points = (isSmooth ? smooth : vertices).map((vertex) => vertex.point(10));
  const m = Math.min(points.length, props.int(isSmooth ? 73 : 71));
  const n = Math.min(points.length, props.int(isSmooth ? 74 : 72));
  if (m < 1 || n < 1 || m * n > points.length) return [outline(points, false)];
  const rows = Array.from({ length: m }, (_, i) => points.slice(i * n, (i + 1) * n));
  const columns = Array.from({ length: n }, (_, j) => rows.map((row) => row[j] as Vec3));
  return [
    ...rows.map((row) => outline(row, (flags & CLOSED_ACROSS) !== 0)),
    ...columns.map((column) => outline(column, (flags & CLOSED) !== 0)),
  ];
}

/** Vertices, then faces that name three or four of them; a negative number hides the edge that begins there. */
function polyface(vertices: readonly Props[]): Piece[] {
  const points: Vec3[] = [];
  const pieces: Piece[] = [];
  for (const vertex of vertices) {
    const flags = vertex.int(70);
    if ((flags & MESH_VERTEX) !== 0) points.push(vertex.point(10));
    else if ((flags & FACE_RECORD) !== 0) {
      const corners = [71, 72, 73, 74].map((code) => vertex.int(code)).filter((index) => index !== 0);
      corners.forEach((index, i) => {
        const from = points[Math.abs(index) - 1];
        const to = points[Math.abs(corners[(i + 1) % corners.length] as number) - 1];
        if (index > 0 && from && to) pieces.push(line([{ kind: 'segment', from, to }]));
      });
    }
  }
  return pieces;
}

/** Lines at offsets along the mitre of each vertex. */
export const readMline: EntityReader = (props: Props, _entity: RawEntity, _file: DxfFile) => {
  const elements: Vec3[][] = [];
  const { codes } = props.tags;
  let vertex: Vec3 = [0, 0, 0];
  let mitre: Vec3 = [0, 1, 0];
  let element = -1;
  let isFirst = false;
  for (let i = props.first; i < props.stop; i++) {
    switch (codes[i]) {
      case 11:
        vertex = props.pointAt(i);
        element = -1;
        break;
      case 13:
        mitre = props.pointAt(i);
        break;
      case 74:
        element++;
        isFirst = true;
        break;
      case 41:
        // The first parameter of an element is its distance along the mitre; the others are breaks in the line.
        if (isFirst && element >= 0) {
          const points = elements[element] ?? [];
          points.push(add(vertex, scale(mitre, props.numberAt(i))));
          elements[element] = points;
        }
        isFirst = false;
        break;
      default:
    }
  }
  const closed = (props.int(71) & 2) !== 0;
  return elements.length > 0 ? drawn(elements.map((points) => outline(points, closed))) : null;
};

/** A MESH: its vertices, and its faces as counts and indices (groups 92, 93 and 90). */
export const readMesh: EntityReader = (props) => {
  const points = [...props.all(10)].map((i) => props.pointAt(i));
  const at = props.find(93);
  if (points.length === 0 || at < 0) return null;
  const listed: number[] = [];
  for (let i = at + 1; i < props.stop && props.tags.codes[i] === 90; i++) listed.push(props.tags.number(i));
  const pieces: Piece[] = [];
  for (let i = 0; i < listed.length; ) {
    const count = Math.max(0, listed[i] as number);
    const face = listed.slice(i + 1, i + 1 + count).map((index) => points[index]);
    const corners = face.filter((corner) => corner !== undefined);
    if (corners.length > 1) pieces.push({ kind: 'line', strokes: straight(corners, true), width: 0 });
    i += count + 1;
  }
  return drawn(pieces);
};
