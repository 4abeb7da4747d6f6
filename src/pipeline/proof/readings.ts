import { RIGHT_TO_LEFT } from '../layout/logical-order.js';
import type { Reading } from './evidence.js';
import { layersOf } from './layers.js';
import { inReadingOrder } from './line-order.js';
import {
  isBlankText,
  type Line,
  type Piece,
  type PlacedGlyph,
  type ReadableGlyph,
  type ReadableRun,
} from './pieces.js';

/**
 * Gaps along the baseline, in ems: under the first there is no blank, over the second there is one, over the third it is
 * none that could part thousands inside a number.
 */
const MAYBE_BLANK_EM = 0.08;
const BLANK_EM = 0.3;
const WIDE_BLANK_EM = 0.65;
/** A gap wider than this parts columns or cells. */
const CELL_GAP_EM = 2;
/** Baselines this far apart (ems of the larger print) are one line: footnote marks and exponents stand up to a half. */
const SAME_LINE_EM = 0.5;
/** The next line of a block lies at most this far below (ems), and has a size like it. */
const LINE_STEP_EM = 2.2;
const SAME_SIZE = 1.25;
/** A mark is raised where it is smaller than this share of its neighbour and stands off its baseline by this much (ems). */
const RAISED_SIZE = 0.85;
const RAISED_EM = 0.15;
/** A glyph that begins this far (ems) before the one painted before it goes back. */
const BACK_EM = 0.1;
/** Ways in which the glyphs' text is read: by the first witness, by the second, by /ActualText. */
const WAYS = 3;
/** Signs that are painted apart are taken to stand this far (ems) before their place. */
const SIGN_EM = 0.05;
const RAISED_CHARACTERS = /[\u00b2\u00b3\u00b9\u2070-\u209c]/;

/**
 * The text of the page in the orders in which it can be read: every line across its gaps, and every block line after line.
 * Where text is painted over other text, each has a line of its own, what is seen before what is refused.
 */
export function readingsOf(runs: readonly ReadableRun[]): Reading[] {
  const readings: Reading[] = [];
  const byDirection = new Map<number, Piece[]>();
  for (const run of runs) {
    const piece = pieceOf(run);
    if (piece === null) continue;
    const direction = run.rotationDeg;
    const pieces = byDirection.get(direction);
    if (pieces) pieces.push(piece);
    else byDirection.set(direction, [piece]);
  }
  for (const pieces of byDirection.values()) {
    const lines = linesOf(pieces).map(partedWhereOthersStand).flatMap(layersOf).map(asTheyStand);
    const segments = lines.map(segmentsOf);
    lines.forEach((line, i) => {
      if ((segments[i] as Line[]).length > 1) addReadings(readings, [line]);
    });
    for (const block of blocksOf(segments.flat())) addReadings(readings, block);
  }
  return readings;
}

function pieceOf(run: ReadableRun): Piece | null {
  const angle = (run.rotationDeg * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const first = run.glyphs[0];
  if (first === undefined) return null;
  const placed = run.glyphs.map((glyph): PlacedGlyph => {
    const [x, y] = glyph.origin;
    const u = x * cos + y * sin;
    return { glyph, from: u, to: u + glyph.width };
  });
  return piece(run, inPlace(placed, run), first.origin[1] * cos - first.origin[0] * sin);
}

function piece(run: ReadableRun, placed: readonly PlacedGlyph[], v: number): Piece {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const place of placed) [from, to] = [Math.min(from, place.from), Math.max(to, place.to)];
  return { run, placed, from, to, v, refused: placed.some(({ glyph }) => glyph.refused) };
}

/**
 * Glyphs in the order in which they stand, whatever the order they are painted in. Letters of scripts that run from right
 * to left stay in the file's order, which is that of reading.
 */
function inPlace(placed: readonly PlacedGlyph[], { sizePt, vertical }: ReadableRun): readonly PlacedGlyph[] {
  const goesBack = ({ from }: PlacedGlyph, i: number): boolean =>
    i > 0 && from < (placed[i - 1] as PlacedGlyph).from - BACK_EM * sizePt;
  if (vertical || !placed.some(goesBack)) return placed;
  const ordered: PlacedGlyph[] = [];
  let upright: PlacedGlyph[] = [];
  const flush = (): void => {
    ordered.push(...upright.sort((a, b) => a.from - b.from));
    upright = [];
  };
  for (const place of placed) {
    if (RIGHT_TO_LEFT.test(place.glyph.texts[0])) {
      flush();
      ordered.push(place);
    } else upright.push(place);
  }
  flush();
  return ordered;
}

