import type { Table, TableCell } from './table.js';

/** What a cell is called: the headings of its columns from the outermost in, and the labels of its row likewise. */
export interface HeaderPath {
  readonly columns: readonly string[];
  readonly rows: readonly string[];
}

/**
 * The headings that apply to a cell. Column headings are those of the nearest rows of headings above it; of a table that
 * goes on from an earlier page without repeating them, those of the earlier one. Row labels begin with the last line of
 * words alone above it, which heads a group of rows.
 *
 * @param tables of the document, in which `continues` is looked up
 */
export function headerPath(table: Table, cell: TableCell, tables: readonly Table[] = []): HeaderPath {
  return { columns: columnPath(table, cell, tables), rows: rowPath(table, cell) };
}

function columnPath(table: Table, cell: TableCell, tables: readonly Table[]): string[] {
  const above = table.cells.filter((other) => other.header && other.row + other.rowSpan <= cell.row);
  const last = Math.max(...above.map((other) => other.row + other.rowSpan));
  if (above.length === 0) {
    const earlier = tables.find((other) => other.id === table.continues);
    if (!earlier || earlier === table) return [];
    return columnPath(
      earlier,
      { ...cell, row: earlier.rows },
      tables.filter((other) => other !== table),
    );
  }
  // Headings further up belong to rows above; only the block of rows that ends last counts.
  const rows = new Set(above.flatMap((other) => Array.from({ length: other.rowSpan }, (_, k) => other.row + k)));
  let first = last - 1;
  while (rows.has(first - 1)) first--;
  return above
    .filter((other) => other.row + other.rowSpan > first && sharesColumn(other, cell) && other.text !== '')
    .sort((a, b) => a.row - b.row)
    .map((other) => other.plain);
}

const sharesColumn = (a: TableCell, b: TableCell): boolean =>
  a.column < b.column + b.columnSpan && b.column < a.column + a.columnSpan;

function rowPath(table: Table, cell: TableCell): string[] {
  const labels = table.cells.filter(
    (other) =>
      !other.header &&
      other.column < Math.max(1, table.headerColumns) &&
      other.row <= cell.row &&
      other.row + other.rowSpan > cell.row &&
      other.text !== '',
  );
  const own = labels
    .filter((other) => other !== cell)
    .sort((a, b) => a.column - b.column)
    .map((other) => withoutLeaders(other.plain));
  const group = groupAbove(table, cell.row);
  return group === null ? own : [group, ...own];
}

/** Text of the nearest row above that has a label and nothing else; null where a heading of columns comes first. */
function groupAbove(table: Table, row: number): string | null {
  for (let r = row - 1; r >= 0; r--) {
    const filled = table.cells.filter((cell) => cell.row <= r && cell.row + cell.rowSpan > r && cell.text !== '');
    if (filled.some((cell) => cell.header)) return null;
    const [only] = filled;
    if (filled.length === 1 && only && only.column === 0 && only.rowSpan === 1) return only.plain;
  }
  return null;
}

/** A label without the dots that lead the eye to its figures. */
export const withoutLeaders = (text: string): string => text.replace(/(?:\s*[.·…]){3,}\s*$/u, '').trim();
