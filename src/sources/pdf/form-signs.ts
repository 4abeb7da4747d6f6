import { type PageBox, shrunk } from '../../evidence/boxes.js';
import type { EnclosingForm } from './page-objects.js';
import type { Clip, PathShapes } from './path-shapes.js';
import type { Pdfium } from './pdfium.js';

/** A clip may cut this much off the box of a text, which is larger than its glyphs (pt). */
const CLIP_SLACK_PT = 0.5;
/** "OC", the mark of optional content, as UTF-16LE. */
const OC_MARK = 0x0043004f;
const OC_MARK_BYTES = 6;

/** Signs that a form XObject hides what is painted inside; each form is asked once. */
export class FormSigns {
  private readonly known = new Map<number, { readonly doubtful: boolean; readonly clips: readonly Clip[] }>();

  /** @param layers whether the document has optional content; a form's own /OC entry can't be asked for */
  constructor(
    private readonly pdfium: Pdfium,
    private readonly shapes: PathShapes,
    private readonly layers: boolean,
  ) {}

  /** Whether one of the forms around an object could hide it: by transparency, a layer, or a clip that cuts `box`. */
  mayHide(innermost: EnclosingForm | null, box: PageBox): boolean {
    if (innermost !== null && this.layers) return true;
    for (let form = innermost; form !== null; form = form.form) {
      const { doubtful, clips } = this.signsOf(form);
      if (doubtful || isCut(clips, box)) return true;
    }
    return false;
  }

  private signsOf({ pointer, toPage }: EnclosingForm) {
    let signs = this.known.get(pointer);
    if (!signs) {
      const doubtful = Boolean(this.pdfium.fn.FPDFPageObj_HasTransparency(pointer)) || inLayer(this.pdfium, pointer);
      signs = { doubtful, clips: this.shapes.clipsOf(pointer, toPage) };
      this.known.set(pointer, signs);
    }
    return signs;
  }
}

/** Whether a clip could cut the box: one that is not known to hold it. */
export function isCut(clips: readonly Clip[], box: PageBox): boolean {
  return clips.some((clip) => clip?.placeOf(shrunk(box, CLIP_SLACK_PT)) !== 'inside');
}

/** Whether an object is marked as part of a layer (optional content). */
export function inLayer(pdfium: Pdfium, object: number): boolean {
  const { fn, scratch } = pdfium;
  const count = fn.FPDFPageObj_CountMarks(object);
  for (let i = 0; i < count; i++) {
    const mark = fn.FPDFPageObj_GetMark(object, i);
    // A call of the form (mark, buffer, bytes, out length): the length goes behind the string.
    const lengthAt = scratch + 256;
    if (!fn.FPDFPageObjMark_GetName(mark, scratch, 256, lengthAt)) continue;
    if (pdfium.u32(lengthAt) === OC_MARK_BYTES && pdfium.u32(scratch) === OC_MARK) return true;
  }
  return false;
}
