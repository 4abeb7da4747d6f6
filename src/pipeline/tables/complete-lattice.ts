import { intervalOf } from '../sorted.js';
import { rowsOf } from './body-rows.js';
import { guttersOf, type PhraseLine } from './columns.js';
import { type DraftCell, fill } from './draft.js';
import type { Lattice } from './lattice.js';
import { joinLooseSigns } from './loose-signs.js';
import { bottomOf, linesOf, middleOf, type Phrase, type Placed, phrasesOf, topOf } from './placed.js';
import { cutColumn, cutRow, partColumns } from './split-lattice.js';
import { isValue } from './values.js';

/** The grid with the lines that the page leaves out, where the words of the cells stand in rows and columns without them. */
export function completed(lattice: Lattice, words: readonly Placed[], em: number): Lattice {
  const parted = cutSpannedRows(partSpans(lattice, words, em), words);
  return cutColumns(cutRows(cutHeads(parted, words), words, em), words, em);
}

/** Where a cell spans columns only because lines are missing, its phrases stand in those columns one by one. */
function partSpans(lattice: Lattice, words: readonly Placed[], em: number): Lattice {
  const parts = new Set<string>();
  for (const cell of fill(lattice, words)) {
    if (cell.columnSpan < 2 || cell.rowSpan > 1 || cell.words.length < 2) continue;
    const phrases = linesOf(cell.words).map((line) => joinLooseSigns(phrasesOf(line), em));
    if (!phrases.every((line) => line.length >= 2 || cell.words.length > 8)) continue;
    for (let i = cell.column + 1; i < cell.column + cell.columnSpan; i++) {
      const x = lattice.xs[i] as number;
      const free = phrases.every((line) => line.every((phrase) => phrase.x1 <= x || phrase.x0 >= x));
      const both = phrases.some((line) => line.some((p) => p.x1 <= x) && line.some((p) => p.x0 >= x));
      if (free && both) parts.add(`${i} ${cell.row}`);
    }
  }
  return parts.size === 0 ? lattice : partColumns(lattice, (i, row) => parts.has(`${i} ${row}`));
}

/** A cell reaches over rows for want of lines, if each of its lines stands on the baseline of one of those rows. */
function cutSpannedRows(lattice: Lattice, words: readonly Placed[]): Lattice {
  const cells = fill(lattice, words);
  const baselines = lattice.ys.slice(1).map((): number[] => []);
  for (const cell of cells)
    if (cell.rowSpan === 1) baselines[cell.row]?.push(...linesOf(cell.words).map((line) => line.baseline));
  const parts = new Set<string>();
  for (const cell of cells) {
    if (cell.rowSpan < MIN_ROWS_CUT || cell.words.length < MIN_ROWS_CUT) continue;
    const lines = linesOf(cell.words);
    const rows = lines.map((line) => intervalOf(lattice.ys, middleOf(line)));
    if (new Set(rows).size < 0.7 * cell.rowSpan) continue;
    const matched = lines.filter((line, i) =>
      baselines[rows[i] as number]?.some((y) => Math.abs(y - line.baseline) < 0.25 * line.sizePt),
    );
    if (matched.length < 0.7 * lines.length) continue;
    for (let row = cell.row + 1; row < cell.row + cell.rowSpan; row++)
      for (let c = cell.column; c < cell.column + cell.columnSpan; c++) parts.add(`${row} ${c}`);
  }
  if (parts.size === 0) return lattice;
  return { ...lattice, h: lattice.h.map((pieces, row) => pieces.map((p, c) => p || parts.has(`${row} ${c}`))) };
}

/** A heading of two lines beside two rows of headings is one cell. */
const MIN_ROWS_CUT = 3;

/** A heading over headings in one cell, with no line between: the lower ones stand in its columns one by one. */
function cutHeads(lattice: Lattice, words: readonly Placed[]): Lattice {
  let cut = lattice;
  const cells = fill(lattice, words).filter(
    (cell) => cell.columnSpan > 1 && cell.rowSpan === 1 && cell.words.length > 2,
  );
  for (let row = Math.min(MAX_HEAD_ROW, lattice.ys.length - 2); row >= 0; row--) {
    const heads = cells.filter((cell) => cell.row === row).flatMap((cell) => headOf(cell, lattice.xs));
    if (heads.length === 0) continue;
    const columns = new Set(
      heads.flatMap(({ cell }) => Array.from({ length: cell.columnSpan }, (_, k) => cell.column + k)),
    );
    const at = heads.reduce((sum, head) => sum + head.y, 0) / heads.length;
    cut = cutRow(cut, row, [at], [lattice.xs.slice(1).map((_, c) => columns.has(c))]);
    const inner = new Set(
      heads.flatMap(({ cell }) => Array.from({ length: cell.columnSpan - 1 }, (_, k) => cell.column + k + 1)),
    );
    cut = partColumns(cut, (i, r) => r === row + 1 && inner.has(i));
  }
  return cut;
}

/** Rows of headings are at the top. */
const MAX_HEAD_ROW = 5;

