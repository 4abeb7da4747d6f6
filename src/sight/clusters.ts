import { box } from '../evidence/boxes.js';
import type { ContentGrid } from './content-grid.js';
import type { SheetBox } from './sheet.js';

/** Cells that hang together. */
export interface Cluster {
  readonly box: SheetBox;
  /** Whether it holds text, or may hold some because nothing tells text from lines. */
  readonly text: boolean;
  /** Share of the sheet's ink, borders left out. */
  readonly ink: number;
}

/** Empty cells that a cluster reaches over: the rows of a parts list belong together. */
const REACH = 1;

/** 4-connected clusters of the cells that have content, each grown by {@link REACH}; the most ink first. */
export function clustersOf(grid: ContentGrid, sheet: { width: number; height: number }, anyText: boolean): Cluster[] {
  const { columns, rows, cell } = grid;
  const total = grid.ink.reduce((sum, ink) => sum + ink, 0);
  const left = grown(grid);
  const clusters: Cluster[] = [];
  for (let start = 0; start < left.length; start++) {
    if (!left[start]) continue;
    const cells = [start];
    left[start] = 0;
    let [x0, y0, x1, y1, ink] = [columns, rows, 0, 0, 0];
    let text = anyText;
    // Grows while it is walked.
    for (const at of cells) {
      const [row, column] = [Math.floor(at / columns), at % columns];
      if ((grid.ink[at] as number) > 0) {
        x0 = Math.min(x0, column);
        y0 = Math.min(y0, row);
        x1 = Math.max(x1, column + 1);
        y1 = Math.max(y1, row + 1);
        ink += grid.ink[at] as number;
        text ||= grid.textHeight[at] !== Number.POSITIVE_INFINITY;
      }
      for (const [dx, dy] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ] as const) {
        const [c, r] = [column + dx, row + dy];
        if (c < 0 || r < 0 || c >= columns || r >= rows || !left[r * columns + c]) continue;
        left[r * columns + c] = 0;
        cells.push(r * columns + c);
      }
    }
    const [right, bottom] = [Math.min(x1 * cell, sheet.width), Math.min(y1 * cell, sheet.height)];
    clusters.push({ box: box('sheet', x0 * cell, y0 * cell, right, bottom), text, ink: ink / total });
  }
  return clusters.sort((a, b) => b.ink - a.ink);
}

function grown({ columns, rows, ink }: ContentGrid): Uint8Array {
  const cells = new Uint8Array(ink.length);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (ink[row * columns + column] === 0) continue;
      for (let r = Math.max(0, row - REACH); r <= Math.min(rows - 1, row + REACH); r++) {
        cells.fill(1, r * columns + Math.max(0, column - REACH), r * columns + Math.min(columns, column + REACH + 1));
      }
    }
  }
  return cells;
}
