import { areaOf, contains, grown, intersectionOf, type PageBox, unionOf } from '../../evidence/boxes.js';
import type { PageObject } from './page-objects.js';
import { type Matrix, mapRect } from './page-space.js';
import type { Pdfium } from './pdfium.js';
import { textColor } from './spans.js';

/** FPDF_TEXTRENDERMODE_INVISIBLE. */
const INVISIBLE_MODE = 3;
/** Colours closer than this on every channel can't be told apart by eye. */
const SAME_COLOUR = 10;
const WHITE = [255, 255, 255] as const;
/** A single later object that covers less of the text than this share hides none of it as a whole: rules, borders. */
const MIN_COVER = 0.2;
/** Pixels per point of the test renderings: grey levels show stems far thinner than a pixel. */
const TEST_SCALE = 1;
/** Longest side of a test rendering in pixels: posters are tested coarser. */
const MAX_TEST_EDGE_PX = 2_400;
/** Suspects tested one by one (about 2 ms each); past that the page keeps them and says so. */
const MAX_SINGLE_TESTS = 250;
/** Background fills looked through for each text object. */
const MAX_FILLS = 4_000;

interface Suspect extends PageObject {
  readonly overlapped: boolean;
}

/**
 * The text objects that the page does not show. Cheap signs (a clip that cuts the text, a layer, a colour like its
 * background, something opaque painted later) only make a suspect; the verdict is by ablation: the page is rendered
 * with and without the object, and one whose removal changes no pixel is hidden.
 *
 * @returns pointers of hidden text objects, and how many suspects were left untested
 */
export function hiddenText(
  pdfium: Pdfium,
  page: number,
  objects: readonly PageObject[],
  pageArea: PageBox,
): { hidden: Set<number>; untested: number } {
  const hidden = new Set<number>();
  const suspects: PageObject[] = [];
  const painted = paintedAreas(pdfium, objects, pageArea);
  objects.forEach((object, order) => {
    if (object.kind !== 'text') return;
    const [red, green, blue, alpha] = textColor(pdfium, object.pointer);
    if (alpha === 0 || pdfium.fn.FPDFTextObj_GetTextRenderMode(object.pointer) === INVISIBLE_MODE) {
      hidden.add(object.pointer);
      return;
    }
    if (
      inLayer(pdfium, object.pointer) ||
      isCut(pdfium, object) ||
      onOwnColour(object, order, [red, green, blue], painted) ||
      painted.some((area) => area.order > order && covers(area.box, object.box))
    ) {
      suspects.push(object);
    }
  });
  const untested = suspects.length === 0 ? 0 : ablate(pdfium, page, suspects, pageArea, hidden);
  return { hidden, untested };
}

interface PaintedArea {
  readonly order: number;
  readonly box: PageBox;
  /** Fill colour, null for pictures and shadings. */
  readonly rgb: readonly [number, number, number] | null;
}

/** Everything that could lie under or over text: filled paths, pictures, shadings, in painting order. */
function paintedAreas(pdfium: Pdfium, objects: readonly PageObject[], pageArea: PageBox): PaintedArea[] {
  const { fn, scratch } = pdfium;
  const areas: PaintedArea[] = [];
  if (!objects.some((object) => object.kind === 'text')) return areas;
  objects.forEach((object, order) => {
    if (areas.length >= MAX_FILLS || object.kind === 'text' || intersectionOf(object.box, pageArea) === null) return;
    if (object.kind !== 'path') {
      areas.push({ order, box: object.box, rgb: null });
      return;
    }
    if (!fn.FPDFPath_GetDrawMode(object.pointer, scratch, scratch + 4)) return;
    if (pdfium.u32(scratch) === 0) return;
    if (!fn.FPDFPageObj_GetFillColor(object.pointer, scratch, scratch + 4, scratch + 8, scratch + 12)) return;
    const [r, g, b] = [pdfium.u32(scratch), pdfium.u32(scratch + 4), pdfium.u32(scratch + 8)];
    if (pdfium.u32(scratch + 12) > 0) areas.push({ order, box: object.box, rgb: [r, g, b] });
  });
  return areas;
}

