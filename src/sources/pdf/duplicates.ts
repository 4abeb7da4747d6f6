import { areaOf, intersectionOf, type PageBox } from '../../evidence/boxes.js';
import { BoxGrid } from './box-grid.js';
import type { PageObject } from './page-objects.js';
import type { Pdfium } from './pdfium.js';

/** Share of a copy's box that its original must cover: PDFium takes them for the same up to half a glyph apart. */
const MIN_COMMON = 0.5;

/**
 * Hidden text objects whose text is seen after all, in a copy. PDFium's text leaves out a text object that repeats the
 * one before at the same place; where the first is covered, or invisible, and the copy is not, the text that was kept
 * is that of the hidden one.
 */
export function seenInCopy(
  pdfium: Pdfium,
  textPage: number,
  chars: number,
  objects: readonly PageObject[],
  hidden: ReadonlySet<number>,
  area: PageBox,
): Set<number> {
  const seen = new Set<number>();
  if (hidden.size === 0) return seen;
  const kept = new Set<number>();
  for (let i = 0; i < chars; i++) kept.add(pdfium.fn.FPDFText_GetTextObject(textPage, i));
  const originals = objects.filter(({ pointer }) => hidden.has(pointer) && kept.has(pointer));
  const grid = new BoxGrid(area, originals);
  for (const copy of objects) {
    if (copy.kind !== 'text' || hidden.has(copy.pointer) || kept.has(copy.pointer)) continue;
    for (const original of grid.near(copy.box)) {
      const common = intersectionOf(original.box, copy.box);
      if (common !== null && areaOf(common) >= MIN_COMMON * areaOf(copy.box)) seen.add(original.pointer);
    }
  }
  return seen;
}
