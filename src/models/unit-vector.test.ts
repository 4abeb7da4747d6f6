import { expect, test } from 'vitest';
import { toUnitLength } from './unit-vector.js';

test('a vector is scaled to length 1', () => {
  expect([...toUnitLength(Float32Array.of(3, 4))]).toEqual([Math.fround(0.6), Math.fround(0.8)]);
});

test('the zero vector stays zero instead of becoming NaN', () => {
  expect([...toUnitLength(new Float32Array(2))]).toEqual([0, 0]);
});
