import { areaOf, intersectionOf, type PageBox } from '../../evidence/boxes.js';
import type { BoxIndex } from './box-index.js';
import { guttersOf, type PhraseLine } from './columns.js';
import { crossingComponents, danglingShare } from './components.js';
import { boxOfDraft, type Draft, type DraftCell, fill, intervalOf } from './draft.js';
import { type Lattice, latticeOf } from './lattice.js';
import { joinLooseSigns } from './loose-signs.js';
import { bottomOf, linesOf, middleOf, type Phrase, type Placed, phrasesOf, topOf } from './placed.js';
import { rowsOf } from './body-rows.js';
import type { Ruling } from './rulings.js';
import { cutColumn, cutRow, partColumns, withoutSlivers } from './split-lattice.js';
import { isValue } from './values.js';

/** Tables whose cells are enclosed by painted lines, completed by the alignment of words where lines are missing. */
export function ruledDrafts(rulings: readonly Ruling[], words: BoxIndex<Placed>, emPt: number): Draft[] {
  const drafts: Draft[] = [];
  for (const component of crossingComponents(rulings, emPt)) {
    const draft = draftOf(component, words, emPt);
    if (draft) drafts.push(draft);
  }
  // A frame around a table is a grid too, and holds less in each line: the grid with more filled cells stays.
  drafts.sort((a, b) => filled(b) - filled(a));
  const kept: Draft[] = [];
  for (const draft of drafts) {
    const box = boxOfDraft(draft);
    const clash = kept.some((other) => {
      const common = intersectionOf(box, boxOfDraft(other));
      return common !== null && areaOf(common) > 0.2 * Math.min(areaOf(box), areaOf(boxOfDraft(other)));
    });
    if (!clash) kept.push(draft);
  }
  return kept;
}

const filled = (draft: Draft): number => draft.cells.filter((cell) => cell.words.length > 0).length;

function draftOf(component: readonly Ruling[], index: BoxIndex<Placed>, emPt: number): Draft | null {
  const drawn = latticeOf(component, emPt);
  if (!drawn || danglingShare(component, emPt) > MAX_DANGLING) return null;
  const box = boxOfDraft(drawn);
  const words = index.touching(box).filter((word) => inside(box, word));
  if (words.length === 0) return null;
  const em = sizeOf(words);
  const clean = withoutSlivers(
    drawn,
    words.map((word) => [(word.x0 + word.x1) / 2, middleOf(word)] as const),
    SLIVER_EM * em,
  );
  const parted = partSpans(clean, words, em);
  const byRows = cutRows(cutHeads(cutSpannedRows(parted, words), words), words, em);
  const complete = cutColumns(byRows, words, em);
  const cells = fill(complete, words);
  const changed = complete.xs.length > clean.xs.length || complete.ys.length > clean.ys.length || parted !== clean;
  const draft: Draft = {
    xs: complete.xs,
    ys: complete.ys,
    cells,
    method: changed ? 'mixed' : 'ruled',
    headerRows: null,
  };
  return isTable(draft) ? draft : null;
}

/** More line ends than this that meet nothing make it a drawing. */
const MAX_DANGLING = 0.2;
/** Rows and columns without text that are narrower than this are the room between two lines. */
const SLIVER_EM = 0.9;

function inside(box: PageBox, word: Placed): boolean {
  const x = (word.x0 + word.x1) / 2;
  const y = (topOf(word) + bottomOf(word)) / 2;
  return x > box[0] && x < box[2] && y > box[1] && y < box[3];
}

const sizeOf = (words: readonly Placed[]): number => {
  const sizes = words.map((word) => word.sizePt).sort((a, b) => a - b);
  return sizes[sizes.length >> 1] as number;
};

/** Fewer filled cells than these are a box with a heading, not a table. */
const MIN_FILLED = 3;
/** A grid that is mostly merged is a form or a drawing. */
const MIN_REGULARITY = 0.42;
/** Cells of more words than this on average are blocks of text in frames. */
const MAX_MEAN_WORDS = 45;

