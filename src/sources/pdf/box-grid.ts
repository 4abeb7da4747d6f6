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
    const keys = this.keysOf(item.box, MAX_CELLS_OF_ITEM);
    if (keys === null) this.wide.push(item);
    for (const key of keys ?? []) {
      const cell = this.cells.get(key);
      if (cell) cell.push(item);
      else this.cells.set(key, [item]);
    }
  }

  /** Every item that may meet `box`, once, in no particular order. */
  near(box: PageBox): Iterable<T> {
    const keys = this.keysOf(box, Number.POSITIVE_INFINITY) ?? [];
    // Most words lie in one cell, and most cells are empty.
    if (keys.length === 1 && this.wide.length === 0) return this.cells.get(keys[0] as number) ?? [];
    const found = new Set(this.wide);
    for (const key of keys) for (const item of this.cells.get(key) ?? []) found.add(item);
    return found;
  }

  /** The cells that a box touches, itself held to the page; null for more than `most`. */
  private keysOf(box: PageBox, most: number): number[] | null {
    const column = (x: number): number => Math.floor(Math.min(Math.max(x, 0), this.page[2]) / this.cellSize);
    const row = (y: number): number => Math.floor(Math.min(Math.max(y, 0), this.page[3]) / this.cellSize);
    const [x0, y0, x1, y1] = [column(box[0]), row(box[1]), column(box[2]), row(box[3])];
    if ((x1 - x0 + 1) * (y1 - y0 + 1) > most) return null;
    const keys: number[] = [];
    for (let y = y0; y <= y1; y++) for (let x = x0; x <= x1; x++) keys.push(y * (CELLS + 1) + x);
    return keys;
  }
}
