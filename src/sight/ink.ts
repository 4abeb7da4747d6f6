import type { RawPixels } from '../sources/source.js';
import { type Bitmap, blankBitmap } from './bitmap.js';
import type { Sheet } from './sheet.js';

/** Long edge of the picture of ink. Every format comes down to it, so that all are searched alike. */
const INK_EDGE = 1024;
/**
 * Vectors are drawn twice as large first: letters of 1 mm on an A0 sheet keep two pixels. The engines draw no line thinner
 * than a pixel, so that hairlines are there at any size.
 */
const VECTOR_EDGE = 2 * INK_EDGE;
/** Pixels of an image that are looked at one by one, 110 MB; larger ones are shrunk to it first. */
const MAX_PIXELS = 36_000_000;
/**
 * How far a channel must lie from the paper to be ink: 200 on white paper. Measured from the paper, white on black and grey
 * scans are the same; taken channel by channel, yellow on white is ink, which is nearly as bright as the paper.
 */
const CONTRAST = 55;
/** Pixels from which the paper's colour is told. */
const PAPER_SAMPLES = 200_000;

/** Sheet's ink, with the colour of its paper. */
export interface SheetInk {
  /** Long edge of at most {@link INK_EDGE}. A pixel is ink where any part of it is: thin lines survive. */
  readonly bitmap: Bitmap;
  /** Sheet units to the pixel of the bitmap. */
  readonly unitsPerPixel: number;
  readonly paper: readonly [red: number, green: number, blue: number];
}

/** Draws or decodes the sheet, or what of it is no border, and tells ink from paper. @throws GroundglassError what the source's `pixels` throws */
export async function sheetInk(sheet: Sheet, what: 'all' | 'content'): Promise<SheetInk> {
  const edge = Math.max(sheet.width, sheet.height);
  const zoom =
    sheet.maxZoom === null
      ? VECTOR_EDGE / edge
      : Math.min(sheet.maxZoom, Math.sqrt(MAX_PIXELS / (sheet.width * sheet.height)));
  const pixels = await sheet.pixels(zoom, what);
  const paper = paperOf(pixels);
  const bitmap = pooled(pixels, paper);
  return { bitmap, unitsPerPixel: edge / Math.max(bitmap.width, bitmap.height), paper };
}

/** The commonest colour, of colours told apart in 16 steps a channel: the mean of those that fall in its step. */
function paperOf({ rgb }: RawPixels): SheetInk['paper'] {
  const counts = new Uint32Array(4096);
  const pixels = rgb.length / 3;
  const step = Math.max(1, Math.floor(pixels / PAPER_SAMPLES)) | 1;
  const binAt = (at: number): number =>
    (((rgb[at] as number) >> 4) << 8) | (((rgb[at + 1] as number) >> 4) << 4) | ((rgb[at + 2] as number) >> 4);
  for (let i = 0; i < pixels; i += step) (counts[binAt(i * 3)] as number)++;
  const commonest = counts.indexOf(counts.reduce((a, b) => Math.max(a, b), 0));
  const sums = [0, 0, 0];
  for (let i = 0; i < pixels; i += step) {
    if (binAt(i * 3) !== commonest) continue;
    for (let c = 0; c < 3; c++) (sums[c] as number) += rgb[i * 3 + c] as number;
  }
  const count = counts[commonest] || 1;
  return [(sums[0] as number) / count, (sums[1] as number) / count, (sums[2] as number) / count];
}

function pooled({ rgb, widthPx, heightPx }: RawPixels, [red, green, blue]: SheetInk['paper']): Bitmap {
  const scale = Math.min(1, INK_EDGE / Math.max(widthPx, heightPx));
  const bitmap = blankBitmap(Math.max(1, Math.round(widthPx * scale)), Math.max(1, Math.round(heightPx * scale)));
  const columns = new Uint16Array(widthPx);
  for (let x = 0; x < widthPx; x++) columns[x] = Math.min(bitmap.width - 1, Math.floor((x * bitmap.width) / widthPx));
  const [r0, r1, g0, g1, b0, b1] = [red, green, blue].flatMap((value) => [
    value - CONTRAST,
    value + CONTRAST,
  ]) as Bounds;
  let at = 0;
  for (let y = 0; y < heightPx; y++) {
    const row = Math.min(bitmap.height - 1, Math.floor((y * bitmap.height) / heightPx)) * bitmap.width;
    for (let x = 0; x < widthPx; x++, at += 3) {
      const r = rgb[at] as number;
      const g = rgb[at + 1] as number;
      const b = rgb[at + 2] as number;
      if (r < r0 || r > r1 || g < g0 || g > g1 || b < b0 || b > b1) bitmap.ink[row + (columns[x] as number)] = 1;
    }
  }
  return bitmap;
}

type Bounds = [number, number, number, number, number, number];
