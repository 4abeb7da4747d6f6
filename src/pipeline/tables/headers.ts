import { cellText } from './cell-text.js';
import type { DraftCell } from './draft.js';
import { isStandIn, isValue, isYear } from './values.js';

/** What tells headings from the body: rows of column headings, and the columns that label the rows. */
export interface Headings {
  /** Rows whose cells name what is below them; a table may have a second set further down. */
  readonly rows: ReadonlySet<number>;
  /** Leading columns that label rows. */
  readonly columns: number;
}

interface Row {
  readonly cells: readonly DraftCell[];
  readonly values: number;
  readonly texts: number;
  readonly filled: number;
  readonly bold: boolean;
}

/** More rows than these are no heading. */
const MAX_HEADER_ROWS = 6;

/**
 * Finds the headings of a grid whose lines don't tell.
 *
 * @param given rows of column headings where they are known, else null
 * @param backgroundOf fill colour behind a cell, null for none
 */
export function headingsOf(
  cells: readonly DraftCell[],
  rows: number,
  columns: number,
  given: number | null,
  backgroundOf: (cell: DraftCell) => string | null,
): Headings {
  const byRow: DraftCell[][] = Array.from({ length: rows }, () => []);
  for (const cell of cells) byRow[cell.row]?.push(cell);
  const facts = byRow.map(rowOf);
  const count = Math.min(given ?? leadingHeaderRows(facts, cells, backgroundOf), Math.max(0, rows - 1));
  const header = new Set(Array.from({ length: count }, (_, i) => i));
  for (let row = count + 1; row < rows - 1; row++) {
    if (count > 0 && repeatsHeading(facts, byRow, row, backgroundOf, columns)) header.add(row);
  }
  return { rows: header, columns: labelColumns(cells, header, columns) };
}

function rowOf(cells: readonly DraftCell[]): Row {
  const texts = cells.filter((cell) => cell.words.length > 0).map((cell) => ({ cell, text: cellText(cell.words) }));
  const rest = texts.filter(({ cell }) => cell.column > 0);
  return {
    cells,
    filled: texts.length,
    values: rest.filter(({ text }) => isValue(text) && !isYear(text) && !isStandIn(text)).length,
    texts: rest.filter(({ text }) => !isValue(text) || isYear(text)).length,
    bold: texts.length > 0 && texts.every(({ cell }) => cell.words.every((word) => word.bold)),
  };
}

function leadingHeaderRows(
  facts: readonly Row[],
  cells: readonly DraftCell[],
  backgroundOf: (cell: DraftCell) => string | null,
): number {
  const limit = Math.min(MAX_HEADER_ROWS, facts.length - 1);
  let count = 0;
  while (count < limit) {
    const row = facts[count] as Row;
    // A row of one cell across the table is a heading only above more headings.
    if (row.values > 0 || (row.filled === 0 && count > 0)) break;
    if (row.texts === 0 && !(count === 0 && spansMore(row))) break;
    const next = facts[count + 1];
    if (count > 0 && next && !continuesHeading(facts, count, cells, backgroundOf)) break;
    count++;
  }
  if (count === 0) return 0;
  // All rows of words look alike: one heading, unless cells span from it.
  if (facts.slice(count).every((row) => row.values === 0)) return Math.min(count, firstBreak(facts, backgroundOf));
  return count;
}

const spansMore = (row: Row): boolean => row.cells.some((cell) => cell.columnSpan > 1 && cell.words.length > 0);

/** Whether row `row`, all words, still belongs to the headings above it. */
function continuesHeading(
  facts: readonly Row[],
  row: number,
  cells: readonly DraftCell[],
  backgroundOf: (cell: DraftCell) => string | null,
): boolean {
  const reachedInto = cells.some((cell) => cell.row < row && cell.row + cell.rowSpan > row && cell.words.length > 0);
  if (reachedInto) return true;
  const [above, own] = [facts[row - 1] as Row, facts[row] as Row];
  if (spansMore(above)) return true;
  const colour = (r: Row) => backgroundOf(r.cells[r.cells.length - 1] as DraftCell);
  if (colour(above) !== null && colour(above) === colour(own) && colour(facts[row + 1] as Row) !== colour(own))
    return true;
  return own.bold && above.bold && !(facts[row + 1] as Row).bold && own.filled > 1;
}

/** In a table of words alone, the headings end where the look changes; 1 where it does not. */
function firstBreak(facts: readonly Row[], backgroundOf: (cell: DraftCell) => string | null): number {
  const colour = (r: Row | undefined) => (r?.cells[0] ? backgroundOf(r.cells.at(-1) as DraftCell) : null);
  for (let row = 1; row < Math.min(MAX_HEADER_ROWS, facts.length); row++) {
    if (facts[row]?.bold !== facts[0]?.bold || colour(facts[row]) !== colour(facts[0])) return row;
  }
  return 1;
}

/** A row of headings inside the body: set like the first one (label blank or the same, words over the values, its colour). */
function repeatsHeading(
  facts: readonly Row[],
  byRow: readonly (readonly DraftCell[])[],
  row: number,
  backgroundOf: (cell: DraftCell) => string | null,
  columns: number,
): boolean {
  const own = facts[row] as Row;
  if (own.values > 0 || own.texts < Math.max(2, Math.ceil((columns - 1) / 2))) return false;
  const [first, mine] = [facts[0] as Row, byRow[row] as readonly DraftCell[]];
  const last = mine.at(-1);
  const firstLast = first.cells.at(-1);
  if (!last || !firstLast) return false;
  const neighbour = facts[row - 1]?.cells.at(-1);
  const colour = backgroundOf(last);
  const sameLook =
    colour !== null && colour === backgroundOf(firstLast) && (!neighbour || backgroundOf(neighbour) !== colour);
  const sameWords =
    mine.map((cell) => cellText(cell.words)).join('\t') === first.cells.map((cell) => cellText(cell.words)).join('\t');
  return sameLook || sameWords;
}

/** Leading columns of words in a table whose other columns hold values. */
function labelColumns(cells: readonly DraftCell[], header: ReadonlySet<number>, columns: number): number {
  const body = cells.filter((cell) => !header.has(cell.row) && cell.words.length > 0 && cell.columnSpan === 1);
  let count = 0;
  while (count < columns - 1) {
    const own = body.filter((cell) => cell.column === count).map((cell) => cellText(cell.words));
    if (own.length === 0) break;
    const words = own.filter((text) => !isValue(text) || (count === 0 && isYear(text))).length;
    if (words < 0.5 * own.length) break;
    count++;
  }
  if (count > 0 && count === columns - 1) {
    const last = body.filter((cell) => cell.column === columns - 1).map((cell) => cellText(cell.words));
    if (last.filter((text) => isValue(text)).length < 0.5 * last.length) return 1;
  }
  return count === 0 && columns > 1 ? 1 : count;
}
