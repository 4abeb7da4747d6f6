import type { Glyph, GlyphRun } from '../../sources/painted.js';
import type { WitnessedChar, WitnessedText } from '../../sources/witnessed.js';

/** Advances drift within a line by up to 0.35 pt between the two parsers; large print drifts with its size. */
const MAX_DRIFT_PT = 0.6;
const MAX_DRIFT_EM = 0.06;
/** However large the print: a font size of a billion must not make the search one of all the plane. */
const MOST_DRIFT_PT = 40;
/** Cells of the grid that characters are looked up in (pt). */
const CELL_PT = 4;
/** What another character, or another text object than that of the glyph before, counts as in points of distance. */
const OTHER_CHARACTER = 2;
const OTHER_OBJECT = 0.3;
/** Print whose em differs in area by more than this factor is other print, which the same place is a chance of. */
const OTHER_SIZE = 4;

/** The character of the second witness that a glyph is, and the text object that it belongs to. */
export interface Match {
  readonly char: WitnessedChar;
  readonly text: WitnessedText;
}

export interface Matches {
  readonly byGlyph: ReadonlyMap<Glyph, Match>;
  readonly matched: ReadonlySet<WitnessedChar>;
}

/**
 * Finds for every glyph of pdf.js the character of PDFium at the same place, each at most once. Both lists are in painting
 * order, so that of copies at one place the first is matched with the first.
 */
export function matchGlyphs(runs: readonly GlyphRun[], texts: readonly WitnessedText[]): Matches {
  const cells = new Map<string, Match[]>();
  for (const text of texts) {
    for (const char of text.chars) {
      const key = keyOf(cellOf(char.origin[0]), cellOf(char.origin[1]));
      const cell = cells.get(key);
      if (cell) cell.push({ char, text });
      else cells.set(key, [{ char, text }]);
    }
  }
  const byGlyph = new Map<Glyph, Match>();
  const matched = new Set<WitnessedChar>();
  for (const run of runs) {
    const drift = Math.min(MOST_DRIFT_PT, Math.max(MAX_DRIFT_PT, MAX_DRIFT_EM * run.sizePt));
    let before: Match | null = null;
    for (const glyph of run.glyphs) {
      if (glyph.unicode.trim() === '' && glyph.ink === null) continue;
      const match = nearest(cells, glyph, run, drift, matched, before);
      if (match === null) continue;
      byGlyph.set(glyph, match);
      matched.add(match.char);
      before = match;
    }
  }
  return { byGlyph, matched };
}

function nearest(
  cells: ReadonlyMap<string, readonly Match[]>,
  glyph: Glyph,
  run: GlyphRun,
  drift: number,
  matched: ReadonlySet<WitnessedChar>,
  before: Match | null,
): Match | null {
  const [x, y] = glyph.origin;
  let best: Match | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (let column = cellOf(x - drift); column <= cellOf(x + drift); column++) {
    for (let row = cellOf(y - drift); row <= cellOf(y + drift); row++) {
      for (const match of cells.get(keyOf(column, row)) ?? []) {
        const distance = Math.hypot(match.char.origin[0] - x, match.char.origin[1] - y);
        if (distance > drift) continue;
        const isSame = sameText(match.char.unicode, glyph.unicode);
        // An accent painted over its letter is one character of the other parser together with it.
        const shared = before !== null && match === before && match.char.unicode.length > 1;
        if ((matched.has(match.char) && !shared) || !isOfOneSize(run, match.text)) continue;
        const cost =
          distance +
          (isSame || shared ? 0 : OTHER_CHARACTER) +
          (match.text.mode === run.mode ? 0 : OTHER_CHARACTER) +
          (before === null || before.text === match.text ? 0 : OTHER_OBJECT);
        if (cost < least - 1e-9) [best, least] = [match, cost];
      }
    }
  }
  return best;
}

function isOfOneSize({ em: [ax, ay, ux, uy] }: GlyphRun, { emPt2 }: WitnessedText): boolean {
  const ratio = Math.abs(ax * uy - ay * ux) / (emPt2 ?? Number.NaN);
  // Both may be too large or too small to be told.
  return Number.isNaN(ratio) || (ratio <= OTHER_SIZE && ratio >= 1 / OTHER_SIZE);
}

/** Whether two readings of a glyph are one text, ligatures and compatibility characters put aside. */
export function sameText(a: string, b: string): boolean {
  return a === b || plain(a) === plain(b);
}

/** A hyphen that may part a word at the line's end is printed as any other. */
const plain = (text: string): string => text.replaceAll('\u00ad', '-').normalize('NFKC').trim();

const cellOf = (coordinate: number): number => Math.floor(coordinate / CELL_PT);
const keyOf = (column: number, row: number): string => `${column} ${row}`;
