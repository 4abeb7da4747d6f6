import { type PageBox, pageBox } from '../../evidence/boxes.js';
import { type Lattice, nearest, type Slot, slotsOf } from './lattice.js';
import { middleOf, type Placed } from './placed.js';
import type { TableMethod } from './table.js';

export interface DraftCell extends Slot {
  readonly words: readonly Placed[];
}

/** A grid with its words, before it is known what is heading and what is note. Upright frame, pt. */
export interface Draft {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly cells: readonly DraftCell[];
  readonly method: TableMethod;
  /** Rows of column headings where their lines told; null where the cells have to. */
  readonly headerRows: number | null;
}

export const boxOfDraft = (draft: Pick<Draft, 'xs' | 'ys'>): PageBox =>
  pageBox(draft.xs[0] as number, draft.ys[0] as number, draft.xs.at(-1) as number, draft.ys.at(-1) as number);

/** Cells of a lattice with the words whose middle lies in them. */
export function fill(lattice: Lattice, words: readonly Placed[]): DraftCell[] {
  const slots = slotsOf(lattice);
  const columns = lattice.xs.length - 1;
  const owner = new Int32Array(columns * (lattice.ys.length - 1));
  slots.forEach((slot, i) => {
    for (let r = slot.row; r < slot.row + slot.rowSpan; r++)
      for (let c = slot.column; c < slot.column + slot.columnSpan; c++) owner[r * columns + c] = i;
  });
  const lists: Placed[][] = slots.map(() => []);
  for (const word of words) {
    const c = intervalOf(lattice.xs, (word.x0 + word.x1) / 2);
    const r = intervalOf(lattice.ys, middleOf(word));
    lists[owner[r * columns + c] as number]?.push(word);
  }
  return slots.map((slot, i) => ({ ...slot, words: lists[i] as Placed[] }));
}

/** Index of the interval between ascending edges that x lies in; the outermost for x beyond them. */
export function intervalOf(edges: readonly number[], x: number): number {
  const i = nearest(edges, x);
  const low = x < (edges[i] as number) ? i - 1 : i;
  return Math.max(0, Math.min(edges.length - 2, low));
}
