import { type Bitmap, type Piece, piecesOf } from '../bitmap.js';
import { type FrameBands, type Side, sidesOf } from './frame-bands.js';
import { SLACK } from './line-ink.js';

/** Shares of the sheet's long edge: zone letters are 3.5 to 5 mm high, centring marks 5 to 10 mm long. */
const MAX_MARK = 0.028;
/** How far a tick on the innermost frame reaches into the drawing. */
const INTO_DRAWING = 0.015;
/** Pieces this near to each other are one: strokes of a letter, letters of a word. A word is longer than a mark. */
const ONE = 0.006;
/** A tick inside touches the frame: this many px off the band of its line at most. Labels keep clear of it. */
const TOUCHING_PX = 1.5;
/** What leaves a line at a flatter angle is no mark: so many times as long along the line as across it. */
const FLAT = 2;
/** What a stroke's own thickness adds to the way that it takes across a band. */
const CROSSING = 1.5;

/**
 * Takes the letters, numbers and ticks of zones out of a bitmap whose frames are out already: small things that stand alone
 * between frames, outside of them, or on the innermost one; and shreds of the frames' own lines.
 *
 * A stroke of the drawing that crosses a frame was cut there, and its ends are no ticks: that of a steep one goes on across
 * the band, so that the two count as one thing; that of a flat one is longer along the line than across it.
 * @param before the same with the frames' lines
 * @param frames the outermost first, one at least
 * @returns what is left, and the boxes of the marks that were taken out
 */
export function withoutZoneMarks(
  bitmap: Bitmap,
  before: Bitmap,
  frames: readonly FrameBands[],
): { bitmap: Bitmap; marks: Piece['box'][] } {
  const edge = Math.max(bitmap.width, bitmap.height);
  const sides = frames.flatMap(sidesOf);
  const inner = sides.slice(-sidesOf(frames.at(-1) as FrameBands).length);
  const cleaned = { ...bitmap, ink: bitmap.ink.slice() };
  const isCut = besideTakenOut(bitmap, before);
  const takeOut = ({ pixels }: Piece): void => {
    for (const pixel of pixels) cleaned.ink[pixel] = 0;
  };

  const near: Part[] = [];
  for (const piece of piecesOf(bitmap)) {
    const places = new Map(sides.map((side) => [side, placeAt(piece, side, bitmap, isCut)]));
    const part = { piece, places };
    if (sides.some((side) => isShred(part, side))) takeOut(piece);
    else if (begins(part, inner) <= INTO_DRAWING * edge) near.push(part);
  }
  // A frame parts what is on its two sides, but for what crosses it.
  const outside = near.filter((part) => reaches([part], inner) <= 0);
  const inside = near.filter((part) => reaches([part], inner) > 0);
  const groups = [outside, inside].flatMap((parts) => joined(parts, ONE * edge));
  const marks = acrossBands(groups, sides, MAX_MARK * edge).filter(({ box, parts }) => {
    const reach = reaches(parts, inner);
    const stands = reach <= 0 || (reach <= INTO_DRAWING * edge && parts.some((part) => touches(part, inner)));
    return stands && lengthOf(box) <= MAX_MARK * edge && !parts.some(isFlat);
  });
  for (const { parts } of marks) for (const { piece } of parts) takeOut(piece);
  return { bitmap: cleaned, marks: marks.map(({ box }) => box) };
}

const lengthOf = ([x0, y0, x1, y1]: Piece['box']): number => Math.max(x1 - x0, y1 - y0) + 1;

/** Where a piece lies to a side of a frame, px inwards from the middle of its line. */
interface Place {
  readonly least: number;
  readonly most: number;
  /** Places along the side where the piece went on into its line, from within and from outside. */
  readonly within: readonly number[];
  readonly outside: readonly number[];
}

interface Part {
  readonly piece: Piece;
  readonly places: ReadonlyMap<Side, Place>;
}

const placeOf = ({ places }: Part, side: Side): Place => places.get(side) as Place;

function placeAt(
  { pixels }: Piece,
  { band, stands, inwards }: Side,
  { width }: Bitmap,
  isCut: (pixel: number) => boolean,
): Place {
  let [least, most] = [Infinity, -Infinity];
  const within: number[] = [];
  const outside: number[] = [];
  for (const pixel of pixels) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    const [along, across] = stands ? [y, x] : [x, y];
    const off = inwards * (across - (band.middle[along] as number));
    if (off < least) least = off;
    if (off > most) most = off;
    if (Math.abs(off) <= band.reach + 1 && isCut(pixel)) (off > 0 ? within : outside).push(along);
  }
  return { least, most, within, outside };
}

