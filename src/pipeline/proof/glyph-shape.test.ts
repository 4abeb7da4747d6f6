import { describe, expect, it } from 'vitest';
import { COLUMNS, ROWS, shapeOf } from './glyph-shape.js';
import { distance } from './shape-distance.js';

const EM = 1000;
const square = 'M0 0L500 0L500 500L0 500Z';

describe('the shape of an outline', () => {
  it('has the size and the ink of the outline, in ems', () => {
    expect(shapeOf(square, EM)).toMatchObject({ width: 0.5, bottom: 0, top: 0.5, area: 0.25 });
    expect(shapeOf('M0 0L500 0L0 500Z', EM)?.area).toBeCloseTo(0.125, 2);
  });

  it('leaves out holes, which turn the other way', () => {
    const ring = `${square}M100 100L100 400L400 400L400 100Z`;
    expect(shapeOf(ring, EM)?.area).toBeCloseTo(0.25 - 0.09, 2);
  });

  it('is the same for relative commands, with and without letters between', () => {
    const relative = shapeOf('m0 0l500 0 0 500-500 0z', EM);
    expect(distance(relative as never, shapeOf(square, EM) as never)).toBe(0);
  });

  it('follows curves', () => {
    const k = 276;
    const circle = `M0 500C0 ${500 + k} ${500 - k} 1000 500 1000C${500 + k} 1000 1000 ${500 + k} 1000 500C1000 ${500 - k} ${500 + k} 0 500 0C${500 - k} 0 0 ${500 - k} 0 500Z`;
    expect(shapeOf(circle, EM)?.area).toBeCloseTo(Math.PI / 4, 1);
    expect(shapeOf('M0 0Q500 1000 1000 0Z', EM)?.area).toBeCloseTo(1 / 3, 1);
  });

  it('has its rows from the top', () => {
    const cells = shapeOf('M0 0L500 0L250 1000Z', EM)?.cells as Uint8Array;
    const inkOf = (row: number): number => cells.slice(row * COLUMNS, (row + 1) * COLUMNS).reduce((a, b) => a + b, 0);
    expect(inkOf(0)).toBeLessThan(inkOf(ROWS - 1));
  });

  it.each(['', 'M0 0', 'Z', 'M1 1L', 'Mfoo', 'L0 0'])('is none for %j', (path) => {
    expect(shapeOf(path, EM)).toBeNull();
  });
});
