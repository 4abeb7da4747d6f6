import fc from 'fast-check';
import { expect, it } from 'vitest';
import { box } from '../../../evidence/boxes.js';
import type { Point } from '../drawing.js';
import { clipLine, clipLoop } from './clip.js';

const CLIP = box('picture', 0, 0, 100, 50);
const stations = (points: readonly Point[]) => points.map((at, i) => ({ at, along: 10 * i }));

it('keeps the parts of a line inside, and how far along they begin', () => {
  const runs = clipLine(
    stations([
      [-50, 25],
      [50, 25],
      [50, 75],
      [60, 25],
    ] as const),
    CLIP,
  );
  expect(runs).toEqual([
    [
      { at: [0, 25], along: 5 },
      { at: [50, 25], along: 10 },
      { at: [50, 50], along: 15 },
    ],
    [
      { at: [55, 50], along: 25 },
      { at: [60, 25], along: 30 },
    ],
  ]);
});

it('drops segments that are not finite or lie outside', () => {
  expect(
    clipLine(
      stations([
        [Number.NaN, 0],
        [1, 1],
      ] as const),
      CLIP,
    ),
  ).toEqual([]);
  expect(
    clipLine(
      stations([
        [Infinity, 0],
        [1, 1],
      ] as const),
      CLIP,
    ),
  ).toEqual([]);
  expect(
    clipLine(
      stations([
        [-5, -5],
        [-1, 90],
      ] as const),
      CLIP,
    ),
  ).toEqual([]);
});

const anywhere = fc.tuple(
  fc.double({ min: -300, max: 300, noNaN: true }),
  fc.double({ min: -300, max: 300, noNaN: true }),
);

it('never leaves the box', () => {
  fc.assert(
    fc.property(fc.array(anywhere, { minLength: 2, maxLength: 12 }), (points) => {
      const all = [
        ...clipLine(stations(points), CLIP).flatMap((run) => run.map(({ at }) => at)),
        ...clipLoop(points, CLIP),
      ];
      for (const [x, y] of all) {
        expect(x).toBeGreaterThan(-1e-6);
        expect(x).toBeLessThan(100 + 1e-6);
        expect(y).toBeGreaterThan(-1e-6);
        expect(y).toBeLessThan(50 + 1e-6);
      }
    }),
  );
});

it('leaves what a loop covers inside as it was', () => {
  const even = (loop: readonly Point[], [x, y]: Point): boolean =>
    loop.reduce((inside, to, i) => {
      const from = loop.at(i - 1) as Point;
      const crosses =
        from[1] > y !== to[1] > y && x < ((to[0] - from[0]) * (y - from[1])) / (to[1] - from[1]) + from[0];
      return crosses ? !inside : inside;
    }, false);
  const inside = fc.tuple(fc.double({ min: 1, max: 99, noNaN: true }), fc.double({ min: 1, max: 49, noNaN: true }));
  fc.assert(
    fc.property(fc.array(anywhere, { minLength: 3, maxLength: 8 }), inside, (loop, at) => {
      expect(even(clipLoop(loop, CLIP), at)).toBe(even(loop, at));
    }),
  );
});