function covers(area: PageBox, text: PageBox): boolean {
  const common = intersectionOf(area, text);
  return common !== null && areaOf(common) >= MIN_COVER * areaOf(text);
}

/** Text in the colour of what lies right under it: a filled path, or the white page. A picture's colours are not known. */
function onOwnColour(
  text: PageObject,
  order: number,
  rgb: readonly [number, number, number],
  painted: readonly PaintedArea[],
): boolean {
  let ground: readonly [number, number, number] | null = WHITE;
  for (let i = painted.length - 1; i >= 0; i--) {
    const area = painted[i] as PaintedArea;
    if (area.order > order || !contains(area.box, text.box, 1)) continue;
    ground = area.rgb;
    break;
  }
  return ground?.every((v, channel) => Math.abs(v - (rgb[channel] as number)) <= SAME_COLOUR) ?? false;
}

function inLayer(pdfium: Pdfium, object: number): boolean {
  const { fn, scratch } = pdfium;
  const count = fn.FPDFPageObj_CountMarks(object);
  for (let i = 0; i < count; i++) {
    const mark = fn.FPDFPageObj_GetMark(object, i);
    // A call of the form (mark, buffer, bytes, out length): the length goes behind the string.
    const lengthAt = scratch + 256;
    if (!fn.FPDFPageObjMark_GetName(mark, scratch, 256, lengthAt)) continue;
    if (pdfium.u32(lengthAt) === 6 && pdfium.u32(scratch) === 0x0043004f) return true; // "OC", UTF-16LE
  }
  return false;
}

/** Whether a clip could cut the text: a clip path that is no upright rectangle, or one that does not hold the text. */
function isCut(pdfium: Pdfium, object: PageObject): boolean {
  const { fn } = pdfium;
  const clip = fn.FPDFPageObj_GetClipPath(object.pointer);
  if (clip === 0) return false;
  const paths = fn.FPDFClipPath_CountPaths(clip);
  for (let path = 0; path < paths; path++) {
    const rect = clipRect(pdfium, clip, path, object.toPage);
    if (rect === null || !contains(rect, object.box, 0.5)) return true;
  }
  return false;
}

/** The box of a clip path that is an upright rectangle (4 or 5 straight segments on two x and two y), else null. */
function clipRect(pdfium: Pdfium, clip: number, path: number, toPage: Matrix): PageBox | null {
  const { fn, scratch } = pdfium;
  const count = fn.FPDFClipPath_CountPathSegments(clip, path);
  if (count < 4 || count > 6) return null;
  const xs: number[] = [];
  const ys: number[] = [];
  for (let i = 0; i < count; i++) {
    const segment = fn.FPDFClipPath_GetPathSegment(clip, path, i);
    const bezier = 1;
    if (fn.FPDFPathSegment_GetType(segment) === bezier) return null;
    if (!fn.FPDFPathSegment_GetPoint(segment, scratch, scratch + 4)) return null;
    const [x = 0, y = 0] = pdfium.floats(2);
    xs.push(x);
    ys.push(y);
  }
  const distinct = (values: number[]) => new Set(values.map((v) => v.toFixed(1))).size;
  if (distinct(xs) > 2 || distinct(ys) > 2) return null;
  return mapRect(toPage, Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys));
}

/**
 * Removes all suspects at once and compares the page before and after. Where nothing changed in a suspect's box it is
 * hidden; where something did and no other suspect is near, it is visible; the rest are tested one by one.
 */
