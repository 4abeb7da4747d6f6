import { areaOf, contains, intersectionOf, overlaps, type PageBox } from '../../evidence/boxes.js';
import { ablate, type Suspect, type Verdict } from './ablation.js';
import { annotationBoxes } from './annotations.js';
import { BoxGrid } from './box-grid.js';
import { FormSigns, inLayer, isCut } from './form-signs.js';
import type { PageObject } from './page-objects.js';
import { concat, type Matrix } from './page-space.js';
import { clipRectangles, pathHolds } from './path-shapes.js';
import type { Pdfium } from './pdfium.js';
import { type Rgb, textPaint } from './text-paint.js';

/** FPDF_TEXTRENDERMODE_INVISIBLE and _CLIP of fpdf_edit.h. */
const INVISIBLE_MODE = 3;
const CLIP_MODE = 7;
/** Colours closer than this on every channel can't be told apart by eye. */
const SAME_COLOUR = 10;
const WHITE: Rgb = [255, 255, 255];
/** Later objects that together cover less of a text than this share hide none of it as a whole: rules, borders. */
const MIN_COVER = 0.2;
/** Thinner lines cover no text, and the box of a thin frame would make suspects of all text inside it. */
const MIN_COVERING_STROKE_PT = 3;

/** Something painted that text may lie over or under. */
interface PaintedArea {
  /** Place in the painting order; annotations come after all objects. */
  readonly order: number;
  readonly box: PageBox;
  /**
   * What text of the same colour would vanish on; `picture` where that differs from place to place, null for lines
   * and annotations.
   */
  readonly ground: Rgb | 'picture' | null;
  /** Null for an annotation. */
  readonly object: PageObject | null;
}

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
  const painted = paintedAreas(pdfium, objects, area, annotations);
  const forms = new FormSigns(pdfium, layers);
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
    const around: PaintedArea[] = [];
    for (const other of painted.near(object.box)) if (overlaps(other.box, object.box)) around.push(other);
    const vanishes = onOwnColour(pdfium, object, order, rgb, around);
    if (
      vanishes ||
      pdfium.fn.FPDFPageObj_HasTransparency(object.pointer) ||
      inLayer(pdfium, object.pointer) ||
      isCut(clipRectangles(pdfium, object.pointer, object.toPage), object.box) ||
      forms.mayHide(object.form, object.box) ||
      isCovered(object, order, around)
    ) {
      suspects.push({ ...object, tolerance: vanishes ? SAME_COLOUR : 0 });
    }
  });
  if (suspects.length === 0) return { hidden, untested: 0 };
  const verdict = ablate(pdfium, page, area, suspects, annotations.length > 0);
  return { hidden: new Set([...hidden, ...verdict.hidden]), untested: verdict.untested };
}

/** Everything that could lie under or over text. Other text is left out: glyphs have gaps, they hide nothing. */
function paintedAreas(
  pdfium: Pdfium,
  objects: readonly PageObject[],
  area: PageBox,
  annotations: readonly PageBox[],
): BoxGrid<PaintedArea> {
  const grid = new BoxGrid<PaintedArea>(area);
  if (!objects.some(({ kind }) => kind === 'text')) return grid;
  objects.forEach((object, order) => {
    const { kind, box } = object;
    if (kind === 'text' || intersectionOf(box, area) === null) return;
    const ground = kind === 'path' ? pathGround(pdfium, object) : 'picture';
    if (ground !== undefined) grid.add({ order, box, ground, object });
  });
  for (const box of annotations) grid.add({ order: objects.length, box, ground: null, object: null });
  return grid;
}

/** The colour that a path fills, null for a broad line; undefined for what neither fills an area nor draws broadly. */
function pathGround(pdfium: Pdfium, { pointer, toPage }: PageObject): Rgb | null | undefined {
  const { fn, scratch } = pdfium;
  if (!fn.FPDFPath_GetDrawMode(pointer, scratch, scratch + 4)) return undefined;
  const stroked = pdfium.u32(scratch + 4) !== 0;
  if (pdfium.u32(scratch) !== 0) {
    const known = fn.FPDFPageObj_GetFillColor(pointer, scratch, scratch + 4, scratch + 8, scratch + 12);
    if (known && pdfium.u32(scratch + 12) > 0) {
      return [pdfium.u32(scratch), pdfium.u32(scratch + 4), pdfium.u32(scratch + 8)];
    }
  }
  if (!stroked || !fn.FPDFPageObj_GetStrokeWidth(pointer, scratch)) return undefined;
  const width = pdfium.f32(scratch);
  if (!fn.FPDFPageObj_GetMatrix(pointer, scratch)) return undefined;
  const [a, b] = concat(pdfium.floats(6) as unknown as Matrix, toPage);
  return width * Math.hypot(a, b) >= MIN_COVERING_STROKE_PT ? null : undefined;
}

/**
 * Whether a text lies on its own colour: a filled path, or the white page. Areas are asked from the top; one that
 * holds the whole text ends the search, and so does a picture: testing all text on pictures doubles the time of
 * reading slides, so that text in the colour of a picture under it is not found.
 */
function onOwnColour(
  pdfium: Pdfium,
  text: PageObject,
  order: number,
  rgb: Rgb,
  around: readonly PaintedArea[],
): boolean {
  const isOwn = ({ ground }: PaintedArea): boolean => ground !== null && ground !== 'picture' && alike(ground, rgb);
  const under = around.filter((area) => area.order < order);
  const onPage = alike(WHITE, rgb);
  // Most text is black, and nothing under it is.
  if (!onPage && !under.some(isOwn)) return false;
  for (const area of under.sort((a, b) => b.order - a.order)) {
    const { ground, box, object } = area;
    if (isOwn(area)) return true;
    if (ground === null || object === null || !contains(box, text.box, 1)) continue;
    if (ground === 'picture' || pathHolds(pdfium, object, text.box)) return false;
  }
  return onPage;
}

const alike = (a: Rgb, b: Rgb): boolean => a.every((v, channel) => Math.abs(v - (b[channel] as number)) <= SAME_COLOUR);

function isCovered(text: PageObject, order: number, around: readonly PaintedArea[]): boolean {
  let covered = 0;
  for (const area of around) {
    const common = area.order > order ? intersectionOf(area.box, text.box) : null;
    if (common !== null) covered += areaOf(common);
  }
  return covered >= MIN_COVER * areaOf(text.box);
}
