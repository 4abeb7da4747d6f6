import type { PageObject } from './page-objects.js';
import type { Pdfium } from './pdfium.js';

/** Characters of a font that are tried before it counts as one that can't be drawn. */
const MAX_SAMPLES = 5;
/** From here on characters are printed ones: controls and the blank have no glyph. */
const FIRST_PRINTED = 0x21;
const BLANKS = new Set([0xa0, 0x3000]);
/** The engine widens the box of an empty glyph by a hair (units). */
const EMPTY = 0.1;

/**
 * Raw bytes of an image past which the engine, whose memory ends at 640 MiB, leaves it out without a word: it needs
 * them all at once, beside the page.
 */
const MAX_IMAGE_BYTES = 512 * 2 ** 20;

/** A sentence for each image that is too large to be drawn. */
export function undrawnImages(pdfium: Pdfium, objects: readonly PageObject[]): string[] {
  const { fn, scratch } = pdfium;
  const sentences: string[] = [];
  for (const { kind, pointer } of objects) {
    if (kind !== 'image' || !fn.FPDFImageObj_GetImagePixelSize(pointer, scratch, scratch + 4)) continue;
    const [width, height] = [pdfium.u32(scratch), pdfium.u32(scratch + 4)];
    // Three bytes a pixel at most; whether an image needs them, the engine only tells after decoding it.
    if (width * height * 3 <= MAX_IMAGE_BYTES) continue;
    sentences.push(
      `An image of ${width} × ${height} pixels is too large for the engine and may be missing in a rendering.`,
    );
  }
  return sentences;
}

/**
 * A sentence for each font whose text a rendering leaves blank: it is not in the file, and the engine has none in its
 * place (it brings Latin ones only). The text can be read all the same.
 */
export function undrawnFonts(
  pdfium: Pdfium,
  textPage: number,
  chars: number,
  objects: readonly PageObject[],
): string[] {
  const { fn, scratch } = pdfium;
  const missing = new Map<number, boolean>();
  const fontOf = new Map<number, number>();
  for (const { kind, pointer } of objects) {
    if (kind !== 'text') continue;
    const font = fn.FPDFTextObj_GetFont(pointer);
    if (font !== 0 && !missing.has(font)) missing.set(font, fn.FPDFFont_GetIsEmbedded(font) === 0);
    if (missing.get(font)) fontOf.set(pointer, font);
  }
  if (fontOf.size === 0) return [];
  /** Samples that showed no glyph, by font; one that has a glyph is deleted from `missing`. */
  const blank = new Map<number, number>();
  for (let i = 0; i < chars; i++) {
    const font = fontOf.get(fn.FPDFText_GetTextObject(textPage, i));
    if (font === undefined || !missing.has(font) || (blank.get(font) ?? 0) >= MAX_SAMPLES) continue;
    const unicode = fn.FPDFText_GetUnicode(textPage, i);
    if (unicode < FIRST_PRINTED || BLANKS.has(unicode)) continue;
    fn.FPDFText_GetCharBox(textPage, i, scratch, scratch + 8, scratch + 16, scratch + 24);
    const width = pdfium.f64(scratch + 8) - pdfium.f64(scratch);
    const height = pdfium.f64(scratch + 24) - pdfium.f64(scratch + 16);
    if (width > EMPTY && height > EMPTY) missing.delete(font);
    else blank.set(font, (blank.get(font) ?? 0) + 1);
  }
  const undrawn = [...blank.keys()].filter((font) => missing.has(font));
  return undrawn.map((font) => {
    const name = pdfium.utf8((buffer, capacity) => fn.FPDFFont_GetBaseFontName(font, buffer, capacity));
    return `The font ${name} is not in the file and has no substitute: its text can be read, but is blank in a rendering.`;
  });
}
