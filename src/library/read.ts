import { GroundglassError } from '../evidence/errors.js';
import type { Warning } from '../evidence/wire/document.js';
import { wireBox } from '../evidence/wire/locator.js';
import type { ChaptersReply, ReadReply } from '../evidence/wire/read.js';
import type { ChaptersRequest, ReadRequest } from '../evidence/wire/requests.js';
import { blocksOf, blockText } from '../pipeline/blocks.js';
import { linesOf } from '../pipeline/lines.js';
import type { Block, BookSource, PagedSource } from '../sources/source.js';
import type { Library } from './library.js';
import { chapterLocator, pageLocator } from './locators.js';
import type { SnapshotEntry } from './snapshot.js';

/** The original text of one page or one chapter, with where each piece stands. */
export function read(library: Library, request: ReadRequest): Promise<ReadReply> {
  return library.withDocument(request.doc, (entry) =>
    library.withSource(entry, (source) =>
      source.kind === 'epub' ? readChapter(library, entry, source, request) : readPage(library, entry, source, request),
    ),
  );
}

/** The whole spine of a book, in order. */
export function chapters(library: Library, request: ChaptersRequest): Promise<ChaptersReply> {
  return library.withDocument(request.doc, (entry) => chaptersOf(library, entry));
}

async function chaptersOf(library: Library, entry: SnapshotEntry): Promise<ChaptersReply> {
  if (entry.kind !== 'epub') {
    throw new GroundglassError(
      'unsupported_operation',
      'Only an EPUB has chapters; this document has pages.',
      `Read it by page: 1 to ${entry.pages}.`,
      { kind: entry.kind },
    );
  }
  const record = await library.record(entry);
  return { chapters: record.chapters.map(({ href, title }, order) => ({ href, title, order })) };
}

async function readPage(
  library: Library,
  entry: SnapshotEntry,
  source: PagedSource,
  request: ReadRequest,
): Promise<ReadReply> {
  const pageIndex = pageIndexOf(entry, request.page);
  const record = await library.record(entry);
  const content = await source.page(pageIndex, { graphics: false });
  const lines = linesOf(content.spans);
  const text =
    request.format === 'markdown'
      ? blocksOf(lines)
          .map((block) => markdown(block.kind, blockText(block), 2))
          .join('\n\n')
      : lines.map((line) => line.text).join('\n');
  const spans = content.spans
    .filter((span) => request.hidden || !span.hidden)
    .map((span) => ({
      id: `p${pageIndex + 1}.${span.id}`,
      text: span.text,
      box: wireBox(span.box),
      font: span.font,
      size_pt: span.sizePt,
      rotation_deg: span.rotationDeg,
      color: span.color,
      ...(span.hidden ? { hidden: true } : {}),
    }));
  const warnings = record.warnings.filter(
    ({ code, page_index }) => page_index === pageIndex && code !== 'no_text_layer',
  );
  if (lines.length === 0) warnings.push(withoutText(pageIndex, content.spans.length > 0));
  return { text, spans, locator: pageLocator(entry, record, pageIndex), warnings };
}

/** A scan may bear an invisible text layer that its scanner's OCR left: text, but not what the page shows. */
function withoutText(pageIndex: number, hasHidden: boolean): Warning {
  const found = hasHidden
    ? 'The page shows no text; an invisible layer holds some (read it with hidden).'
    : 'The page has no text layer.';
  return {
    code: 'no_text_layer',
    message: `${found} What it shows can only be seen: render it.`,
    page_index: pageIndex,
  };
}

async function readChapter(
  library: Library,
  entry: SnapshotEntry,
  source: BookSource,
  request: ReadRequest,
): Promise<ReadReply> {
  const record = await library.record(entry);
  if (request.chapter === undefined) {
    throw new GroundglassError(
      'bad_argument',
      'An EPUB is read by chapter.',
      'Pass --chapter HREF; the chapters command lists them.',
      { chapters: record.chapters.slice(0, 20).map((chapter) => chapter.href) },
    );
  }
  const { info, blocks, warnings } = await source.chapter(request.chapter);
  const text =
    request.format === 'markdown'
      ? blocks.map((block) => blockMarkdown(block)).join('\n\n')
      : blocks
          .filter((block) => block.kind !== 'image')
          .map((block) => block.text)
          .join('\n');
  const spans = blocks
    .filter((block) => block.kind !== 'image')
    .map((block, i) => ({
      id: `${info.href}#b${i}`,
      text: block.text,
      box: null,
      font: null,
      size_pt: null,
      rotation_deg: null,
      color: null,
    }));
  return { text, spans, locator: chapterLocator(entry, info.href), warnings: [...warnings] };
}

/** The 0-based index of `--page`. @throws GroundglassError `bad_argument`, `page_out_of_range` */
export function pageIndexOf(entry: SnapshotEntry, page: number | undefined): number {
  if (page === undefined) {
    throw new GroundglassError('bad_argument', 'The page is missing.', `Pass --page N, 1 to ${entry.pages}.`);
  }
  if (page > entry.pages) {
    throw new GroundglassError(
      'page_out_of_range',
      `There is no page ${page}: the document has ${entry.pages}.`,
      `Pages are counted from 1 to ${entry.pages}, whatever is printed on them.`,
      { page, pages: entry.pages },
    );
  }
  return page - 1;
}

function blockMarkdown(block: Block): string {
  if (block.kind !== 'image') return markdown(block.kind, block.text, block.level ?? 2);
  const href = block.href ?? '';
  const target = /[\s()<>]/.test(href) ? `<${href.replace(/[<>\n]/g, encodeURIComponent)}>` : href;
  return `![${block.text.replace(/[[\]\n]/g, ' ')}](${target})`;
}

/** A stranger's text in Markdown: its own markup would become tags, pictures that a viewer fetches, or headings. */
const inert = (text: string): string =>
  text
    .replaceAll('<', '&lt;')
    .replace(/\](?=\()/g, '\\]')
    .replace(/^(\s*)([#>]|```|~~~)/gm, '$1\\$2');

function markdown(kind: string, raw: string, level: number): string {
  const text = inert(raw);
  if (kind === 'heading') return `${'#'.repeat(level)} ${text}`;
  if (kind === 'caption') return `*${text.replaceAll('*', '\\*')}*`;
  if (kind !== 'table') return text;
  const rows = text.split('\n').map((row) => row.split('\t').map((cell) => cell.replaceAll('|', '\\|').trim()));
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const line = (cells: readonly string[]) =>
    `| ${Array.from({ length: columns }, (_, i) => cells[i] ?? '').join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(Array(columns).fill('---')), ...body.map(line)].join('\n');
}
