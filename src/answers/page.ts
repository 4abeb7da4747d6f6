import { intersectionOf, type PageBox, pageBox } from '../evidence/boxes.js';
import { GroundglassError } from '../evidence/errors.js';
import { wireBox } from '../evidence/wire/locator.js';
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
import { isVisibleRun } from '../pipeline/layout/glyph-pieces.js';
import type { Region } from '../pipeline/layout/partition.js';
import type { TextLine } from '../pipeline/layout/text-lines.js';
import { checkTranscription, transcribe } from '../pipeline/layout/transcription.js';
import { regionSvg } from '../pipeline/region-svg.js';
import type { GlyphRun, PaintedElement, PaintedPage } from '../sources/painted.js';
import type { PageInfo } from '../sources/source.js';
import { partitionOf, storedPage } from './page-stages.js';

export interface PageFiles extends OutputOptions {
  /** Where to write the SVG, and the spans as JSON. */
  readonly svg?: string;
  readonly spans?: string;
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
  const stored = await storedPage(library, entry, pageIndex);
  const record = await library.record(entry);
  const { crop } = cropOnPage(request.crop, record.pages[pageIndex] as PageInfo);
  const svgText = crop === null ? stored.painted.svg : regionSvg(stored.painted, crop);
  const svg = crop === null ? stored.svg : await library.keep(entry, new TextEncoder().encode(svgText));
  const spans = stored.painted.elements.filter((element) => isShownRun(element, stored.painted, crop)).map(wireSpan);
  const model = request.layout === 'model' ? layoutModel(library) : null;
  const { regions, lines, producer, warnings } = await partitionOf(library, entry, pageIndex, model, files.signal);
  return {
    locator: pageLocator(entry, record, pageIndex, crop),
    svg,
    svg_text: request.inline ? svgText : null,
    svg_file: await outputs.write(files.svg, svgText),
    spans_file: await outputs.write(files.spans, `${JSON.stringify({ spans })}\n`),
    spans,
    regions: regions
      .filter(({ box }) => crop === null || intersectionOf(box, crop) !== null)
      .map((region) => wireRegion(region, lines[region.index] ?? [], stored.painted)),
    layout: producer,
    warnings: [...stored.painted.warnings, ...warnings].map((warning) => ({ ...warning, page_index: pageIndex })),
  };
}

/** Runs that the page shows as far as its operators tell; whether they are really seen is what `prove` finds out. */
export function isShownRun(
  element: PaintedElement,
  { width, height }: { readonly width: number; readonly height: number },
  crop: PageBox | null = null,
): element is GlyphRun {
  if (!isVisibleRun(element) || element.text.trim() === '') return false;
  const area = crop ?? pageBox(0, 0, width, height);
  const clipped = element.clip === null ? element.box : intersectionOf(element.box, element.clip);
  return clipped !== null && intersectionOf(clipped, area) !== null;
}

export const wireSpan = (run: GlyphRun): PageReply['spans'][number] => ({
  id: run.id,
  element_ids: [run.id],
  text: run.text,
  box: wireBox(run.box),
  font: run.font,
  size_pt: run.sizePt,
  rotation_deg: run.rotationDeg,
  color: run.fill ?? run.stroke,
});

/** A region with its text read out, and checked against the glyphs that it was read from. */
export function wireRegion(
  region: Region,
  lines: readonly TextLine[],
  painted: PaintedPage,
): PageReply['regions'][number] {
  const transcription = transcribe(lines, region.kind === 'table' ? 'rows' : 'prose');
  const { verified, verification } = checkTranscription(transcription, painted);
  return {
    index: region.index,
    kind: region.kind,
    title: region.title ?? null,
    box: wireBox(region.box),
    content_box: wireBox(region.content_box),
    parts: (region.parts ?? []).map(({ kind, box, title }) => ({ kind, box: wireBox(box), title: title ?? null })),
    text: transcription.text,
    sentences: transcription.sentences.map(({ text, span_ids }) => ({ text, span_ids: [...span_ids] })),
    producer: transcription.producer,
    verification: verified ? verification : null,
    element_ids: [...region.element_ids],
    span_ids: [...region.span_ids],
  };
}

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
