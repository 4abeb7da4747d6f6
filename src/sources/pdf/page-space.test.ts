import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { heightOf, widthOf } from '../../evidence/boxes.js';
import {
  concat,
  directionDeg,
  type Matrix,
  mapRect,
  type PageGeometry,
  pageSize,
  scalesOf,
  toPageSpace,
} from './page-space.js';

const coordinate = fc.integer({ min: -20_000, max: 20_000 }).map((v) => v / 4);
const length = fc.integer({ min: 1, max: 20_000 }).map((v) => v / 4);
const geometry: fc.Arbitrary<PageGeometry> = fc
  .record({
    left: coordinate,
    bottom: coordinate,
    width: length,
    height: length,
    quarterTurns: fc.integer({ min: 0, max: 3 }),
    userUnit: fc.constantFrom(0.5, 1, 2, 10),
  })
  .map(({ width, height, ...rest }) => ({ ...rest, right: rest.left + width, top: rest.bottom + height }));
const entry = fc.integer({ min: -64, max: 64 }).map((v) => v / 8);
const matrix = fc.tuple(entry, entry, entry, entry, entry, entry) as fc.Arbitrary<Matrix>;

function map([a, b, c, d, e, f]: Matrix, x: number, y: number): [number, number] {
  return [a * x + c * y + e, b * x + d * y + f];
}

describe('page space', () => {
  it('puts the top left of the visible page at 0,0, whatever the box, /Rotate and UserUnit', () => {
    fc.assert(
      fc.property(geometry, (g) => {
        const { left, bottom, right, top } = g;
        // The corner that a viewer shows at the top left after 0, 1, 2, 3 quarter turns clockwise, and the one opposite.
        const corners: [number, number][] = [
          [left, top],
          [left, bottom],
          [right, bottom],
          [right, top],
        ];
        const m = toPageSpace(g);
        const { width, height } = pageSize(g);
        const at = (turns: number) => map(m, ...(corners[turns % 4] as [number, number]));
        expect(at(g.quarterTurns).map(Math.abs)).toEqual([0, 0]);
        expect(at(g.quarterTurns + 2)).toEqual([width, height]);
        expect(at(g.quarterTurns + 3)[0]).toBe(width);
        expect(at(g.quarterTurns + 1)[1]).toBe(height);
      }),
    );
  });

  it('maps the whole visible box onto the whole page', () => {
    fc.assert(
      fc.property(geometry, (g) => {
        const { width, height } = pageSize(g);
        const box = mapRect(toPageSpace(g), g.left, g.bottom, g.right, g.top)!;
        expect(box.map((v) => v + 0)).toEqual([0, 0, width, height]);
      }),
    );
  });

  it('keeps the area of every rectangle but for the unit', () => {
    fc.assert(
      fc.property(geometry, coordinate, coordinate, length, length, (g, x, y, w, h) => {
        const box = mapRect(toPageSpace(g), x, y, x + w, y + h)!;
        const sides = g.quarterTurns % 2 === 0 ? [w, h] : [h, w];
        expect([widthOf(box), heightOf(box)]).toEqual(sides.map((side) => side * g.userUnit));
      }),
    );
  });

  it('is a turn, never a mirror image', () => {
    fc.assert(
      fc.property(geometry, (g) => {
        const [a, b, c, d] = toPageSpace(g);
        expect(a * d - b * c).toBe(-g.userUnit * g.userUnit);
      }),
    );
  });

  it('turns text with the page', () => {
    for (const quarterTurns of [0, 1, 2, 3]) {
      const g = { left: 0, bottom: 0, right: 10, top: 20, quarterTurns, userUnit: 1 };
      expect(directionDeg(toPageSpace(g))).toBe(quarterTurns * 90);
    }
  });
});

describe('concat', () => {
  it('is associative', () => {
    fc.assert(
      fc.property(matrix, matrix, matrix, (a, b, c) => {
        const [left, right] = [concat(concat(a, b), c), concat(a, concat(b, c))];
        for (const [i, v] of left.entries()) expect(v).toBeCloseTo(right[i] as number, 6);
      }),
    );
  });

  it('applies the inner matrix first', () => {
    fc.assert(
      fc.property(matrix, matrix, entry, entry, (inner, outer, x, y) => {
        const [stepwise, once] = [map(outer, ...map(inner, x, y)), map(concat(inner, outer), x, y)];
        for (const [i, v] of stepwise.entries()) expect(v).toBeCloseTo(once[i] as number, 6);
      }),
    );
  });
});

describe('mapRect', () => {
  it('holds every corner of the rectangle', () => {
    fc.assert(
      fc.property(matrix, coordinate, coordinate, coordinate, coordinate, (m, x0, y0, x1, y1) => {
        const [left, top, right, bottom] = mapRect(m, x0, y0, x1, y1)!;
        for (const x of [x0, x1]) {
          for (const y of [y0, y1]) {
            const [px, py] = map(m, x, y);
            expect(px >= left - 1e-6 && px <= right + 1e-6 && py >= top - 1e-6 && py <= bottom + 1e-6).toBe(true);
          }
        }
      }),
    );
  });

  it('is null beyond all numbers, so that no box on the wire is null or NaN', () => {
    expect(mapRect([1e308, 0, 0, 1e308, 0, 0], 0, 0, 1e10, 1)).toBeNull();
    expect(mapRect([1, 0, 0, 1, Number.NaN, 0], 0, 0, 1, 1)).toBeNull();
  });
});

describe('directionDeg', () => {
  it('is a whole number of degrees from 0 to 359, clockwise on the page', () => {
    fc.assert(
      fc.property(fc.integer({ min: -720, max: 720 }), (degrees) => {
        const radians = (degrees * Math.PI) / 180;
        const found = directionDeg([Math.cos(radians), Math.sin(radians), 0, 0, 0, 0]);
        expect(found).toBe(((degrees % 360) + 360) % 360);
      }),
    );
  });

  it('stretches every length by a factor between the least and the most of its matrix, and some by those', () => {
    fc.assert(
      fc.property(matrix, (m) => {
        const [least, most] = scalesOf(m);
        const degrees = Array.from({ length: 720 }, (_, i) => (i / 720) * Math.PI);
        const factors = degrees.map((t) => {
          const [x, y] = map([m[0], m[1], m[2], m[3], 0, 0], Math.cos(t), Math.sin(t));
          return Math.hypot(x, y);
        });
        expect(Math.min(...factors)).toBeGreaterThanOrEqual(least - 1e-6);
        expect(Math.max(...factors)).toBeLessThanOrEqual(most + 1e-6);
        expect(Math.min(...factors) - least).toBeLessThan(0.1);
        expect(most - Math.max(...factors)).toBeLessThan(0.1);
      }),
    );
  });
});