/** Parts runs at gaps in which something else stands: a point between two digits may be another operator's. */
function partedWhereOthersStand(line: Line): Line {
  if (line.length < 2) return line;
  const atoms = line.flatMap((one) => atomsOf(one).map((placed) => ({ one, placed })));
  if (atoms.length === line.length) return line;
  const stands = atoms
    .map(({ one, placed }) => ({
      one,
      middle: ((placed[0] as PlacedGlyph).from + (placed.at(-1) as PlacedGlyph).to) / 2,
    }))
    .sort((a, b) => a.middle - b.middle);
  const isTaken = (one: Piece, from: number, to: number): boolean => {
    let [low, high] = [0, stands.length];
    while (low < high) {
      const at = (low + high) >> 1;
      if ((stands[at] as { middle: number }).middle < from) low = at + 1;
      else high = at;
    }
    // Only a few of its own glyphs can stand in its own gap.
    for (let i = low; i < stands.length; i++) {
      const other = stands[i] as { one: Piece; middle: number };
      if (other.middle > to) return false;
      if (other.one !== one) return true;
    }
    return false;
  };
  const parted = new Map<Piece, PlacedGlyph[][]>();
  for (const { one, placed } of atoms) {
    const parts = parted.get(one);
    if (parts === undefined) {
      parted.set(one, [[...placed]]);
      continue;
    }
    const before = parts.at(-1) as PlacedGlyph[];
    const [left, right] = [before.at(-1), placed[0]] as [PlacedGlyph, PlacedGlyph];
    if (isTaken(one, left.to, right.from)) parts.push([...placed]);
    else before.push(...placed);
  }
  return [...parted]
    .flatMap(([one, parts]) => (parts.length === 1 ? [one] : parts.map((placed) => piece(one.run, placed, one.v))))
    .sort((a, b) => standsFrom(a) - standsFrom(b));
}

/** Glyphs of a piece that no gap parts. */
function atomsOf({ run, placed }: Piece): PlacedGlyph[][] {
  const atoms: PlacedGlyph[][] = [];
  for (const place of placed) {
    const { glyph } = place;
    const before = atoms.at(-1);
    if (before && place.from - (before.at(-1) as PlacedGlyph).to <= MAYBE_BLANK_EM * run.sizePt && !isBlank(glyph))
      before.push(place);
    else if (!isBlank(glyph)) atoms.push([place]);
  }
  return atoms.length === 0 ? [[...placed]] : atoms;
}

const isBlank = ({ texts: [text] }: ReadableGlyph): boolean => isBlankText(text);

/** Pieces on one baseline. The largest print of a line decides which others stand on it. */
function linesOf(pieces: readonly Piece[]): Line[] {
  const sorted = [...pieces].sort((a, b) => a.v - b.v);
  const lines: { v: number; size: number; pieces: Line }[] = [];
  for (const piece of sorted) {
    const size = piece.run.sizePt;
    const last = lines.at(-1);
    if (last !== undefined && piece.v - last.v <= SAME_LINE_EM * Math.max(size, last.size)) {
      last.pieces.push(piece);
      // A mark that stands above the line comes first; the print itself then sets the baseline.
      if (size > last.size * 1.05) [last.v, last.size] = [piece.v, size];
    } else lines.push({ v: piece.v, size, pieces: [piece] });
  }
  return lines.map((line) => line.pieces.sort((a, b) => standsFrom(a) - standsFrom(b)));
}

/** Signs begin where their letter ends, and so does the next letter. */
const standsFrom = ({ from, placed, run }: Piece): number =>
  placed.every(({ glyph }) => SIGNS.test(glyph.texts[0])) ? from - SIGN_EM * run.sizePt : from;

const asTheyStand = (line: Line): Line => line.sort((a, b) => standsFrom(a) - standsFrom(b));

function segmentsOf(line: Line): Line[] {
  const segments: Line[] = [];
  for (const piece of line) {
    const before = segments.at(-1)?.at(-1);
    if (before && piece.from - before.to <= CELL_GAP_EM * Math.max(before.run.sizePt, piece.run.sizePt)) {
      segments.at(-1)?.push(piece);
    } else segments.push([piece]);
  }
  return segments;
}

