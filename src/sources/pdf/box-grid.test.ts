import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { overlaps, type PageBox, pageBox } from '../../evidence/boxes.js';
import { BoxGrid } from './box-grid.js';

const PAGE = pageBox(0, 0, 612, 792);
/** Reaches beyond the page on every side. */
const coordinate = fc.double({ min: -300, max: 1_100, noNaN: true });
const size = fc.oneof(fc.double({ min: 0, max: 20, noNaN: true }), fc.double({ min: 0, max: 900, noNaN: true }));
const anyBox: fc.Arbitrary<PageBox> = fc
  .tuple(coordinate, coordinate, size, size)
  .map(([x, y, width, height]) => pageBox(x, y, x + width, y + height));

describe('a grid of boxes', () => {
  it('gives every item that meets a box, once', () => {
    fc.assert(
      fc.property(fc.array(anyBox, { maxLength: 40 }), anyBox, (boxes, asked) => {
        const items = boxes.map((box) => ({ box }));
        const near = new BoxGrid(PAGE, items).near(asked);
        expect(new Set(near).size).toBe(near.length);
        for (const item of items) if (overlaps(item.box, asked)) expect(near).toContain(item);
      }),
      { numRuns: 500 },
    );
  });
});
