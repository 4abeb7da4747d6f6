import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { madeEntity, polyline, rectangle } from '../../../test/fixtures/cad-entities.js';
import { box, touches } from '../../evidence/boxes.js';
import type { CadEntity } from '../../sources/cad/drawing.js';
import { type CollisionOptions, findCollisions } from './find-collisions.js';
import { overlapRatio } from './overlap-ratio.js';

const ALL: CollisionOptions = {
  window: null,
  layers: [],
  minOverlap: 0,
  narrow: false,
  includeSameLayer: false,
  excludeOversized: null,
  excludeContainerDegree: 8,
  excludeContainerFraction: 0.25,
  limit: 100,
  offset: 0,
};
const pairsOf = (entities: readonly CadEntity[], options: Partial<CollisionOptions> = {}) =>
  findCollisions(entities, { ...ALL, ...options }).items.map(({ a, b }) => `${a.handle} ${b.handle}`);

/** Small squares in a row, `gap` apart, each on a layer of its own. */
const squares = (count: number, gap = 2) =>
  Array.from({ length: count }, (_, i) => rectangle(`S${i}`, i * gap, 0, i * gap + 1, 1));

describe('collisions', () => {
  it.each([0, 1e7, -1e7])('of two rectangles shifted by a twentieth come at 0.95 × 0.95, %d from the origin', (far) => {
    const entities = [
      ...squares(50),
      rectangle('A', far, far + 50, far + 100, far + 150),
      rectangle('B', far + 5, far + 55, far + 105, far + 155),
    ];
    const { total, items } = findCollisions(entities, { ...ALL, narrow: true });
    expect(total).toBe(1);
    expect(items[0]).toMatchObject({ a: { handle: 'A' }, b: { handle: 'B' }, exact: true });
    expect(items[0]?.ratio).toBeCloseTo(0.9025, 9);
    expect(items[0]?.overlap).toEqual([far + 5, far + 55, far + 100, far + 150]);
  });

  it('of boxes that touch come at 0, and of a line across a box at 1', () => {
    expect(overlapRatio(box('world', 0, 0, 10, 10), box('world', 10, 0, 20, 10))).toBe(0);
    expect(overlapRatio(box('world', 0, 0, 10, 10), box('world', -5, 5, 15, 5))).toBe(1);
    expect(overlapRatio(box('world', 0, 0, 10, 10), box('world', 5, 5, 15, 5))).toBe(0.5);
    expect(overlapRatio(box('world', 3, 3, 3, 3), box('world', 3, 3, 3, 3))).toBe(1);
    // A horizontal line that was turned into place is as thin as its rounding.
    expect(overlapRatio(box('world', 1e7, 5, 1e7 + 1, 5 + 1e-9), box('world', 1e7, 0, 1e7 + 2, 5))).toBe(1);
  });

  it('of one layer count only when asked for', () => {
    const entities = [
      rectangle('A', 0, 0, 2, 2, { layer: 'Pipes' }),
      rectangle('B', 1, 1, 3, 3, { layer: 'PIPES' }),
      rectangle('C', 1, 1, 3, 3, { layer: '墙' }),
    ];
    expect(pairsOf(entities)).toEqual(['B C', 'A C']);
    expect(pairsOf(entities, { includeSameLayer: true })).toEqual(['B C', 'A B', 'A C']);
    expect(pairsOf(entities, { layers: ['pipes', '墙'] })).toEqual(['B C', 'A C']);
    expect(pairsOf(entities, { layers: ['墙'] })).toEqual([]);
  });

  it('come the highest ratio first, in pages', () => {
    const entities = [rectangle('A', 0, 0, 10, 10), ...[1, 5, 9].map((x) => rectangle(`B${x}`, x, 0, x + 10, 10))];
    const ratios = [
      [0.9, 'A B1'],
      [0.6, 'B1 B5'],
      [0.6, 'B5 B9'],
      [0.5, 'A B5'],
      [0.2, 'B1 B9'],
      [0.1, 'A B9'],
    ];
    expect(pairsOf(entities)).toEqual(ratios.map(([, pair]) => pair));
    expect(pairsOf(entities, { offset: 1, limit: 2 })).toEqual(['B1 B5', 'B5 B9']);
    expect(pairsOf(entities, { offset: 9 })).toEqual([]);
    expect(pairsOf(entities, { minOverlap: 0.5 })).toHaveLength(4);
    expect(findCollisions(entities, { ...ALL, minOverlap: 0.5, limit: 1 }).total).toBe(4);
  });

  it('are those whose overlap touches the window', () => {
    const entities = [rectangle('A', 0, 0, 10, 10), rectangle('B', 5, 5, 15, 15), rectangle('C', 9, 0, 20, 3)];
    const reply = findCollisions(entities, { ...ALL, window: box('world', 8, 0, 20, 4) });
    expect(reply.items.map(({ a, b }) => a.handle + b.handle)).toEqual(['AC']);
    expect(reply.entityCount).toBe(2);
  });

  it('know a frame in a window in which it overlaps little', () => {
    const entities = [rectangle('FRAME', -1, -1, 99, 2), ...squares(20)];
    const reply = findCollisions(entities, { ...ALL, window: box('world', 0, 0, 3, 1) });
    expect(reply).toMatchObject({ total: 0, entityCount: 3, excluded: [{ degree: 20 }] });
    expect(findCollisions(entities, { ...ALL, window: box('world', 200, 0, 300, 1) }).excluded).toEqual([]);
  });

  it('are not of what has no box or is not to be seen', () => {
    const entities = [
      rectangle('A', 0, 0, 10, 10),
      rectangle('B', 0, 0, 10, 10, { visible: false }),
      madeEntity(
        'C',
        [
          polyline([
            [0, 0],
            [5, 5],
          ]),
        ],
        { around: null },
      ),
    ];
    expect(findCollisions(entities, ALL)).toEqual({ total: 0, entityCount: 1, items: [], excluded: [] });
    expect(findCollisions([], ALL).total).toBe(0);
  });

  it('leave out what overlaps many others, whatever its size, and say so', () => {
    const entities = [rectangle('FRAME', -1, -1, 99, 2), ...squares(20), rectangle('TANK', 50, 10, 5000, 5000)];
    const { items, excluded, entityCount } = findCollisions(entities, ALL);
    expect(items).toEqual([]);
    expect(entityCount).toBe(22);
    expect(excluded).toEqual([{ entity: entities[0], reason: 'overlap_degree', degree: 20 }]);
    expect(pairsOf(entities, { excludeContainerDegree: 21 })).toHaveLength(20);
    expect(pairsOf(entities, { excludeContainerFraction: 0.99 })).toHaveLength(20);
  });

  it('leave out what is as large as the drawing only when asked for', () => {
    const entities = [rectangle('BIG', 0, 0, 100, 100), ...squares(5)];
    expect(pairsOf(entities)).toHaveLength(5);
    const { items, excluded } = findCollisions(entities, { ...ALL, excludeOversized: 0.8 });
    expect(items).toEqual([]);
    expect(excluded).toEqual([{ entity: entities[0], reason: 'oversized', degree: 5 }]);
  });

  it('are confirmed by what is drawn only where that was asked for', () => {
    const entities = [
      madeEntity('DIAGONAL', [
        polyline([
          [0, 0],
          [10, 10],
        ]),
      ]),
      rectangle('CROSSED', 4, 4, 6, 6),
      rectangle('CORNER', 7, 1, 9, 3),
    ];
    const exact = (narrow: boolean) =>
      findCollisions(entities, { ...ALL, narrow }).items.map((item) => [item.b.handle, item.exact]);
    expect(exact(false)).toEqual([
      ['CROSSED', null],
      ['CORNER', null],
    ]);
    expect(exact(true)).toEqual([
      ['CROSSED', true],
      ['CORNER', false],
    ]);
  });

  it('are refused where everything lies on everything', () => {
    const heap = Array.from({ length: 10_100 }, (_, i) => rectangle(`H${i}`, 0, 0, 1, 1));
    expect(() => findCollisions(heap, ALL)).toThrow(expect.objectContaining({ code: 'too_slow' }));
  });

  it('are what all pairs tried one by one give, page by page', () => {
    const side = fc.integer({ min: 0, max: 12 });
    const some = fc.array(fc.tuple(side, side, side, side, fc.constantFrom('a', 'b', 'c')), { maxLength: 40 });
    fc.assert(
      fc.property(some, fc.constantFrom(0, 0.3, 1), fc.integer({ min: 1, max: 9 }), (places, minOverlap, limit) => {
        const entities = places.map(([x0, y0, x1, y1, layer], i) => rectangle(`${i}`, x0, y0, x1, y1, { layer }));
        const options = { minOverlap, excludeContainerDegree: 1_000, limit };
        const naive = naivePairs(entities, minOverlap);
        for (let offset = 0; offset <= naive.length; offset += limit)
          expect(pairsOf(entities, { ...options, offset })).toEqual(naive.slice(offset, offset + limit));
        expect(findCollisions(entities, { ...ALL, ...options }).total).toBe(naive.length);
      }),
    );
  });
});

function naivePairs(entities: readonly CadEntity[], minOverlap: number): string[] {
  const pairs = entities.flatMap((a, i) =>
    entities.slice(i + 1).flatMap((b) => {
      if (a.box === null || b.box === null || a.layer === b.layer || !touches(a.box, b.box)) return [];
      const ratio = overlapRatio(a.box, b.box);
      return ratio >= minOverlap ? [{ pair: `${a.handle} ${b.handle}`, ratio }] : [];
    }),
  );
  return pairs.sort((p, q) => q.ratio - p.ratio).map(({ pair }) => pair);
}
