import { box, unionOf } from '../evidence/boxes.js';
import type { ContentGrid } from './content-grid.js';
import type { SheetBox } from './sheet.js';

/** Cells that hang together. */
export interface Cluster {
  /** Around its ink. */
  readonly box: SheetBox;
  /** Whether it holds text, or may hold some because nothing tells text from lines. */
  readonly text: boolean;
  /** Share of the sheet's ink, borders left out. */
  readonly ink: number;
}

/** Empty cells that a cluster reaches over: the rows of a parts list belong together. */
const REACH = 1;

/** 4-connected clusters of the cells that have content, each grown by {@link REACH}; the most ink first. */
export function clustersOf(grid: ContentGrid, anyText: boolean): Cluster[] {
  const { columns, rows } = grid;
  const total = grid.ink.reduce((sum, ink) => sum + ink, 0);
  const left = grown(grid);
  const clusters: Cluster[] = [];
  for (let start = 0; start < left.length; start++) {
    if (!left[start]) continue;
    const cells = [start];
    left[start] = 0;
    let around: SheetBox | null = null;
    let ink = 0;
    let text = anyText;
    // Grows while it is walked.
    for (const at of cells) {
      const [row, column] = [Math.floor(at / columns), at % columns];
      if ((grid.ink[at] as number) > 0) {
        const [x0, y0, x1, y1] = grid.bounds.subarray(4 * at, 4 * at + 4) as unknown as SheetBox;
        around = unionOf([box('sheet', x0, y0, x1, y1), ...(around ? [around] : [])]);
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
    clusters.push({ box: around as SheetBox, text, ink: ink / total });
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
