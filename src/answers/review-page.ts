import type { ReviewPageRequest } from '../evidence/wire/requests.js';
import type { ReviewPageReply } from '../evidence/wire/review-page.js';
import { titleOf } from '../library/documents.js';
import type { Library } from '../library/library.js';
import { pageLocator } from '../library/locators.js';
import { type OutputOptions, Outputs } from '../library/outputs.js';
import { pageIndexOf } from '../library/read.js';
import type { SnapshotEntry } from '../library/snapshot.js';
import type { PageEvidence } from '../pipeline/proof/evidence.js';
import { glyphsByElement, refusalsIn } from '../pipeline/proof/refusals-in.js';
import type { GlyphRun } from '../sources/painted.js';
import { isShownRun, wireRegion, wireSpan } from './page.js';
import { partitionOf, proofOf, storedPage, tablesOn } from './page-stages.js';
import { type ReviewSpan, reviewHtml } from './review-html.js';
import { wireTable } from './tables.js';

interface ReviewFiles extends OutputOptions {
  /** Where to write the HTML. */
  readonly output?: string;
}

/** A page for people: what the page's evidence says, drawn over the page, in one HTML file that loads nothing. */
export function reviewPage(
  library: Library,
  request: ReviewPageRequest,
  files: ReviewFiles = {},
): Promise<ReviewPageReply> {
  return library.withDocument(request.doc, (entry) => reviewOf(library, entry, request, files));
}

async function reviewOf(
  library: Library,
  entry: SnapshotEntry,
  request: ReviewPageRequest,
  files: ReviewFiles,
): Promise<ReviewPageReply> {
  const outputs = new Outputs(library, [entry], files);
  outputs.check(files.output);
  const pageIndex = pageIndexOf(entry, request.page);
  const { painted } = await storedPage(library, entry, pageIndex);
  const evidence = await proofOf(library, entry, pageIndex);
  const { regions, lines } = await partitionOf(library, entry, pageIndex);
  const { tables, warnings } = await tablesOn(library, entry, pageIndex);
  const record = await library.record(entry);
  const locator = pageLocator(entry, record, pageIndex);
  const spans = painted.elements
    .filter((element) => element.kind === 'text')
    .filter((run) => run.text.trim() !== '')
    .map((run) => reviewSpan(run, evidence, isShownRun(run, painted)));
  const label = locator.page_label !== null && locator.page_label !== String(locator.page) ? locator.page_label : null;
  const html = reviewHtml({
    title: titleOf(library, entry) ?? entry.document,
    where: `Page ${locator.page} of ${entry.pages}${label === null ? '' : `, printed ${label}`} · ${entry.digest.slice(0, 16)}`,
    width: painted.width,
    height: painted.height,
    svg: painted.svg,
    spans,
    regions: regions.map((region) => wireRegion(region, lines[region.index] ?? [], painted)),
    tables: tables.map((table) => wireTable(table, pageLocator(entry, record, pageIndex, table.box))),
    warnings: [...painted.warnings, ...warnings].map(({ message }) => message),
  });
  return {
    locator,
    file: await outputs.write(files.output, html),
    html: request.inline ? html : null,
    bytes: Buffer.byteLength(html),
    spans: spans.length,
    refused_spans: spans.filter(({ proven }) => !proven).length,
    regions: regions.length,
    tables: tables.length,
  };
}

function reviewSpan(run: GlyphRun, evidence: PageEvidence, shown: boolean): ReviewSpan {
  const glyphs = glyphsByElement(evidence).get(run.id) ?? [];
  const refused = refusalsIn(evidence, [{ id: run.id, from: 0, to: run.glyphs.length }]);
  return {
    ...wireSpan(run),
    shown,
    proven: refused.length === 0,
    refused,
    embedded: evidence.runs[glyphs[0]?.run ?? -1]?.embedded ?? false,
    witness: glyphs.map(({ pdfium }) => pdfium ?? '').join(''),
  };
}
