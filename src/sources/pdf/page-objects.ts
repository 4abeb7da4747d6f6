import type { PageBox } from '../../evidence/boxes.js';
import { concat, type Matrix, mapRect } from './page-space.js';
import type { Pdfium } from './pdfium.js';

/** FPDF_PAGEOBJ_* of fpdf_edit.h. */
const OBJECT_KINDS = { 1: 'text', 2: 'path', 3: 'image', 4: 'shading', 5: 'form' } as const;
type ObjectKind = Exclude<(typeof OBJECT_KINDS)[keyof typeof OBJECT_KINDS], 'form'>;

/** A form XObject that is being painted. Its clip, opacity and layer hold for everything inside. */
export interface EnclosingForm {
  readonly pointer: number;
  /** From the space of the form's own clip to page space. */
  readonly toPage: Matrix;
  /** The form that this one is painted in. */
  readonly form: EnclosingForm | null;
}

/** A painted object, in painting order; forms are replaced by what they hold. */
export interface PageObject {
  readonly pointer: number;
  readonly kind: ObjectKind;
  readonly box: PageBox;
  /** From the space of the object's own matrix and clip (page or form) to page space. */
  readonly toPage: Matrix;
  readonly form: EnclosingForm | null;
}

/** Objects walked on one page. The busiest drawing of the test corpus has 12,000. */
const MAX_OBJECTS = 400_000;

/** What {@link pageObjects} found, and whether it stopped before the end. */
export interface WalkedPage {
  readonly objects: PageObject[];
  readonly complete: boolean;
}

/** Walks the objects of a loaded page in painting order. */
export function pageObjects(pdfium: Pdfium, page: number, toPage: Matrix): WalkedPage {
  const { fn, scratch } = pdfium;
  const objects: PageObject[] = [];
  let complete = true;

  const visit = (object: number, matrix: Matrix, form: EnclosingForm | null): void => {
    const kind = OBJECT_KINDS[fn.FPDFPageObj_GetType(object) as keyof typeof OBJECT_KINDS];
    if (kind === undefined) return;
    if (kind === 'form') {
      if (!fn.FPDFPageObj_GetMatrix(object, scratch)) return;
      const inner = concat(pdfium.floats(6) as unknown as Matrix, matrix);
      const enclosing = { pointer: object, toPage: matrix, form };
      // Forms in forms, and cycles of them, end where the engine's own parser ends: at about 40.
      visitAll(fn.FPDFFormObj_CountObjects(object), (i) => fn.FPDFFormObj_GetObject(object, i), inner, enclosing);
      return;
    }
    if (!fn.FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12)) return;
    const [x0, y0, x1, y1] = [
      pdfium.f32(scratch),
      pdfium.f32(scratch + 4),
      pdfium.f32(scratch + 8),
      pdfium.f32(scratch + 12),
    ];
    // Numbers out of all bounds overflow on the way; such an object can't lie on the page.
    const box = mapRect(matrix, x0, y0, x1, y1);
    if (box !== null) objects.push({ pointer: object, kind, box, toPage: matrix, form });
  };

  const visitAll = (count: number, at: (index: number) => number, matrix: Matrix, form: EnclosingForm | null): void => {
    for (let i = 0; i < count; i++) {
      if (objects.length >= MAX_OBJECTS) {
        complete = false;
        return;
      }
      visit(at(i), matrix, form);
    }
  };

  visitAll(fn.FPDFPage_CountObjects(page), (i) => fn.FPDFPage_GetObject(page, i), toPage, null);
  return { objects, complete };
}
