import fc from 'fast-check';
import { expect, it } from 'vitest';
import { median } from './median.js';
import { firstNot, intervalOf, nearest } from './sorted.js';

const ascending = fc
  .uniqueArray(fc.integer({ min: -50, max: 50 }), { minLength: 2, maxLength: 12 })
  .map((values) => values.sort((a, b) => a - b));
const place = fc.integer({ min: -60, max: 60 });

it('finds the first that does not come before, as a search from the start does', () => {
  fc.assert(
    fc.property(fc.array(place), place, (values, x) => {
      const sorted = values.sort((a, b) => a - b);
      const slow = sorted.findIndex((value) => value >= x);
      expect(firstNot(sorted, (value) => value < x)).toBe(slow < 0 ? sorted.length : slow);
    }),
  );
});

it('finds the interval that holds a place, the outermost beyond the edges', () => {
  fc.assert(
    fc.property(ascending, place, (edges, x) => {
      const i = intervalOf(edges, x);
      expect(i >= 0 && i <= edges.length - 2).toBe(true);
      expect(i === 0 || x >= (edges[i] as number)).toBe(true);
      expect(i === edges.length - 2 || x < (edges[i + 1] as number)).toBe(true);
    }),
  );
  expect(intervalOf([Number.NEGATIVE_INFINITY, 5, Number.POSITIVE_INFINITY], 4)).toBe(0);
  expect(intervalOf([Number.NEGATIVE_INFINITY, 5, Number.POSITIVE_INFINITY], 5)).toBe(1);
});

it('finds the value nearest to a place, the lower of two', () => {
  fc.assert(
    fc.property(ascending, place, (values, x) => {
      const least = Math.min(...values.map((value) => Math.abs(value - x)));
      expect(nearest(values, x)).toBe(values.findIndex((value) => Math.abs(value - x) === least));
    }),
  );
});

it('takes the upper one of two middles, and 0 for no numbers', () => {
  expect([median([3, 1, 2]), median([4, 1, 3, 2]), median([])]).toEqual([2, 3, 0]);
});
