import { heightOf, type PageBox, unionOf, widthOf } from '../evidence/boxes.js';
import { type Caption, captionAt } from '../evidence/labels.js';
import type { Line } from './lines.js';

/** Lines that belong together: a paragraph, a heading, the rows of a table, a caption. */
export interface PageBlock {
  readonly kind: 'heading' | 'text' | 'table' | 'caption';
  readonly lines: readonly Line[];
  readonly box: PageBox;
  readonly caption: Caption | null;
}

/** A line this much larger than the page's running text is a heading. */
const HEADING_RATIO = 1.15;
const HEADING_MAX_CHARS = 140;
/** Large lines that go on for more than this are prose, on a page whose small print outweighs it. */
const HEADING_MAX_LINES = 3;
/** Free room of this many line heights between two lines parts paragraphs. */
const PARAGRAPH_GAP = 0.75;
/** Rows with at least two cells that make a table when they follow each other. */
const MIN_TABLE_ROWS = 3;
/** A line of one cell between rows (a sub-heading, a wrapped label) stays in the table when it is this short. */
const SUBHEADING_MAX_CHARS = 60;
/** A caption goes on for this many lines at most; longer ones are followed by text set like it. */
const CAPTION_MAX_LINES = 6;

/** The lines of a page as blocks, in the order of the lines. */
export function blocksOf(lines: readonly Line[]): PageBlock[] {
  const inTable = tableLines(lines);
  const bodySize = commonSize(lines.filter((_, i) => !inTable[i]));
  const blocks: { kind: PageBlock['kind']; lines: Line[]; caption: Caption | null }[] = [];
  lines.forEach((line, i) => {
    const open = blocks.at(-1);
    const previous = open?.lines.at(-1);
    const caption = inTable[i] ? null : captionAt(line.text);
    if (caption) {
      blocks.push({ kind: 'caption', lines: [line], caption });
    } else if (inTable[i]) {
      if (open?.kind === 'table' && inTable[i - 1]) open.lines.push(line);
      else blocks.push({ kind: 'table', lines: [line], caption: null });
    } else if (open?.kind === 'caption' && previous && goesOnCaption(open.lines.length, previous, line)) {
      open.lines.push(line);
    } else if (open?.kind === 'heading' && previous && follows(previous, line) && isHeading(lines, i, bodySize)) {
      open.lines.push(line);
    } else if (isHeading(lines, i, bodySize) && !STARTS_SMALL.test(line.text)) {
      blocks.push({ kind: 'heading', lines: [line], caption: null });
    } else if (open?.kind === 'text' && previous && follows(previous, line)) {
      open.lines.push(line);
    } else {
      blocks.push({ kind: 'text', lines: [line], caption: null });
    }
  });
  return blocks.map((block) => ({ ...block, box: unionOf(block.lines.map((line) => line.box)) as PageBox }));
}

/** Text of a block: prose joined over line ends, table rows one a line with tabs between cells. */
export function blockText(block: PageBlock): string {
  return block.kind === 'table'
    ? block.lines.map((line) => line.text).join('\n')
    : joinProse(block.lines.map((line) => line.text));
}

/** Joins the lines of a paragraph: a word hyphenated at the line end becomes whole, Chinese and Japanese need no blank. */
export function joinProse(lines: readonly string[]): string {
  return lines.reduce((text, line) => {
    if (text === '') return line;
    if (/\p{Ll}[-\u00ad\u2010]$/u.test(text) && /^\p{Ll}/u.test(line)) return text.slice(0, -1) + line;
    return CJK_END.test(text) && CJK_START.test(line) ? text + line : `${text} ${line}`;
  }, '');
}

const CJK_END = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー，。、；：！？）》」』]$/u;
const CJK_START = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー，。、；：！？（《「『]/u;

function commonSize(lines: readonly Line[]): number {
  const weight = new Map<number, number>();
  for (const line of lines) weight.set(line.sizePt, (weight.get(line.sizePt) ?? 0) + line.text.length);
  return [...weight].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [0, 0])[0];
}

/** What begins with a small letter is the middle of a sentence. */
const STARTS_SMALL = /^\P{L}*\p{Ll}/u;

function isHeading(lines: readonly Line[], i: number, bodySize: number): boolean {
  const [line, next] = [lines[i] as Line, lines[i + 1]];
  const text = line.text.trim();
  if (text.length > HEADING_MAX_CHARS || line.cells > 1 || !/\p{L}/u.test(text)) return false;
  if (line.sizePt >= HEADING_RATIO * bodySize) return runLength(lines, i) <= HEADING_MAX_LINES;
  return (
    line.bold && next !== undefined && !next.bold && text.length <= HEADING_MAX_CHARS / 2 && !/[.。,，;；]$/u.test(text)
  );
}

/** Lines of one size that follow each other around line `i`, itself included. */
function runLength(lines: readonly Line[], i: number): number {
  const goesOn = (at: number): boolean => {
    const [previous, line] = [lines[at - 1], lines[at]];
    return previous !== undefined && line !== undefined && previous.sizePt === line.sizePt && follows(previous, line);
  };
  let [first, last] = [i, i];
  while (i - first <= HEADING_MAX_LINES && goesOn(first)) first -= 1;
  while (last - i <= HEADING_MAX_LINES && goesOn(last + 1)) last += 1;
  return last - first + 1;
}

/** A line of several cells below a caption is the head of the table that it names. */
const goesOnCaption = (count: number, previous: Line, line: Line): boolean =>
  count < CAPTION_MAX_LINES && line.cells === 1 && follows(previous, line);

/** `line` goes on with the paragraph of `previous`: the same size, right below, over a common width. */
function follows(previous: Line, line: Line): boolean {
  if (previous.vertical && line.vertical) return true;
  const height = Math.max(1, Math.min(heightOf(previous.box), heightOf(line.box)));
  const gap = line.box[1] - previous.box[3];
  const common = Math.min(previous.box[2], line.box[2]) - Math.max(previous.box[0], line.box[0]);
  return (
    Math.abs(previous.sizePt - line.sizePt) <= 0.12 * previous.sizePt &&
    gap < PARAGRAPH_GAP * height &&
    gap > -0.6 * height &&
    common > 0.3 * Math.min(widthOf(previous.box), widthOf(line.box))
  );
}

/** Which lines are rows of a table: runs of rows with several cells, short single-cell lines between them included. */
function tableLines(lines: readonly Line[]): boolean[] {
  const inTable = new Array<boolean>(lines.length).fill(false);
  for (let start = 0; start < lines.length; ) {
    if (!isRow(lines[start])) {
      start += 1;
      continue;
    }
    let end = start;
    let rows = 0;
    let single = 0;
    for (let i = start; i < lines.length; i++) {
      const line = lines[i] as Line;
      const above = lines[i - 1];
      if (i > start && above && Math.abs(line.box[1] - above.box[3]) > 6 * heightOf(line.box)) break;
      if (isRow(line)) {
        rows += 1;
        single = 0;
        end = i + 1;
      } else if (line.text.length <= SUBHEADING_MAX_CHARS && single < 2 && !captionAt(line.text)) {
        single += 1;
      } else break;
    }
    if (rows >= MIN_TABLE_ROWS) inTable.fill(true, start, end);
    start = Math.max(end, start + 1);
  }
  return inTable;
}

/** Two cells or more of which one holds a figure, or three and more. */
const isRow = (line: Line | undefined): boolean =>
  line !== undefined && !line.vertical && (line.cells >= 3 || (line.cells === 2 && /\t[^\t]*\d/u.test(line.text)));
