import { GroundglassError } from '../evidence/errors.js';
import type { PageReply } from '../evidence/wire/page.js';
import type { PageRequest } from '../evidence/wire/requests.js';
import type { Library } from '../library/library.js';
import { pageLocator } from '../library/locators.js';
import { type OutputOptions, Outputs } from '../library/outputs.js';
import { pageIndexOf } from '../library/read.js';
import { cropOnPage } from '../library/render.js';
import type { SnapshotEntry } from '../library/snapshot.js';
import { layoutModelFrom } from '../models/layout-endpoint.js';
import type { LayoutModel } from '../models/layout-model.js';
import type { PageInfo } from '../sources/source.js';
import { contentOf, jsonOf, unread } from './do-page-work.js';
import { mustBePdf, pageReplyOf } from './page-stages.js';

export interface PageFiles extends OutputOptions {
  /** Where to write the SVG, and the spans as JSON. */
  readonly svg?: string;
  readonly spans?: string;
  /** The reply is only written as JSON: large parts of it may be raw. */
  readonly raw?: boolean;
  /** Stops waiting for a layout model. */
  readonly signal?: AbortSignal;
}

/** One page, or a part of it, as vectors: the SVG, the spans that it paints and its regions. */
export function page(library: Library, request: PageRequest, files: PageFiles = {}): Promise<PageReply> {
  return library.withDocument(request.doc, (entry) => pageOf(library, entry, request, files));
}

async function pageOf(
  library: Library,
  entry: SnapshotEntry,
  request: PageRequest,
  files: PageFiles,
): Promise<PageReply> {
  const outputs = new Outputs(library, [entry], files);
  outputs.check(files.svg, files.spans);
  const pageIndex = pageIndexOf(entry, request.page);
  mustBePdf(entry);
  const record = await library.record(entry);
  const { crop } = cropOnPage(request.crop, record.pages[pageIndex] as PageInfo);
  const model = request.layout === 'model' ? layoutModel(library) : null;
  const given = { crop, inline: request.inline ?? false };
  const made = await pageReplyOf(library, entry, pageIndex, given, model, files.signal);
  const part = contentOf(made.svg);
  const svg = part === null ? contentOf(made.stored) : await library.keep(entry, part);
  const inReply = files.raw ? unread : contentOf;
  return {
    locator: pageLocator(entry, record, pageIndex, crop),
    svg,
    svg_text: inReply(made.svg_text),
    svg_file: files.svg === undefined ? null : await outputs.write(files.svg, part ?? (await library.objects.get(svg))),
    spans_file:
      files.spans === undefined
        ? null
        : await outputs.write(files.spans, Buffer.concat([SPANS_HEAD, jsonOf(made.spans), SPANS_FOOT])),
    spans: inReply(made.spans),
    regions: inReply(made.regions),
    layout: contentOf(made.layout),
    warnings: contentOf(made.warnings).map((warning) => ({ ...warning, page_index: pageIndex })),
  };
}

const SPANS_HEAD = Buffer.from('{"spans":');
const SPANS_FOOT = Buffer.from('}\n');

/** @throws GroundglassError `engine_missing` where no vision endpoint is named */
function layoutModel(library: Library): LayoutModel {
  const model = layoutModelFrom(library.environment);
  if (model !== null) return model;
  throw new GroundglassError(
    'engine_missing',
    'No layout model is named.',
    'Set GROUNDGLASS_VISION_URL and GROUNDGLASS_VISION_MODEL, or leave out layout: pages are cut without a model.',
  );
}
