import { grown, type PageBox } from '../../evidence/boxes.js';
import { BoxIndex } from './box-index.js';
import type { Fill, Ruling } from './rulings.js';

/** Backgrounds of neighbouring cells touch, or leave a gap of this many font sizes. */
const GAP_EM = 0.4;
/** Edges that belong together differ by this at most, font sizes. */
const SAME_EDGE_EM = 0.2;
/** A background lower or higher than this, font sizes, is a line or a panel. */
const HEIGHT_EM: readonly [number, number] = [0.9, 12];
/** More are a picture made of rectangles. */
const MAX_FILLS = 2_000;

/**
 * The edges of backgrounds that tile like cells, as lines: each has a neighbour of its own height beside it and one of its
 * own width above or below. Bands behind rows have no neighbour beside, bars none of their own size.
 */
export function edgesOfTiles(fills: readonly Fill[], emPt: number): Ruling[] {
  const cells = fills
    .map(({ box }) => box)
    .filter((b) => {
      const height = b[3] - b[1];
      return height >= HEIGHT_EM[0] * emPt && height <= HEIGHT_EM[1] * emPt && b[2] - b[0] >= emPt;
    });
  if (cells.length < 4 || cells.length > MAX_FILLS) return [];
  const index = new BoxIndex(cells, (b) => b);
  const same = (a: number, b: number) => Math.abs(a - b) <= SAME_EDGE_EM * emPt;
  const isTile = (b: PageBox) => {
    const near = index.touching(grown(b, GAP_EM * emPt)).filter((other) => other !== b);
    const beside = near.some((o) => same(o[1], b[1]) && same(o[3], b[3]) && !same(o[0], b[0]));
    const stacked = near.some((o) => same(o[0], b[0]) && same(o[2], b[2]) && !same(o[1], b[1]));
    return beside && stacked;
  };
  return cells.filter(isTile).flatMap((b): Ruling[] => [
    { axis: 'h', at: b[1], from: b[0], to: b[2] },
    { axis: 'h', at: b[3], from: b[0], to: b[2] },
    { axis: 'v', at: b[0], from: b[1], to: b[3] },
    { axis: 'v', at: b[2], from: b[1], to: b[3] },
  ]);
}
