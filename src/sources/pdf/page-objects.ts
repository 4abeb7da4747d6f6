import type { PageBox } from '../../evidence/boxes.js';
import { concat, type Matrix, mapRect } from './page-space.js';
import type { Pdfium } from './pdfium.js';

/** FPDF_PAGEOBJ_* of fpdf_edit.h. */
const OBJECT_KINDS = { 1: 'text', 2: 'path', 3: 'image', 4: 'shading', 5: 'form' } as const;
type ObjectKind = Exclude<(typeof OBJECT_KINDS)[keyof typeof OBJECT_KINDS], 'form'>;

/** A painted object, in painting order; forms are replaced by what they hold. */
export interface PageObject {
  readonly pointer: number;
  readonly kind: ObjectKind;
  readonly box: PageBox;
  /** From the space of the object's own matrix and clip (page or form) to page space. */
  readonly toPage: Matrix;
}

/** Forms may hold forms; real files stay under ten, and a cycle ends here. */
const MAX_FORM_DEPTH = 24;
/** Objects walked on one page. The busiest drawing of the test corpus has 12,000. */
const MAX_OBJECTS = 400_000;

/** Walks the objects of a loaded page in painting order. */
export function pageObjects(pdfium: Pdfium, page: number, toPage: Matrix): PageObject[] {
  const { fn, scratch } = pdfium;
  const found: PageObject[] = [];

  const visit = (object: number, matrix: Matrix, depth: number): void => {
    if (found.length >= MAX_OBJECTS) return;
    const kind = OBJECT_KINDS[fn.FPDFPageObj_GetType(object) as keyof typeof OBJECT_KINDS];
    if (kind === undefined) return;
    if (kind === 'form') {
      if (depth >= MAX_FORM_DEPTH || !fn.FPDFPageObj_GetMatrix(object, scratch)) return;
      const inner = concat(pdfium.floats(6) as unknown as Matrix, matrix);
      const count = fn.FPDFFormObj_CountObjects(object);
      for (let i = 0; i < count; i++) visit(fn.FPDFFormObj_GetObject(object, i), inner, depth + 1);
      return;
    }
    if (!fn.FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12)) return;
    const [x0, y0, x1, y1] = [0, 4, 8, 12].map((offset) => pdfium.f32(scratch + offset)) as [number, number, number, number];
    const box = mapRect(matrix, x0, y0, x1, y1);
    found.push({ pointer: object, kind, box, toPage: matrix });
  };

  const count = fn.FPDFPage_CountObjects(page);
  for (let i = 0; i < count; i++) visit(fn.FPDFPage_GetObject(page, i), toPage, 0);
  return found;
}
