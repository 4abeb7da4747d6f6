import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  areaOf,
  box,
  contains,
  grown,
  heightOf,
  holdsPoint,
  intersectionOf,
  middleOf,
  overlaps,
  type PageBox,
  pageBox,
  rounded,
  shrunk,
  touches,
  unionOf,
  widthOf,
} from './boxes.js';

// Eighths: sums of such numbers are exact, so that equalities can be asked for.
const coordinate = fc.integer({ min: -8_000, max: 8_000 }).map((v) => v / 8);
const anyBox = fc.tuple(coordinate, coordinate, coordinate, coordinate).map((c) => pageBox(...c));
const length = fc.integer({ min: 0, max: 800 }).map((v) => v / 8);
const holds = (outer: PageBox, inner: PageBox): boolean => contains(outer, inner);

describe('a box', () => {
  it('is the same from any two opposite corners', () => {
    fc.assert(
      fc.property(anyBox, ([x0, y0, x1, y1]) => {
        const same = pageBox(x0, y0, x1, y1);
        expect([pageBox(x1, y1, x0, y0), pageBox(x0, y1, x1, y0), box('page', x1, y0, x0, y1)]).toEqual([
          same,
          same,
          same,
        ]);
        expect(widthOf(same) >= 0 && heightOf(same) >= 0).toBe(true);
        expect(areaOf(same)).toBe(widthOf(same) * heightOf(same));
      }),
    );
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('has no corner at %d', (v) => {
    for (let at = 0; at < 4; at++) {
      const corners: [number, number, number, number] = [0, 0, 1, 1];
      corners[at] = v;
      expect(() => pageBox(...corners)).toThrow(RangeError);
    }
  });

  it('of two infinities that cancel out is refused as well', () => {
    expect(() => pageBox(Number.NEGATIVE_INFINITY, 0, Number.POSITIVE_INFINITY, 1)).toThrow(RangeError);
  });
});

describe('a union', () => {
  it('holds each of its boxes, and is the smallest that does', () => {
    fc.assert(
      fc.property(fc.array(anyBox, { minLength: 1, maxLength: 8 }), (boxes) => {
        const union = unionOf(boxes)!;
        expect(boxes.every((b) => holds(union, b))).toBe(true);
        for (const side of [0, 1, 2, 3]) expect(boxes.some((b) => b[side] === union[side])).toBe(true);
      }),
    );
  });

  it('of nothing is null', () => {
    expect(unionOf([])).toBeNull();
  });
});

describe('an intersection', () => {
  it('lies in both boxes, whichever comes first', () => {
    fc.assert(
      fc.property(anyBox, anyBox, (a, b) => {
        const common = intersectionOf(a, b);
        expect(intersectionOf(b, a)).toEqual(common);
        expect(overlaps(a, b)).toBe(common !== null);
        if (common !== null) expect(holds(a, common) && holds(b, common) && areaOf(common) > 0).toBe(true);
      }),
    );
  });

  it('holds every point that lies in both', () => {
    fc.assert(
      fc.property(anyBox, anyBox, coordinate, coordinate, (a, b, x, y) => {
        const inside = (o: PageBox): boolean => x > o[0] && x < o[2] && y > o[1] && y < o[3];
        const common = intersectionOf(a, b);
        expect(common !== null && inside(common)).toBe(inside(a) && inside(b));
      }),
    );
  });

  it('of boxes that only touch is null', () => {
    expect(intersectionOf(pageBox(0, 0, 1, 1), pageBox(1, 0, 2, 1))).toBeNull();
    expect(intersectionOf(pageBox(0, 0, 1, 1), pageBox(0, 1, 1, 2))).toBeNull();
  });
});

describe('containment', () => {
  it('is that of the box in itself, and in the box grown', () => {
    fc.assert(
      fc.property(anyBox, length, (b, margin) => {
        expect(holds(b, b) && holds(grown(b, margin), b)).toBe(true);
        expect(contains(b, grown(b, margin), margin)).toBe(true);
        if (margin > 0) expect(holds(b, grown(b, margin))).toBe(false);
      }),
    );
  });

  it('is that of the box shrunk, which keeps its middle however much is taken off', () => {
    fc.assert(
      fc.property(anyBox, length, (b, margin) => {
        const small = shrunk(b, margin);
        expect(holds(b, small) && small[0] <= small[2] && small[1] <= small[3]).toBe(true);
        expect([small[0] + small[2], small[1] + small[3]]).toEqual([b[0] + b[2], b[1] + b[3]]);
        if (widthOf(b) >= 2 * margin) expect(widthOf(small)).toBe(widthOf(b) - 2 * margin);
        if (heightOf(b) <= 2 * margin) expect(heightOf(small)).toBe(0);
      }),
    );
  });

  it('passes from box to box', () => {
    fc.assert(
      fc.property(anyBox, anyBox, length, (a, b, margin) => {
        const outer = unionOf([a, b])!;
        const outermost = grown(outer, margin);
        expect(holds(outermost, a) && holds(outermost, outer)).toBe(true);
      }),
    );
  });
});

describe('touching and holding', () => {
  it('counts edges and boxes without area, unlike overlapping', () => {
    const [left, right, line] = [pageBox(0, 0, 4, 4), pageBox(4, 0, 8, 4), pageBox(2, 2, 9, 2)];
    expect([touches(left, right), overlaps(left, right)]).toEqual([true, false]);
    expect([touches(left, line), overlaps(left, line)]).toEqual([true, false]);
    expect([touches(left, pageBox(7, 0, 8, 4)), touches(left, pageBox(7, 0, 8, 4), 3)]).toEqual([false, true]);
  });

  it('agree: a box holds a point where the two touch, its middle always', () => {
    fc.assert(
      fc.property(coordinate, coordinate, coordinate, coordinate, coordinate, coordinate, (x0, y0, x1, y1, x, y) => {
        const area = pageBox(x0, y0, x1, y1);
        expect(holdsPoint(area, [x, y])).toBe(touches(area, pageBox(x, y, x, y)));
        expect(holdsPoint(area, middleOf(area))).toBe(true);
      }),
    );
  });
});

describe('rounding', () => {
  it('moves no side by more than half a hundredth, and does nothing the second time', () => {
    const fine = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(fine, fine, fine, fine, (x0, y0, x1, y1) => {
        const exact = pageBox(x0, y0, x1, y1);
        const short = rounded(exact);
        for (const side of [0, 1, 2, 3] as const) expect(Math.abs(short[side] - exact[side])).toBeLessThan(0.005_001);
        expect(rounded(short)).toEqual(short);
        expect(short[0] <= short[2] && short[1] <= short[3]).toBe(true);
      }),
    );
  });
});
