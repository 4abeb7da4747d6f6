import { grown, intersectionOf, type PageBox, unionOf } from '../../evidence/boxes.js';
import { BoxGrid } from './box-grid.js';
import type { Pdfium } from './pdfium.js';

/** Pixels per point of the test renderings: grey levels show stems far thinner than a pixel. */
const TEST_SCALE = 1;
/** Longest side of a test rendering in pixels: posters are tested coarser. */
const MAX_TEST_EDGE_PX = 2_400;
/** Renderings of one page at most (5 to 20 ms each); text that lies in more layers than this is kept, with a warning. */
const MAX_BATCHES = 32;
/** FPDF_RenderPageBitmap flag: draw annotations. */
export const RENDER_ANNOTATIONS = 0x01;
const BYTES_PER_PIXEL = 4;
/** Colours of the paper, ARGB. */
const WHITE = 0xffffffff;
export const BLACK = 0xff000000;
/** So many objects are rendered faster one by one, in their own boxes, than in one box around them all. */
const FEW = 6;

/** An object whose removal may change nothing. */
export interface Suspect {
  readonly pointer: number;
  readonly box: PageBox;
  /** A change of up to this many grey levels (of 255) a channel counts as none. */
  readonly tolerance: number;
}

/** Pointers of the suspects that the page does not show, and how many could not be tested. */
export interface Verdict {
  readonly hidden: ReadonlySet<number>;
  readonly untested: number;
}

/**
 * Tells by ablation which suspects are hidden: the page is rendered with and without them, and one whose removal
 * changes no pixel is not seen. All are removed at once first, which settles those that nothing changes for and those
 * that stand alone; the others are removed in batches whose members do not touch each other. What is found hidden
 * stays removed, so that of two identical copies one is kept.
 */
export function ablate(
  pdfium: Pdfium,
  page: number,
  pageArea: PageBox,
  suspects: readonly Suspect[],
  withAnnotations: boolean,
): Verdict {
  const scale = Math.min(TEST_SCALE, MAX_TEST_EDGE_PX / Math.max(pageArea[2], pageArea[3]));
  const view = { pdfium, page, pageArea, scale, flags: withAnnotations ? RENDER_ANNOTATIONS : 0 };
  const setActive = (objects: readonly Suspect[], active: boolean): void => {
    for (const { pointer } of objects) pdfium.fn.FPDFPageObj_SetIsActive(pointer, active ? 1 : 0);
  };
  const onPage = suspects.flatMap((suspect): Suspect[] => {
    const box = intersectionOf(suspect.box, pageArea);
    return box === null ? [] : [{ ...suspect, box }];
  });
  const hidden = new Set<number>();
  const hide = (suspect: Suspect): void => {
    hidden.add(suspect.pointer);
    setActive([suspect], false);
  };

  const region = unionOf(onPage.map(({ box }) => box));
  if (region === null) return { hidden, untested: 0 };
  const before = rendered(view, region);
  setActive(onPage, false);
  const after = rendered(view, region);
  setActive(onPage, true);
  if (before === null || after === null) return { hidden, untested: onPage.length };

  const changed: Suspect[] = [];
  for (const suspect of onPage) {
    if (differs(before, after, suspect, scale)) changed.push(suspect);
    else hide(suspect);
  }
  const { batches, untested } = batchesOf(changed, pageArea, 1 / scale);
  for (const batch of batches.flatMap((all) => (all.length <= FEW ? all.map((one) => [one]) : [all]))) {
    const part = unionOf(batch.map(({ box }) => box)) as PageBox;
    setActive(batch, false);
    const without = rendered(view, part);
    setActive(batch, true);
    for (const suspect of batch) if (without !== null && !differs(before, without, suspect, scale)) hide(suspect);
  }
  setActive(onPage, true);
  return { hidden, untested };
}

/** Groups what touches something else so that no group touches itself; what stands alone needs no further test. */
function batchesOf(suspects: readonly Suspect[], pageArea: PageBox, margin: number) {
  const grid = new BoxGrid(pageArea, suspects);
  const batchOf = new Map<Suspect, number>();
  const batches: Suspect[][] = [];
  let untested = 0;
  for (const suspect of suspects) {
    const around = grown(suspect.box, margin);
    const taken = new Set<number | undefined>();
    let alone = true;
    for (const other of grid.near(around)) {
      if (other === suspect || intersectionOf(around, other.box) === null) continue;
      alone = false;
      taken.add(batchOf.get(other));
    }
    if (alone) continue;
    let batch = 0;
    while (taken.has(batch)) batch += 1;
    if (batch >= MAX_BATCHES) {
      untested += 1;
      continue;
    }
    batchOf.set(suspect, batch);
    (batches[batch] ??= []).push(suspect);
  }
  return { batches, untested };
}

