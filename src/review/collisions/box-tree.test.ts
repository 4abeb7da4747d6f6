import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { box, touches } from '../../evidence/boxes.js';
import type { WorldBox } from '../../sources/cad/drawing.js';
import { BoxTree } from './box-tree.js';

/** Few different places, so that boxes touch, coincide and have no size often. */
const place = fc.oneof(fc.integer({ min: -4, max: 4 }), fc.double({ min: -1e7, max: 1e7, noNaN: true }));
const boxes = fc.array(
  fc.tuple(place, place, place, place).map(([x0, y0, x1, y1]) => box('world', x0, y0, x1, y1)),
  { maxLength: 60 },
);

describe('a tree of boxes', () => {
  it('visits each pair that meets once, as all pairs tried one by one do', () => {
    fc.assert(
      fc.property(boxes, (some) => {
        const found: string[] = [];
        new BoxTree(some).forEachPair((a, b) => found.push(`${Math.min(a, b)} ${Math.max(a, b)}`));
        expect(found.sort()).toEqual(naivePairs(some).sort());
      }),
      { numRuns: 500 },
    );
  });

  it('asks of a window for every box that meets it', () => {
    fc.assert(
      fc.property(boxes, boxes, (some, windows) => {
        const tree = new BoxTree(some);
        for (const window of windows) {
          const asked: number[] = [];
          const [x0, y0, x1, y1] = window;
          tree.some(x0, y0, x1, y1, (index) => {
            asked.push(index);
            return false;
          });
          const meeting = some.flatMap((each, i) => (touches(each, window) ? [i] : []));
          expect(asked.sort((a, b) => a - b)).toEqual(meeting);
        }
      }),
    );
  });

  it('asks no more once the answer is yes', () => {
    const tree = new BoxTree(Array.from({ length: 100 }, () => box('world', 0, 0, 1, 1)));
    let asked = 0;
    expect(tree.some(0, 0, 1, 1, () => ++asked === 3)).toBe(true);
    expect(asked).toBe(3);
  });

  it('stays shallow where all boxes are one', () => {
    const many = Array.from({ length: 3_000 }, () => box('world', 5, 5, 5, 5));
    let pairs = 0;
    new BoxTree(many).forEachPair(() => pairs++);
    expect(pairs).toBe((3_000 * 2_999) / 2);
  });

  it('has no pairs of none and of one', () => {
    for (const few of [[], [box('world', 0, 0, 1, 1)]])
      new BoxTree(few).forEachPair(() => expect.unreachable('there is no pair'));
  });
});

const naivePairs = (some: readonly WorldBox[]): string[] =>
  some.flatMap((a, i) => some.slice(i + 1).flatMap((b, j) => (touches(a, b) ? [`${i} ${i + 1 + j}`] : [])));
