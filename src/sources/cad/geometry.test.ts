import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bulgeSegment, flattened, sweep } from './curves.js';
import { Reach } from './extent.js';
import { endOf, mapStroke, startOf, toShapes } from './pieces.js';
import { compose, cross, lengthOf, mapPoint, ocsMatrix, rotation, scaling, translation, type Vec3 } from './space.js';
import { flattenNurbs } from './spline.js';

const coordinate = fc.double({ min: -1e6, max: 1e6, noNaN: true });
const flatPoint = fc.tuple(coordinate, coordinate, fc.constant(0));
const near = (a: Vec3, b: Vec3, tolerance: number) =>
  expect(Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])).toBeLessThanOrEqual(tolerance);
const STYLE = { color: '#000000', lineWeightMm: 0.25, dashes: [], layer: '0' };

describe('a bulged segment', () => {
  it('begins and ends at its corners and rises by bulge × half the chord, to the right of a positive one', () => {
    fc.assert(
      fc.property(flatPoint, flatPoint, fc.double({ min: -50, max: 50, noNaN: true }), (from, to, bulge) => {
        const chord = Math.hypot(to[0] - from[0], to[1] - from[1]);
        fc.pre(chord > 1 && Math.abs(bulge) > 1e-3);
        const stroke = bulgeSegment(from, to, bulge);
        near(startOf(stroke), from, 1e-6 * chord);
        near(endOf(stroke), to, 1e-5 * chord);
        if (stroke.kind !== 'arc') throw new Error('straight');
        const middle = mapPoint(
          translation([0, 0, 0]),
          flattened([{ ...stroke, end: (stroke.start + stroke.end) / 2 }]).at(-1) as Vec3,
        );
        const [dx, dy] = [(to[0] - from[0]) / chord, (to[1] - from[1]) / chord];
        const [mx, my] = [middle[0] - (from[0] + to[0]) / 2, middle[1] - (from[1] + to[1]) / 2];
        expect(mx * dy - my * dx).toBeCloseTo((bulge * chord) / 2, -Math.log10(1e-5 * chord * (1 + Math.abs(bulge))));
      }),
    );
  });
});

describe('the coordinates of an entity with an extrusion', () => {
  it('are a turned right-handed frame whose z is the extrusion', () => {
    const axis = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.tuple(axis, axis, axis), (extrusion) => {
        fc.pre(lengthOf(extrusion) > 1e-3);
        const m = ocsMatrix(extrusion);
        const [x, y, z] = [mapPoint(m, [1, 0, 0]), mapPoint(m, [0, 1, 0]), mapPoint(m, [0, 0, 1])];
        near(cross(x, y), z, 1e-9);
        near(
          z,
          [extrusion[0] / lengthOf(extrusion), extrusion[1] / lengthOf(extrusion), extrusion[2] / lengthOf(extrusion)],
          1e-9,
        );
      }),
    );
  });

  it('mirror x for (0,0,-1)', () => {
    near(mapPoint(ocsMatrix([0, 0, -1]), [3, 4, 0]), [-3, 4, 0], 1e-12);
  });
});

describe('an arc under a map', () => {
  const factor = fc.oneof(fc.double({ min: 0.1, max: 9, noNaN: true }), fc.double({ min: -9, max: -0.1, noNaN: true }));

  it('is drawn where its mapped points lie, and its box holds exactly them', () => {
    fc.assert(
      fc.property(
        factor,
        factor,
        fc.double({ min: -7, max: 7, noNaN: true }),
        fc.double({ min: 0.2, max: 6, noNaN: true }),
        (sx, sy, turn, angle) => {
          const m = compose(translation([100, -50, 0]), compose(rotation(turn), scaling(sx, sy, 1)));
          const stroke = mapStroke(m, {
            kind: 'arc',
            centre: [1, 2, 0],
            u: [3, 0, 0],
            v: [0, 3, 0],
            start: 0.3,
            end: 0.3 + angle,
          });
          const [shape] = toShapes({ kind: 'line', strokes: [stroke], width: 0 }, STYLE);
          const curve = shape?.kind === 'line' ? shape.curves[0] : undefined;
          if (curve?.kind !== 'arc') throw new Error('no arc');
          const minor = [-curve.major[1] * curve.ratio, curve.major[0] * curve.ratio];
          const drawn = Array.from({ length: 721 }, (_, i) => {
            const t = curve.start + ((curve.end - curve.start) * i) / 720;
            return [0, 1].map(
              (k) =>
                (curve.centre[k] as number) +
                (curve.major[k] as number) * Math.cos(t) +
                (minor[k] as number) * Math.sin(t),
            );
          });
          const ends = [startOf(stroke), endOf(stroke)].map(([x, y]) => [x, y]);
          for (const end of ends) {
            expect(
              Math.min(...[drawn[0], drawn[720]].map((p) => Math.hypot(...[0, 1].map((k) => p![k]! - end[k]!)))),
            ).toBeLessThan(1e-6);
          }
          const reach = new Reach();
          reach.piece({ kind: 'line', strokes: [stroke], width: 0 });
          const box = reach.box()!;
          const [xs, ys] = [drawn.map((p) => p[0]!), drawn.map((p) => p[1]!)];
          const seen = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
          seen.forEach((v, k) => {
            expect(Math.abs(v - box[k]!)).toBeLessThan(2e-3);
          });
        },
      ),
    );
  });
});

it('sweeps counter-clockwise, a whole turn for equal angles', () => {
  expect(sweep(0, 2 * Math.PI)).toBeCloseTo(2 * Math.PI);
  expect(sweep(1, 1)).toBeCloseTo(2 * Math.PI);
  expect(sweep(3, 1)).toBeCloseTo(2 * Math.PI - 2);
});

describe('a NURBS curve', () => {
  it('with weights √½ draws a quarter circle to a hundred-thousandth', () => {
    const points = flattenNurbs({
      degree: 2,
      knots: [0, 0, 0, 1, 1, 1],
      controls: [
        [1, 0, 0],
        [1, 1, 0],
        [0, 1, 0],
      ],
      weights: [1, Math.SQRT1_2, 1],
    })!;
    for (const point of points) expect(Math.abs(lengthOf(point) - 1)).toBeLessThan(1e-9);
    for (let i = 1; i < points.length; i++) {
      const middle = points[i]!.map((v, k) => (v + points[i - 1]![k]!) / 2) as unknown as Vec3;
      expect(Math.abs(lengthOf(middle) - 1)).toBeLessThan(2e-5);
    }
  });

  it('whose knots make none is none', () => {
    expect(flattenNurbs({ degree: 3, knots: [0, 1], controls: [[0, 0, 0]], weights: [] })).toBe(null);
    expect(
      flattenNurbs({
        degree: 1,
        knots: [0, 0, -1, 1],
        controls: [
          [0, 0, 0],
          [1, 0, 0],
        ],
        weights: [],
      }),
    ).toBe(null);
  });
});
