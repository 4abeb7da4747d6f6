import type { ReviewPageRequest } from '../evidence/wire/requests.js';
import type { ReviewPageReply } from '../evidence/wire/review-page.js';
import { titleOf } from '../library/documents.js';
import type { Library } from '../library/library.js';
import { pageLocator } from '../library/locators.js';
import { type OutputOptions, Outputs } from '../library/outputs.js';
import { pageIndexOf } from '../library/read.js';
import { contentOf, unread } from './do-page-work.js';
import { mustBePdf, reviewOf } from './page-stages.js';

interface ReviewFiles extends OutputOptions {
  /** Where to write the HTML. */
  readonly output?: string;
  /** The reply is only written as JSON: large parts of it may be raw. */
  readonly raw?: boolean;
}

/** A page for people: what the page's evidence says, drawn over the page, in one HTML file that loads nothing. */
export function reviewPage(
  library: Library,
  request: ReviewPageRequest,
  files: ReviewFiles = {},
): Promise<ReviewPageReply> {
  return library.withDocument(request.doc, async (entry) => {
    mustBePdf(entry);
    const outputs = new Outputs(library, [entry], files);
    outputs.check(files.output);
    const pageIndex = pageIndexOf(entry, request.page);
    const locator = pageLocator(entry, await library.record(entry), pageIndex);
    const label =
      locator.page_label !== null && locator.page_label !== String(locator.page) ? locator.page_label : null;
    const review = await reviewOf(library, entry, pageIndex, {
      title: titleOf(library, entry) ?? entry.document,
      where: `Page ${locator.page} of ${entry.pages}${label === null ? '' : `, printed ${label}`} · ${entry.digest.slice(0, 16)}`,
      locator,
      inline: request.inline ?? false,
    });
    const file = contentOf(review.file);
    return {
      locator,
      file: await outputs.write(files.output, file),
      html: files.raw ? unread(review.html) : contentOf(review.html),
      bytes: file.length,
      spans: contentOf(review.spans),
      refused_spans: contentOf(review.refused_spans),
      regions: contentOf(review.regions),
      tables: contentOf(review.tables),
    };
  });
}
