import type { Draft, DraftCell } from './draft.js';
import { bottomOf, topOf } from './placed.js';

/** Fewer filled cells than these are a box with a heading, not a table. */
const MIN_FILLED = 3;
/** A grid that is mostly merged is a form or a drawing. */
const MIN_REGULARITY = 0.42;
/** Cells of more words than this on average are blocks of text in frames. */
const MAX_MEAN_WORDS = 45;

/** Whether a grid of lines with words in it is a table, and not a frame, a form, a chart or a drawing. */
export function isRuledTable(draft: Draft): boolean {
  const full = draft.cells.filter((cell) => cell.words.some((word) => /[\p{L}\p{N}]/u.test(word.text)));
  const rows = new Set(full.map((cell) => cell.row));
  const columns = new Set(full.map((cell) => cell.column));
  if (full.length < MIN_FILLED || rows.size < 2 || columns.size < 2) return false;
  const grid = (draft.xs.length - 1) * (draft.ys.length - 1);
  if (draft.cells.length < MIN_REGULARITY * grid) return false;
  if (full.reduce((sum, cell) => sum + cell.words.length, 0) / full.length > MAX_MEAN_WORDS) return false;
  if (
    draft.cells.reduce((n, cell) => n + cell.words.filter((word) => !word.along).length, 0) >
    MAX_ACROSS * wordCount(draft)
  )
    return false;
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
      if (word.x0 < x0 - em || word.x1 > x1 + em || topOf(word) < y0 - 0.4 * em || bottomOf(word) > y1 + 0.4 * em)
        struck++;
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
