import type { PageBox } from '../../evidence/boxes.js';

/** Cells along the longer side of the page: words then lie in one cell or two. */
const CELLS = 64;
/** An item over more cells than this is kept in one list instead: entering it everywhere costs more than it saves. */
const MAX_CELLS_OF_ITEM = 256;

/** Finds the items near a box without looking at all of them: a drawing has tens of thousands. */
export class BoxGrid<T extends { readonly box: PageBox }> {
  private readonly cells = new Map<number, T[]>();
  private readonly wide: T[] = [];
  private readonly cellSize: number;

  /** @param page what lies outside of it is never asked for */
  constructor(
    private readonly page: PageBox,
    items: Iterable<T> = [],
  ) {
    this.cellSize = Math.max(page[2], page[3], 1) / CELLS;
    for (const item of items) this.add(item);
  }

  add(item: T): void {
    const [x0, y0, x1, y1] = this.cellsOf(item.box);
    if ((x1 - x0 + 1) * (y1 - y0 + 1) > MAX_CELLS_OF_ITEM) {
      this.wide.push(item);
      return;
    }
    for (let y = y0; y <= y1; y++) {
      for (let x = x0; x <= x1; x++) {
        const cell = this.cells.get(keyOf(x, y));
        if (cell) cell.push(item);
        else this.cells.set(keyOf(x, y), [item]);
      }
    }
  }

  /** Every item that may meet `box`, once, in no particular order. */
  near(box: PageBox): readonly T[] {
    const [x0, y0, x1, y1] = this.cellsOf(box);
    // Most words lie in one cell, and most cells are empty.
    if (x0 === x1 && y0 === y1 && this.wide.length === 0) return this.cells.get(keyOf(x0, y0)) ?? [];
    const found = [...this.wide];
    for (let y = y0; y <= y1; y++) {
      for (let x = x0; x <= x1; x++) {
        for (const item of this.cells.get(keyOf(x, y)) ?? []) {
          // Of all the cells that it shares with the box, an item is taken from the first.
          const isFirst = x === Math.max(x0, this.column(item.box[0])) && y === Math.max(y0, this.row(item.box[1]));
          if (isFirst) found.push(item);
        }
      }
    }
    return found;
  }

  /** First and last column and row of the cells that a box touches, itself held to the page. */
  private cellsOf(box: PageBox): readonly [x0: number, y0: number, x1: number, y1: number] {
    return [this.column(box[0]), this.row(box[1]), this.column(box[2]), this.row(box[3])];
  }

  private column(x: number): number {
    return Math.floor(Math.min(Math.max(x, 0), this.page[2]) / this.cellSize);
  }

  private row(y: number): number {
    return Math.floor(Math.min(Math.max(y, 0), this.page[3]) / this.cellSize);
  }
}

const keyOf = (column: number, row: number): number => row * (CELLS + 1) + column;
