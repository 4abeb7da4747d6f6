import { intersectionOf, type PageBox, pageBox } from '../evidence/boxes.js';
import { wireBox } from '../evidence/wire/locator.js';
import type { PageReply } from '../evidence/wire/page.js';
import { isVisibleRun } from '../pipeline/layout/glyph-pieces.js';
import type { Region } from '../pipeline/layout/partition.js';
import type { TextLine } from '../pipeline/layout/text-lines.js';
import { checkTranscription, transcribe } from '../pipeline/layout/transcription.js';
import type { GlyphRun, PaintedElement, PaintedPage } from '../sources/painted.js';

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
