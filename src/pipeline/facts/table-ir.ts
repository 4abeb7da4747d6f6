import { type WireBox, wireBox } from '../../evidence/wire/locator.js';
import type { Refusal } from '../../evidence/wire/prove.js';
import { type Heading, headerPaths } from '../tables/header-paths.js';
import type { Table, TableCell } from '../tables/table.js';

/** Glyphs `from` to `to` (exclusive) of an element of the page's SVG: the exact occurrence that a text stands for. */
export type IrGlyphs = readonly [element: string, from: number, to: number];

export interface IrHeading {
  readonly text: string;
  /** Index into `cells`; null where the heading stands in the table that this one continues. */
  readonly cell: number | null;
  /** Whether it is proven, on whichever page it stands. */
  readonly verified: boolean;
}

/** A table as members of a snapshot keep it, on the wire and in objects. */
export interface TableIr {
  readonly format: 'table-ir-v1';
  readonly id: string;
  readonly page_index: number;
  readonly box: WireBox;
  readonly title: string;
  readonly method: Table['method'];
  readonly rows: number;
  readonly columns: number;
  readonly header_columns: number;
  readonly cells: readonly TableIrCell[];
  readonly footnotes: readonly { readonly mark: string; readonly text: string }[];
  readonly continues: string | null;
}

export interface TableIrCell {
  readonly row: number;
  readonly column: number;
  readonly row_span: number;
  readonly column_span: number;
  readonly text: string;
  /** Without the marks that a footnote explains. */
  readonly plain: string;
  readonly header: boolean;
  readonly box: WireBox;
  readonly glyphs: readonly IrGlyphs[];
  readonly verified: boolean;
  readonly refused: readonly Refusal[];
  readonly row_path: readonly IrHeading[];
  readonly column_path: readonly IrHeading[];
}

/** @param tables of the document, in which headings of earlier pages are looked up */
export function tableIr(table: Table, tables: readonly Table[]): TableIr {
  const places = new Map(table.cells.map((cell, i) => [cell, i]));
  const pathOf = headerPaths(table, tables);
  const heading = ({ text, cell }: Heading): IrHeading => ({
    text,
    cell: places.get(cell) ?? null,
    verified: isVerified(cell),
  });
  return {
    format: 'table-ir-v1',
    id: table.id,
    page_index: table.pageIndex,
    box: wireBox(table.box),
    title: table.title,
    method: table.method,
    rows: table.rows,
    columns: table.columns,
    header_columns: table.headerColumns,
    cells: table.cells.map((cell) => {
      const { rows, columns } = isNamed(table, cell) ? pathOf(cell) : { rows: [], columns: [] };
      return { ...irCell(cell), row_path: rows.map(heading), column_path: columns.map(heading) };
    }),
    footnotes: table.footnotes.map(({ mark, text }) => ({ mark, text })),
    continues: table.continues,
  };
}

/** Headings and the labels of rows name others; what is left is asked for by them. */
const isNamed = ({ headerColumns }: Table, { header, column }: TableCell): boolean =>
  !header && column >= Math.min(headerColumns, 1);

const isVerified = ({ runs, refused }: TableCell): boolean => runs.length > 0 && refused.length === 0;

const irCell = (cell: TableCell): Omit<TableIrCell, 'row_path' | 'column_path'> => ({
  row: cell.row,
  column: cell.column,
  row_span: cell.rowSpan,
  column_span: cell.columnSpan,
  text: cell.text,
  plain: cell.plain,
  header: cell.header,
  box: wireBox(cell.box),
  glyphs: cell.runs.map(({ id, from, to }) => [id, from, to]),
  verified: isVerified(cell),
  refused: cell.refused,
});
