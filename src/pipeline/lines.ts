import { heightOf, type PageBox, unionOf, widthOf } from '../evidence/boxes.js';
import type { Span } from '../sources/source.js';

/** A visual line: spans on one baseline, in reading order. */
export interface Line {
  readonly text: string;
  readonly box: PageBox;
  /** Size of most of its characters, pt. */
  readonly sizePt: number;
  readonly bold: boolean;
  /** Pieces parted by more than a word space: 1 for prose, more for a row of a table. */
  readonly cells: number;
  /** Characters run from top to bottom. */
  readonly vertical: boolean;
}

/** A gap wider than this many font sizes parts cells. */
const CELL_GAP_EM = 1.2;
/** Boxes that share this much of the lower one's height stand on one baseline. */
const SAME_BASELINE = 0.6;
/** A piece of at most this many characters may be a cell of a row that the file paints column by column. */
const CELL_MAX_CHARS = 28;
/** A gap wider than this many font sizes inside a word run needs a blank that the file did not paint. */
const WORD_GAP_EM = 0.15;

/**
 * The visible spans of a page as lines. Order is the content stream's, which is the author's; pieces of one table row
 * that were painted apart are joined, and vertical writing is read from the right.
 */
export function linesOf(spans: readonly Span[]): Line[] {
  const groups: Span[][] = [];
  for (const span of spans) {
    if (span.hidden) continue;
    const last = groups.at(-1);
    const previous = last?.at(-1);
    if (last && previous && continues(previous, span)) last.push(span);
    else groups.push([span]);
  }
  const lines = joinRows(groups).map(lineOf);
  if (lines.filter((line) => line.vertical).length * 2 <= lines.length) return lines;
  return [...lines].sort((a, b) => b.box[2] - a.box[2] || a.box[1] - b.box[1]);
}

/** Whether `next` goes on where `previous` stopped: the same line of the file, and the same baseline. */
function continues(previous: Span, next: Span): boolean {
  if (next.line !== previous.line || next.rotationDeg !== previous.rotationDeg) return false;
  return isVertical(previous) || isVertical(next) ? sameColumn(previous, next) : sameRow(previous.box, next.box, previous.rotationDeg);
}

const isVertical = (span: Span): boolean =>
  span.rotationDeg % 180 === 0 && [...span.text].length > 2 && heightOf(span.box) > 2.5 * widthOf(span.box);

const sameColumn = (a: Span, b: Span): boolean => Math.min(a.box[2], b.box[2]) - Math.max(a.box[0], b.box[0]) > 0;

/** Boxes share a baseline; sideways text shares it in x. */
function sameRow(a: PageBox, b: PageBox, rotationDeg: number): boolean {
  const sideways = rotationDeg % 180 !== 0;
  const [a0, a1, b0, b1] = sideways ? [a[0], a[2], b[0], b[2]] : [a[1], a[3], b[1], b[3]];
  return Math.min(a1, b1) - Math.max(a0, b0) >= SAME_BASELINE * Math.min(a1 - a0, b1 - b0);
}

/**
 * Joins groups that stand side by side on one baseline where at least one is as short as a table cell: rows painted
 * column by column. Two columns of prose stay apart.
 */
function joinRows(groups: Span[][]): Span[][] {
  const rows: { spans: Span[]; box: PageBox; longest: number }[] = [];
  // Rows by the height they stand at, so that a page of thousands of cells is not compared all with all.
  const byHeight = new Map<number, number[]>();
  const bucket = (y: number) => Math.round(y / 4);
  for (const spans of groups) {
    const box = unionOf(spans.map((span) => span.box)) as PageBox;
    const length = spans.reduce((sum, span) => sum + span.text.length, 0);
    const rotation = (spans[0] as Span).rotationDeg;
    const middle = (box[1] + box[3]) / 2;
    const near = [-1, 0, 1].flatMap((step) => byHeight.get(bucket(middle) + step) ?? []);
    const row = rotation === 0 && !isVertical(spans[0] as Span)
      ? near
          .map((index) => rows[index] as (typeof rows)[number])
          .find(
            (candidate) =>
              Math.min(candidate.longest, length) <= CELL_MAX_CHARS &&
              (candidate.spans[0] as Span).rotationDeg === rotation &&
              sameRow(candidate.box, box, rotation) &&
              (candidate.box[2] <= box[0] + 1 || box[2] <= candidate.box[0] + 1),
          )
      : undefined;
    if (row) {
      row.spans.push(...spans);
      row.box = unionOf([row.box, box]) as PageBox;
      row.longest = Math.max(row.longest, length);
      continue;
    }
    const key = bucket(middle);
    byHeight.set(key, [...(byHeight.get(key) ?? []), rows.length]);
    rows.push({ spans: [...spans], box, longest: length });
  }
  return rows.map(({ spans }) => {
    const first = spans[0] as Span;
    return first.rotationDeg === 0 && !isVertical(first) ? [...spans].sort((a, b) => a.box[0] - b.box[0]) : spans;
  });
}

function lineOf(spans: readonly Span[]): Line {
  let text = '';
  let cells = 1;
  const weight = new Map<number, number>();
  let boldChars = 0;
  let chars = 0;
  spans.forEach((span, i) => {
    const previous = spans[i - 1];
    const gap = previous ? gapBetween(previous, span) : 0;
    if (previous && gap > CELL_GAP_EM * span.sizePt) {
      text += '\t';
      cells += 1;
    } else if (previous && (span.spaceBefore || gap > WORD_GAP_EM * span.sizePt) && !/\s$/u.test(text)) {
      text += ' ';
    }
    text += span.text;
    chars += span.text.length;
    weight.set(span.sizePt, (weight.get(span.sizePt) ?? 0) + span.text.length);
    if (/bold|black|heavy|semibold|demi/i.test(span.font)) boldChars += span.text.length;
  });
  const sizePt = [...weight].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [0, -1])[0];
  const box = unionOf(spans.map((span) => span.box)) as PageBox;
  return { text, box, sizePt, bold: boldChars * 2 > chars, cells, vertical: isVertical(spans[0] as Span) };
}

/** Free room between two pieces along the line, in pt. */
function gapBetween(a: Span, b: Span): number {
  if (a.rotationDeg % 180 !== 0 || isVertical(a)) return Math.max(b.box[1] - a.box[3], a.box[1] - b.box[3]);
  return Math.max(b.box[0] - a.box[2], a.box[0] - b.box[2]);
}
