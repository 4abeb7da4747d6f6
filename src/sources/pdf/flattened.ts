import type { Pdfium } from './pdfium.js';

/** FPDF_ANNOT_* of fpdf_annot.h. */
const LINK = 2;
const POPUP = 16;
/** FPDF_ANNOT_FLAG_*: what is hidden, or shown on paper only. */
const HIDDEN = 1 << 1;
const NO_VIEW = 1 << 5;
/** FPDF_PAGEOBJ_* of fpdf_edit.h. */
const TEXT = 1;
const FORM = 5;
/** Appearances nest as forms do; real ones by two or three. */
const MAX_DEPTH = 8;
/** More annotations than this on one page are links of a generated index. */
const MAX_ANNOTATIONS = 5_000;
/** FLAT_NORMALDISPLAY and FLATTEN_SUCCESS of fpdf_flatten.h. */
const FOR_DISPLAY = 0;
const SUCCESS = 1;

/**
 * Whether annotations or form fields of a page have text, and flattening shows each as the page does: all that is seen
 * has an appearance, and none depends on a layer.
 */
export function hasTextToFlatten(pdfium: Pdfium, page: number): boolean {
  const { fn } = pdfium;
  const count = fn.FPDFPage_GetAnnotCount(page);
  if (count === 0 || count > MAX_ANNOTATIONS) return false;
  let hasText = false;
  for (let i = 0; i < count; i++) {
    const annotation = fn.FPDFPage_GetAnnot(page, i);
    if (annotation === 0) return false;
    const isPlain = isFlattened(pdfium, annotation);
    hasText ||= isPlain && isShown(pdfium, annotation) && hasTextObject(pdfium, annotation);
    fn.FPDFPage_CloseAnnot(annotation);
    if (!isPlain) return false;
  }
  return hasText;
}

/** Makes the appearances of a page's annotations part of its content; the page has to be loaded again. */
export function flatten(pdfium: Pdfium, page: number): boolean {
  const { fn } = pdfium;
  for (let i = fn.FPDFPage_GetAnnotCount(page) - 1; i >= 0; i--) {
    const annotation = fn.FPDFPage_GetAnnot(page, i);
    const shown = annotation !== 0 && isShown(pdfium, annotation);
    if (annotation !== 0) fn.FPDFPage_CloseAnnot(annotation);
    if (!shown) fn.FPDFPage_RemoveAnnot(page, i);
  }
  return fn.FPDFPage_Flatten(page, FOR_DISPLAY) === SUCCESS;
}

const isShown = ({ fn }: Pdfium, annotation: number): boolean =>
  (fn.FPDFAnnot_GetFlags(annotation) & (HIDDEN | NO_VIEW)) === 0;

function isFlattened(pdfium: Pdfium, annotation: number): boolean {
  const { fn } = pdfium;
  if (!isShown(pdfium, annotation)) return true;
  const has = (key: string): boolean => pdfium.withCString(key, (cKey) => fn.FPDFAnnot_HasKey(annotation, cKey) !== 0);
  if (has('OC')) return false;
  // PDFium makes up what others without an appearance look like.
  const subtype = fn.FPDFAnnot_GetSubtype(annotation);
  return subtype === LINK || subtype === POPUP || has('AP');
}

function hasTextObject({ fn }: Pdfium, annotation: number): boolean {
  const isText = (object: number, depth: number): boolean => {
    const kind = fn.FPDFPageObj_GetType(object);
    if (kind !== FORM || depth > MAX_DEPTH) return kind === TEXT;
    const count = fn.FPDFFormObj_CountObjects(object);
    for (let i = 0; i < count; i++) if (isText(fn.FPDFFormObj_GetObject(object, i), depth + 1)) return true;
    return false;
  };
  const count = fn.FPDFAnnot_GetObjectCount(annotation);
  for (let i = 0; i < count; i++) if (isText(fn.FPDFAnnot_GetObject(annotation, i), 0)) return true;
  return false;
}
