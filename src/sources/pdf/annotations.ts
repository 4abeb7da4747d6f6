import type { PageBox } from '../../evidence/boxes.js';
import { type Matrix, mapRect } from './page-space.js';
import type { Pdfium } from './pdfium.js';

/** FPDF_ANNOT_* of fpdf_annot.h that can paint an area: free text, square, circle, polygon, stamp, ink, redaction. */
const PAINTING = new Set([3, 5, 6, 7, 13, 15, 28]);
/** More annotations than this on one page are links of a generated index. */
const MAX_ANNOTATIONS = 5_000;

/**
 * Boxes of the annotations that may lie over text: a white square is a common way to blot something out.
 * @param all those of kinds that paint no area, too: links, highlights, form fields
 */
export function annotationBoxes(pdfium: Pdfium, page: number, toPage: Matrix, all = false): PageBox[] {
  const { fn, scratch } = pdfium;
  const boxes: PageBox[] = [];
  const count = Math.min(fn.FPDFPage_GetAnnotCount(page), MAX_ANNOTATIONS);
  for (let i = 0; i < count; i++) {
    const annotation = fn.FPDFPage_GetAnnot(page, i);
    if (annotation === 0) continue;
    if ((all || PAINTING.has(fn.FPDFAnnot_GetSubtype(annotation))) && fn.FPDFAnnot_GetRect(annotation, scratch)) {
      // FS_RECTF: left, top, right, bottom.
      const [left = 0, top = 0, right = 0, bottom = 0] = pdfium.floats(4);
      const box = mapRect(toPage, left, bottom, right, top);
      if (box !== null) boxes.push(box);
    }
    fn.FPDFPage_CloseAnnot(annotation);
  }
  return boxes;
}
