import type { Bitmap } from './bitmap.js';
import type { Sheet, SheetBox, SheetObject } from './sheet.js';

/** Cells along the long edge: 13 mm of an A1 sheet, which is a line of small print. */
const CELLS = 64;
/** Share of a cell from which on its ink counts by itself; less is dust, unless it goes on from a neighbour. */
const MIN_INK = 0.01;
/** An object this large in both directions is around or behind the drawing, not at a place in it. */
const FILLS = 0.9;

/** What is where on a sheet, cell by cell, rows from the top left. Borders are out already. */
export interface ContentGrid {
  readonly columns: number;
  readonly rows: number;
  /** Sheet units along the edge of a cell. The last column and row may reach over the sheet's edge. */
  readonly cell: number;
  /** Pixels of ink; 0 where there is no content. */
  readonly ink: Float64Array;
  /** Around the ink of each cell, sheet units: left, top, right, bottom, one cell after the other. */
  readonly bounds: Float64Array;
  /** Objects that the source lists there; ink that it lists nothing for counts as one. */
  readonly counts: Uint32Array;
  /** Height of the smallest text in sheet units; Infinity where there is none, 0 where its height is unknown. */
  readonly textHeight: Float64Array;
}

/** @param bitmap ink of the whole sheet @param objects what the source lists; none for an image */
export function contentGrid(bitmap: Bitmap, sheet: Sheet, objects: readonly SheetObject[]): ContentGrid {
  const cell = Math.max(sheet.width, sheet.height) / CELLS;
  const columns = Math.max(1, Math.ceil(sheet.width / cell - 1e-9));
  const rows = Math.max(1, Math.ceil(sheet.height / cell - 1e-9));
  const grid: ContentGrid = {
    columns,
    rows,
    cell,
    ...inkOfCells(bitmap, columns, rows, cell, sheet),
    counts: new Uint32Array(columns * rows),
    textHeight: new Float64Array(columns * rows).fill(Number.POSITIVE_INFINITY),
  };
  for (const object of objects) {
    const [x0, y0, x1, y1] = object.box;
    if (x1 - x0 >= FILLS * sheet.width && y1 - y0 >= FILLS * sheet.height) continue;
    for (const at of cellsOf(grid, object.box)) {
      if (grid.ink[at] === 0) continue;
      (grid.counts[at] as number)++;
      if (object.kind !== 'text') continue;
      grid.textHeight[at] = Math.min(grid.textHeight[at] as number, object.textHeight ?? 0);
    }
  }
  grid.ink.forEach((ink, at) => {
    if (ink > 0) grid.counts[at] = Math.max(1, grid.counts[at] as number);
  });
  return grid;
}

/** Indices of the cells that a box touches; none where it lies off the sheet. */
function* cellsOf({ columns, rows, cell }: ContentGrid, [x0, y0, x1, y1]: SheetBox): Generator<number> {
  const last = (at: number, from: number): number => Math.max(Math.ceil(at / cell) - 1, Math.floor(from / cell));
  for (let row = Math.max(0, Math.floor(y0 / cell)); row <= Math.min(rows - 1, last(y1, y0)); row++) {
    for (let column = Math.max(0, Math.floor(x0 / cell)); column <= Math.min(columns - 1, last(x1, x0)); column++) {
      yield row * columns + column;
    }
  }
}

function inkOfCells(
  bitmap: Bitmap,
  columns: number,
  rows: number,
  cell: number,
  sheet: Sheet,
): Pick<ContentGrid, 'ink' | 'bounds'> {
  const all = new Float64Array(columns * rows);
  const bounds = new Float64Array(4 * columns * rows);
  const [unitsX, unitsY] = [sheet.width / bitmap.width, sheet.height / bitmap.height];
  for (let y = 0; y < bitmap.height; y++) {
    const row = Math.min(rows - 1, Math.floor(((y + 0.5) * unitsY) / cell)) * columns;
    for (let x = 0; x < bitmap.width; x++) {
      if (!bitmap.ink[y * bitmap.width + x]) continue;
      const at = row + Math.min(columns - 1, Math.floor(((x + 0.5) * unitsX) / cell));
      const [left, right] = [x * unitsX, (x + 1) * unitsX];
      if (all[at] === 0) bounds.set([left, y * unitsY, right, 0], 4 * at);
      all[at] = (all[at] as number) + 1;
      if (left < (bounds[4 * at] as number)) bounds[4 * at] = left;
      if (right > (bounds[4 * at + 2] as number)) bounds[4 * at + 2] = right;
      bounds[4 * at + 3] = (y + 1) * unitsY;
    }
  }
  const enough = (MIN_INK * cell * cell) / (unitsX * unitsY);
  const counts = all.map((ink) => (ink >= enough ? 1 : 0));
  // The end of a stroke that just reaches into the next cell is no dust.
  const ink = all.map((pixels, at) => {
    if (pixels === 0 || counts[at] === 1) return pixels;
    const [row, column] = [Math.floor(at / columns), at % columns];
    for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++) {
      for (let c = Math.max(0, column - 1); c <= Math.min(columns - 1, column + 1); c++) {
        if (counts[r * columns + c] === 1) return pixels;
      }
    }
    return 0;
  });
  return { ink, bounds };
}