function ablate(pdfium: Pdfium, page: number, suspects: PageObject[], pageArea: PageBox, hidden: Set<number>): number {
  const scale = Math.min(TEST_SCALE, MAX_TEST_EDGE_PX / Math.max(pageArea[2], pageArea[3]));
  const onPage = suspects.flatMap((s): Suspect[] => {
    const box = intersectionOf(s.box, pageArea);
    if (box === null) return [];
    const near = grown(box, 1 / scale);
    const overlapped = suspects.some((other) => other !== s && intersectionOf(near, other.box) !== null);
    return [{ ...s, box, overlapped }];
  });
  const region = unionOf(onPage.map((suspect) => suspect.box));
  if (region === null) return 0;
  const setActive = (object: PageObject, active: boolean) =>
    pdfium.fn.FPDFPageObj_SetIsActive(object.pointer, active ? 1 : 0);
  const before = rendered(pdfium, page, pageArea, region, scale);
  for (const suspect of onPage) setActive(suspect, false);
  const after = rendered(pdfium, page, pageArea, region, scale);
  for (const suspect of onPage) setActive(suspect, true);
  if (before === null || after === null) return onPage.length;

  let single = 0;
  let untested = 0;
  // The largest first: what fills much of the page is rarely the hidden one, and the budget goes to the doubtful.
  for (const suspect of [...onPage].sort((a, b) => areaOf(b.box) - areaOf(a.box))) {
    if (!differs(before, after, suspect.box, scale)) {
      hidden.add(suspect.pointer);
    } else if (suspect.overlapped) {
      if (single++ >= MAX_SINGLE_TESTS) {
        untested += 1;
        continue;
      }
      const whole = rendered(pdfium, page, pageArea, suspect.box, scale);
      setActive(suspect, false);
      const without = rendered(pdfium, page, pageArea, suspect.box, scale);
      setActive(suspect, true);
      if (whole !== null && without !== null && Buffer.compare(whole.pixels, without.pixels) === 0) {
        hidden.add(suspect.pointer);
      }
    }
  }
  return untested;
}

interface Rendering {
  /** Pixel column and row of the whole page at which the rendering starts. */
  readonly left: number;
  readonly top: number;
  readonly pixels: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
}

const BYTES_PER_PIXEL = 4;

/** A small rendering of `area`, a part of `pageArea`, BGRx; null where the engine has no memory for it. */
function rendered(
  pdfium: Pdfium,
  page: number,
  pageArea: PageBox,
  area: PageBox,
  scale: number,
): Rendering | null {
  const { fn } = pdfium;
  const x0 = Math.floor(area[0] * scale);
  const y0 = Math.floor(area[1] * scale);
  const widthPx = Math.max(1, Math.ceil(area[2] * scale) - x0);
  const heightPx = Math.max(1, Math.ceil(area[3] * scale) - y0);
  const fullWidth = Math.round(pageArea[2] * scale);
  const fullHeight = Math.round(pageArea[3] * scale);
  const bitmap = fn.FPDFBitmap_Create(widthPx, heightPx, 0);
  if (bitmap === 0) return null;
  fn.FPDFBitmap_FillRect(bitmap, 0, 0, widthPx, heightPx, 0xffffffff);
  fn.FPDF_RenderPageBitmap(bitmap, page, -x0, -y0, fullWidth, fullHeight, 0, 0);
  const length = widthPx * heightPx * BYTES_PER_PIXEL;
  const pixels = pdfium.bytes(fn.FPDFBitmap_GetBuffer(bitmap), length).slice();
  fn.FPDFBitmap_Destroy(bitmap);
  return { left: x0, top: y0, pixels, widthPx, heightPx };
}

function differs(a: Rendering, b: Rendering, box: PageBox, scale: number): boolean {
  const x0 = Math.max(0, Math.floor(box[0] * scale) - a.left);
  const x1 = Math.min(a.widthPx, Math.ceil(box[2] * scale) - a.left);
  const y1 = Math.min(a.heightPx, Math.ceil(box[3] * scale) - a.top);
  for (let y = Math.max(0, Math.floor(box[1] * scale) - a.top); y < y1; y++) {
    const from = (y * a.widthPx + x0) * BYTES_PER_PIXEL;
    const to = (y * a.widthPx + x1) * BYTES_PER_PIXEL;
    if (Buffer.compare(a.pixels.subarray(from, to), b.pixels.subarray(from, to)) !== 0) return true;
  }
  return false;
}
