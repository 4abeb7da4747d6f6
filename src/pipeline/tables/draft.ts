import { type PageBox, pageBox } from '../../evidence/boxes.js';
import { intervalOf } from '../sorted.js';
import { type Lattice, type Slot, slotsOf } from './lattice.js';
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

/** A place in the grid. */
export interface Home {
  readonly row: number;
  readonly column: number;
}

/** Cells of a lattice with their words: those whose middle lies in them, where `homes` does not say where a word belongs. */
export function fill(
  lattice: Lattice,
  words: Iterable<Placed>,
  homes: ReadonlyMap<Placed, Home> = new Map(),
): DraftCell[] {
  const slots = slotsOf(lattice);
  const columns = lattice.xs.length - 1;
  const owner = new Int32Array(columns * (lattice.ys.length - 1));
  slots.forEach((slot, i) => {
    for (let r = slot.row; r < slot.row + slot.rowSpan; r++)
      for (let c = slot.column; c < slot.column + slot.columnSpan; c++) owner[r * columns + c] = i;
  });
  const lists: Placed[][] = slots.map(() => []);
  for (const word of words) {
    const { row, column } = homes.get(word) ?? homeIn(lattice, word);
    lists[owner[row * columns + column] as number]?.push(word);
  }
  return slots.map((slot, i) => ({ ...slot, words: lists[i] as Placed[] }));
}

const homeIn = ({ xs, ys }: Lattice, word: Placed): Home => ({
  row: intervalOf(ys, middleOf(word)),
  column: intervalOf(xs, (word.x0 + word.x1) / 2),
});
