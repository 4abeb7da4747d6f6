import { median } from '../median.js';
import { intervalOf } from '../sorted.js';
import type { PhraseLine } from './columns.js';
import { bottomOf, type Phrase, topOf } from './placed.js';
import { isValue } from './values.js';

/** Lines of one printed row: more than one where a cell is wrapped. */
export type RowLines = readonly PhraseLine[];

/** A wrapped line follows at the font's own leading; this much more begins a row, in shares of the usual pitch. */
const WRAP_PITCH = 1.25;
/** A first word that would have fitted behind the line before was not wrapped. */
const FIT_EM = 0.3;
/** Text at mid-height of two lines overlaps each by this share of its size at least; lines one leading apart hardly touch. */
const HALF_LINE = 0.3;
/** Rows ahead in which items of the same indent are looked for. */
const LOOK_AHEAD = 12;
/** Items stand further in than their heading by this at least. */
const INDENT_EM = 0.25;

/**
 * Joins the lines of a table's body to rows. A line goes on the row before it where only wrapped text can explain it:
 * it has no text in the column that the row's values are in, its pitch is that of wrapped text, and it begins in lower
 * case or its first word would not have fitted on the line before.
 *
 * @param edges column edges, ascending, the outermost included
 */
export function rowsOf(
  lines: readonly PhraseLine[],
  edges: readonly number[],
  separators: readonly number[] = [],
): RowLines[] {
  const cells = lines.map((line) => cellsOf(line, edges));
  const pitches = lines.slice(1).map((line, i) => line.line.baseline - (lines[i] as PhraseLine).line.baseline);
  const pitch = median(pitches.filter((p) => p > 0));
  const rights = edges
    .slice(1)
    .map((_, column) => Math.max(...cells.flatMap((map) => (map.get(column) ?? []).map((p) => p.x1))));
  const rows: PhraseLine[][] = [];
  let start = 0;
  lines.forEach((line, i) => {
    const row = rows.at(-1);
    const before = lines[i - 1];
    const ruled = before !== undefined && separators.some((y) => y > middle(before) && y < middle(line));
    if (!row || !before || ruled || !continuesRow(i, start, lines, cells, rights, pitch, separators)) {
      rows.push([line]);
      start = i;
    } else row.push(line);
  });
  return rows;
}

const middle = (line: PhraseLine): number => line.line.baseline - 0.3 * line.line.sizePt;

function continuesRow(
  i: number,
  start: number,
  lines: readonly PhraseLine[],
  cells: readonly ReadonlyMap<number, readonly Phrase[]>[],
  rights: readonly number[],
  pitch: number,
  separators: readonly number[],
): boolean {
  const [line, before] = [lines[i] as PhraseLine, lines[i - 1] as PhraseLine];
  const own = cells[i] as ReadonlyMap<number, readonly Phrase[]>;
  const distance = line.line.baseline - before.line.baseline;
  const em = Math.max(line.line.sizePt, before.line.sizePt);
  const rowCells = cells.slice(start, i);
  const valueColumns = (map: ReadonlyMap<number, readonly Phrase[]>) =>
    [...map].filter(([column, phrases]) => column > 0 && phrases.some((p) => p.value)).map(([column]) => column);
  const rowValues = rowCells.flatMap(valueColumns);
  const ownValues = valueColumns(own);

  const wraps = (column: number, piece: Phrase) => {
    const siblings = cells
      .slice(i + 1, i + 1 + LOOK_AHEAD)
      .some((map) => map.size > 1 && map.get(column)?.some((other) => Math.abs(other.x0 - piece.x0) < INDENT_EM * em));
    return runsOn(lastPhrase(rowCells, column), piece, rights[column] as number, siblings, em);
  };
  // Values set at mid-height of a label of two lines: their baseline lies between those of the label.
  if (overlapShare(before, line) > HALF_LINE && disjoint(own, rowCells)) return true;
  if (distance > Math.max(WRAP_PITCH * pitch, 1.6 * em) || distance > 1.75 * em) return false;
  if (ownValues.length > 0 && rowValues.length > 0) return false;

  if (ownValues.length > 0) {
    // The row so far is text alone: a heading of its own, unless the text runs on into this line.
    const label = own.get(0);
    if (!label || rowCells.some((map) => [...map.keys()].some((column) => column > 0))) return false;
    return wraps(0, label[0] as Phrase);
  }
  // Text alone, under a row: every piece goes on in its column.
  const pieces = [...own];
  if (pieces.length === 0) return false;
  const nextLine = lines[i + 1];
  const nextCells = cells[i + 1];
  return pieces.every(([column, phrases]) => {
    const last = lastPhrase(rowCells, column);
    const piece = phrases[0] as Phrase;
    if (last === null) return false;
    if (column > 0 && !isValue(piece.text)) return true;
    // A label above a line with values may begin that row instead.
    if (nextLine && nextCells && !separators.some((y) => y > middle(line) && y < middle(nextLine))) {
      const nextLabel = nextCells.get(0);
      if (nextLabel && startsLower(nextLabel[0] as Phrase) && !startsLower(piece)) return false;
    }
    return wraps(column, piece);
  });
}

const startsLower = (phrase: Phrase): boolean =>
  /^[\p{Ll}(]/u.test(phrase.text) && !/^\([a-z0-9]{1,3}\)/u.test(phrase.text);

/** `piece` can only be read as the rest of `last`, in this column. */
function runsOn(last: Phrase | null, piece: Phrase, right: number, siblings: boolean, em: number): boolean {
  if (last === null || isValue(piece.text)) return false;
  if (last.bold !== piece.bold) return false;
  if (/[-‐–—,&(/]$|\b(?:and|of|or|the|in|for|to|from|by|with|on|at|per)$/u.test(last.text)) return true;
  if (startsLower(piece)) return true;
  if (piece.x0 < last.x0 - INDENT_EM * em) return false;
  // Rows further down begin at this indent: it is that of items below a heading.
  if (siblings && piece.x0 > last.x0 + INDENT_EM * em) return false;
  const first = piece.words[0];
  if (!first || !Number.isFinite(right)) return false;
  // Han text breaks anywhere: the line is full when not even one more character fits.
  const need = /^[\u2e80-\u9fff\uff00-\uff60]/u.test(piece.text) ? em : first.x1 - first.x0 + FIT_EM * em;
  return last.x1 + need > right && last.x1 - last.x0 > 4 * em;
}

function lastPhrase(rowCells: readonly ReadonlyMap<number, readonly Phrase[]>[], column: number): Phrase | null {
  for (const map of [...rowCells].reverse()) {
    const phrases = map.get(column);
    if (phrases) return phrases.at(-1) ?? null;
  }
  return null;
}

function overlapShare(a: PhraseLine, b: PhraseLine): number {
  const overlap = Math.min(bottomOf(a.line), bottomOf(b.line)) - Math.max(topOf(a.line), topOf(b.line));
  return overlap / Math.min(a.line.sizePt, b.line.sizePt);
}

function disjoint(own: ReadonlyMap<number, unknown>, row: readonly ReadonlyMap<number, unknown>[]): boolean {
  const last = row.at(-1);
  return last !== undefined && [...own.keys()].every((column) => !last.has(column));
}

/** The phrases of a line by column. */
function cellsOf(line: PhraseLine, edges: readonly number[]): Map<number, Phrase[]> {
  const map = new Map<number, Phrase[]>();
  for (const phrase of line.phrases) {
    const column = intervalOf(edges, (phrase.x0 + phrase.x1) / 2);
    const list = map.get(column);
    if (list) list.push(phrase);
    else map.set(column, [phrase]);
  }
  return map;
}
