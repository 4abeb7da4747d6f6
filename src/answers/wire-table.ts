import { wireBox } from '../evidence/wire/locator.js';
import type { WireTable } from '../evidence/wire/tables.js';
import type { Table } from '../pipeline/tables/table.js';

export function wireTable(table: Table, locator: WireTable['locator']): WireTable {
  return {
    id: table.id,
    locator,
    title: table.title === '' ? null : table.title,
    method: table.method,
    rows: table.rows,
    columns: table.columns,
    cells: table.cells.map((cell) => ({
      row: cell.row,
      column: cell.column,
      row_span: cell.rowSpan,
      column_span: cell.columnSpan,
      text: cell.text,
      marks: [...cell.marks],
      header: cell.header,
      box: wireBox(cell.box),
      span_ids: [...cell.spanIds],
      verified: cell.runs.length > 0 && cell.refused.length === 0,
      refused: [...cell.refused],
    })),
    footnotes: table.footnotes.map(({ mark, text, cells }) => ({
      mark,
      text: text === '' ? null : text,
      cells: cells.map(({ row, column }) => ({ row, column })),
    })),
    continues: table.continues,
  };
}
