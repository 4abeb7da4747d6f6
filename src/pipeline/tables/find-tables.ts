import { holdsPoint, intersectionOf, middleOf, type PageBox, pageBox, unionOf } from '../../evidence/boxes.js';
import type { Refusal } from '../../evidence/wire/prove.js';
import type { PaintedPage } from '../../sources/painted.js';
import { type RunPart, type Word, wordsOf } from '../layout/words.js';
import { median } from '../median.js';
import { alignedDrafts } from './aligned.js';
import { BoxIndex } from './box-index.js';
import { cellText } from './cell-text.js';
import { boxOfDraft, type Draft, type DraftCell } from './draft.js';
import { bindFootnotes } from './footnotes.js';
import { headingsOf } from './headers.js';
import { drawnShare } from './is-drawing.js';
import { joinRulings } from './join-rulings.js';
import { boxOf, type Placed, place } from './placed.js';
import { ruledDrafts } from './ruled.js';
import { type Fill, paintedLinesOf } from './rulings.js';
import { splitAtLines } from './split-words.js';
import type { Table, TableCell, TableWarning } from './table.js';
import { edgesOfTiles } from './tiled-fills.js';
import { titleOf } from './title.js';
import { type QuarterTurn, quarterTurnOf, Upright } from './upright.js';

export interface FindTablesOptions {
  /** Why the page's evidence does not bear these glyphs; empty where it does. Nothing is asked without it. */
  readonly refusals?: (runs: readonly RunPart[]) => readonly Refusal[];
}

/** A page of more words than this is a dump of data; the first ones are read. */
const MAX_WORDS = 15_000;
/** Cells may hold pictures and signs; with more than this share drawn, the lines are those of a drawing. */
const MAX_DRAWN_IN_CELLS = 0.3;
/** A direction with fewer words than this holds no table. */
const MIN_WORDS = 2;

/**
 * The tables of a page, from top to bottom, read in each of the four directions in which the page has text.
 *
 * @param words of the page, where the caller has them already
 */
export function findTables(
  page: PaintedPage,
  pageIndex: number,
  options: FindTablesOptions = {},
  words: readonly Word[] = wordsOf(page),
): { tables: Table[]; warnings: TableWarning[] } {
  const warnings: TableWarning[] = [];
  if (words.length > MAX_WORDS)
    warnings.push({
      code: 'TABLES_TOO_MANY_WORDS',
      message: `The page has ${words.length} words; tables were looked for among the first ${MAX_WORDS}.`,
    });
  const used = words.slice(0, MAX_WORDS);
  const turns = new Map<QuarterTurn, number>();
  for (const word of used) {
    const turn = word.vertical ? null : quarterTurnOf(word.rotationDeg);
    if (turn !== null) turns.set(turn, (turns.get(turn) ?? 0) + 1);
  }
  const tables: Omit<Table, 'id'>[] = [];
  const taken = new Set<Word>();
  for (const [turn, count] of [...turns].sort((a, b) => b[1] - a[1])) {
    if (count < MIN_WORDS) continue;
    const found = tablesUpright(
      page,
      pageIndex,
      turn,
      used.filter((word) => !taken.has(word)),
      options,
    );
    if (found.truncated && !warnings.some(({ code }) => code === 'TABLES_TOO_MANY_RULINGS'))
      warnings.push({
        code: 'TABLES_TOO_MANY_RULINGS',
        message: 'The page has more lines than a table can; some were left out.',
      });
    tables.push(...found.tables);
    for (const word of found.words) taken.add(word);
  }
  tables.sort((a, b) => a.box[1] - b.box[1] || a.box[0] - b.box[0]);
  return { tables: tables.map((table, i) => ({ id: `t${pageIndex + 1}-${i + 1}`, ...table })), warnings };
}