function isTable(draft: Draft): boolean {
  const full = draft.cells.filter((cell) => cell.words.some((word) => /[\p{L}\p{N}]/u.test(word.text)));
  const rows = new Set(full.map((cell) => cell.row));
  const columns = new Set(full.map((cell) => cell.column));
  if (full.length < MIN_FILLED || rows.size < 2 || columns.size < 2) return false;
  const grid = (draft.xs.length - 1) * (draft.ys.length - 1);
  if (draft.cells.length < MIN_REGULARITY * grid) return false;
  if (full.reduce((sum, cell) => sum + cell.words.length, 0) / full.length > MAX_MEAN_WORDS) return false;
  if (draft.cells.reduce((n, cell) => n + cell.words.filter((word) => !word.along).length, 0) > MAX_ACROSS * wordCount(draft)) return false;
  if (struckShare(draft) > MAX_STRUCK) return false;
  if (emptyShare(draft, full, 'column') > MAX_EMPTY || emptyShare(draft, full, 'row') > MAX_EMPTY) return false;
  return someLineIsFull(draft, full);
}

const wordCount = (draft: Draft): number => draft.cells.reduce((n, cell) => n + cell.words.length, 0);

/** Headings may be turned on their side; where more than this share of the words is, the page is a drawing. */
const MAX_ACROSS = 0.4;

/** Words that a line of the grid runs through, as a share of all: none in a table, pin names in a schematic. */
function struckShare(draft: Draft): number {
  let [struck, all] = [0, 0];
  for (const cell of draft.cells) {
    const [x0, x1] = [draft.xs[cell.column] as number, draft.xs[cell.column + cell.columnSpan] as number];
    const [y0, y1] = [draft.ys[cell.row] as number, draft.ys[cell.row + cell.rowSpan] as number];
    for (const word of cell.words) {
      all++;
      const em = word.sizePt;
      if (word.x0 < x0 - em || word.x1 > x1 + em || topOf(word) < y0 - 0.4 * em || bottomOf(word) > y1 + 0.4 * em) struck++;
    }
  }
  return struck / all;
}

const MAX_STRUCK = 0.1;

/** Rows or columns without a word, as a share of all: between the bars of a chart there are many. */
function emptyShare(draft: Draft, full: readonly DraftCell[], key: 'row' | 'column'): number {
  const lines = (key === 'row' ? draft.ys.length : draft.xs.length) - 1;
  const used = new Set<number>();
  for (const cell of full)
    for (let i = 0; i < (key === 'row' ? cell.rowSpan : cell.columnSpan); i++) used.add(cell[key] + i);
  return 1 - used.size / lines;
}

const MAX_EMPTY = 0.4;

/** Headings or labels fill one line of a table; the gridlines of a chart have none such. */
function someLineIsFull(draft: Draft, full: readonly DraftCell[]): boolean {
  const share = (key: 'row' | 'column') => {
    const all = new Map<number, number>();
    const used = new Map<number, number>();
    for (const cell of draft.cells) all.set(cell[key], (all.get(cell[key]) ?? 0) + 1);
    for (const cell of full) used.set(cell[key], (used.get(cell[key]) ?? 0) + 1);
    return Math.max(...[...all].map(([line, count]) => (count > 1 ? (used.get(line) ?? 0) / count : 0)));
  };
  return share('row') >= FULL_LINE && share('column') >= FULL_LINE / 2;
}

const FULL_LINE = 0.6;

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
  const cells = fill(lattice, words).filter((cell) => cell.columnSpan > 1 && cell.rowSpan === 1 && cell.words.length > 2);
  for (let row = Math.min(MAX_HEAD_ROW, lattice.ys.length - 2); row >= 0; row--) {
    const heads = cells.filter((cell) => cell.row === row).flatMap((cell) => headOf(cell, lattice.xs));
    if (heads.length === 0) continue;
    const columns = new Set(heads.flatMap(({ cell }) => Array.from({ length: cell.columnSpan }, (_, k) => cell.column + k)));
    const at = heads.reduce((sum, head) => sum + head.y, 0) / heads.length;
    cut = cutRow(cut, row, [at], [lattice.xs.slice(1).map((_, c) => columns.has(c))]);
    const inner = new Set(heads.flatMap(({ cell }) => Array.from({ length: cell.columnSpan - 1 }, (_, k) => cell.column + k + 1)));
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
    const rows = own.flatMap((cell) => linesOf(cell.words).map((line) => ({ line, phrases: joinLooseSigns(phrasesOf(line), em), row: cell.row })));
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
