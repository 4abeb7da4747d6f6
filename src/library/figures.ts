import { wireBox } from '../evidence/wire/locator.js';
import type { FiguresRequest } from '../evidence/wire/requests.js';
import type { FiguresReply } from '../evidence/wire/search.js';
import type { BookFigure } from '../pipeline/chapter-passages.js';
import type { PageFigure } from '../pipeline/figures.js';
import type { DocumentRecord, Library } from './library.js';
import { chapterLocator, pageLocator } from './locators.js';
import type { SnapshotEntry } from './snapshot.js';

/** The figure index of a document: what there is to look at and where, without a pixel. */
export function figures(library: Library, request: FiguresRequest): Promise<FiguresReply> {
  return library.withDocument(request.doc, async (entry) => {
    const record = await library.record(entry);
    return { figures: record.figures.map((figure) => wireFigure(figure, entry, record)) };
  });
}

function wireFigure(
  figure: PageFigure | BookFigure,
  entry: SnapshotEntry,
  record: DocumentRecord,
): FiguresReply['figures'][number] {
  const common = { label: figure.label, kind: figure.kind, caption: figure.caption };
  if ('pageIndex' in figure) {
    return {
      ...common,
      alt: null,
      href: null,
      locator: pageLocator(entry, record, figure.pageIndex, figure.captionBox ?? figure.pictureBox),
      picture_box: figure.pictureBox === null ? null : wireBox(figure.pictureBox),
      cover: false,
    };
  }
  return {
    ...common,
    alt: figure.alt,
    href: figure.href,
    locator: chapterLocator(entry, figure.chapter, figure.element),
    picture_box: null,
    cover: figure.cover,
  };
}
