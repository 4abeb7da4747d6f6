import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { box } from '../../evidence/boxes.js';
import { type Ground, resolve } from './resolve.js';
import { fromRegion, type Shown, toPixels } from './shown.js';

const shown = (frame: 'page' | 'world', ...[x0, y0, x1, y1]: [number, number, number, number]): Shown => ({
  label: 'overall',
  png: new Uint8Array(),
  visible: box(frame, x0, y0, x1, y1),
  widthPx: 200,
  heightPx: 100,
  level: 'seen',
});
const picture = shown('world', 0, 0, 200, 100);
const ground: Ground = {
  frame: 'world',
  pictures: new Map([['overall', picture]]),
  hasHandles: true,
  boxOfHandle: (handle) => (handle === '2F' ? box('world', 10, 10, 20, 20) : handle === '30' ? null : undefined),
};

describe('evidence of a model', () => {
  it('leads to the box, in the source’s own frame', () => {
    expect(resolve({ image: 'overall', box: [10, 10, 30, 30] }, ground)).toMatchObject({
      box: [10, 10, 30, 30],
      handle: null,
    });
  });

  it('leads from fractions of a picture, whose y runs down, to a drawing whose y runs up', () => {
    expect(resolve({ image: ' Overall ', region: [0, 0, 0.1, 0.1] }, ground)).toMatchObject({ box: [0, 90, 20, 100] });
  });

  it('leads to the entity where no place is given, and is cut to what the picture shows', () => {
    expect(resolve({ image: 'overall', handle: ' 2f ' }, ground)).toMatchObject({
      box: [10, 10, 20, 20],
      handle: '2F',
    });
    expect(resolve({ image: 'overall', box: [180, 40, 210, 60] }, ground)).toMatchObject({ box: [180, 40, 200, 60] });
  });

  it.each([
    ['unknown_picture', { image: 'inspect-9', box: [0, 0, 1, 1] }, ground],
    ['no_place', { image: 'overall' }, ground],
    ['no_place', { image: 'overall', handle: '30' }, ground],
    ['outside_picture', { image: 'overall', box: [190, 40, 230, 60] }, ground],
    ['outside_picture', { image: 'overall', region: [0.5, 0.5, 1.5, 0.6] }, ground],
    ['unknown_handle', { image: 'overall', handle: 'BEEF' }, ground],
    ['unknown_handle', { image: 'overall', box: [10, 10, 20, 20], handle: '__proto__' }, ground],
    ['handle_without_cad', { image: 'overall', handle: '2F' }, { ...ground, hasHandles: false }],
    ['handle_elsewhere', { image: 'overall', box: [150, 50, 160, 60], handle: '2F' }, ground],
  ] as const)('does not hold: %s, %j', (reason, evidence, on) => {
    expect(resolve(evidence as never, on)).toBe(reason);
  });

  it('holds for lines and points, which have no area', () => {
    expect(resolve({ image: 'overall', box: [0, 50, 200, 50] }, ground)).toMatchObject({ box: [0, 50, 200, 50] });
    expect(resolve({ image: 'overall', box: [7, 7, 7, 7] }, ground)).toMatchObject({ box: [7, 7, 7, 7] });
  });
});

it('fractions of a picture and back to its pixels is the same place, whichever way y runs', () => {
  const fraction = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(fc.constantFrom('page', 'world'), fraction, fraction, fraction, fraction, (frame, a, b, c, d) => {
      const at = shown(frame, -50, 20, 350, 220);
      const region = [Math.min(a, b), Math.min(c, d), Math.max(a, b), Math.max(c, d)] as const;
      const pixels = toPixels(fromRegion(region, at, frame), at, frame);
      const wanted = [region[0] * 200, region[1] * 100, region[2] * 200, region[3] * 100];
      for (const [i, value] of pixels.entries()) expect(value).toBeCloseTo(wanted[i] as number, 6);
    }),
  );
});
