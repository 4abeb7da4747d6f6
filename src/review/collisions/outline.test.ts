import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { circle, fill, lineOf, polyline, rectangleLine, textLine } from '../../../test/fixtures/cad-entities.js';
import type { Curve, Point, Shape } from '../../sources/cad/drawing.js';
import { curvesMeet, pointAt } from './curves-meet.js';
import { Outline } from './outline.js';

const NONE = 1e-9;
const meet = (a: Shape, b: Shape, tolerance = NONE): boolean => {
  const [one, other] = [new Outline([a]), new Outline([b])];
  const answer = one.meets(other, tolerance);
  expect(other.meets(one, tolerance)).toBe(answer);
  return answer;
};
const ARC = { kind: 'arc', centre: [0, 0], major: [10, 0], ratio: 1, start: 0, end: Math.PI / 2 } as const;

describe('what is drawn meets', () => {
  const cases: readonly [what: string, a: Shape, b: Shape, meets: boolean][] = [
    [
      'lines that cross',
      polyline([
        [0, 0],
        [10, 10],
      ]),
      polyline([
        [0, 10],
        [10, 0],
      ]),
      true,
    ],
    [
      'boxes that meet, lines that do not',
      polyline([
        [0, 0],
        [10, 10],
      ]),
      polyline([
        [6, 0],
        [10, 4],
      ]),
      false,
    ],
    [
      'end on end',
      polyline([
        [0, 0],
        [10, 10],
      ]),
      polyline([
        [10, 10],
        [20, 0],
      ]),
      true,
    ],
    [
      'end on the middle of a line',
      polyline([
        [0, 0],
        [10, 0],
      ]),
      polyline([
        [5, 0],
        [5, 9],
      ]),
      true,
    ],
    [
      'lines that lie on each other',
      polyline([
        [0, 0],
        [10, 0],
      ]),
      polyline([
        [5, 0],
        [15, 0],
      ]),
      true,
    ],
    [
      'parallels',
      polyline([
        [0, 0],
        [10, 0],
      ]),
      polyline([
        [0, 1e-6],
        [10, 1e-6],
      ]),
      false,
    ],
    ['a rectangle inside another, both as lines', rectangleLine(0, 0, 10, 10), rectangleLine(2, 2, 8, 8), false],
    [
      'a rectangle inside a filled one',
      fill([
        [0, 0],
        [10, 0],
        [10, 10],
        [0, 10],
      ]),
      rectangleLine(2, 2, 8, 8),
      true,
    ],
    [
      'a rectangle in the hole of a fill',
      fill(
        [
          [0, 0],
          [10, 0],
          [10, 10],
          [0, 10],
        ],
        [
          [1, 1],
          [9, 1],
          [9, 9],
          [1, 9],
        ],
      ),
      rectangleLine(2, 2, 8, 8),
      false,
    ],
    [
      'a fill that lies in the hole of another',
      fill(
        [
          [0, 0],
          [10, 0],
          [10, 10],
          [0, 10],
        ],
        [
          [1, 1],
          [9, 1],
          [9, 9],
          [1, 9],
        ],
      ),
      fill([
        [2, 2],
        [8, 2],
        [8, 8],
      ]),
      false,
    ],
    [
      'a point on a line',
      { ...polyline([]), kind: 'point', at: [5, 5] },
      polyline([
        [0, 0],
        [10, 10],
      ]),
      true,
    ],
    [
      'a line through a circle',
      lineOf([circle(0, 0, 5)]),
      polyline([
        [-10, 1],
        [10, 1],
      ]),
      true,
    ],
    [
      'a line inside a circle',
      lineOf([circle(0, 0, 5)]),
      polyline([
        [-3, 1],
        [3, 1],
      ]),
      false,
    ],
    [
      'a line tangent to a circle',
      lineOf([circle(0, 0, 5)]),
      polyline([
        [-10, 5],
        [10, 5],
      ]),
      true,
    ],
    [
      'a line past a circle',
      lineOf([circle(0, 0, 5)]),
      polyline([
        [-10, 5.001],
        [10, 5.001],
      ]),
      false,
    ],
    [
      'a line through the missing part of an arc',
      lineOf([ARC]),
      polyline([
        [-11, -5],
        [-1, -5],
      ]),
      false,
    ],
    ['circles that cross', lineOf([circle(0, 0, 5)]), lineOf([circle(6, 0, 5)]), true],
    ['circles one in the other', lineOf([circle(0, 0, 5)]), lineOf([circle(1, 0, 3)]), false],
    ['circles that touch from outside', lineOf([circle(0, 0, 5)]), lineOf([circle(10, 0, 5)]), true],
    ['circles that touch from inside', lineOf([circle(0, 0, 5)]), lineOf([circle(2, 0, 3)]), true],
    ['the same circle twice', lineOf([circle(3, 4, 5)]), lineOf([circle(3, 4, 5)]), true],
    ['a tiny circle on a huge one', lineOf([circle(0, 0, 1e6)]), lineOf([circle(1e6, 0, 1e-3)]), true],
    ['a tiny circle just inside a huge one', lineOf([circle(0, 0, 1e6)]), lineOf([circle(1e6 - 0.01, 0, 1e-3)]), false],
    ['arcs of one circle end on end', lineOf([ARC]), lineOf([{ ...ARC, start: Math.PI / 2, end: 3 }]), true],
    ['arcs of one circle apart', lineOf([ARC]), lineOf([{ ...ARC, start: 2, end: 3 }]), false],
    [
      'a wide line beside its middle',
      polyline(
        [
          [0, 0],
          [10, 0],
        ],
        4,
      ),
      polyline([
        [5, 1],
        [6, 1.5],
      ]),
      true,
    ],
    [
      'a line beside a wide line',
      polyline(
        [
          [0, 0],
          [10, 0],
        ],
        4,
      ),
      polyline([
        [5, 2.1],
        [6, 3],
      ]),
      false,
    ],
    [
      'a wide arc beside its middle',
      lineOf([ARC], 2),
      polyline([
        [7.5, 7.5],
        [7.6, 7.6],
      ]),
      true,
    ],
    [
      'a line in a slanted text',
      textLine([0, 0], [30, 30], [-5, 5]),
      polyline([
        [10, 12],
        [11, 13],
      ]),
      true,
    ],
    [
      'a line in the box of a slanted text only',
      textLine([0, 0], [30, 30], [-5, 5]),
      polyline([
        [25, 1],
        [29, 3],
      ]),
      false,
    ],
  ];
  it.each(cases)('%s', (_, a, b, meets) => {
    expect(meet(a, b)).toBe(meets);
  });

  it('far from the origin as it does at the origin', () => {
    const far = 1e7;
    const [a, b] = [
      polyline([
        [far, far],
        [far + 1, far + 1],
      ]),
      polyline([
        [far, far + 1],
        [far + 1, far],
      ]),
    ];
    expect(meet(a, b, far * 1e-11)).toBe(true);
    const near = polyline([
      [far + 0.51, far + 0.5],
      [far + 1, far + 0.5],
    ]);
    expect(meet(a, near, far * 1e-11)).toBe(false);
    expect(
      meet(
        lineOf([circle(far, far, 5)]),
        polyline([
          [far - 9, far + 5],
          [far + 9, far + 5],
        ]),
        far * 1e-11,
      ),
    ).toBe(true);
    expect(meet(lineOf([circle(far, far, 5)]), lineOf([circle(far + 10.01, far, 5)]), far * 1e-11)).toBe(false);
  });

  it('nothing that draws nothing', () => {
    expect(new Outline([]).meets(new Outline([rectangleLine(0, 0, 1, 1)]), NONE)).toBe(false);
    expect(meet(fill(), rectangleLine(0, 0, 1, 1))).toBe(false);
    expect(meet(lineOf([]), rectangleLine(0, 0, 1, 1))).toBe(false);
  });
});