/** Chains segments that stand under each other. Each goes on in at most one, the nearest. */
function blocksOf(segments: readonly Line[]): Line[][] {
  const measured = segments.map((pieces) => {
    const size = Math.max(...pieces.map(({ run }) => run.sizePt));
    const main = pieces.find(({ run }) => run.sizePt === size) as Piece;
    return { pieces, size, v: main.v, from: (pieces[0] as Piece).from, to: (pieces.at(-1) as Piece).to };
  });
  type Measured = (typeof measured)[number];
  const byHeight = [...measured].sort((a, b) => a.v - b.v);
  const next = new Map<Measured, Measured>();
  const taken = new Set<Measured>();
  byHeight.forEach((segment, i) => {
    const reach = segment.v + LINE_STEP_EM * segment.size;
    for (let k = i + 1; k < byHeight.length; k++) {
      const below = byHeight[k] as Measured;
      if (below.v > reach) break;
      if (below.v - segment.v < SAME_LINE_EM * segment.size || taken.has(below)) continue;
      const ratio = below.size / segment.size;
      if (ratio > SAME_SIZE || ratio < 1 / SAME_SIZE) continue;
      if (Math.min(segment.to, below.to) - Math.max(segment.from, below.from) <= 0) continue;
      next.set(segment, below);
      taken.add(below);
      break;
    }
  });
  return byHeight
    .filter((segment) => !taken.has(segment))
    .map((segment) => {
      const block: Line[] = [];
      for (let at: Measured | undefined = segment; at; at = next.get(at)) block.push(at.pieces);
      return block;
    });
}

/** Writes lines as one text, once for every way of reading that differs. */
function addReadings(readings: Reading[], lines: readonly Line[]): void {
  const written = new Set<string>();
  for (let way = 0; way < WAYS; way++) {
    const reading = write(lines, way);
    const key = `${reading.text} ${reading.gaps}`;
    if (reading.text === '' || written.has(key)) continue;
    written.add(key);
    readings.push(reading);
  }
}

function write(lines: readonly Line[], way: number): Reading {
  const chars: string[] = [];
  const glyphs: number[] = [];
  let gaps = '';
  let raised = '';
  for (const line of lines) {
    let sizeBefore: number | null = null;
    let pending = chars.length === 0 ? ' ' : lineJoin(chars.at(-1) as string);
    const size = Math.max(...line.map(({ run }) => run.sizePt));
    const base = (line.find(({ run }) => run.sizePt === size) as Piece).v;
    for (const { place, piece, gapPt } of inReadingOrder(line, way)) {
      const { glyph } = place;
      const isRaised = piece.run.sizePt < RAISED_SIZE * size && Math.abs(piece.v - base) > RAISED_EM * size;
      const text = glyph.texts[way] as string;
      if (isBlankText(text)) {
        pending = stronger(pending, '_');
        continue;
      }
      if (sizeBefore !== null) pending = stronger(pending, gapOf(gapPt, Math.min(sizeBefore, piece.run.sizePt)));
      sizeBefore = piece.run.sizePt;
      for (const char of normalised(text)) {
        // An accent that is painted over its letter is one character with it.
        const composed =
          pending === '.' && COMBINING.test(char) ? `${chars.at(-1) ?? ''}${char}`.normalize('NFKC') : '';
        if (composed.length === 1) {
          chars[chars.length - 1] = composed;
          continue;
        }
        chars.push(char);
        glyphs.push(glyph.index);
        gaps += pending;
        raised += isRaised || RAISED_CHARACTERS.test(text) ? '^' : '.';
        pending = '.';
      }
    }
  }
  return { text: chars.join(''), glyphs, gaps, raised };
}

const SIGNS = /^\p{M}+$/u;
const COMBINING = /^\p{Mn}$/u;
/** Han and kana lines go on without a blank, and so may a word that a hyphen parts. */
const NO_BLANK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\u3000-\u303f\uff00-\uffef-]/u;
const lineJoin = (last: string): string => (NO_BLANK.test(last) ? '?' : ' ');

function gapOf(widthPt: number, sizePt: number): string {
  const ems = widthPt / sizePt;
  if (ems > CELL_GAP_EM) return '|';
  if (ems > WIDE_BLANK_EM) return ' ';
  if (ems > BLANK_EM) return '_';
  return ems > MAYBE_BLANK_EM ? '?' : '.';
}

const ORDER = '.?_ |';
const stronger = (a: string, b: string): string => (ORDER.indexOf(a) >= ORDER.indexOf(b) ? a : b);

/** UTF-16 units of a glyph's text after NFKC, without blanks. */
export function normalised(text: string): string[] {
  if (text.length === 1 && text > ' ' && text < '\u007f') return [text];
  return text.replaceAll('\u00ad', '-').normalize('NFKC').replace(/\s/g, '').split('');
}
