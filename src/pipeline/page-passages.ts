import { type PageBox, unionOf } from '../evidence/boxes.js';
import { findLabels } from '../evidence/labels.js';
import type { OutlineEntry, PageInfo } from '../sources/source.js';
import { joinProse, type PageBlock } from './blocks.js';
import { suggestedCrop } from './crop.js';
import type { PageFigure } from './figures.js';
import type { Line } from './lines.js';
import { HeadingPath, type Passage, packPieces, sentencesOf, wordCount } from './passages.js';

/** A page as it was read, before passages are cut. */
export interface ReadPage {
  readonly pageIndex: number;
  readonly info: PageInfo;
  readonly blocks: readonly PageBlock[];
  readonly figures: readonly PageFigure[];
}

/** Lines in the top or bottom this share of the page may be running heads and feet. */
const MARGIN_BAND = 0.1;
/** A line that stands on this many pages at the same height, digits aside, is a running head or foot. */
const MIN_REPEATS = 3;

/** Cuts all pages of a document into passages. A passage never crosses a page, so that its locator is exact. */
export function pagePassages(pages: readonly ReadPage[], outline: readonly OutlineEntry[]): Passage[] {
  const running = runningLines(pages);
  const headings = new HeadingPath();
  return pages.flatMap((page) => {
    const entries = outline.filter((entry) => entry.pageIndex === page.pageIndex);
    return passagesOfPage(page, headings, running, entries);
  });
}

interface Piece {
  readonly text: string;
  readonly box: PageBox;
}

function passagesOfPage(
  page: ReadPage,
  headings: HeadingPath,
  running: ReadonlySet<string>,
  outline: readonly OutlineEntry[],
): Passage[] {
  const passages: Passage[] = [];
  // An entry whose heading stands on the page is in force from there; one without is in force from the page's top.
  const onPage = new Set(
    page.blocks.filter((block) => block.kind === 'heading').map((block) => headingKey(textOf(block.lines))),
  );
  for (const entry of outline)
    if (!onPage.has(headingKey(entry.title))) headings.enter(outlineRank(entry), entry.title);
  let prose: Piece[] = [];
  /** The caption that the rows of a table stand under; it says what they are about. */
  let tableCaption: string | null = null;
  const add = (kind: Passage['kind'], text: string, box: PageBox): void => {
    if (!/[\p{L}\p{N}]/u.test(text)) return;
    passages.push({
      kind,
      text,
      headings: [...headings.current, ...(kind === 'table' && tableCaption ? [tableCaption] : [])].filter(
        (heading) => !text.startsWith(heading),
      ),
      pageIndex: page.pageIndex,
      pageLabel: page.info.label,
      chapter: null,
      element: null,
      box,
      crop: suggestedCrop(box, page.blocks, page.figures, page.info),
      brokenImages: [],
    });
  };
  const addPacked = (kind: Passage['kind'], pieces: readonly Piece[]): void => {
    for (const group of packPieces(pieces, (piece) => wordCount(piece.text))) {
      add(kind, group.map((piece) => piece.text).join('\n'), unionOf(group.map((piece) => piece.box)) as PageBox);
    }
  };
  const flush = (): void => {
    addPacked('text', prose);
    prose = [];
  };
  for (const block of page.blocks) {
    const lines = block.lines.filter((line) => !running.has(runningKey(line, page.info)));
    if (lines.length === 0) continue;
    if (isApart(prose.at(-1), block.box, page.info)) flush();
    if (block.kind === 'heading') {
      flush();
      tableCaption = null;
      const text = textOf(lines);
      const entry = outline.find(({ title }) => headingKey(title) === headingKey(text));
      // Larger type ranks higher; sizes are whole points here, so that a tenth makes no new level.
      headings.enter(entry ? outlineRank(entry) : OUTLINE_RANKS - Math.round((lines[0] as Line).sizePt), text);
      // The heading is text too: one that nothing follows must still be found.
      for (const sentence of sentencesOf(text)) prose.push({ text: sentence, box: block.box });
    } else if (block.kind === 'text') {
      for (const text of sentencesOf(textOf(lines))) prose.push({ text, box: block.box });
    } else if (block.kind === 'table') {
      flush();
      const rows = lines.flatMap((line) => sentencesOf(line.text).map((text) => ({ text, box: line.box })));
      addPacked('table', rows);
    } else {
      flush();
      const label = findLabels(lines[0]?.text ?? '')[0];
      tableCaption = label?.kind === 'table' ? textOf(lines).slice(0, MAX_CAPTION_CHARS) : null;
      addPacked(
        label?.kind === 'chart' ? 'chart' : 'caption',
        sentencesOf(textOf(lines)).map((text) => ({ text, box: block.box })),
      );
    }
  }
  flush();
  return passages;
}

/** A caption that goes with every part of its table is cut here: the rows are what is searched for. */
const MAX_CAPTION_CHARS = 200;
/** Paragraphs parted by more than this share of the page's height are no neighbours. */
const APART_SHARE = 0.12;
/** A line as short as this is a running head, a page number, a label: a sentence does not go on after it. */
const SHORT_CHARS = 40;

/** Whether text after `piece` starts anew somewhere else on the page; a sentence that goes on in the next column does not. */
function isApart(piece: Piece | undefined, next: PageBox, page: PageInfo): boolean {
  if (!piece) return false;
  const gap = Math.max(next[1] - piece.box[3], piece.box[1] - next[3]);
  return gap > APART_SHARE * page.height && (piece.text.length < SHORT_CHARS || /[.!?。！？:：]\s*$/u.test(piece.text));
}

/** Outline entries rank above every heading found by its size. */
const OUTLINE_RANKS = -1_000;

const outlineRank = (entry: OutlineEntry): number => OUTLINE_RANKS * 2 + entry.level;

/** Outlines and pages differ in blanks, case and how a heading is numbered off ("2.1 Scope", "2.1. Scope"). */
const headingKey = (title: string): string =>
  title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

const textOf = (lines: readonly Line[]): string => joinProse(lines.map((line) => line.text));

/** Keys of the lines that repeat from page to page in the margins. */
function runningLines(pages: readonly ReadPage[]): Set<string> {
  const seenOn = new Map<string, Set<number>>();
  for (const page of pages) {
    for (const line of page.blocks.flatMap((block) => block.lines)) {
      const middle = (line.box[1] + line.box[3]) / 2 / page.info.height;
      if (middle > MARGIN_BAND && middle < 1 - MARGIN_BAND) continue;
      const key = runningKey(line, page.info);
      seenOn.set(key, (seenOn.get(key) ?? new Set()).add(page.pageIndex));
    }
  }
  return new Set([...seenOn].filter(([, on]) => on.size >= MIN_REPEATS).map(([key]) => key));
}

const runningKey = (line: Line, page: PageInfo): string =>
  `${line.text.replace(/\d+/g, '#').trim()} ${Math.round(((line.box[1] + line.box[3]) / 2 / page.height) * 50)}`;
