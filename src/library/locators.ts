import type { PageBox } from '../evidence/boxes.js';
import { type Locator, wireBox } from '../evidence/wire/locator.js';
import type { PageInfo } from '../sources/source.js';
import type { DocumentRecord } from './library.js';
import type { SnapshotEntry } from './snapshot.js';

/** A place on a page of a PDF or an image. */
export function pageLocator(
  entry: SnapshotEntry,
  record: DocumentRecord,
  pageIndex: number,
  box: PageBox | null = null,
): Locator {
  const page = record.pages[pageIndex] as PageInfo;
  return {
    document: entry.document,
    digest: entry.digest,
    page_index: pageIndex,
    page: pageIndex + 1,
    page_label: page.label,
    chapter: null,
    element: null,
    box: box === null ? null : wireBox(box),
    page_width: page.width,
    page_height: page.height,
  };
}

/** A place in a book; chapter null is the book as a whole. */
export function chapterLocator(
  entry: SnapshotEntry,
  chapter: string | null,
  element: string | null = null,
  pageLabel: string | null = null,
): Locator {
  return {
    document: entry.document,
    digest: entry.digest,
    page_index: null,
    page: null,
    page_label: pageLabel,
    chapter,
    element,
    box: null,
    page_width: null,
    page_height: null,
  };
}
