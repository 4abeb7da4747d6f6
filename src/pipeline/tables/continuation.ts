import type { Table, TableCell } from './table.js';

export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** A table that goes on stands in the lower part of its page, and goes on in the upper part of the next. */
const ENDS_BELOW = 0.55;
const BEGINS_ABOVE = 0.3;
/** Columns on two pages are the same within this, share of the table's width. */
const SAME_EDGE = 0.015;
const CONTINUED = /continued|\bcont[’'.]?d?\b|续表|（续）|\(续\)|接上页/iu;

/**
 * Links tables that go on over a page break: the last one of a page and the first of the next, with the same columns
 * and no title of its own (or one that says so). They stay two tables, each with the evidence of its page; the later
 * one names the earlier in `continues`. Rows of headings that it repeats are headings; if it repeats none, it has none.
 *
 * @param tables of the document, in order of pages
 * @param pages sizes by page index
 */
export function linkContinuations(tables: readonly Table[], pages: readonly PageSize[]): Table[] {
  const linked: Table[] = [];
  for (const table of tables) {
    const previous = lowest(linked.filter((other) => other.pageIndex === table.pageIndex - 1));
    const first = tables.find((other) => other.pageIndex === table.pageIndex) === table;
    linked.push(previous && first && goesOn(previous, table, pages) ? continuing(previous, table) : table);
  }
  return linked;
}

const lowest = (tables: readonly Table[]): Table | undefined =>
  tables.reduce<Table | undefined>((low, table) => (low && low.box[3] > table.box[3] ? low : table), undefined);

function goesOn(before: Table, after: Table, pages: readonly PageSize[]): boolean {
  if (before.rotationDeg !== after.rotationDeg) return false;
  const [from, to] = [pages[before.pageIndex], pages[after.pageIndex]];
  if (!from || !to) return false;
  if (before.rotationDeg === 0 && (before.box[3] < ENDS_BELOW * from.height || after.box[1] > BEGINS_ABOVE * to.height))
    return false;
  if (after.title !== '' && !CONTINUED.test(after.title) && after.title !== before.title) return false;
  return sameColumns(before, after);
}

/** Every column edge of the later table is one of the earlier, whose headings may divide it further. */
function sameColumns(before: Table, after: Table): boolean {
  const [a, b] = [edgesOf(before), edgesOf(after)];
  if (after.columns < 2 || b.length > a.length) return false;
  const width = Math.max(...a) - Math.min(...a);
  return b.every((edge) => a.some((other) => Math.abs(other - edge) <= SAME_EDGE * width));
}

function edgesOf(table: Table): number[] {
  const sideways = table.rotationDeg % 180 !== 0;
  const edges = table.cells.flatMap(({ box }) => (sideways ? [box[1], box[3]] : [box[0], box[2]]));
  return [...new Set(edges.map((edge) => Math.round(edge)))];
}

function continuing(before: Table, after: Table): Table {
  const repeated = repeatedRows(before, after);
  return {
    ...after,
    title: after.title === '' ? before.title : after.title,
    continues: before.id,
    cells: after.cells.map((cell): TableCell => ({ ...cell, header: cell.row < repeated })),
  };
}

/** Leading rows that say what the leading rows of the earlier table say. */
function repeatedRows(before: Table, after: Table): number {
  const text = (table: Table, row: number) =>
    table.cells
      .filter((cell) => cell.row === row)
      .map((cell) => cell.text)
      .join('\t');
  let row = 0;
  while (
    row < after.rows &&
    row < before.rows &&
    text(before, row) === text(after, row) &&
    text(after, row).trim() !== ''
  ) {
    if (!before.cells.some((cell) => cell.row === row && cell.header)) break;
    row++;
  }
  return row;
}
