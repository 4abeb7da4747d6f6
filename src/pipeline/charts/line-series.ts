import { type PageBox, unionOf } from '../../evidence/boxes.js';
import type { Point } from '../layout/subpaths.js';
import type { Scene, SceneShape } from './scene.js';

/** A line that goes from value to value, from left to right. */
export interface LineSeries {
  readonly color: string;
  /** Where it turns, each with the markers painted there. */
  readonly vertices: readonly { readonly at: Point; readonly ids: readonly string[] }[];
  readonly ids: readonly string[];
  readonly box: PageBox;
}

/** Ends of pieces this close, pt, are joined. */
const JOIN_PT = 0.8;
/** A marker stands on its value, and is at most this large. */
const MARKER_PT = 14;
const MARKER_OFF_PT = 1.2;
const MIN_STEP_PT = 4;
const MIN_VERTICES = 2;
/** A line of more points shows a course, and no value of it is printed. */
const MAX_VERTICES = 60;
const MAX_PIECES = 2_000;

/** The lines of charts: open strokes that run from left to right, alone or joined of pieces of one colour and width. */
export function lineSeriesOf(scene: Scene, taken: ReadonlySet<string>): LineSeries[] {
  const pieces = scene.shapes.filter((shape) => !taken.has(shape.id) && isPiece(shape));
  if (pieces.length > MAX_PIECES) return [];
  const groups = new Map<string, SceneShape[]>();
  for (const piece of pieces) {
    const key = `${piece.stroke} ${piece.strokeWidthPt.toFixed(1)}`;
    groups.set(key, [...(groups.get(key) ?? []), piece]);
  }
  return [...groups.values()].flatMap((group) => chainsOf(group)).flatMap((chain) => seriesOf(chain, scene));
}

function isPiece({ fill, stroke, corners, points }: SceneShape): boolean {
  if (fill !== null || stroke === null || corners.length < 2 || corners.length > MAX_VERTICES) return false;
  const first = points[0] as Point;
  const last = points.at(-1) as Point;
  if (points.length > 3 && Math.hypot(first[0] - last[0], first[1] - last[1]) < 0.1) return false;
  const steps = corners.slice(1).map(([x], i) => x - (corners[i] as Point)[0]);
  return steps.every((step) => step > 0.5) || steps.every((step) => step < -0.5);
}

interface Chain {
  readonly points: readonly Point[];
  readonly shapes: readonly SceneShape[];
}

/** Pieces that end where the next begins, as one line. */
function chainsOf(pieces: readonly SceneShape[]): Chain[] {
  const open: { points: Point[]; shapes: SceneShape[] }[] = [];
  const sorted = pieces
    .map((shape) => ({ shape, points: toTheRight(shape.corners) }))
    .sort((a, b) => (a.points[0] as Point)[0] - (b.points[0] as Point)[0]);
  for (const { shape, points } of sorted) {
    const start = points[0] as Point;
    const chain = open.find(({ points: own }) => {
      const end = own.at(-1) as Point;
      return Math.abs(end[0] - start[0]) <= JOIN_PT && Math.abs(end[1] - start[1]) <= JOIN_PT;
    });
    if (chain) {
      chain.points.push(...points.slice(1));
      chain.shapes.push(shape);
    } else open.push({ points: [...points], shapes: [shape] });
  }
  return open;
}

const toTheRight = (points: readonly Point[]): readonly Point[] =>
  (points[0] as Point)[0] <= (points.at(-1) as Point)[0] ? points : [...points].reverse();

function seriesOf({ points, shapes }: Chain, scene: Scene): LineSeries[] {
  const color = shapes[0]?.stroke ?? '';
  const span = (points.at(-1) as Point)[0] - (points[0] as Point)[0];
  if (points.length < MIN_VERTICES || points.length > MAX_VERTICES || span < MIN_STEP_PT * (points.length - 1))
    return [];
  const markers = scene.shapes.filter((shape) => isMarker(shape, color));
  const at = (point: Point): string[] =>
    markers
      .filter(({ box }) => {
        const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
        return Math.abs(x - point[0]) <= MARKER_OFF_PT && Math.abs(y - point[1]) <= MARKER_OFF_PT;
      })
      .map(({ id }) => id);
  const vertices = points.map((point) => ({ at: point, ids: at(point) }));
  const marked = vertices.filter(({ ids }) => ids.length > 0).length;
  // A level line is an axis, and a line between two points an arrow, unless markers stand on it.
  const heights = points.map(([, y]) => y);
  const level = Math.max(...heights) - Math.min(...heights) < 0.5;
  if ((level || points.length < 3) && marked < points.length) return [];
  const own = shapes.map(({ box }) => box);
  return [{ color, vertices, ids: shapes.map(({ id }) => id), box: unionOf(own) as PageBox }];
}

const isMarker = ({ fill, stroke, box, points }: SceneShape, color: string): boolean =>
  (fill === color || stroke === color) &&
  points.length > 3 &&
  box[2] - box[0] <= MARKER_PT &&
  box[3] - box[1] <= MARKER_PT;
