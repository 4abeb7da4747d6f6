import { nearest } from '../sorted.js';
import type { Ruling } from './rulings.js';

/**
 * Grid lines with, for every piece between two crossings, whether a line parts the cells there. Columns lie between
 * `xs[i]` and `xs[i + 1]`, rows between `ys[j]` and `ys[j + 1]`; both ascend, upright frame, pt.
 */
export interface Lattice {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  /** `parts.v[i][j]`: a line at `xs[i]` parts what is left and right of it in row j. */
  readonly v: readonly (readonly boolean[])[];
  /** `parts.h[j][i]`: a line at `ys[j]` parts what is above and below it in column i. */
  readonly h: readonly (readonly boolean[])[];
}

/** A cell of the grid, spans included. */
export interface Slot {
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
}

/** Lines nearer than this are one grid line: double rules, and producers that draw each cell's border. */
const SAME_GRID_LINE_EM = 0.33;
/** A line parts two cells when it runs along this share of their common edge. */
const EDGE_SHARE = 0.55;
/** Bounds the grid of a page of crossing lines that is no table. */
const MAX_GRID_LINES = 600;
/** A page of the smallest print has room for some 200 rows of 60 columns. */
const MAX_GRID_CELLS = 20_000;

/** The grid of a set of connected lines, or null where they enclose no two cells. */
export function latticeOf(rulings: readonly Ruling[], emPt: number): Lattice | null {
  const h = rulings.filter((r) => r.axis === 'h');
  const v = rulings.filter((r) => r.axis === 'v');
  // Where the outer border is missing, the ends of the lines across say how far the table goes.
  const xs = gridLines([...v.map((r) => r.at), ...outermost(h)], emPt);
  const ys = gridLines([...h.map((r) => r.at), ...outermost(v)], emPt);
  if (xs.length < 2 || ys.length < 2 || xs.length > MAX_GRID_LINES || ys.length > MAX_GRID_LINES) return null;
  if (xs.length * ys.length <= 4 || xs.length * ys.length > MAX_GRID_CELLS) return null;
  return { xs, ys, v: coverage(xs, ys, v, emPt), h: coverage(ys, xs, h, emPt) };
}

/** The cells: pieces of the grid that no line parts, each grown to a rectangle. They cover the grid exactly once. */
export function slotsOf(lattice: Lattice): Slot[] {
  const columns = lattice.xs.length - 1;
  const rows = lattice.ys.length - 1;
  const owner = new Int32Array(columns * rows).fill(-1);
  const slots: Slot[] = [];
  const at = (row: number, column: number) => owner[row * columns + column] as number;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (at(row, column) >= 0) continue;
      let columnSpan = 1;
      while (
        column + columnSpan < columns &&
        at(row, column + columnSpan) < 0 &&
        !lattice.v[column + columnSpan]?.[row]
      )
        columnSpan++;
      let rowSpan = 1;
      // Grows down only as far as the whole width is open, so that an L-shaped opening becomes rectangles.
      while (row + rowSpan < rows && open(lattice, row + rowSpan, column, columnSpan, at)) rowSpan++;
      for (let r = row; r < row + rowSpan; r++)
        for (let c = column; c < column + columnSpan; c++) owner[r * columns + c] = slots.length;
      slots.push({ row, column, rowSpan, columnSpan });
    }
  }
  return slots;
}

/** Row `row` continues the cell above it: no line between, none inside, and it opens to no neighbour. */
function open(
  lattice: Lattice,
  row: number,
  column: number,
  span: number,
  at: (row: number, column: number) => number,
): boolean {
  for (let c = column; c < column + span; c++) {
    if (at(row, c) >= 0 || lattice.h[row]?.[c]) return false;
    if (c > column && lattice.v[c]?.[row]) return false;
  }
  return true;
}

/** Means of bundles of near values, ascending. */
function gridLines(values: number[], emPt: number): number[] {
  const lines: number[] = [];
  values.sort((a, b) => a - b);
  for (let i = 0; i < values.length; ) {
    const first = values[i] as number;
    let [sum, end] = [0, i];
    while (end < values.length && (values[end] as number) - first <= SAME_GRID_LINE_EM * emPt)
      sum += values[end++] as number;
    lines.push(sum / (end - i));
    i = end;
  }
  return lines;
}

function outermost(across: readonly Ruling[]): number[] {
  if (across.length === 0) return [];
  return [Math.min(...across.map((r) => r.from)), Math.max(...across.map((r) => r.to))];
}

/** For each grid line, which of its pieces the lines cover. */
function coverage(
  at: readonly number[],
  across: readonly number[],
  lines: readonly Ruling[],
  emPt: number,
): boolean[][] {
  const covered = at.map(() => new Float64Array(across.length - 1));
  for (const line of lines) {
    const i = nearest(at, line.at);
    if (Math.abs((at[i] as number) - line.at) > SAME_GRID_LINE_EM * emPt) continue;
    const pieces = covered[i] as Float64Array;
    for (let j = Math.max(0, nearest(across, line.from) - 1); j < pieces.length; j++) {
      if ((across[j] as number) >= line.to) break;
      const overlap = Math.min(line.to, across[j + 1] as number) - Math.max(line.from, across[j] as number);
      if (overlap > 0) pieces[j] = (pieces[j] as number) + overlap;
    }
  }
  return covered.map((pieces, i) =>
    [...pieces].map(
      (length, j) =>
        i === 0 ||
        i === covered.length - 1 ||
        length >= EDGE_SHARE * ((across[j + 1] as number) - (across[j] as number)),
    ),
  );
}