/** The height between a heading and those below it, if the last line of the cell has one phrase in each of its columns. */
function headOf(cell: DraftCell, xs: readonly number[]): { cell: DraftCell; y: number }[] {
  const lines = linesOf(cell.words);
  const [last, above] = [lines.at(-1), lines.at(-2)];
  if (!last || !above || lines.slice(0, -1).some((line) => phrasesOf(line).length > 1)) return [];
  const columns = phrasesOf(last).map((phrase) => {
    const c = intervalOf(xs, (phrase.x0 + phrase.x1) / 2);
    return phrase.x0 >= (xs[c] as number) - 1 && phrase.x1 <= (xs[c + 1] as number) + 1 ? c : -1;
  });
  if (columns.length !== cell.columnSpan || columns.includes(-1) || new Set(columns).size !== columns.length) return [];
  return [{ cell, y: (bottomOf(above) + topOf(last)) / 2 }];
}

/** Bands between horizontal lines that hold several printed rows are cut between them. */
function cutRows(lattice: Lattice, words: readonly Placed[], em: number): Lattice {
  let cut = lattice;
  const bands = new Map<number, DraftCell[]>();
  for (const cell of fill(lattice, words)) {
    if (cell.rowSpan > 1) continue;
    const band = bands.get(cell.row);
    if (band) band.push(cell);
    else bands.set(cell.row, [cell]);
  }
  for (let row = lattice.ys.length - 2; row >= 0; row--) {
    const [top, bottom] = [lattice.ys[row] as number, lattice.ys[row + 1] as number];
    if (bottom - top < 2 * em) continue;
    const inBand = bands.get(row) ?? [];
    const rows = printedRows(inBand, lattice.xs);
    if (!rows) continue;
    const at = rows.slice(1).map((lines, k) => {
      const above = rows[k] as readonly PhraseLine[];
      return (
        (Math.max(...above.map((line) => bottomOf(line.line))) + Math.min(...lines.map((line) => topOf(line.line)))) / 2
      );
    });
    const own = new Set(inBand.flatMap((cell) => Array.from({ length: cell.columnSpan }, (_, k) => cell.column + k)));
    const parts = at.map(() => lattice.xs.slice(1).map((_, column) => own.has(column)));
    cut = cutRow(cut, row, at, parts);
  }
  return cut;
}

/** The rows printed in a band, or null where it is one row: several columns must have one value on each baseline. */
function printedRows(cells: readonly DraftCell[], xs: readonly number[]): readonly (readonly PhraseLine[])[] | null {
  if (cells.length < 2) return null;
  const valueLines = cells
    .filter((cell) => cell.columnSpan === 1)
    .map((cell) => linesOf(cell.words).map((line) => ({ line, phrases: phrasesOf(line) })))
    .filter((lines) => lines.length >= 2 && lines.every(({ phrases }) => phrases.every((p) => isValue(p.text))));
  if (valueLines.length < 2) return null;
  const [first, ...others] = valueLines as unknown as [PhraseLine[], ...PhraseLine[][]];
  const shared = first.filter(({ line }) =>
    others.some((other) => other.some((o) => Math.abs(o.line.baseline - line.baseline) < 0.3 * line.sizePt)),
  );
  if (shared.length < 2) return null;
  const words = cells.flatMap((cell) => cell.words);
  const lines = linesOf(words).map((line) => ({ line, phrases: phrasesOf(line) }));
  const rows = rowsOf(lines, xs);
  return rows.length > 1 ? rows : null;
}

/** A column in which most rows hold several aligned pieces is cut between them: the table has no vertical lines there. */
function cutColumns(lattice: Lattice, words: readonly Placed[], em: number): Lattice {
  let cut = lattice;
  const byColumn = lattice.xs.map((): DraftCell[] => []);
  for (const cell of fill(lattice, words))
    if (cell.columnSpan === 1 && cell.words.length > 0) byColumn[cell.column]?.push(cell);
  for (let column = lattice.xs.length - 2; column >= 0; column--) {
    const own = byColumn[column] as DraftCell[];
    const rows = own.flatMap((cell) =>
      linesOf(cell.words).map((line) => ({ line, phrases: joinLooseSigns(phrasesOf(line), em), row: cell.row })),
    );
    const telling = rows.filter((row) => row.phrases.length > 1 && row.phrases.slice(1).some((p: Phrase) => p.value));
    if (telling.length < 3 || telling.length < 0.6 * rows.length) continue;
    const gutters = guttersOf(rows, 0.5 * em);
    if (gutters.length === 0) continue;
    const at = gutters.map((gutter) => (gutter.from + gutter.to) / 2);
    const parts = at.map((x) =>
      lattice.ys.slice(1).map((_, row) => {
        const mine = rows.filter((line) => line.row === row);
        return mine.length > 0 && mine.every((line) => line.phrases.every((p) => p.x1 <= x || p.x0 >= x));
      }),
    );
    cut = cutColumn(cut, column, at, parts);
  }
  return cut;
}
