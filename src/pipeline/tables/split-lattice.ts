import type { Lattice } from './lattice.js';

/**
 * The lattice with row `row` cut at the given heights. `parts[k][column]` says whether cut k parts the cells of that
 * column; where it does not, the cell spans on.
 */
export function cutRow(
  lattice: Lattice,
  row: number,
  at: readonly number[],
  parts: readonly (readonly boolean[])[],
): Lattice {
  return {
    xs: lattice.xs,
    ys: [...lattice.ys.slice(0, row + 1), ...at, ...lattice.ys.slice(row + 1)],
    v: lattice.v.map((pieces) => repeat(pieces, row, at.length)),
    h: [...lattice.h.slice(0, row + 1), ...parts, ...lattice.h.slice(row + 1)],
  };
}

/** The same for columns: `parts[k][row]`. */
export function cutColumn(
  lattice: Lattice,
  column: number,
  at: readonly number[],
  parts: readonly (readonly boolean[])[],
): Lattice {
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

/**
 * The lattice without rows and columns that are too narrow to hold text and hold none: double rules, and lines that
 * producers draw a little apart from row to row.
 */
export function withoutSlivers(
  lattice: Lattice,
  middles: readonly (readonly [x: number, y: number])[],
  maxPt: number,
): Lattice {
  const byRow = dropSlivers(
    lattice,
    middles.map(([, y]) => y),
    maxPt,
  );
  const turned = dropSlivers(
    { xs: byRow.ys, ys: byRow.xs, v: byRow.h, h: byRow.v },
    middles.map(([x]) => x),
    maxPt,
  );
  return { xs: turned.ys, ys: turned.xs, v: turned.h, h: turned.v };
}

/** Drops rows, one by one, by laying the line below on the line above. */
function dropSlivers(lattice: Lattice, middles: readonly number[], maxPt: number): Lattice {
  let { ys, h, v } = lattice;
  const sorted = [...middles].sort((a, b) => a - b);
  for (let row = ys.length - 2; row >= 0 && ys.length > 2; row--) {
    const [top, bottom] = [ys[row] as number, ys[row + 1] as number];
    if (bottom - top > maxPt || sorted.some((y) => y > top && y < bottom)) continue;
    // The outer edge stays where it is; between two rows the line lies in the middle.
    const y = row === 0 ? top : row === ys.length - 2 ? bottom : (top + bottom) / 2;
    ys = [...ys.slice(0, row), y, ...ys.slice(row + 2)];
    const joined = (h[row] as readonly boolean[]).map((parted, c) => parted || (h[row + 1]?.[c] ?? false));
    h = [...h.slice(0, row), joined, ...h.slice(row + 2)];
    v = v.map((pieces) => [...pieces.slice(0, row), ...pieces.slice(row + 1)]);
  }
  return { xs: lattice.xs, ys, h, v };
}

function repeat<T>(list: readonly T[], index: number, times: number): T[] {
  return [...list.slice(0, index), ...Array<T>(times + 1).fill(list[index] as T), ...list.slice(index + 1)];
}
