import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PageBox, pageBox } from '../../evidence/boxes.js';
import { type Point, Shape } from './shape.js';

const coordinate = fc.integer({ min: 0, max: 60 });
const point = fc.tuple(coordinate, coordinate);
const box = fc
  .tuple(coordinate, coordinate, fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 20 }))
  .map(([x, y, width, height]) => pageBox(x, y, x + width, y + height));
const RUNS = { numRuns: 2_000 };

function polyline(points: readonly Point[], closed: boolean): Shape {
  const shape = new Shape();
  points.forEach((to, i) => {
    if (i === 0) shape.moveTo(to);
    else shape.lineTo(to);
  });
  shape.close(closed);
  return shape;
}

/** Four curves, as programs draw circles. */
function circle(x: number, y: number, radius: number): Shape {
  const shape = new Shape();
  const k = 0.5523 * radius;
  shape.moveTo([x + radius, y]);
  shape.curveTo([x + radius, y + k], [x + k, y + radius], [x, y + radius]);
  shape.curveTo([x - k, y + radius], [x - radius, y + k], [x - radius, y]);
  shape.curveTo([x - radius, y - k], [x - k, y - radius], [x, y - radius]);
  shape.curveTo([x + k, y - radius], [x + radius, y - k], [x + radius, y]);
  shape.close(true);
  return shape;
}

/** Points of a box: a grid that keeps off whole numbers, where the outlines lie. */
function pointsIn([x0, y0, x1, y1]: PageBox): Point[] {
  const steps = [0.013, 0.26, 0.51, 0.77, 0.987];
  return steps.flatMap((u) => steps.map((v): Point => [x0 + u * (x1 - x0), y0 + v * (y1 - y0)]));
}

/** How often a polygon goes round a point, by the sum of the angles that its sides are seen at. */
function turnsAround([x, y]: Point, polygon: readonly Point[]): number {
  const angles = polygon.map(([ax, ay], i) => {
    const [bx, by] = polygon[(i + 1) % polygon.length] as Point;
    const [ux, uy, vx, vy] = [ax - x, ay - y, bx - x, by - y];
    return Math.atan2(ux * vy - uy * vx, ux * vx + uy * vy);
  });
  return Math.round(angles.reduce((sum, angle) => sum + angle, 0) / (2 * Math.PI));
}

function distanceToLine([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const along = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - ax - along * dx, y - ay - along * dy);
}

describe('a filled shape', () => {
  it('has no point in a box outside of it, and has every point of a box inside, by either rule', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(fc.array(point, { minLength: 3, maxLength: 7 }), box, (polygon, place) => {
        const answer = polyline(polygon, false).placeOf(place);
        seen.add(answer);
        if (answer === 'mixed') return;
        for (const at of pointsIn(place)) {
          const turns = Math.abs(turnsAround(at, polygon));
          expect(answer === 'outside' ? turns : turns % 2).toBe(answer === 'outside' ? 0 : 1);
        }
      }),
      RUNS,
    );
    expect([...seen].sort()).toEqual(['inside', 'mixed', 'outside']);
  });

  it('with a hole is not in the hole', () => {
    const ring = new Shape();
    // The hole runs the other way round: by either rule of filling it is one.
    const square = [
      [0, 0],
      [60, 0],
      [60, 60],
      [0, 60],
    ] as const;
    const hole = [
      [20, 20],
      [20, 40],
      [40, 40],
      [40, 20],
    ] as const;
    for (const [first, ...rest] of [square, hole]) {
      ring.moveTo(first);
      for (const to of rest) ring.lineTo(to);
      ring.close(true);
    }
    expect(ring.placeOf(pageBox(25, 25, 35, 35))).toBe('outside');
    expect(ring.placeOf(pageBox(5, 5, 15, 50))).toBe('inside');
    expect(ring.placeOf(pageBox(5, 5, 25, 50))).toBe('mixed');
  });

  it('of curves leaves the corners of its box', () => {
    const disc = circle(100, 100, 100);
    expect(disc.placeOf(pageBox(0, 0, 20, 20))).toBe('outside');
    expect(disc.placeOf(pageBox(35, 35, 165, 165))).toBe('inside');
    expect(disc.placeOf(pageBox(20, 20, 40, 40))).toBe('mixed');
  });

  it('without any line holds nothing', () => {
    expect(new Shape().placeOf(pageBox(0, 0, 1, 1))).toBe('outside');
  });
});

describe('a pen', () => {
  const width = fc.integer({ min: 1, max: 12 });

  it('meets every box that has a point of its line', () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 2, maxLength: 5 }), box, width, (points, place, widthPt) => {
        if (polyline(points, false).penMeets(place, widthPt)) return;
        for (const at of pointsIn(place)) {
          for (let i = 1; i < points.length; i++) {
            expect(distanceToLine(at, points[i - 1] as Point, points[i] as Point)).toBeGreaterThan(widthPt / 2);
          }
        }
      }),
      RUNS,
    );
  });

  it('meets a box at the tip of any of its mitres, and that of a closing line too', () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 3, maxLength: 3 }), width, (points, widthPt) => {
        const [[ax, ay], [bx, by], [cx, cy]] = points as unknown as [Point, Point, Point];
        const [first, second] = [Math.hypot(ax - bx, ay - by), Math.hypot(cx - bx, cy - by)];
        const [ux, uy] = [(ax - bx) / first + (cx - bx) / second, (ay - by) / first + (cy - by) / second];
        const half = Math.hypot(ux, uy) / 2;
        fc.pre(half > 0.01 && half < 0.99);
        // From the corner away from both sides, by half the width over the sine of half the angle between them.
        const reach = widthPt / 2 / Math.sqrt(1 - half * half);
        const [x, y] = [bx - (ux / (2 * half)) * reach, by - (uy / (2 * half)) * reach];
        const tip = pageBox(x - 0.01, y - 0.01, x + 0.01, y + 0.01);
        expect(polyline(points, false).penMeets(tip, widthPt)).toBe(true);
        expect(polyline([points[1], points[2], points[0]] as Point[], true).penMeets(tip, widthPt)).toBe(true);
      }),
      RUNS,
    );
  });

  it('leaves out what its lines go around, and the line that only filling would draw', () => {
    const corner = polyline(
      [
        [0, 0],
        [60, 0],
        [60, 60],
      ] as Point[],
      false,
    );
    expect(corner.penMeets(pageBox(25, 25, 35, 35), 4)).toBe(false);
    expect(
      polyline(
        [
          [0, 0],
          [60, 0],
          [60, 60],
        ] as Point[],
        true,
      ).penMeets(pageBox(25, 25, 35, 35), 4),
    ).toBe(true);
    expect(corner.penMeets(pageBox(25, 1, 35, 5), 4)).toBe(true);
  });

  it('holds a box in a band only with every point of it', () => {
    let held = 0;
    fc.assert(
      fc.property(point, point, box, fc.integer({ min: 5, max: 60 }), (from, to, place, widthPt) => {
        if (!polyline([from, to], false).bandHolds(place, widthPt)) return;
        held += 1;
        for (const at of pointsIn(place)) expect(distanceToLine(at, from, to)).toBeLessThanOrEqual(widthPt / 2);
      }),
      RUNS,
    );
    expect(held).toBeGreaterThan(0);
    expect(circle(100, 100, 100).bandHolds(pageBox(99, 1, 101, 2), 100)).toBe(false);
  });
});
