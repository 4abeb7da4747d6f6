import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arcThrough, circleThrough, holdsAngle } from './arcs.js';

describe('arcs', () => {
  it('are found again from points on them', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -500, max: 500, noNaN: true }),
        fc.double({ min: 10, max: 300, noNaN: true }),
        fc.double({ min: 0, max: 359, noNaN: true }),
        fc.double({ min: 20, max: 340, noNaN: true }),
        (center, radius, start, sweep) => {
          const points = Array.from({ length: 40 }, (_, i): [number, number] => {
            const angle = ((start + (sweep * i) / 39) * Math.PI) / 180;
            return [center + radius * Math.sin(angle), -center - radius * Math.cos(angle)];
          });
          const arc = arcThrough(points);
          expect(arc?.radius).toBeCloseTo(radius, 3);
          expect(arc?.sweepDeg).toBeCloseTo(sweep, 3);
          expect(arc && holdsAngle(arc, start + sweep / 2)).toBe(true);
        },
      ),
      { seed: 3 },
    );
  });

  it('a straight line has no circle, and a zigzag no arc', () => {
    expect(
      circleThrough([
        [0, 0],
        [1, 1],
        [2, 2],
        [3, 3],
      ]),
    ).toBeNull();
    expect(
      arcThrough([
        [0, 0],
        [1, 1],
        [2, 0],
        [3, 1],
        [4, 0],
        [5, 1],
      ]),
    ).toBeNull();
  });
});