/** Thousandths: what lies closer than the tolerance is told by cases of its own. */
const number = (min: number, max: number) =>
  fc.integer({ min: min * 1_000, max: max * 1_000 }).map((thousandths) => thousandths / 1_000);
const point = fc.tuple(number(-6, 6), number(-6, 6));
const FLATTEST = 0.2;
const segment = fc.record({ kind: fc.constant('segment' as const), from: point, to: point });
const arc = fc
  .record({
    centre: point,
    major: point.filter(([x, y]) => Math.hypot(x, y) > 0.5),
    ratio: number(FLATTEST, 1),
    start: number(0, 6),
    turn: number(0.1, 6.283),
  })
  .map(({ turn, ...rest }) => ({ kind: 'arc' as const, ...rest, end: rest.start + turn }));
const curve: fc.Arbitrary<Curve> = fc.oneof(segment, arc);

describe('curves that meet', () => {
  it('are those whose chords cross, and none whose points are far from each other', () => {
    let [crossing, apart] = [0, 0];
    fc.assert(
      fc.property(curve, curve, (a, b) => {
        const meets = curvesMeet(a, b, NONE);
        expect(curvesMeet(b, a, NONE)).toBe(meets);
        const [p, q] = [sampled(a), sampled(b)];
        if (chordsCross(p, q)) {
          crossing++;
          // Chords may cross where their curves pass each other by: less than their rise over them apart. How far a point is from an
          // ellipse is reckoned too large by up to one over its ratio.
          expect(meets || curvesMeet(a, b, RISE / FLATTEST)).toBe(true);
        } else if (leastDistance(p, q) > longestChord(p) + longestChord(q) + NONE) {
          apart++;
          expect(meets).toBe(false);
        }
      }),
      { numRuns: 300 },
    );
    expect(crossing).toBeGreaterThan(50);
    expect(apart).toBeGreaterThan(50);
  });
});

const SAMPLES = 240;
/** Of a chord of 1/240 turn over the largest radius there is here, and as much for the other. */
const RISE = 2 * 9 * (1 - Math.cos(Math.PI / SAMPLES));

const sampled = (c: Curve): Point[] =>
  Array.from({ length: SAMPLES + 1 }, (_, i) => {
    const s = i / SAMPLES;
    if (c.kind === 'arc') return pointAt(c, c.start + (c.end - c.start) * s);
    return [c.from[0] + (c.to[0] - c.from[0]) * s, c.from[1] + (c.to[1] - c.from[1]) * s];
  });

const leastDistance = (a: readonly Point[], b: readonly Point[]): number =>
  Math.min(...a.map((p) => Math.min(...b.map((q) => Math.hypot(p[0] - q[0], p[1] - q[1])))));

const longestChord = (p: readonly Point[]): number =>
  Math.max(...chordsOf(p).map(([from, to]) => Math.hypot(to[0] - from[0], to[1] - from[1])));

function chordsCross(a: readonly Point[], b: readonly Point[]): boolean {
  const side = ([p, q]: readonly [Point, Point], r: Point) =>
    (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
  const others = chordsOf(b);
  return chordsOf(a).some((s) =>
    others.some((t) => side(s, t[0]) * side(s, t[1]) < 0 && side(t, s[0]) * side(t, s[1]) < 0),
  );
}

const chordsOf = (p: readonly Point[]) => p.slice(1).map((to, i) => [p[i] as Point, to] as const);
