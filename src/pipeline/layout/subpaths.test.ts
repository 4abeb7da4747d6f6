import { expect, it } from 'vitest';
import { boxAround, subpathsOf } from './subpaths.js';

it('reads subpaths with the end points of their segments, the control points of curves apart', () => {
  expect(subpathsOf('M0 0L4 0L4 3ZM1.5-2C1 1 2 2 3-3.25L5e-1 .5')).toEqual([
    {
      points: [
        [0, 0],
        [4, 0],
        [4, 3],
      ],
      controls: [],
      curved: [false, false],
      closed: true,
    },
    {
      points: [
        [1.5, -2],
        [3, -3.25],
        [0.5, 0.5],
      ],
      controls: [
        [1, 1],
        [2, 2],
      ],
      curved: [true, false],
      closed: false,
    },
  ]);
});

it('begins where a closed subpath began, if nothing else is said, and leaves out lone points', () => {
  const [, second] = subpathsOf('M1 2L3 4ZL5 6M7 8');
  expect(second).toEqual({
    points: [
      [1, 2],
      [5, 6],
    ],
    controls: [],
    curved: [false],
    closed: false,
  });
  expect(subpathsOf('M1 2L3 4ZL5 6M7 8')).toHaveLength(2);
  expect(subpathsOf('no path')).toEqual([]);
});

it('has no box around nothing, and none beyond all numbers', () => {
  expect(boxAround([])).toBeNull();
  expect(boxAround([[0, Infinity]])).toBeNull();
  expect(
    boxAround([
      [3, 1],
      [-1, 2],
    ]),
  ).toEqual([-1, 1, 3, 2]);
});
