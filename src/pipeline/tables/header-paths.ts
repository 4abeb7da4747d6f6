import type { Table, TableCell } from './table.js';

/** A cell that names others. It may be a table's on an earlier page, whose headings go on. */
export interface Heading {
  readonly text: string;
  readonly cell: TableCell;
  readonly table: Table;
}

/** What a cell is called: the headings of its columns from the outermost in, and the labels of its row likewise. */
export interface HeaderPath {
  readonly columns: readonly Heading[];
  readonly rows: readonly Heading[];
}

/** Labels whose ink begins nearer than this, pt, have one indentation. */
const SAME_INDENT_PT = 2;
/** No step of an indentation is wider, pt. */
const MAX_STEP_PT = 14;
/** A column of labels that begin at more places than this share of its rows is centred, not indented. */
const MAX_INDENT_LEVELS = 1 / 3;

/**
 * Tells the headings that apply to each cell of a table. Column headings are those of the nearest block of heading rows
 * above; of a table that goes on from an earlier page without repeating them, the earlier one's. Row labels begin with
 * the rows that stand over the cell's own: lines of words alone, and labels that its label is indented under.
 *
 * @param tables of the document, in which `continues` is looked up
 */
export function headerPaths(table: Table, tables: readonly Table[] = []): (cell: TableCell) => HeaderPath {
  const columnsOf = columnPaths(table, tables);
  const rowsOf = rowPaths(table);
  return (cell) => ({ columns: columnsOf(cell), rows: rowsOf(cell) });
}

/** A label without the dots that lead the eye to its figures. */
export const withoutLeaders = (text: string): string => text.replace(/(?:\s*[.·…]){3,}\s*$/u, '').trim();

type PathOf = (cell: TableCell) => Heading[];

function columnPaths(table: Table, tables: readonly Table[]): PathOf {
  const blocks = headingBlocks(table);
  const earlier = tables.find(({ id }) => id === table.continues && id !== table.id);
  let before: PathOf | undefined;
  return (cell) => {
    const block = blocks.findLast(({ end }) => end <= cell.row);
    if (block === undefined) {
      if (!earlier) return [];
      before ??= columnPaths(
        earlier,
        tables.filter((other) => other !== table),
      );
      return before({ ...cell, row: earlier.rows });
    }
    const found = new Set<TableCell>();
    for (let c = cell.column; c < cell.column + cell.columnSpan; c++)
      for (const heading of block.columns[c] ?? []) found.add(heading);
    return [...found].sort((a, b) => a.row - b.row || a.column - b.column).map((one) => headingOf(table, one));
  };
}

/** Rows of headings that follow each other; those further up name the rows between. */
interface HeadingBlock {
  /** The first row after it. */
  readonly end: number;
  /** Its filled cells over each column. */
  readonly columns: readonly (readonly TableCell[])[];
}

function headingBlocks(table: Table): HeadingBlock[] {
  const headings = table.cells.filter(({ header }) => header);
  const isHeading = new Array<boolean>(table.rows).fill(false);
  for (const { row, rowSpan } of headings) isHeading.fill(true, row, row + rowSpan);
  const blocks: { end: number; columns: TableCell[][] }[] = [];
  const blockAt: number[] = [];
  for (let row = 0; row < table.rows; row++) {
    if (!isHeading[row]) continue;
    if (!isHeading[row - 1]) blocks.push({ end: row, columns: Array.from({ length: table.columns }, () => []) });
    (blocks.at(-1) as { end: number }).end = row + 1;
    blockAt[row] = blocks.length - 1;
  }
  for (const cell of headings.filter(({ text }) => text !== '')) {
    const { columns } = blocks[blockAt[cell.row] as number] as { columns: TableCell[][] };
    for (let c = cell.column; c < cell.column + cell.columnSpan; c++) columns[c]?.push(cell);
  }
  return blocks;
}

function rowPaths(table: Table): PathOf {
  const filled: TableCell[][] = Array.from({ length: table.rows }, () => []);
  for (const cell of table.cells) {
    if (cell.text !== '') for (let r = cell.row; r < cell.row + cell.rowSpan; r++) filled[r]?.push(cell);
  }
  const above = groupsAbove(table, filled);
  return (cell) => {
    const own = (filled[cell.row] ?? [])
      .filter((other) => other !== cell && !other.header && other.column < Math.max(1, table.headerColumns))
      .sort((a, b) => a.column - b.column);
    return [...(above[cell.row] ?? []), ...own].map((one) => headingOf(table, one));
  };
}

/** For each row the labels that it stands under, from the outermost in. */
function groupsAbove(table: Table, filled: readonly (readonly TableCell[])[]): TableCell[][] {
  const isIndented = hasIndentation(table);
  const open: { cell: TableCell; alone: boolean }[] = [];
  return filled.map((cells) => {
    if (cells.some(({ header }) => header)) {
      open.length = 0;
      return [];
    }
    const label = cells.find(({ column }) => column === 0);
    if (label === undefined) return open.map(({ cell }) => cell);
    const alone = cells.length === 1 && label.rowSpan === 1;
    const endsAt = (other: { cell: TableCell; alone: boolean }): boolean => {
      const deeper = isIndented ? other.cell.indentPt - label.indentPt : 0;
      // A line of words alone goes on to head what is set flush with it, up to the next such line.
      return other.alone && !alone ? deeper > SAME_INDENT_PT : deeper > -SAME_INDENT_PT;
    };
    while (open.length > 0 && endsAt(open.at(-1) as { cell: TableCell; alone: boolean })) open.pop();
    const path = open.map(({ cell }) => cell);
    if (alone || (isIndented && label.rowSpan === 1)) open.push({ cell: label, alone });
    return path;
  });
}

/** Labels are indented under others step by step; one that begins much further in than the one above it is a centred heading. */
function hasIndentation({ cells, rows }: Table): boolean {
  const indents = cells
    .filter(({ column, header, text }) => column === 0 && !header && text !== '')
    .sort((a, b) => a.row - b.row)
    .map(({ indentPt }) => indentPt);
  const least = Math.min(...indents);
  if (indents.some((indent, i) => indent - (indents[i - 1] ?? least) > MAX_STEP_PT)) return false;
  const levels = new Set(indents.map((indentPt) => Math.round(indentPt / SAME_INDENT_PT)));
  return levels.size > 1 && levels.size <= Math.max(2, rows * MAX_INDENT_LEVELS);
}

const headingOf = (table: Table, cell: TableCell): Heading => ({ text: withoutLeaders(cell.plain), cell, table });
