import { intersectionOf, type PageBox } from '../../evidence/boxes.js';
import { ablate, type Suspect, type Verdict } from './ablation.js';
import { annotationBoxes } from './annotations.js';
import { FormSigns, inLayer, isCut } from './form-signs.js';
import type { PageObject } from './page-objects.js';
import type { Matrix } from './page-space.js';
import { type PaintedArea, PaintedAreas } from './painted-area.js';
import { PathShapes } from './path-shapes.js';
import type { Pdfium } from './pdfium.js';
import { type Rgb, textPaint } from './text-paint.js';

/** FPDF_TEXTRENDERMODE_INVISIBLE and _CLIP of fpdf_edit.h. */
const INVISIBLE_MODE = 3;
const CLIP_MODE = 7;
/** Colours closer than this on every channel can't be told apart by eye. */
const SAME_COLOUR = 10;
const WHITE: Rgb = [255, 255, 255];

export interface VisiblePage {
  readonly page: number;
  readonly objects: readonly PageObject[];
  readonly area: PageBox;
  readonly toPage: Matrix;
  /** Whether the document has optional content: then a form may belong to a layer without telling. */
  readonly layers: boolean;
}

/**
 * The text objects that the page does not show. Cheap signs (a clip that cuts the text, a layer, a transparency, a
 * colour like its background, something painted over it) only make a suspect; the verdict is by {@link ablate}.
 */
export function hiddenText(pdfium: Pdfium, { page, objects, area, toPage, layers }: VisiblePage): Verdict {
  const hidden = new Set<number>();
  const suspects: Suspect[] = [];
  const annotations = annotationBoxes(pdfium, page, toPage);
  const shapes = new PathShapes(pdfium);
  const painted = new PaintedAreas(pdfium, shapes, objects, area, annotations);
  const signs = new FormSigns(pdfium, shapes, layers);
  objects.forEach((object, order) => {
    if (object.kind !== 'text') return;
    const { rgb, alpha } = textPaint(pdfium, object.pointer);
    const mode = pdfium.fn.FPDFTextObj_GetTextRenderMode(object.pointer);
    if (alpha === 0 || mode === INVISIBLE_MODE) {
      hidden.add(object.pointer);
      return;
    }
    // Text as a clip paints nothing itself, but its shape shows in what is painted through it.
    if (mode === CLIP_MODE || intersectionOf(object.box, area) === null) return;
    const around = painted.around(object.box);
    const under = around.filter((other) => other.order < order);
    const over = around.filter((other) => other.order > order);
    const vanishes = onOwnColour(painted, object.box, rgb, under);
    if (
      vanishes ||
      pdfium.fn.FPDFPageObj_HasTransparency(object.pointer) ||
      inLayer(pdfium, object.pointer) ||
      isCut(shapes.clipsOf(object.pointer, object.toPage), object.box) ||
      signs.mayHide(object.form, object.box) ||
      painted.mayBeCovered(object.box, over)
    ) {
      suspects.push({ ...object, tolerance: vanishes ? SAME_COLOUR : 0 });
    }
  });
  if (suspects.length === 0) return { hidden, untested: 0 };
  const verdict = ablate(pdfium, page, area, suspects, annotations.length > 0);
  return { hidden: new Set([...hidden, ...verdict.hidden]), untested: verdict.untested };
}

/**
 * Whether a text lies on its own colour: a filled path, a broad line, or the white page. Areas are asked from the top;
 * one that holds the whole text ends the search, and so does a picture: testing all text on pictures doubles the time
 * of reading slides, so that text in the colour of a picture under it is not found.
 */
function onOwnColour(painted: PaintedAreas, box: PageBox, rgb: Rgb, under: readonly PaintedArea[]): boolean {
  const isOwn = ({ ground }: PaintedArea): boolean => ground !== null && ground !== 'picture' && alike(ground, rgb);
  const onPage = alike(WHITE, rgb);
  // Most text is black, and nothing under it is.
  if (!onPage && !under.some(isOwn)) return false;
  for (const area of under.toSorted((a, b) => b.order - a.order)) {
    if (isOwn(area) && painted.mayMeet(area, box)) return true;
    if (painted.holds(area, box)) return false;
  }
  return onPage;
}

const alike = (a: Rgb, b: Rgb): boolean => a.every((v, channel) => Math.abs(v - (b[channel] as number)) <= SAME_COLOUR);
