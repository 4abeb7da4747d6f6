import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compare, compute } from './compute.js';

const decimal = fc
  .tuple(fc.bigInt(-(10n ** 24n), 10n ** 24n), fc.nat(12))
  .map(([digits, places]) => ({ digits, places, text: written(digits, places) }));

/** `digits` with a point before the last `places` of them. */
function written(digits: bigint, places: number): string {
  const sign = digits < 0n ? '-' : '';
  const padded = String(digits < 0n ? -digits : digits).padStart(places + 1, '0');
  return places === 0 ? `${sign}${padded}` : `${sign}${padded.slice(0, -places)}.${padded.slice(-places)}`;
}

it('sums and differences are exact to the last digit', () => {
  fc.assert(
    fc.property(decimal, decimal, fc.constantFrom('sum', 'difference', 'percentage_point_difference'), (a, b, rule) => {
      const places = Math.max(a.places, b.places);
      const [x, y] = [a, b].map(({ digits, places: own }) => digits * 10n ** BigInt(places - own)) as [bigint, bigint];
      const expected = written(rule === 'sum' ? x + y : x - y, places);
      expect(compare(compute(rule as 'sum', [a.text, b.text]), expected)).toBe(0);
    }),
  );
});

it('no binary fraction gets in', () => {
  expect(compute('sum', ['0.1', '0.2'])).toBe('0.3');
  expect(compute('difference', ['87.2', '7.3'])).toBe('79.9');
  expect(compute('percentage_point_difference', ['72', '28'])).toBe('44');
  expect(compute('sum', ['1', '-1'])).toBe('0');
});

it('a result that would have to be rounded is an error', () => {
  expect(() => compute('sum', [`1${'0'.repeat(80)}`, '0.00000001'])).toThrow(/more digits/u);
});
