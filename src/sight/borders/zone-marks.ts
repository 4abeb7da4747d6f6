import { type Bitmap, type Piece, piecesOf } from '../bitmap.js';
import type { PixelBox } from './frame.js';

/** Shares of the sheet's long edge: zone letters are 3.5 to 5 mm high, centring marks 5 to 10 mm long. */
const MAX_MARK = 0.028;
/** How far a tick on the innermost frame reaches into the drawing. */
const INTO_DRAWING = 0.015;
/** Pieces this near to each other are one: strokes of a letter, letters of a word. A word is longer than a mark. */
const ONE = 0.006;
/** A tick inside touches the frame: this many px off its line at most. Labels keep clear of it. */
const TOUCHING_PX = 2;

/** A frame whose lines are out of the bitmap. */
export interface Frame {
  readonly box: PixelBox;
  /** Of its thickest line, px. */
  readonly thickness: number;
}

/**
 * Takes the letters, numbers and ticks of zones out of a bitmap whose frames are out already: small things that stand alone
 * between frames, outside of them, or on the innermost one.
 * @returns what is left, and the boxes of the marks that were taken out
 */
export function withoutZoneMarks(bitmap: Bitmap, innermost: Frame): { bitmap: Bitmap; marks: Piece['box'][] } {
  const edge = Math.max(bitmap.width, bitmap.height);
  const [x0, y0, x1, y1] = innermost.box;
  const slack = TOUCHING_PX + innermost.thickness / 2;
  // How far a piece reaches in from the nearest side of the frame, and how far off that side it begins.
  const reach = ({ box: [l, t, r, b] }: Piece): number => Math.min(r - x0, b - y0, x1 - l, y1 - t);
  const begin = ({ box: [l, t, r, b] }: Piece): number => Math.min(l - x0, t - y0, x1 - r, y1 - b);
  const isMark = (piece: Piece): boolean =>
    lengthOf(piece) <= MAX_MARK * edge &&
    (reach(piece) <= 0 || (begin(piece) <= slack && reach(piece) <= INTO_DRAWING * edge));

  const pieces = piecesOf(bitmap);
  // Only what comes near the frame can be a mark, or have one for a part of it; the frame parts what is on its two sides.
  const outside = pieces.filter((piece) => begin(piece) <= 0 && reach(piece) <= slack);
  const inside = pieces.filter((piece) => begin(piece) > -slack && begin(piece) <= INTO_DRAWING * edge);
  const marks = [outside, inside].flatMap((side) => joined(side, ONE * edge)).filter(({ whole }) => isMark(whole));
  const cleaned = { ...bitmap, ink: bitmap.ink.slice() };
  for (const { parts } of marks) for (const { pixels } of parts) for (const pixel of pixels) cleaned.ink[pixel] = 0;
  return { bitmap: cleaned, marks: marks.map(({ whole }) => whole.box) };
}

const lengthOf = ({ box: [x0, y0, x1, y1] }: Piece): number => Math.max(x1 - x0, y1 - y0) + 1;

interface Group {
  readonly whole: Piece;
  readonly parts: readonly Piece[];
}

/** Pieces that come within `reach` of each other, joined until nothing more does. */
function joined(pieces: readonly Piece[], reach: number): Group[] {
  const groups: Group[] = [];
  for (const piece of pieces) {
    let group: Group = { whole: piece, parts: [piece] };
    // A joined group is larger, and may reach a group that its parts did not.
    for (let at = groups.length - 1; at >= 0; at--) {
      const other = groups[at] as Group;
      if (gap(group.whole, other.whole) > reach) continue;
      groups.splice(at, 1);
      group = { whole: around(group.whole, other.whole), parts: [...group.parts, ...other.parts] };
      at = groups.length;
    }
    groups.push(group);
  }
  return groups;
}

function gap({ box: a }: Piece, { box: b }: Piece): number {
  return Math.max(a[0] - b[2], b[0] - a[2], a[1] - b[3], b[1] - a[3], 0);
}

function around({ box: a }: Piece, { box: b }: Piece): Piece {
  const box = [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])] as const;
  return { box, pixels: [] };
}