export interface View {
  readonly pdfium: Pdfium;
  readonly page: number;
  readonly pageArea: PageBox;
  readonly scale: number;
  readonly flags: number;
  /** Handle of the form-fill module where form fields are to be drawn too. */
  readonly form?: number;
}

export interface Rendering {
  /** Pixel column and row of the whole page at which the rendering starts. */
  readonly left: number;
  readonly top: number;
  /** One a pixel, rows without padding: blue in the lowest byte, then green and red; the highest means nothing. */
  readonly pixels: Uint32Array;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Memory of a rendering that the next one takes over: fresh memory costs as much time as rendering into it. */
export class Canvas {
  private words = new Uint32Array();

  copyOf(pixels: Uint32Array): Uint32Array {
    const copy = this.take(pixels.length);
    copy.set(pixels);
    return copy;
  }

  filled(length: number, value: number): Uint32Array {
    return this.take(length).fill(value);
  }

  private take(length: number): Uint32Array {
    if (this.words.length < length) this.words = new Uint32Array(length);
    return this.words.subarray(0, length);
  }
}

/**
 * A rendering of `area`, a part of the page, on `ground`; null where the engine has no memory for it.
 * @param canvas what is on it is lost
 */
export function rendered(
  { pdfium, page, pageArea, scale, flags, form = 0 }: View,
  area: PageBox,
  ground = WHITE,
  canvas = new Canvas(),
): Rendering | null {
  const { fn } = pdfium;
  const place = placeOf(scale, area);
  const { left, top, widthPx, heightPx } = place;
  const fullWidth = Math.max(1, Math.round(pageArea[2] * scale));
  const fullHeight = Math.max(1, Math.round(pageArea[3] * scale));
  const bitmap = fn.FPDFBitmap_Create(widthPx, heightPx, 0);
  if (bitmap === 0) return null;
  fn.FPDFBitmap_FillRect(bitmap, 0, 0, widthPx, heightPx, ground);
  fn.FPDF_RenderPageBitmap(bitmap, page, -left, -top, fullWidth, fullHeight, 0, flags);
  if (form !== 0) fn.FPDF_FFLDraw(form, bitmap, page, -left, -top, fullWidth, fullHeight, 0, flags);
  const pixels = canvas.copyOf(pdfium.words(fn.FPDFBitmap_GetBuffer(bitmap), widthPx * heightPx));
  fn.FPDFBitmap_Destroy(bitmap);
  return { ...place, pixels };
}

/** The rendering of a part on which nothing is painted. */
export function blank({ scale }: View, area: PageBox, canvas: Canvas): Rendering {
  const place = placeOf(scale, area);
  return { ...place, pixels: canvas.filled(place.widthPx * place.heightPx, WHITE) };
}

function placeOf(scale: number, area: PageBox): Omit<Rendering, 'pixels'> {
  const left = Math.floor(area[0] * scale);
  const top = Math.floor(area[1] * scale);
  const widthPx = Math.max(1, Math.ceil(area[2] * scale) - left);
  const heightPx = Math.max(1, Math.ceil(area[3] * scale) - top);
  return { left, top, widthPx, heightPx };
}

/** Whether two renderings, which may start at different places, differ inside the suspect's box. */
function differs(a: Rendering, b: Rendering, { box, tolerance }: Suspect, scale: number): boolean {
  const x0 = Math.max(a.left, b.left, Math.floor(box[0] * scale));
  const x1 = Math.min(a.left + a.widthPx, b.left + b.widthPx, Math.ceil(box[2] * scale));
  const y0 = Math.max(a.top, b.top, Math.floor(box[1] * scale));
  const y1 = Math.min(a.top + a.heightPx, b.top + b.heightPx, Math.ceil(box[3] * scale));
  for (let y = y0; y < y1; y++) {
    const rowA = rowOf(a, y, x0, x1);
    const rowB = rowOf(b, y, x0, x1);
    if (Buffer.compare(rowA, rowB) === 0) continue;
    if (tolerance === 0 || rowA.some((v, i) => Math.abs(v - (rowB[i] as number)) > tolerance)) return true;
  }
  return false;
}

function rowOf({ left, top, widthPx, pixels }: Rendering, y: number, x0: number, x1: number): Uint8Array {
  const start = (y - top) * widthPx - left;
  const bytes = new Uint8Array(pixels.buffer, pixels.byteOffset);
  return bytes.subarray((start + x0) * BYTES_PER_PIXEL, (start + x1) * BYTES_PER_PIXEL);
}
