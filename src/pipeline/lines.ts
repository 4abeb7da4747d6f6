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
const CELL_GAP_EM = 1.5;
/** Boxes that share this much of the lower one's height stand on one baseline. */
const SAME_BASELINE = 0.6;
/** A piece of at most this many characters may be a cell of a row that the file paints column by column. */
const CELL_MAX_CHARS = 28;
/** A line longer than this is prose, and so is a short one right above or below it in the same column. */
const PROSE_MIN_CHARS = 36;
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
  return tiersOf(lines).flatMap((tier) => tier.sort((a, b) => b.box[2] - a.box[2] || a.box[1] - b.box[1]));
}

/** Vertical columns that stand at one height; free room across the page parts those above from those below. */
function tiersOf(lines: readonly Line[]): Line[][] {
  const tiers: Line[][] = [];
  let bottom = Number.NEGATIVE_INFINITY;
  for (const line of [...lines].sort((a, b) => a.box[1] - b.box[1])) {
    if (line.box[1] < bottom) tiers.at(-1)?.push(line);
    else tiers.push([line]);
    bottom = Math.max(bottom, line.box[3]);
  }
  return tiers;
}

/** Whether `next` goes on where `previous` stopped: the same line of the file, and the same baseline. */
function continues(previous: Span, next: Span): boolean {
  if (next.line !== previous.line || next.rotationDeg !== previous.rotationDeg) return false;
  return isVertical(previous) || isVertical(next)
    ? sameColumn(previous, next)
    : sameRow(previous.box, next.box, previous.rotationDeg);
}

const isVertical = (span: Span): boolean =>
  span.rotationDeg % 180 === 0 && [...span.text].length > 2 && heightOf(span.box) > 2.5 * widthOf(span.box);

/** Columns of vertical writing stand so close that their boxes may touch. */
const sameColumn = (a: Span, b: Span): boolean =>
  Math.min(a.box[2], b.box[2]) - Math.max(a.box[0], b.box[0]) >=
  SAME_BASELINE * Math.min(widthOf(a.box), widthOf(b.box));

/** Boxes share a baseline; sideways text shares it in x. */
function sameRow(a: PageBox, b: PageBox, rotationDeg: number): boolean {
  const sideways = rotationDeg % 180 !== 0;
  const [a0, a1, b0, b1] = sideways ? [a[0], a[2], b[0], b[2]] : [a[1], a[3], b[1], b[3]];
  return Math.min(a1, b1) - Math.max(a0, b0) >= SAME_BASELINE * Math.min(a1 - a0, b1 - b0);
}

interface Piece {
  readonly spans: Span[];
  box: PageBox;
  readonly chars: number;
  /** Spans stand side by side, neither sideways nor from top to bottom. */
  readonly level: boolean;
}

/**
 * Joins pieces that stand side by side on one baseline and are as short as table cells: rows painted column by column.
 * Columns of prose stay apart, the short last lines of their paragraphs too.
 */
function joinRows(groups: Span[][]): Span[][] {
  const pieces = groups.map((spans): Piece => {
    const first = spans[0] as Span;
    return {
      spans,
      box: unionOf(spans.map((span) => span.box)) as PageBox,
      chars: spans.reduce((sum, span) => sum + span.text.length, 0),
      level: first.rotationDeg === 0 && !isVertical(first),
    };
  });
  const prose = pieces.map(
    (piece, i) => piece.chars > PROSE_MIN_CHARS || [i - 1, i + 1].some((j) => continuesProse(piece, pieces[j])),
  );
  const rows: Piece[] = [];
  // Rows by the height they stand at, so that a page of thousands of cells is not compared all with all.
  const byHeight = new Map<number, Piece[]>();
  pieces.forEach((piece, i) => {
    const bucket = Math.round((piece.box[1] + piece.box[3]) / 2 / ROW_BUCKET_PT);
    const near = [-1, 0, 1].flatMap((step) => byHeight.get(bucket + step) ?? []);
    const row =
      piece.level && !prose[i] && piece.chars <= CELL_MAX_CHARS
        ? near.find((other) => besides(other, piece))
        : undefined;
    if (row) {
      row.spans.push(...piece.spans);
      row.box = unionOf([row.box, piece.box]) as PageBox;
      return;
    }
    rows.push(piece);
    if (piece.level && !isParagraph(i)) byHeight.set(bucket, [...(byHeight.get(bucket) ?? []), piece]);
  });
  return rows.map(({ spans, level }) => (level ? [...spans].sort((a, b) => a.box[0] - b.box[0]) : spans));

  /** A long label may begin a row; a line of a paragraph does not. */
  function isParagraph(i: number): boolean {
    return [i - 1, i + 1].some((j) => continuesProse(pieces[i] as Piece, pieces[j]));
  }
}

/** Height of a bucket of rows, pt: under the smallest print, so that three neighbours hold every row in question. */
const ROW_BUCKET_PT = 4;

function besides(row: Piece, piece: Piece): boolean {
  return sameRow(row.box, piece.box, 0) && (row.box[2] <= piece.box[0] + 1 || piece.box[2] <= row.box[0] + 1);
}

/** `neighbour` is a line of prose right above or below `piece`, in the same column. */
function continuesProse(piece: Piece, neighbour: Piece | undefined): boolean {
  if (!neighbour || neighbour.chars <= PROSE_MIN_CHARS || !neighbour.level) return false;
  const gap = Math.max(piece.box[1] - neighbour.box[3], neighbour.box[1] - piece.box[3]);
  const sameEdge = Math.abs(piece.box[0] - neighbour.box[0]) <= 2 * heightOf(piece.box);
  return sameEdge && gap < heightOf(piece.box);
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