function tablesUpright(
  page: PaintedPage,
  pageIndex: number,
  turn: QuarterTurn,
  words: readonly Word[],
  options: FindTablesOptions,
): { tables: Omit<Table, 'id'>[]; words: Word[]; truncated: boolean } {
  const upright = new Upright(turn, page.width, page.height);
  const runsAlong = (word: Word) => !word.vertical && quarterTurnOf(word.rotationDeg) === turn;
  const straight = words.filter(runsAlong).map((word) => place(word, upright, true));
  const em = median(straight.map((word) => word.sizePt));
  const lines = paintedLinesOf(page.elements, upright, em);
  const rulings = joinRulings(lines.rulings, em);
  const along = splitAtLines(straight, rulings, page.elements, upright);
  const all = [...along, ...words.filter((word) => !runsAlong(word)).map((word) => place(word, upright, false))];
  const index = new BoxIndex(all, boxOf);
  const isQuiet = (draft: Draft) => drawnShare(boxOfDraft(draft), lines) <= MAX_DRAWN_IN_CELLS;
  const ruled = ruledDrafts(rulings, index, em).filter(isQuiet);
  const places = ruled.map(boxOfDraft);
  const tiled = ruledDrafts(joinRulings(edgesOfTiles(lines.fills, em), em), index, em).filter(
    (draft) => isQuiet(draft) && !places.some((place) => intersectionOf(place, boxOfDraft(draft))),
  );
  ruled.push(...tiled);
  const rest = outside(along, ruled);
  const drafts = [...ruled, ...alignedDrafts(rest, rulings, lines, ruled.map(boxOfDraft), em)];
  const tables: Omit<Table, 'id'>[] = [];
  const free = outside(along, drafts);
  for (const draft of drafts) {
    tables.push(tableOf(draft, pageIndex, upright, lines.fills, free, drafts.map(boxOfDraft), em, options));
  }
  return {
    tables,
    words: wordsIn(words, drafts),
    truncated: lines.truncated,
  };
}

function indentOf({ words, column }: DraftCell, { xs }: Draft): number {
  if (words.length === 0) return 0;
  return Math.round((Math.min(...words.map(({ x0 }) => x0)) - (xs[column] as number)) * 100) / 100;
}

/** A first row of one cell across the table is its title where nothing stands above. */
const headingInside = (cells: readonly TableCell[], columns: number): string =>
  cells.find((cell) => cell.row === 0 && cell.columnSpan === columns && columns > 1)?.text ?? '';

/** Words of which a table has a glyph; pieces of split words are words of their own by then. */
function wordsIn(words: readonly Word[], drafts: readonly Draft[]): Word[] {
  const key = ({ id, from }: RunPart) => `${id} ${from}`;
  const inside = new Set(
    drafts.flatMap((draft) => draft.cells.flatMap((cell) => cell.words.flatMap(({ word }) => word.runs.map(key)))),
  );
  return words.filter((word) => word.runs.some((part) => inside.has(key(part))));
}

function outside(words: readonly Placed[], drafts: readonly Draft[]): Placed[] {
  const inside = new Set(drafts.flatMap((draft) => draft.cells.flatMap((cell) => cell.words)));
  return words.filter((word) => !inside.has(word));
}

function tableOf(
  draft: Draft,
  pageIndex: number,
  upright: Upright,
  fills: readonly Fill[],
  free: readonly Placed[],
  tableBoxes: readonly PageBox[],
  em: number,
  options: FindTablesOptions,
): Omit<Table, 'id'> {
  const rows = draft.ys.length - 1;
  const columns = draft.xs.length - 1;
  const boxOfCell = (cell: DraftCell): PageBox =>
    pageBox(
      draft.xs[cell.column] as number,
      draft.ys[cell.row] as number,
      draft.xs[cell.column + cell.columnSpan] as number,
      draft.ys[cell.row + cell.rowSpan] as number,
    );
  const background = (cell: DraftCell): string | null => {
    const middle = middleOf(boxOfCell(cell));
    const under = fills.findLast(({ box }) => holdsPoint(box, middle));
    return under === undefined || under.color === '#ffffff' ? null : under.color;
  };
  const headings = headingsOf(draft.cells, rows, columns, draft.headerRows, background);
  const box = boxOfDraft(draft);
  const bound = bindFootnotes(draft.cells, free, box, tableBoxes, upright);
  const cells = draft.cells.map((cell, i): TableCell => {
    const runs = cell.words.flatMap(({ word }) => word.runs);
    const { marks, plain } = bound.cells[i] as { marks: readonly string[]; plain: string };
    return {
      row: cell.row,
      column: cell.column,
      rowSpan: cell.rowSpan,
      columnSpan: cell.columnSpan,
      text: cellText(cell.words),
      plain,
      marks,
      header: headings.rows.has(cell.row),
      box: upright.pageBox(boxOfCell(cell)),
      indentPt: indentOf(cell, draft),
      spanIds: [...new Set(runs.map(({ id }) => id))],
      runs,
      refused: runs.length === 0 ? [] : (options.refusals?.(runs) ?? []),
    };
  });
  return {
    pageIndex,
    box: upright.pageBox(unionOf([box, ...draft.cells.flatMap((cell) => cell.words.map(boxOf))]) as PageBox),
    title: titleOf(box, free, tableBoxes, em) || headingInside(cells, columns),
    method: draft.method,
    rows,
    columns,
    headerColumns: headings.columns,
    cells,
    footnotes: bound.footnotes,
    rotationDeg: upright.turn,
    continues: null,
  };
}
