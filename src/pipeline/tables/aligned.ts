import { intersectionOf, type PageBox } from '../../evidence/boxes.js';
import { intervalOf } from '../sorted.js';
import { candidatesOf } from './aligned-candidates.js';
import { alignedGrid } from './aligned-grid.js';
import { type RowLines, rowsOf } from './body-rows.js';
import { type Gutter, guttersOf, type PhraseLine } from './columns.js';
import { boxOfDraft, type Draft } from './draft.js';
import { headerLines } from './header-lines.js';
import { isDrawing } from './is-drawing.js';
import type { Phrase, Placed } from './placed.js';
import { isFull, type RuleLine, ruleLinesOf } from './rule-lines.js';
import type { PaintedLines, Ruling } from './rulings.js';
import { isStandIn, isYear } from './values.js';

/** Columns of figures are told apart by this; wider room is left between words of text anyway. */
const MIN_GUTTER_EM = 0.1;
/** Fewer rows than these align by chance, unless rules enclose them. */
const MIN_ROWS = 3;

/**
 * Tables without vertical lines: columns from the alignment of words, rows from their baselines, helped by horizontal
 * rules where there are any.
 *
 * @param taken places of tables that are found already
 */
export function alignedDrafts(
  words: readonly Placed[],
  rulings: readonly Ruling[],
  painted: PaintedLines,
  taken: readonly PageBox[],
  em: number,
): Draft[] {
  const rules = ruleLinesOf(rulings, em);
  const drafts: Draft[] = [];
  for (const candidate of candidatesOf(words, rules, taken, em)) {
    const draft = draftOf(candidate.rows, candidate.all, rules, em);
    if (!draft || isDrawing(boxOfDraft(draft), painted, em) || isWired(draft, rulings)) continue;
    const box = boxOfDraft(draft);
    if ([...taken, ...drafts.map(boxOfDraft)].some((other) => intersectionOf(box, other))) continue;
    drafts.push(draft);
  }
  return drafts;
}

/** Upright lines inside: a table that had so many would be ruled, so this is a drawing or the frame of one. */
function isWired(draft: Draft, rulings: readonly Ruling[]): boolean {
  const b = boxOfDraft(draft);
  const upright = rulings.filter((r) => r.axis === 'v' && r.at > b[0] && r.at < b[2] && r.from < b[3] && r.to > b[1]);
  return upright.length > MAX_UPRIGHT_PER_COLUMN * draft.xs.length;
}

const MAX_UPRIGHT_PER_COLUMN = 1.5;

/**
 * @param rows lines of several phrases, from the first to the last of the table, headings perhaps included
 * @param all all lines of the place, those above the first row as well
 */
function draftOf(
  rows: readonly PhraseLine[],
  all: readonly PhraseLine[],
  rules: readonly RuleLine[],
  em: number,
): Draft | null {
  const [x0, x1] = extent(rows);
  const full = rules.filter((rule) => isFull(rule, x0, x1, em));
  const header = headerLines(rows, all, full, [x0, x1], em);
  const body = rows.filter((row) => !header.lines.includes(row));
  const first = body[0];
  const last = body.at(-1);
  if (!first || !last) return null;
  const end = Math.max(last.line.baseline, ...tailOf(last, all, full, em));
  const inside = all.filter((line) => line.line.baseline >= first.line.baseline && line.line.baseline <= end);
  const gutters = guttersOf(body, MIN_GUTTER_EM * em);
  const [left, right] = extent([...inside, ...header.lines]);
  const xs = [left, ...gutters.map((g) => (g.from + g.to) / 2), right];
  const start = header.bodyStart;
  const opening = all.filter(
    (line) => line.line.baseline < first.line.baseline && line.line.baseline > start && !header.lines.includes(line),
  );
  const lines = [...opening, ...inside];
  const printed = rowsOf(
    lines,
    xs,
    full.map((rule) => rule.y),
  );
  if (!isTable(printed, body, gutters, header.enclosed, xs)) return null;
  return alignedGrid(printed, header.lines, header.top, rules, xs, gutters, em, full);
}

/** Baselines of lines that end a wrapped label of the last row: above the closing rule, or beside the row's own line. */
function tailOf(last: PhraseLine, all: readonly PhraseLine[], full: readonly RuleLine[], em: number): number[] {
  const y = last.line.baseline;
  const closing = full.find((rule) => rule.y > y && rule.y < y + CLOSING_RULE_EM * em)?.y ?? y + BESIDE_EM * em;
  return all.map(({ line }) => line.baseline).filter((baseline) => baseline > y && baseline < closing);
}

/** The rule that closes a table is this near to its last row, font sizes. */
const CLOSING_RULE_EM = 3;
/** Baselines nearer than this stand side by side. */
const BESIDE_EM = 0.65;

function extent(lines: readonly PhraseLine[]): [number, number] {
  return [
    Math.min(...lines.map((line) => (line.phrases[0] as Phrase).x0)),
    Math.max(...lines.flatMap((line) => line.phrases.map((phrase) => phrase.x1))),
  ];
}

/** Most rows of a table of figures have a figure in a column behind the first. */
const MIN_VALUE_ROWS = 0.5;
/** Words alone need more columns, or rules around them, and short cells. */
const MAX_MEAN_CELL_WORDS = 6;

function isTable(
  printed: readonly RowLines[],
  body: readonly PhraseLine[],
  gutters: readonly Gutter[],
  enclosed: boolean,
  xs: readonly number[],
): boolean {
  if (gutters.length === 0 || printed.length < (enclosed ? 2 : MIN_ROWS) || body.length < (enclosed ? 1 : MIN_ROWS))
    return false;
  const values = body.filter((row) =>
    row.phrases.slice(1).some((p) => p.value && (!isStandIn(p.text) || row.phrases.length > 2)),
  );
  if (values.length >= MIN_VALUE_ROWS * body.length) return enclosed || !isContents(body, gutters);
  const cells = body.flatMap((row) => row.phrases);
  const meanWords = cells.reduce((sum, phrase) => sum + phrase.words.length, 0) / cells.length;
  if (meanWords > MAX_MEAN_CELL_WORDS) return false;
  if (enclosed) return true;
  // Words alone: three columns or more that nearly every row fills.
  const columns = xs.length - 1;
  const filled = body.reduce(
    (sum, row) => sum + new Set(row.phrases.map((p) => intervalOf(xs, (p.x0 + p.x1) / 2))).size,
    0,
  );
  return columns >= 3 && body.length >= 4 && meanWords <= 3.5 && filled >= 0.8 * columns * body.length;
}

/** A table of contents: one column of plain whole numbers that never fall, behind text or leaders. */
function isContents(body: readonly PhraseLine[], gutters: readonly Gutter[]): boolean {
  if (gutters.length > 2) return false;
  const last = body.map((row) => row.phrases.at(-1)?.text ?? '');
  if (!last.every((text) => /^\d{1,4}$/u.test(text)) || last.every(isYear)) return false;
  const leaders = body.filter((row) => row.phrases.some((p) => /(?:\.\s?){4,}|…{2,}/u.test(p.text))).length;
  const rising = last.every((text, i) => i === 0 || Number(text) >= Number(last[i - 1]));
  return rising && (leaders >= 0.5 * body.length || Number(last.at(-1)) > last.length);
}
