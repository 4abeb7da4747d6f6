import { pageBox } from '../../evidence/boxes.js';
import type { PaintedElement, PaintedPath } from '../../sources/painted.js';
import { page, run } from '../layout/painted-fixture.js';
import { findTables } from './find-tables.js';
import { headerPaths } from './header-paths.js';
import type { Table, TableCell } from './table.js';

/** Pages with tables made by hand, for tests. */

export function line(x0: number, y0: number, x1: number, y1: number, options: Partial<PaintedPath> = {}): PaintedPath {
  return {
    id: `op-line-${x0}-${y0}-${x1}-${y1}`,
    kind: 'path',
    box: pageBox(x0, y0, x1, y1),
    clip: null,
    layerHidden: false,
    fillAlpha: 1,
    strokeAlpha: 1,
    d: `M${x0} ${y0}L${x1} ${y1}`,
    fill: null,
    fillRule: 'nonzero',
    stroke: '#000000',
    strokeWidthPt: 0.5,
    dashed: false,
    ...options,
  };
}

/** All lines of a grid. */
export function grid(xs: readonly number[], ys: readonly number[]): PaintedPath[] {
  const [left, right, top, bottom] = [xs[0], xs.at(-1), ys[0], ys.at(-1)] as [number, number, number, number];
  return [...xs.map((x) => line(x, top, x, bottom)), ...ys.map((y) => line(left, y, right, y))];
}

/** Rows of text; `at` says where each column begins, negative numbers where it ends. */
export function rows(
  lines: readonly (readonly string[])[],
  at: readonly number[],
  y: number,
  pitch = 14,
): PaintedElement[] {
  return lines.flatMap((cells, row) =>
    cells.flatMap((text, column) => {
      if (text === '') return [];
      const x = at[column] as number;
      return [run(text, x < 0 ? -x - widthOf(text) : x, y + row * pitch)];
    }),
  );
}

/** Width that the fixture's letters have at 10 pt. */
const widthOf = (text: string): number =>
  [...text].reduce((sum, char) => sum + (char === ' ' ? 2.5 : /[\u3000-\u9fff]/u.test(char) ? 10 : 5), 0);

export const tablesOn = (elements: readonly PaintedElement[], width = 600, height = 800): Table[] =>
  findTables(page(elements, width, height), 0).tables;

/** Text by row and column, spans repeated. */
export function texts(table: Table): string[][] {
  const out = Array.from({ length: table.rows }, () => Array<string>(table.columns).fill('?'));
  for (const cell of table.cells)
    for (let r = cell.row; r < cell.row + cell.rowSpan; r++)
      for (let c = cell.column; c < cell.column + cell.columnSpan; c++) (out[r] as string[])[c] = cell.text;
  return out;
}

/** What a cell is called, as words. */
export function pathOf(table: Table, cell: TableCell, tables: readonly Table[] = []) {
  const { columns, rows: labels } = headerPaths(table, tables)(cell);
  return { columns: columns.map(({ text }) => text), rows: labels.map(({ text }) => text) };
}
