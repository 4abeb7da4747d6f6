import type { Lattice } from './lattice.js';

/**
 * The lattice with row `row` cut at the given heights. `parts[k][column]` says whether cut k parts the cells of that
 * column; where it does not, the cell spans on.
 */
export function cutRow(lattice: Lattice, row: number, at: readonly number[], parts: readonly (readonly boolean[])[]): Lattice {
  return {
    xs: lattice.xs,
    ys: [...lattice.ys.slice(0, row + 1), ...at, ...lattice.ys.slice(row + 1)],
    v: lattice.v.map((pieces) => repeat(pieces, row, at.length)),
    h: [...lattice.h.slice(0, row + 1), ...parts, ...lattice.h.slice(row + 1)],
  };
}

/** The same for columns: `parts[k][row]`. */
export function cutColumn(lattice: Lattice, column: number, at: readonly number[], parts: readonly (readonly boolean[])[]): Lattice {
  const turned = cutRow({ xs: lattice.ys, ys: lattice.xs, v: lattice.h, h: lattice.v }, column, at, parts);
  return { xs: turned.ys, ys: turned.xs, v: turned.h, h: turned.v };
}

/** The lattice with more lines between columns: `parts(i, row)` is asked where no line parts the cells at `xs[i]`. */
export function partColumns(lattice: Lattice, parts: (i: number, row: number) => boolean): Lattice {
  return {
    ...lattice,
    v: lattice.v.map((pieces, i) => pieces.map((parted, row) => parted || parts(i, row))),
  };
}

function repeat<T>(list: readonly T[], index: number, times: number): T[] {
  return [...list.slice(0, index), ...Array<T>(times + 1).fill(list[index] as T), ...list.slice(index + 1)];
}
