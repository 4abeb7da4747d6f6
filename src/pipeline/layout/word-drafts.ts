import type { GlyphRun } from '../../sources/painted.js';
import { type Atom, joins, type Piece, trackingOf } from './glyph-pieces.js';
import { scriptText } from './scripts.js';

/** Pieces whose baselines are this close, in font sizes, stand on one. */
export const SAME_BASELINE_EM = 0.15;
/** Figures of one number differ in size and baseline by no more than rounding. */
export const ONE_SIZE = 0.97;
export const ONE_LINE_EM = 0.05;
/** A row of baselines that creep apart ends here. */
const ROW_SPREAD_EM = 0.35;
/** Words that a piece may go on with, in its row: several where texts lie over each other. */
const OPEN_WORDS = 4;
/** Text this much smaller than what it stands by is raised, lowered, or another word. */
export const SCRIPT_SIZE = 0.85;

/** A glyph in a word, raised or lowered against the rest of it or not. */
export interface Letter {
  readonly atom: Atom;
  readonly place: 'level' | 'raised' | 'lowered';
}

/** A word in the making. */
export interface Draft {
  letters: Letter[];
  start: number;
  end: number;
  readonly across: number;
  /** Baseline of the text that a raised draft stands before; its own for all others. */
  lineAcross: number;
  readonly run: GlyphRun;
  /** Place in painting order. */
  readonly order: number;
  readonly blankBefore: boolean;
  blankAfter: boolean;
  absorbed: boolean;
  isMark: boolean;
  marks: Draft[];
}

/** Text of one direction is compared with its like only. */
export const directionKey = (run: GlyphRun): string => `${run.rotationDeg}${run.vertical ? 'v' : ''}`;

/** Joins pieces along their baselines, whichever operators painted them. */
export function draftsOf(pieces: readonly Piece[]): Draft[] {
  const order = new Map(pieces.map((piece, i) => [piece, i]));
  const drafts = rowsOf(pieces).flatMap((row) => {
    const tracking = rowTracking(row);
    const open: { pieces: Piece[] }[] = [];
    const done: Piece[][] = [];
    for (const piece of row) {
      const word = open.find(({ pieces: parts }) => goesOn(parts.at(-1) as Piece, piece, tracking));
      if (word) {
        word.pieces.push(piece);
        continue;
      }
      const fresh = { pieces: [piece] };
      open.unshift(fresh);
      done.push(fresh.pieces);
      open.length = Math.min(open.length, OPEN_WORDS);
    }
    return done;
  });
  return drafts
    .map((parts): Draft => {
      const [first, last] = [parts[0] as Piece, parts.at(-1) as Piece];
      return {
        letters: parts.flatMap((piece) => piece.atoms.map((atom): Letter => ({ atom, place: 'level' }))),
        start: first.start,
        end: Math.max(...parts.map((piece) => piece.end)),
        across: first.across,
        lineAcross: first.across,
        run: parts.reduce((a, b) => (b.atoms.length > a.atoms.length ? b : a)).run,
        order: Math.min(...parts.map((piece) => order.get(piece) as number)),
        blankBefore: first.blankBefore,
        blankAfter: last.blankAfter,
        absorbed: false,
        isMark: false,
        marks: [],
      };
    })
    .sort((a, b) => a.order - b.order);
}

/** Pieces of one direction on one baseline, sorted along it. */
function rowsOf(pieces: readonly Piece[]): Piece[][] {
  const rows: Piece[][] = [];
  for (const group of byDirection(pieces)) {
    let row: Piece[] = [];
    for (const piece of [...group].sort((a, b) => a.across - b.across)) {
      const [first, last] = [row[0], row.at(-1)];
      const size = piece.run.sizePt;
      if (
        !first ||
        !last ||
        piece.across - last.across > SAME_BASELINE_EM * size ||
        piece.across - first.across > ROW_SPREAD_EM * size
      ) {
        row = [];
        rows.push(row);
      }
      row.push(piece);
    }
  }
  for (const row of rows) row.sort((a, b) => a.start - b.start);
  return rows;
}

function byDirection(pieces: readonly Piece[]): Iterable<Piece[]> {
  const groups = new Map<string, Piece[]>();
  for (const piece of pieces) {
    const key = directionKey(piece.run);
    const group = groups.get(key);
    if (group) group.push(piece);
    else groups.set(key, [piece]);
  }
  return groups.values();
}

/** Tracking of text that is painted letter by letter, pt. */
function rowTracking(row: readonly Piece[]): number {
  const single = row.filter((piece) => piece.atoms.length === 1);
  if (single.length * 2 <= row.length) return 0;
  const gaps = row.slice(1).map((piece, i) => piece.start - (row[i] as Piece).end);
  const sizePt = (row[0] as Piece).run.sizePt;
  const near = gaps.filter((gap) => gap <= sizePt);
  return trackingOf(near, single.map((piece) => (piece.atoms[0] as Atom).text).join(''), sizePt);
}

function goesOn(a: Piece, b: Piece, tracking: number): boolean {
  if (a.blankAfter || b.blankBefore) return isRightToLeft(a) && !a.blankBefore && !b.blankAfter && meet(a, b, tracking);
  return meet(a, b, tracking);
}

/** Right-to-left text painted in logical order has its blanks on the other side. */
const isRightToLeft = (piece: Piece): boolean =>
  piece.atoms.length > 1 && (piece.atoms[0] as Atom).start > (piece.atoms.at(-1) as Atom).start;

function meet(a: Piece, b: Piece, tracking: number): boolean {
  const [large, small] = [Math.max(a.run.sizePt, b.run.sizePt), Math.min(a.run.sizePt, b.run.sizePt)];
  // Figures of another size on the baseline (a big number and its unit) are words of their own.
  if (small < SCRIPT_SIZE * large || Math.abs(a.across - b.across) > SAME_BASELINE_EM * small) return false;
  const [before, after] = [furthest(a.atoms, 1), furthest(b.atoms, -1)];
  // A number is set in one size on one line: the tick of an axis and the value beside it may touch.
  const isSetAlike = small >= ONE_SIZE * large && Math.abs(a.across - b.across) <= ONE_LINE_EM * small;
  if (!isSetAlike && /\d$/u.test(before.text) && /^\d/u.test(after.text)) return false;
  return joins(before, after, small, Math.max(tracking, Math.min(a.trackingPt, b.trackingPt)));
}

const furthest = (atoms: readonly Atom[], side: 1 | -1): Atom =>
  atoms.reduce((best, atom) => (side * (atom.start - best.start) > 0 ? atom : best));

/** Text of letters in their order, raised and lowered ones as Unicode writes them. */
export function textOf(letters: readonly Letter[]): string {
  let text = '';
  for (let i = 0; i < letters.length; ) {
    const { place } = letters[i] as Letter;
    let part = '';
    for (; i < letters.length && (letters[i] as Letter).place === place; i++) part += (letters[i] as Letter).atom.text;
    text += place === 'level' ? part : scriptText(part, place);
  }
  return text;
}
