import type { PageBox } from '../../evidence/boxes.js';
import { wireBox } from '../../evidence/wire/locator.js';
import type { ProveReply } from '../../evidence/wire/prove.js';
import type { EvidenceGlyph, EvidenceRun, PageEvidence, Reading } from './evidence.js';

/** Where a text stands on a page, and what speaks for it and against it. */
export type Occurrence = ProveReply['occurrences'][number];

/**
 * The occurrence at `start` of a reading.
 *
 * @param indexes its glyphs in the evidence
 */
export function occurrenceOf(
  { glyphs: all, runs }: PageEvidence,
  reading: Reading,
  start: number,
  length: number,
  indexes: readonly number[],
  place: PageBox,
): Occurrence {
  const glyphs = indexes.map((index) => all[index] as EvidenceGlyph);
  const of = glyphs.map(({ run }) => runs[run] as EvidenceRun);
  const refused = [...new Set(glyphs.flatMap((glyph) => glyph.refused))];
  const common = <T>(values: readonly T[]): T | null => {
    const [first] = values;
    return first !== undefined && values.every((value) => value === first) ? first : null;
  };
  const embedded = of.map((run) => run.embedded);
  const pixels = glyphs.map(({ visiblePixels }) => visiblePixels);
  return {
    proven: refused.length === 0,
    element_ids: [...new Set(of.flatMap(({ element }) => element ?? []))],
    box: wireBox(place),
    unicode: spaced(reading, start, length, (i) => reading.text[i] as string),
    glyphs: glyphs.map((glyph, i) => ({
      unicode: glyph.pdfjs ?? glyph.pdfium,
      char_code: glyph.charCode,
      outline: glyph.outline,
      element_id: of[i]?.element ?? null,
      origin: [...glyph.origin],
      box: wireBox(glyph.box),
      seen: glyph.seen,
      refused: [...glyph.refused],
    })),
    font: of[0]?.font ?? null,
    embedded: embedded.every((value) => value === true) ? true : embedded.includes(false) ? false : null,
    fill: common(of.map(({ fill }) => fill)),
    alpha: Math.min(...of.map(({ alpha }) => alpha)),
    witnesses: {
      pdfium: readBy(reading, start, length, all, (glyph) => glyph.pdfium),
      pdfjs: readBy(reading, start, length, all, (glyph) => glyph.pdfjs),
    },
    visible_pixels: pixels.includes(null) ? null : pixels.reduce<number>((sum, count) => sum + (count ?? 0), 0),
    refused,
  };
}

/** The characters of a match with the blanks between them. */
function spaced({ gaps }: Reading, start: number, length: number, at: (index: number) => string): string {
  let text = '';
  for (let i = start; i < start + length; i++)
    text += (i > start && /[_ |]/.test(gaps[i] as string) ? ' ' : '') + at(i);
  return text;
}

/** What one witness reads of a match; null where it lacks a glyph. */
function readBy(
  reading: Reading,
  start: number,
  length: number,
  all: readonly EvidenceGlyph[],
  read: (glyph: EvidenceGlyph) => string | null,
): string | null {
  let last = -1;
  let isWhole = true;
  const text = spaced(reading, start, length, (i) => {
    const index = reading.glyphs[i] as number;
    if (index === last) return '';
    last = index;
    const own = read(all[index] as EvidenceGlyph);
    if (own === null) isWhole = false;
    return own ?? '';
  });
  return isWhole ? text : null;
}

/** So that a reader who looks at occurrences alone finds the reason too. */
export const NOTHING: Omit<Occurrence, 'refused'> = {
  proven: false,
  element_ids: [],
  box: null,
  unicode: null,
  glyphs: null,
  font: null,
  embedded: null,
  fill: null,
  alpha: null,
  witnesses: { pdfium: null, pdfjs: null },
  visible_pixels: null,
};
