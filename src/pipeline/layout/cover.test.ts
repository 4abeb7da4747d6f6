import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areaOf, contains, intersectionOf, type PageBox, pageBox } from '../../evidence/boxes.js';
import { coverPage, type Tile } from './cover.js';

const WIDTH = 600;
const HEIGHT = 800;
const cover = (...boxes: PageBox[]): Tile[] => coverPage(WIDTH, HEIGHT, boxes);

function expectPartition(tiles: readonly Tile[], count: number): void {
  const area = tiles.reduce((sum, { box }) => sum + areaOf(box), 0);
  expect(area).toBeCloseTo(WIDTH * HEIGHT, 3);
  tiles.forEach(({ box }, i) => {
    expect(contains(pageBox(0, 0, WIDTH, HEIGHT), box)).toBe(true);
    for (const other of tiles.slice(i + 1)) expect(intersectionOf(box, other.box)).toBeNull();
  });
  expect(tiles.flatMap(({ members }) => members).sort((a, b) => a - b)).toEqual(
    Array.from({ length: count }, (_, i) => i),
  );
}

describe('a covering partition', () => {
  const anyBox = fc
    .tuple(
      fc.double({ min: -50, max: 650, noNaN: true }),
      fc.double({ min: -50, max: 850, noNaN: true }),
      fc.double({ min: 0, max: 300, noNaN: true }),
      fc.double({ min: 0, max: 300, noNaN: true }),
    )
    .map(([x, y, w, h]) => pageBox(x, y, x + w, y + h));
  const gridBox = fc
    .tuple(
      fc.integer({ min: 0, max: 11 }),
      fc.integer({ min: 0, max: 15 }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 4 }),
    )
    .map(([x, y, w, h]) => pageBox(x * 50, y * 50, (x + w) * 50, (y + h) * 50));

  it('covers the page without overlap and keeps every content, whatever the boxes', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(anyBox, gridBox), { maxLength: 24 }), (boxes) => {
        expectPartition(coverPage(WIDTH, HEIGHT, boxes), boxes.length);
      }),
      { numRuns: 300 },
    );
  });

  it('gives boxes with room between them a tile each, with the whole box in it', () => {
    const cell = fc.tuple(
      fc.boolean(),
      fc.double({ min: 1, max: 39, noNaN: true }),
      fc.double({ min: 1, max: 39, noNaN: true }),
    );
    fc.assert(
      fc.property(fc.array(cell, { minLength: 48, maxLength: 48 }), (cells) => {
        const boxes = cells.flatMap(([used, w, h], i) => {
          const [x, y] = [(i % 6) * 100 + 30, Math.floor(i / 6) * 100 + 30];
          return used ? [pageBox(x, y, x + w, y + h)] : [];
        });
        const tiles = coverPage(WIDTH, HEIGHT, boxes);
        expectPartition(tiles, boxes.length);
        for (const { box, members } of tiles) {
          expect(members.length).toBeLessThanOrEqual(1);
          for (const member of members) expect(contains(box, boxes[member] as PageBox)).toBe(true);
        }
      }),
    );
  });

  it('cuts through the middle of free room, and gives the margins to what is nearest', () => {
    const tiles = cover(pageBox(50, 50, 280, 700), pageBox(320, 50, 550, 700));
    expect(tiles.map(({ box }) => box)).toEqual([pageBox(0, 0, 300, 800), pageBox(300, 0, 600, 800)]);
  });

  it('parts lines whose letters overlap by a little', () => {
    expect(cover(pageBox(50, 50, 280, 102), pageBox(50, 100, 280, 200))).toHaveLength(2);
  });

  it('makes one of what no cut parts', () => {
    const inside = cover(pageBox(50, 50, 280, 300), pageBox(100, 100, 120, 120), pageBox(50, 400, 280, 500));
    expect(inside.map(({ members }) => members)).toContainEqual([0, 1]);
    const wheel = [
      pageBox(0, 0, 400, 200),
      pageBox(400, 0, 600, 500),
      pageBox(200, 500, 600, 800),
      pageBox(0, 200, 200, 800),
    ];
    const tiles = cover(...wheel);
    expectPartition(tiles, 4);
    expect(tiles.length).toBeLessThan(4);
  });

  it('is one tile for a page with nothing on it', () => {
    expect(cover()).toEqual([{ box: pageBox(0, 0, WIDTH, HEIGHT), members: [] }]);
  });

  it('takes thousands of boxes', () => {
    const boxes = Array.from({ length: 3000 }, (_, i) =>
      pageBox((i % 50) * 12, Math.floor(i / 50) * 13, (i % 50) * 12 + 8, Math.floor(i / 50) * 13 + 8),
    );
    expectSize(coverPage(WIDTH, HEIGHT, boxes), 3000);
  });

  function expectSize(tiles: readonly Tile[], size: number): void {
    expect(tiles.length).toBe(size);
  }
});
