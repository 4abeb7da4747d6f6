import { heightOf, type PageBox, pageBox, widthOf } from '../../evidence/boxes.js';
import { captionAt } from '../../evidence/labels.js';
import type { REGION_KINDS } from '../../evidence/wire/page.js';
import { extentOf, length } from './direction.js';
import type { TextBlock } from './text-blocks.js';

/** What a part of a page is. */
export type RegionKind = (typeof REGION_KINDS)[number];

/** A line of another page of the document: what repeats there is a header or a footer. */
export interface OtherLine {
  readonly text: string;
  readonly box: PageBox;
}

/** What a block of text is measured against. */
export interface PageText {
  readonly width: number;
  readonly height: number;
  /** Direction of its writing, degrees clockwise: a page on its side has its header at one side. */
  readonly deg: number;
  /** Size of the running text, pt. */
  readonly bodySizePt: number;
  /** Most of the page is bold: then bold says nothing. */
  readonly bold: boolean;
  readonly otherLines: readonly OtherLine[];
}

/** Share of the page's height in which headers and footers that repeat stand, at the top and at the bottom. */
const REPEATED_MARGIN = 0.15;
/** Share in which a line by itself is taken for one with no other page to compare. */
const LONE_MARGIN = 0.075;
/** A lone line this much larger than the running text is a title, however high it stands. */
const LONE_MAX_RATIO = 1.25;
/** What repeats stands at the same height, give or take this many pt. */
const SAME_HEIGHT_PT = 4;
const TITLE_RATIO = 1.15;
const TITLE_MAX_CHARS = 140;
const TITLE_MAX_LINES = 4;
const BOLD_TITLE_MAX_CHARS = 90;
/** Print this small against the running text, in the lower part of the page, is a note. */
const NOTE_RATIO = 0.87;
const NOTE_FROM = 0.6;

const NOTE_START =
  /^(?:notes?|sources?|quelle|quellen|anmerkung|remarque|nota|fuente|注|註|备注|备註|资料来源|資料來源|数据来源|來源|来源|出典|備考)\s*[:：.)\d]/iu;
/** A caption whose label has no number, as where a text has but one table. */
const BARE_CAPTION = /^(?:TABLE|FIGURE|CHART|EXHIBIT|GRAPH|Table|Figure|Chart|Exhibit)\s*[.:—–]\s/u;
const PAGE_NUMBER =
  /^(?:(?:page|seite|p\.|第)\s*)?[-–—·|[(]*\s*(?:\d{1,4}|[ivxlc]{1,6}|[A-Z]-\d{1,3})(?:\s*(?:\/|of|von|de|共)\s*\d{1,4})?\s*[-–—·|\])]*\s*页?$/iu;

/** Kind of a block that is neither in a table nor in a drawing. */
export function kindOf(block: TextBlock, page: PageText): RegionKind {
  const margin = marginOf(block, page);
  if (margin) return margin;
  const text = textOf(block);
  if (captionAt(text) || BARE_CAPTION.test(text)) return 'caption';
  if (isNote(block, text, page)) return 'note';
  if (isTitle(block, text, page)) return 'title';
  return block.bullet ? 'list' : 'text';
}

const textOf = ({ lines }: TextBlock): string => lines.map(({ text }) => text).join(' ');

/** Header or footer: what stands at the same place on other pages but for its figures, page numbers, lone small lines. */
function marginOf(block: TextBlock, page: PageText): 'header' | 'footer' | null {
  const middle = placeOf(block.box, page);
  const place = middle < 0.5 ? 'header' : 'footer';
  const distance = Math.min(middle, 1 - middle);
  if (distance > REPEATED_MARGIN || block.lines.length > 3) return null;
  const repeats = block.lines.every((line) =>
    page.otherLines.some(
      (other) => skeleton(other.text) === skeleton(line.text) && Math.abs(other.box[1] - line.box[1]) <= SAME_HEIGHT_PT,
    ),
  );
  const text = textOf(block);
  if (repeats && (skeleton(text) !== '#' || PAGE_NUMBER.test(text))) return place;
  if (PAGE_NUMBER.test(text) && distance < 1.4 * LONE_MARGIN) return place;
  const lone =
    block.lines.length === 1 && !block.bold && block.sizePt <= LONE_MAX_RATIO * page.bodySizePt && text.length <= 120;
  return lone && distance < LONE_MARGIN ? place : null;
}

/** How far down the page a box lies, 0 to 1. */
function placeOf(box: PageBox, { width, height, deg }: PageText): number {
  const [page, own] = [extentOf(pageBox(0, 0, width, height), deg).across, extentOf(box, deg).across];
  return ((own[0] + own[1]) / 2 - page[0]) / length(page);
}

/** A text with its figures left out: page numbers and dates differ from page to page. */
const skeleton = (text: string): string =>
  text.normalize('NFKC').replace(/\d+/gu, '#').replace(/\s+/gu, ' ').trim().toLowerCase();

function isNote(block: TextBlock, text: string, page: PageText): boolean {
  const first = block.lines[0]?.words[0];
  if (first?.mark && first.markOf === null) return true;
  if (NOTE_START.test(text)) return true;
  if (/^[*†‡§]+ /u.test(text) && block.sizePt <= 0.95 * page.bodySizePt) return true;
  return block.sizePt <= NOTE_RATIO * page.bodySizePt && placeOf(block.box, page) > NOTE_FROM && text.length > 40;
}

function isTitle(block: TextBlock, text: string, page: PageText): boolean {
  const length = [...text].length;
  if (!/\p{L}{2}/u.test(text) || length > TITLE_MAX_CHARS || block.lines.length > TITLE_MAX_LINES || block.bullet)
    return false;
  // What begins with a small letter is the middle of a sentence.
  if (/^\P{L}*\p{Ll}/u.test(text) && /[.,-]$/u.test(text)) return false;
  if (heightOf(block.box) > 2.5 * widthOf(block.box) && block.lines[0]?.rotationDeg === 0) return false;
  if (block.sizePt >= TITLE_RATIO * page.bodySizePt) return true;
  return (
    block.bold &&
    !page.bold &&
    length <= BOLD_TITLE_MAX_CHARS &&
    block.lines.length <= 2 &&
    !/[.。,，;；]$/u.test(text) &&
    !block.bullet
  );
}
