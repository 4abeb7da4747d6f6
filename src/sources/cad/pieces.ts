import type { CadFont, Curve, Point, Shape, Style } from './drawing.js';
import { hatchLines } from './hatch-lines.js';
import { add, compose, type Matrix, mapPoint, mapVector, scale, type Vec3 } from './space.js';
import { extentOf } from './text-metrics.js';

/** A piece of a line in space. An arc is centre + cos t · u + sin t · v for t from `start` to `end`: any affine map keeps that form. */
export type Stroke =
  | { readonly kind: 'segment'; readonly from: Vec3; readonly to: Vec3 }
  | {
      readonly kind: 'arc';
      readonly centre: Vec3;
      readonly u: Vec3;
      readonly v: Vec3;
      readonly start: number;
      readonly end: number;
    };

/** What an entity draws, in space and before its style is known; see `Shape`, which it becomes. */
export type Piece =
  | { readonly kind: 'line'; readonly strokes: readonly Stroke[]; readonly width: number }
  | {
      readonly kind: 'fill';
      readonly loops: readonly (readonly Vec3[])[];
      /** Colour of a mask or a background; undefined for the entity's own. */
      readonly color?: string;
    }
  | {
      /** A hatch: loops in its own plane, and the map from there; hatched by families of lines, or filled where there are none. */
      readonly kind: 'area';
      readonly loops: readonly (readonly Vec3[])[];
      readonly elevation: number;
      readonly families: readonly PatternFamily[];
      readonly matrix: Matrix;
    }
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly origin: Vec3;
      readonly along: Vec3;
      readonly up: Vec3;
      readonly font: CadFont;
      /** Colour of a format code; undefined for the entity's own. */
      readonly color?: string;
    }
  | { readonly kind: 'point'; readonly at: Vec3 };

/** Parallel lines of a hatch pattern: one goes through `base`, the next ones are `step` on. */
export interface PatternFamily {
  /** Radians. */
  readonly angle: number;
  readonly base: readonly [x: number, y: number];
  readonly step: readonly [x: number, y: number];
  /** Lengths of dashes (above 0), gaps (below 0) and dots (0); empty for whole lines. */
  readonly dashes: readonly number[];
}

/** Both axes below this part of the longer one: the ellipse is seen from its edge. */
const FLAT = 1e-9;

export function mapStroke(m: Matrix, stroke: Stroke): Stroke {
  return stroke.kind === 'segment'
    ? { kind: 'segment', from: mapPoint(m, stroke.from), to: mapPoint(m, stroke.to) }
    : { ...stroke, centre: mapPoint(m, stroke.centre), u: mapVector(m, stroke.u), v: mapVector(m, stroke.v) };
}

export function mapPiece(m: Matrix, piece: Piece): Piece {
  switch (piece.kind) {
    case 'line':
      return {
        kind: 'line',
        strokes: piece.strokes.map((stroke) => mapStroke(m, stroke)),
        width: piece.width === 0 ? 0 : piece.width * scaleOf(m),
      };
    case 'fill':
      return { ...piece, loops: piece.loops.map((loop) => loop.map((point) => mapPoint(m, point))) };
    case 'area':
      return { ...piece, matrix: compose(m, piece.matrix) };
    case 'text':
      return {
        ...piece,
        origin: mapPoint(m, piece.origin),
        along: mapVector(m, piece.along),
        up: mapVector(m, piece.up),
      };
    case 'point':
      return { kind: 'point', at: mapPoint(m, piece.at) };
  }
}

/** How much larger a map makes areas seen from above, as a length. */
const scaleOf = (m: Matrix): number => Math.sqrt(Math.abs(m[0] * m[5] - m[1] * m[4]));

export const arcPoint = (arc: Extract<Stroke, { kind: 'arc' }>, t: number): Vec3 =>
  add(arc.centre, add(scale(arc.u, Math.cos(t)), scale(arc.v, Math.sin(t))));

export const startOf = (stroke: Stroke): Vec3 =>
  stroke.kind === 'segment' ? stroke.from : arcPoint(stroke, stroke.start);
export const endOf = (stroke: Stroke): Vec3 => (stroke.kind === 'segment' ? stroke.to : arcPoint(stroke, stroke.end));

/** The loops of an area where they lie. */
export const loopsOf = (area: Extract<Piece, { kind: 'area' }>): Vec3[][] =>
  area.loops.map((loop) => loop.map((point) => mapPoint(area.matrix, point)));

/** The piece as it is seen from above, in a style. */
export function toShapes(piece: Piece, style: Style): Shape[] {
  switch (piece.kind) {
    case 'line':
      return [{ ...style, kind: 'line', curves: piece.strokes.map(toCurve), width: piece.width }];
    case 'fill':
      return [
        { ...style, color: piece.color ?? style.color, kind: 'fill', loops: piece.loops.map((loop) => loop.map(seen)) },
      ];
    case 'area': {
      if (piece.families.length === 0) return toShapes({ kind: 'fill', loops: loopsOf(piece) }, style);
      const continuous = { ...style, dashes: [] };
      return hatchLines(piece).map((stroke) => {
        const curves = [toCurve(mapStroke(piece.matrix, stroke))];
        return { ...continuous, kind: 'line', curves, width: 0 };
      });
    }
    case 'text': {
      const { text, origin, along, up, font, color } = piece;
      const placed = { origin: seen(origin), along: seen(along), up: seen(up) };
      return [{ ...style, color: color ?? style.color, kind: 'text', text, ...placed, font }];
    }
    case 'point':
      return [{ ...style, kind: 'point', at: seen(piece.at) }];
  }
}

const seen = ([x, y]: Vec3): Point => [x, y];

/**
 * An arc seen from above. Two conjugate half-axes u, v of an ellipse give its main axes by turning the parameter by half of
 * atan2(2 u·v, u·u − v·v), the usual construction for conjugate diameters.
 */
function toCurve(stroke: Stroke): Curve {
  if (stroke.kind === 'segment') return { kind: 'segment', from: seen(stroke.from), to: seen(stroke.to) };
  const [ux, uy] = stroke.u;
  const [vx, vy] = stroke.v;
  const turn = Math.atan2(2 * (ux * vx + uy * vy), ux * ux + uy * uy - vx * vx - vy * vy) / 2;
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  const major: Point = [ux * c + vx * s, uy * c + vy * s];
  const minor: Point = [vx * c - ux * s, vy * c - uy * s];
  const ratio = Math.hypot(...minor) / Math.hypot(...major);
  if (!(ratio > FLAT)) return { kind: 'segment', from: seen(startOf(stroke)), to: seen(endOf(stroke)) };
  const clockwise = major[0] * minor[1] - major[1] * minor[0] < 0;
  const [start, end] = [stroke.start - turn, stroke.end - turn];
  return {
    kind: 'arc',
    centre: seen(stroke.centre),
    major,
    ratio: Math.min(1, ratio),
    start: clockwise ? -end : start,
    end: clockwise ? -start : end,
  };
}

/** Corners of what a line of text covers by the metrics of its font. */
export function textCorners(piece: Extract<Piece, { kind: 'text' }>): readonly Vec3[] {
  const { below, above } = extentOf(piece.text);
  const bottom = add(piece.origin, scale(piece.up, -below));
  const top = add(piece.origin, scale(piece.up, above));
  return [bottom, add(bottom, piece.along), top, add(top, piece.along)];
}
