import { type Box, box, holdsPoint, unionOf } from '../../evidence/boxes.js';
import type { Curve, Point, Shape, WorldBox } from '../../sources/cad/drawing.js';
import { BoxTree } from './box-tree.js';
import { type Arc, curvesMeet, pointAt } from './curves-meet.js';

/** What an entity draws, as the exact test of two of them needs it. */
export class Outline {
  private readonly curves: Curve[] = [];
  private readonly boxes: WorldBox[] = [];
  /** Areas that are filled, by the even-odd rule. */
  private readonly areas: { readonly box: WorldBox; readonly loops: Loops }[] = [];
  /** A point of each connected piece: where no curves meet, a piece lies inside an area whole or not at all. */
  private readonly witnesses: Point[] = [];
  private readonly tree: BoxTree;

  constructor(shapes: readonly Shape[]) {
    for (const shape of shapes) this.add(shape);
    this.tree = new BoxTree(this.boxes);
  }

  /**
   * Whether two of them have a point in common. Those that touch do: lines have a width on paper, and coordinates are
   * rounded. A line inside a closed outline does not, a line on a fill or on the rectangle of a text does.
   * @param tolerance layout units that count as no distance
   */
  meets(other: Outline, tolerance: number): boolean {
    const [few, many] = this.curves.length <= other.curves.length ? [this, other] : [other, this];
    return (
      few.curves.some((curve, i) => {
        const [x0, y0, x1, y1] = few.boxes[i] as WorldBox;
        return many.tree.some(x0 - tolerance, y0 - tolerance, x1 + tolerance, y1 + tolerance, (j) =>
          curvesMeet(curve, many.curves[j] as Curve, tolerance),
        );
      }) ||
      this.holdsSomeOf(other) ||
      other.holdsSomeOf(this)
    );
  }

  private holdsSomeOf(other: Outline): boolean {
    return this.areas.some((area) =>
      other.witnesses.some((point) => holdsPoint(area.box, point) && isInside(point, area.loops)),
    );
  }

  private add(shape: Shape): void {
    switch (shape.kind) {
      case 'point':
        this.addLine([{ kind: 'segment', from: shape.at, to: shape.at }]);
        break;
      case 'line':
        if (shape.width > 0) for (const curve of shape.curves) this.addArea([bandOf(curve, shape.width)]);
        else this.addLine(shape.curves);
        break;
      case 'fill':
        this.addArea(shape.loops);
        break;
      case 'text':
        this.addArea([rectangleOf(shape)]);
    }
  }

  private addLine(curves: readonly Curve[]): void {
    for (const [i, curve] of curves.entries()) {
      if (i === 0) this.witnesses.push(startOf(curve));
      this.curves.push(curve);
      this.boxes.push(boxOf(curve));
    }
  }

  private addArea(given: Loops): void {
    const loops = given.filter((loop) => loop.length > 0);
    for (const loop of loops) {
      this.addLine(
        loop.map((from, i) => ({ kind: 'segment' as const, from, to: loop[(i + 1) % loop.length] as Point })),
      );
    }
    const around = unionOf(loops.flat().map(([x, y]) => box('world', x, y, x, y)));
    if (around) this.areas.push({ box: around, loops });
  }
}

type Loops = readonly (readonly Point[])[];

const startOf = (curve: Curve): Point => (curve.kind === 'segment' ? curve.from : pointAt(curve, curve.start));

function boxOf(curve: Curve): WorldBox {
  if (curve.kind === 'segment') return box('world', ...curve.from, ...curve.to);
  const [x, y] = curve.major;
  // Where it goes furthest along x and along y, twice each way round.
  const extremes = [Math.atan2(-y * curve.ratio, x), Math.atan2(x * curve.ratio, y)].flatMap((t) => [t, t + Math.PI]);
  const turned = extremes.map((t) => t + Math.ceil((curve.start - t) / (2 * Math.PI)) * 2 * Math.PI);
  const points = [curve.start, ...turned.filter((t) => t < curve.end), curve.end].map((t) => pointAt(curve, t));
  return unionOf(points.map(([px, py]) => box('world', px, py, px, py))) as Box<'world'>;
}

/** A line of text from its baseline to the top of its capitals. */
const rectangleOf = ({ origin: [x, y], along, up }: Extract<Shape, { kind: 'text' }>): readonly Point[] => [
  [x, y],
  [x + along[0], y + along[1]],
  [x + along[0] + up[0], y + along[1] + up[1]],
  [x + up[0], y + up[1]],
];

/** Chords to a turn of a wide arc: they lie within 0.03 % of its radius. */
const CHORDS = 128;

/** What a wide curve covers, cut off square at its ends; arcs as chords. */
function bandOf(curve: Curve, width: number): readonly Point[] {
  const middle = curve.kind === 'segment' ? [curve.from, curve.to] : flattened(curve);
  const sides = middle.map((p, i) => {
    const [a, b] = [middle[Math.max(i - 1, 0)] as Point, middle[Math.min(i + 1, middle.length - 1)] as Point];
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    const [x, y] = [((a[1] - b[1]) / length) * (width / 2), ((b[0] - a[0]) / length) * (width / 2)];
    return { left: [p[0] + x, p[1] + y] as const, right: [p[0] - x, p[1] - y] as const };
  });
  return [...sides.map(({ left }) => left), ...sides.map(({ right }) => right).reverse()];
}

function flattened(arc: Arc): Point[] {
  const steps = Math.max(Math.ceil(((arc.end - arc.start) / (2 * Math.PI)) * CHORDS), 1);
  return Array.from({ length: steps + 1 }, (_, i) => pointAt(arc, arc.start + ((arc.end - arc.start) * i) / steps));
}

/** Even-odd: a ray to the right leaves through an odd number of edges. */
function isInside([x, y]: Point, loops: Loops): boolean {
  let inside = false;
  for (const loop of loops) {
    for (let i = 0, j = loop.length - 1; i < loop.length; j = i++) {
      const [[ax, ay], [bx, by]] = [loop[i] as Point, loop[j] as Point];
      if (ay > y !== by > y && x - ax < ((bx - ax) * (y - ay)) / (by - ay)) inside = !inside;
    }
  }
  return inside;
}
