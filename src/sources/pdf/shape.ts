import type { PageBox } from '../../evidence/boxes.js';

export type Point = readonly [x: number, y: number];

/** A piece of an outline: a line of two points, or part of a curve inside the hull of its control points. */
interface Piece {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
  readonly points: readonly Point[];
  /** Whether a pen draws it; false for the line that closes a ring only to fill it. */
  readonly drawn: boolean;
}

/** Curves are halved this many times: the hull of an eighth of a quarter circle leaves it by 1 % of the radius. */
const HALVINGS = 3;

/** The outline of a path, made of rings that begin with `moveTo`, as a path's own operators would. */
export class Shape {
  private readonly pieces: Piece[] = [];
  private start: Point | null = null;
  private at: Point = [0, 0];
  /** How far a pen one unit wide reaches beyond half of it: a square cap by the root of 2, a mitre by its sharpness. */
  private sharpest = Math.SQRT2;
  private heading: Point | null = null;

  /** Number of its pieces: what a question costs. */
  get size(): number {
    return this.pieces.length;
  }

  moveTo(to: Point): void {
    this.close(false);
    this.start = to;
    this.at = to;
  }

  lineTo(to: Point): void {
    this.add([this.at, to], true);
  }

  curveTo(first: Point, second: Point, to: Point): void {
    this.halve([this.at, first, second, to], HALVINGS);
  }

  /** Ends the ring. `drawn` where a pen closes it too. */
  close(drawn: boolean): void {
    const { start, at } = this;
    if (start === null) return;
    if (start[0] !== at[0] || start[1] !== at[1]) this.add([at, start], drawn);
    // The join of a closed ring's end with its start.
    const first = drawn ? this.pieces.find(({ points }) => points[0] === start) : undefined;
    if (first) this.turn(first.points);
    this.at = start;
    this.heading = null;
  }

  /** Where a box lies to the filled shape: `outside` and `inside` are certain, by either rule of filling. */
  placeOf(box: PageBox): 'inside' | 'outside' | 'mixed' {
    if (this.pieces.some((piece) => meets(piece, box, 0))) return 'mixed';
    const winding = this.windingAt((box[0] + box[2]) / 2, (box[1] + box[3]) / 2);
    if (winding === 0) return 'outside';
    return winding % 2 === 0 ? 'mixed' : 'inside';
  }

  /** Whether a pen of a width could touch a box: with any join, and any cap. */
  penMeets(box: PageBox, widthPt: number): boolean {
    const reach = (widthPt / 2) * this.sharpest;
    return this.pieces.some((piece) => piece.drawn && meets(piece, box, reach));
  }

  /** Whether the band that a pen of a width draws along one of the straight pieces holds a box. */
  bandHolds(box: PageBox, widthPt: number): boolean {
    const corners = [box[0], box[2]].flatMap((x): Point[] => [
      [x, box[1]],
      [x, box[3]],
    ]);
    return this.pieces.some(({ points, drawn }) => {
      const [[ax, ay], [bx, by]] = points as [Point, Point];
      const length = Math.hypot(bx - ax, by - ay);
      if (!drawn || points.length !== 2 || length === 0) return false;
      const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
      return corners.every(([x, y]) => {
        const along = (x - ax) * ux + (y - ay) * uy;
        const across = (x - ax) * uy - (y - ay) * ux;
        return along >= 0 && along <= length && Math.abs(across) <= widthPt / 2;
      });
    });
  }

  private halve(points: readonly [Point, Point, Point, Point], times: number): void {
    if (times === 0) {
      this.add(points, true);
      return;
    }
    const [p0, p1, p2, p3] = points;
    const [a, b, c] = [middle(p0, p1), middle(p1, p2), middle(p2, p3)];
    const [d, e] = [middle(a, b), middle(b, c)];
    const centre = middle(d, e);
    this.halve([p0, a, d, centre], times - 1);
    this.halve([centre, e, c, p3], times - 1);
  }

  private add(points: readonly Point[], drawn: boolean): void {
    let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const [x, y] of points) {
      x0 = Math.min(x0, x);
      y0 = Math.min(y0, y);
      x1 = Math.max(x1, x);
      y1 = Math.max(y1, y);
    }
    this.pieces.push({ x0, y0, x1, y1, points, drawn });
    if (drawn) this.turn(points);
    this.at = points.at(-1) as Point;
  }

  /** Takes note of how sharply the pen turns: a mitre reaches 1 / sin(θ/2) half widths from a corner of angle θ. */
  private turn(points: readonly Point[]): void {
    for (let i = 1; i < points.length; i++) {
      const [from, to] = [points[i - 1] as Point, points[i] as Point];
      const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
      if (length === 0) continue;
      const next: Point = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
      if (this.heading !== null) {
        // Between unit vectors |u + v| / 2 is the cosine of half the turn, which is the sine of half the corner.
        const sine = Math.hypot(next[0] + this.heading[0], next[1] + this.heading[1]) / 2;
        this.sharpest = Math.max(this.sharpest, 1 / sine);
      }
      this.heading = next;
    }
  }

  /** How often the outline goes round a point that no piece's hull holds: there a curve counts as its control points. */
  private windingAt(x: number, y: number): number {
    let winding = 0;
    for (const { points, y0, y1, x1 } of this.pieces) {
      if (y < y0 || y > y1 || x > x1) continue;
      for (let i = 1; i < points.length; i++) {
        const [ax, ay] = points[i - 1] as Point;
        const [bx, by] = points[i] as Point;
        if (ay > y !== by > y && x < ax + ((y - ay) * (bx - ax)) / (by - ay)) winding += by > ay ? 1 : -1;
      }
    }
    return winding;
  }
}

const middle = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];

/** Whether a piece could come within `reach` of a box: exact for a line but for corners, for a curve by its hull's box. */
function meets({ x0, y0, x1, y1, points }: Piece, box: PageBox, reach: number): boolean {
  const [left, top, right, bottom] = [box[0] - reach, box[1] - reach, box[2] + reach, box[3] + reach];
  if (x0 > right || x1 < left || y0 > bottom || y1 < top) return false;
  if (points.length > 2) return true;
  // The box lies on one side of the line where all its corners do.
  const [[ax, ay], [bx, by]] = points as [Point, Point];
  const side = (x: number, y: number): number => (bx - ax) * (y - ay) - (by - ay) * (x - ax);
  const sides = [side(left, top), side(right, top), side(left, bottom), side(right, bottom)];
  return !sides.every((s) => s > 0) && !sides.every((s) => s < 0);
}
