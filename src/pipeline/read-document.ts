import pLimit from 'p-limit';
import type { PageBox } from '../evidence/boxes.js';
import { toGroundglassError } from '../evidence/errors.js';
import type { BookSource, ChapterInfo, PagedSource, PageInfo, Source, SourceWarning } from '../sources/source.js';
import { blocksOf } from './blocks.js';
import { type BookFigure, bookFigures, chapterPassages, type ReadChapter } from './chapter-passages.js';
import { figuresOf, type PageFigure } from './figures.js';
import { linesOf } from './lines.js';
import { pagePassages, type ReadPage } from './page-passages.js';
import type { Passage } from './passages.js';

/** Raised whenever the same file would be read differently: it is part of the stage's fingerprint. */
export const READ_VERSION = 2;

/** Pages read at the same time: enough to keep the engine threads of a document busy. */
const PAGES_IN_FLIGHT = 8;

/** A line of a page as it is kept for finding text: [text, x0, y0, x1, y1]. */
type KeptLine = readonly [text: string, x0: number, y0: number, x1: number, y1: number];

/** All that reading a document gives, before anything is embedded. */
export interface DocumentEvidence {
  readonly kind: Source['kind'];
  readonly title: string | null;
  /** Of an EPUB; null for other kinds. */
  readonly fixedLayout: boolean | null;
  readonly pages: readonly PageInfo[];
  readonly chapters: readonly ChapterInfo[];
  readonly figures: readonly (PageFigure | BookFigure)[];
  readonly lines: readonly (readonly KeptLine[])[];
  readonly passages: readonly Passage[];
  readonly warnings: readonly SourceWarning[];
}

export interface ReadOptions {
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

/** Reads every page or chapter of an open source. A damaged page is a warning; the others are read. */
export function readDocument(source: Source, options: ReadOptions = {}): Promise<DocumentEvidence> {
  return source.kind === 'epub' ? readBook(source, options) : readPages(source, options);
}

async function readPages(source: PagedSource, { onProgress, signal }: ReadOptions): Promise<DocumentEvidence> {
  const inFlight = pLimit(PAGES_IN_FLIGHT);
  const warnings: SourceWarning[] = [...source.warnings];
  const lines: KeptLine[][] = source.pages.map(() => []);
  const failures = new Map<number, unknown>();
  let done = 0;
  const pages = await Promise.all(
    source.pages.map((info, pageIndex) =>
      inFlight(async (): Promise<ReadPage> => {
        signal?.throwIfAborted();
        try {
          const content = await source.page(pageIndex);
          const found = linesOf(content.spans);
          const blocks = blocksOf(found);
          warnings.push(...content.warnings);
          lines[pageIndex] = found.map((line) => keptLine(line.text, line.box));
          return { pageIndex, info, blocks, figures: figuresOf(content, blocks, pageIndex) };
        } catch (error) {
          if (signal?.aborted) throw error;
          failures.set(pageIndex, error);
          warnings.push(unread('page', `Page ${pageIndex + 1}`, pageIndex, error));
          return { pageIndex, info, blocks: [], figures: [] };
        } finally {
          onProgress?.(++done, source.pages.length);
        }
      }),
    ),
  );
  // With no page left there is no document: what stopped the first page is what is wrong with the file.
  if (failures.size === source.pages.length) throw failures.get(0);
  warnings.push(...withoutText(lines, failures));
  return {
    kind: source.kind,
    title: source.title,
    fixedLayout: null,
    pages: source.pages,
    chapters: [],
    figures: pages.flatMap((page) => page.figures),
    lines,
    passages: pagePassages(pages, source.outline),
    warnings: warnings.sort((a, b) => (a.page_index ?? -1) - (b.page_index ?? -1)),
  };
}

/**
 * A page or chapter that was left out. `…_too_large` may be read the next time, with other limits or on a quieter machine;
 * `…_unreadable` stays so.
 */
function unread(part: 'page' | 'chapter', name: string, pageIndex: number | null, thrown: unknown): SourceWarning {
  const error = toGroundglassError(thrown);
  return {
    code: `${part}_${error.class === 'too_large' ? 'too_large' : 'unreadable'}`,
    message: `${name}: ${error.message}`,
    page_index: pageIndex,
  };
}

/** Scans and drawings whose lettering is line work: they can be looked at, but not searched. */
function withoutText(lines: readonly (readonly KeptLine[])[], failures: ReadonlyMap<number, unknown>): SourceWarning[] {
  // What a page that could not be read bears is not known.
  const silent = lines.flatMap((page, index) => (page.length === 0 && !failures.has(index) ? [index + 1] : []));
  if (silent.length === 0) return [];
  const which =
    silent.length === lines.length ? 'The document has no' : `${silent.length} of ${lines.length} pages have no`;
  return [
    {
      code: 'no_text_layer',
      message: `${which} text layer: what is drawn there can't be searched; render it to see it.`,
      page_index: silent.length === 1 ? (silent[0] as number) - 1 : null,
    },
  ];
}

const keptLine = (text: string, box: PageBox): KeptLine => {
  const [x0, y0, x1, y1] = box.map((v) => Math.round(v * 10) / 10) as [number, number, number, number];
  return [text, x0, y0, x1, y1];
};

async function readBook(source: BookSource, { onProgress, signal }: ReadOptions): Promise<DocumentEvidence> {
  const warnings: SourceWarning[] = [...source.warnings];
  const chapters: ReadChapter[] = [];
  for (const info of source.chapters) {
    signal?.throwIfAborted();
    try {
      const chapter = await source.chapter(info.href);
      chapters.push({ href: info.href, title: info.title, blocks: chapter.blocks });
    } catch (error) {
      warnings.push(unread('chapter', info.href, null, error));
    }
    onProgress?.(chapters.length, source.chapters.length);
  }
  return {
    kind: 'epub',
    title: source.title,
    fixedLayout: source.fixedLayout,
    pages: [],
    chapters: source.chapters,
    figures: bookFigures(source.images, chapters),
    lines: [],
    passages: chapterPassages(chapters),
    warnings,
  };
}
