import { type PageBox, touches } from '../../evidence/boxes.js';

/** More cells than this cost more than they save; a box is listed in every cell that it touches. */
const MAX_CELLS_A_SIDE = 64;

/** Finds the boxes that touch a box without trying all of them. */
export class BoxIndex<T> {
  private readonly cells = new Map<number, number[]>();
  private readonly x0: number;
  private readonly y0: number;
  private readonly stepX: number;
  private readonly stepY: number;
  private readonly side: number;

  constructor(
    private readonly items: readonly T[],
    private readonly boxOf: (item: T) => PageBox,
  ) {
    let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const item of items) {
      const b = boxOf(item);
      x0 = Math.min(x0, b[0]);
      y0 = Math.min(y0, b[1]);
      x1 = Math.max(x1, b[2]);
      y1 = Math.max(y1, b[3]);
    }
    this.side = Math.max(1, Math.min(MAX_CELLS_A_SIDE, Math.ceil(Math.sqrt(items.length))));
    this.x0 = x0;
    this.y0 = y0;
    this.stepX = Math.max((x1 - x0) / this.side, 1e-6);
    this.stepY = Math.max((y1 - y0) / this.side, 1e-6);
    items.forEach((item, i) => {
      this.eachCell(boxOf(item), (cell) => {
        const list = this.cells.get(cell);
        if (list) list.push(i);
        else this.cells.set(cell, [i]);
      });
    });
  }

  /** Items whose boxes touch `b` (shared edges count), in the order in which they were given. */
  touching(b: PageBox): T[] {
    const found = new Set<number>();
    this.eachCell(b, (cell) => {
      for (const i of this.cells.get(cell) ?? []) found.add(i);
    });
    return [...found]
      .sort((i, j) => i - j)
      .map((i) => this.items[i] as T)
      .filter((item) => touches(this.boxOf(item), b));
  }

  private eachCell(b: PageBox, visit: (cell: number) => void): void {
    const clamp = (v: number) => Math.max(0, Math.min(this.side - 1, Math.floor(v)));
    const [i0, i1] = [clamp((b[0] - this.x0) / this.stepX), clamp((b[2] - this.x0) / this.stepX)];
    const [j0, j1] = [clamp((b[1] - this.y0) / this.stepY), clamp((b[3] - this.y0) / this.stepY)];
    for (let j = j0; j <= j1; j++) for (let i = i0; i <= i1; i++) visit(j * this.side + i);
  }
}
