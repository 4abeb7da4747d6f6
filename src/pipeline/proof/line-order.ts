import { fromTheRight, RIGHT_TO_LEFT } from '../layout/logical-order.js';
import { isBlankText, type Line, type Piece, type PlacedGlyph } from './pieces.js';

/** A glyph of a line, in the order in which one reads. */
export interface OrderedGlyph {
  readonly place: PlacedGlyph;
  readonly piece: Piece;
  /** From the glyph that is read before it, blanks left aside; 0 for the first. */
  readonly gapPt: number;
}

/**
 * The glyphs of a line as they are read: from the left; from the right where most letters are of a script that runs so,
 * with figures in it from the left.
 * @param way index of the texts that are read
 */
export function inReadingOrder(line: Line, way: number): OrderedGlyph[] {
  const all = line.flatMap((piece) => piece.placed.map((place) => ({ place, piece })));
  const textOf = ({ place }: { place: PlacedGlyph }): string => place.glyph.texts[way] as string;
  const letters = all.filter((one) => /\p{L}/u.test(textOf(one)));
  const fromRight = letters.filter((one) => RIGHT_TO_LEFT.test(textOf(one))).length * 2 > letters.length;
  const groups = fromRight
    ? fromTheRight(all, (one) => ({ text: textOf(one), start: one.place.from }))
    : all.map((one) => [one]);
  const ordered: OrderedGlyph[] = [];
  let before: Extent | null = null;
  for (const group of groups) {
    const inked = group.filter((one) => !isBlankText(textOf(one)));
    const extent = extentOf(inked.map(({ place }) => place));
    let last: PlacedGlyph | null = null;
    for (const one of group) {
      const isInked = !isBlankText(textOf(one));
      const gapPt =
        last !== null ? one.place.from - last.to : before !== null && isInked ? between(before, extent, fromRight) : 0;
      ordered.push({ ...one, gapPt });
      if (isInked) last = one.place;
    }
    if (last !== null) before = fromRight ? extent : last;
  }
  return ordered;
}

interface Extent {
  readonly from: number;
  readonly to: number;
}

function extentOf(places: readonly PlacedGlyph[]): Extent {
  const [from, to] = [Math.min(...places.map((place) => place.from)), Math.max(...places.map((place) => place.to))];
  return { from, to };
}

const between = (before: Extent, next: Extent, fromRight: boolean): number =>
  fromRight ? Math.max(before.from - next.to, next.from - before.to) : next.from - before.to;