/** Whether ink beside a pixel was taken out. */
function besideTakenOut({ width, height, ink }: Bitmap, before: Bitmap): (pixel: number) => boolean {
  return (pixel) => {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
      for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
        if (before.ink[row * width + column] && !ink[row * width + column]) return true;
      }
    }
    return false;
  };
}

/** How far inside of a frame a part begins, from the side that it is nearest to. */
const begins = (part: Part, inner: readonly Side[]): number =>
  Math.min(...inner.map((side) => placeOf(part, side).least));

/** How far parts reach into a frame, from the side that they are nearest to; below 0 outside of it. */
const reaches = (parts: readonly Part[], inner: readonly Side[]): number =>
  Math.min(...inner.map((side) => Math.max(...parts.map((part) => placeOf(part, side).most))));

const touches = (part: Part, inner: readonly Side[]): boolean =>
  inner.some((side) => placeOf(part, side).least <= side.band.reach + TOUCHING_PX);

/** Nothing but the rough edge of a line that was taken out. */
function isShred(part: Part, side: Side): boolean {
  const { least, most } = placeOf(part, side);
  const [x0, y0, x1, y1] = part.piece.box;
  const [first, last] = side.stands ? [y0, y1] : [x0, x1];
  const { reach, from, to } = side.band;
  return Math.max(-least, most) <= reach + SLACK && first >= from && last <= to;
}

/** How long a piece is along a side, and how far it reaches across. */
function extents({ box: [x0, y0, x1, y1] }: Piece, { stands }: Side): { along: number; across: number } {
  const [width, height] = [x1 - x0 + 1, y1 - y0 + 1];
  return stands ? { along: height, across: width } : { along: width, across: height };
}

/** Whether a part leaves a line at an angle at which no tick stands on it. */
const isFlat = ({ piece, places }: Part): boolean =>
  [...places].some(([side, { within, outside }]) => {
    const { along, across } = extents(piece, side);
    return within.length + outside.length > 0 && along > FLAT * across;
  });

interface Group {
  readonly box: Piece['box'];
  readonly parts: readonly Part[];
}

/** Parts that come within `reach` of each other, joined until nothing more does. */
function joined(parts: readonly Part[], reach: number): Group[] {
  const groups: Group[] = [];
  for (const part of parts) {
    let group: Group = { box: part.piece.box, parts: [part] };
    // A joined group is larger, and may reach a group that its parts did not.
    for (let at = groups.length - 1; at >= 0; at--) {
      const other = groups[at] as Group;
      if (gap(group.box, other.box) > reach) continue;
      groups.splice(at, 1);
      group = together([group, other]);
      at = groups.length;
    }
    groups.push(group);
  }
  return groups;
}

/** Groups that go on across a band, joined to what they go on as. @param large what is longer is no mark anyway */
function acrossBands(groups: readonly Group[], sides: readonly Side[], large: number): Group[] {
  const heads = groups.map((_, n) => n);
  const headOf = (n: number): number => {
    while (heads[n] !== n) n = heads[n] as number;
    return n;
  };
  for (const side of sides) {
    for (const [from, to] of [
      ['outside', 'within'],
      ['within', 'outside'],
    ] as const) {
      const beyond = new Map<number, number>();
      groups.forEach(({ parts }, n) => {
        for (const part of parts) for (const along of placeOf(part, side)[to]) beyond.set(along, n);
      });
      groups.forEach(({ parts }, n) => {
        for (const part of parts) {
          if (lengthOf(part.piece.box) > large) continue;
          const reach = crossing(part.piece, side);
          for (const along of placeOf(part, side)[from]) {
            for (let at = along - reach; at <= along + reach; at++) {
              const other = beyond.get(at);
              if (other !== undefined) heads[headOf(other)] = headOf(n);
            }
          }
        }
      });
    }
  }
  const byHead = groups.map((_, head) => groups.filter((_, n) => headOf(n) === head));
  return byHead.filter(({ length }) => length > 0).map(together);
}

/** How far along a side a stroke whose end is this piece may have come in on the other one. */
function crossing(piece: Piece, side: Side): number {
  const { along, across } = extents(piece, side);
  // One row of it may be the stroke's thickness, which tells no slope.
  return Math.ceil((CROSSING * (2 * side.band.reach + 1) * along) / Math.max(1, across - 1)) + 1;
}

const gap = (a: Piece['box'], b: Piece['box']): number =>
  Math.max(a[0] - b[2], b[0] - a[2], a[1] - b[3], b[1] - a[3], 0);

const together = (groups: readonly Group[]): Group => ({
  box: [0, 1, 2, 3].map((i) =>
    (i < 2 ? Math.min : Math.max)(...groups.map(({ box }) => box[i] as number)),
  ) as unknown as Piece['box'],
  parts: groups.flatMap(({ parts }) => parts),
});
