import { fromTheRight, RIGHT_TO_LEFT } from '../layout/logical-order.js';
import { isBlankText, type Line, type Piece, type PlacedGlyph } from './pieces.js';

/** The first letter of a script that runs from right to left: Hebrew's. */
const FIRST_FROM_RIGHT = '\u05d0';

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
  if (isFromRight(all, way)) return fromRight(all, way);
  let before: PlacedGlyph | null = null;
  return all.map(({ place, piece }) => {
    const gapPt = before === null ? 0 : place.from - before.to;
    if (!isBlankText(textOf(place, way))) before = place;
    return { place, piece, gapPt };
  });
}

type Unordered = Omit<OrderedGlyph, 'gapPt'>;

const textOf = ({ glyph }: PlacedGlyph, way: number): string => glyph.texts[way] as string;

function isFromRight(all: readonly Unordered[], way: number): boolean {
  // Most lines have none of these letters.
  if (!all.some(({ place }) => textOf(place, way) >= FIRST_FROM_RIGHT)) return false;
  const letters = all.filter(({ place }) => /\p{L}/u.test(textOf(place, way)));
  return letters.filter(({ place }) => RIGHT_TO_LEFT.test(textOf(place, way))).length * 2 > letters.length;
}

function fromRight(all: readonly Unordered[], way: number): OrderedGlyph[] {
  const ordered: OrderedGlyph[] = [];
  let before: Extent | null = null;
  for (const group of fromTheRight(all, ({ place }) => ({ text: textOf(place, way), start: place.from }))) {
    const inked = group.filter(({ place }) => !isBlankText(textOf(place, way)));
    const extent = extentOf(inked.map(({ place }) => place));
    let last: PlacedGlyph | null = null;
    for (const one of group) {
      const isInked = !isBlankText(textOf(one.place, way));
      const gapPt = last !== null ? one.place.from - last.to : before !== null && isInked ? between(before, extent) : 0;
      ordered.push({ ...one, gapPt });
      if (isInked) last = one.place;
    }
    if (last !== null) before = extent;
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

const between = (before: Extent, next: Extent): number => Math.max(before.from - next.to, next.from - before.to);
