import { box, heightOf, widthOf } from '../evidence/boxes.js';
import type { SheetBox } from './sheet.js';

/** A picture to be made of a sheet, and what it will show. */
export interface Shot {
  /** What the picture shows, by its own size: pixels over zoom. */
  readonly visible: SheetBox;
  readonly zoom: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** No picture is narrower: a sliver shows nothing around what it is of. */
const LEAST_EDGE_PX = 32;

/**
 * The picture of a window at a zoom. The window is fitted into whole pixels, never stretched: what is seen is a little more.
 * At the sheet's edge it is moved inside; where the sheet is smaller it ends with it.
 *
 * @param zoom pixels to the sheet unit
 * @param sheet `maxZoom` is 1 for a picture of pixels, whose windows are whole pixels of its own
 */
export function shotOf(window: SheetBox, zoom: number, sheet: Size & { readonly maxZoom: number | null }): Shot {
  const span = sheet.maxZoom === null ? drawnSpan : ownSpan;
  const across = span(window[0], window[2], sheet.width, zoom);
  const down = span(window[1], window[3], sheet.height, zoom);
  return {
    visible: box('sheet', across.from, down.from, across.to, down.to),
    zoom,
    widthPx: across.pixels,
    heightPx: down.pixels,
  };
}

/** A window's edge that misses a pixel's by less lies on it. */
const ROUNDING = 1e-6;

interface Span {
  readonly from: number;
  readonly to: number;
  readonly pixels: number;
}

/** One axis of a drawn shot. Its start lies on the raster of the sheet's pixels, as engines draw it. */
function drawnSpan(from: number, to: number, length: number, zoom: number): Span {
  const all = Math.max(1, Math.round(length * zoom));
  const least = Math.min(all, LEAST_EDGE_PX);
  let first = Math.floor(from * zoom + ROUNDING);
  let pixels = Math.ceil(to * zoom - ROUNDING) - first;
  if (pixels < least) {
    first -= Math.round((least - pixels) / 2);
    pixels = least;
  }
  pixels = Math.min(pixels, all);
  first = Math.min(Math.max(0, first), all - pixels);
  // Engines fit the sheet into its whole pixels: the last one ends where the sheet does.
  const end = first + pixels === all ? length : Math.min((first + pixels) / zoom, length);
  return { from: Math.min(first / zoom, length), to: end, pixels };
}

/** One axis of a cut-out of pixels, made smaller by the zoom. */
function ownSpan(from: number, to: number, length: number, zoom: number): Span {
  const least = Math.min(length, LEAST_EDGE_PX);
  let first = Math.floor(from + ROUNDING);
  let size = Math.ceil(to - ROUNDING) - first;
  if (size < least) {
    first -= Math.round((least - size) / 2);
    size = least;
  }
  size = Math.min(size, length);
  first = Math.min(Math.max(0, first), length - size);
  return { from: first, to: first + size, pixels: Math.max(1, Math.round(size * zoom)) };
}

/** A window cut to the sheet; null where it lies off it. Windows without width or height stay so. */
export function clamped(window: SheetBox, { width, height }: Size): SheetBox | null {
  const [x0, y0] = [Math.max(0, window[0]), Math.max(0, window[1])];
  const [x1, y1] = [Math.min(width, window[2]), Math.min(height, window[3])];
  return x0 <= x1 && y0 <= y1 ? box('sheet', x0, y0, x1, y1) : null;
}

/** What a window is grown by on each side. */
export interface Margins {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A window grown on all sides, as far as the sheet and the largest size allow. */
export function roomy(window: SheetBox, margins: number | Margins, largest: number, { width, height }: Size): SheetBox {
  const { left, top, right, bottom } =
    typeof margins === 'number' ? { left: margins, top: margins, right: margins, bottom: margins } : margins;
  const share = (wanted: number, length: number): number =>
    wanted === 0 ? 0 : Math.max(0, Math.min(1, (largest - length) / wanted));
  const [across, down] = [share(left + right, widthOf(window)), share(top + bottom, heightOf(window))];
  return box(
    'sheet',
    Math.max(0, window[0] - across * left),
    Math.max(0, window[1] - down * top),
    Math.min(width, window[2] + across * right),
    Math.min(height, window[3] + down * bottom),
  );
}

/**
 * The window around a point of a picture that was shown before.
 * @param visible what that picture shows
 * @param cx fraction of the picture from its left edge, `cy` from its top
 * @param span fraction of the picture's width; the window has the picture's shape
 */
export function within(visible: SheetBox, cx: number, cy: number, span: number): SheetBox {
  const [width, height] = [widthOf(visible), heightOf(visible)];
  const [x, y] = [visible[0] + cx * width, visible[1] + cy * height];
  const [dx, dy] = [(span * width) / 2, (span * height) / 2];
  return box('sheet', x - dx, y - dy, x + dx, y + dy);
}

/** Equal windows that cover one, side by side, so that none is larger than `largest`; they overlap by `overlap`. */
export function gridOf(window: SheetBox, largest: number, overlap: number): SheetBox[] {
  const columns = parts(window[0], window[2], largest, overlap);
  const rows = parts(window[1], window[3], largest, overlap);
  return rows.flatMap(([y0, y1]) => columns.map(([x0, x1]) => box('sheet', x0, y0, x1, y1)));
}

function parts(from: number, to: number, largest: number, overlap: number): [number, number][] {
  const length = to - from;
  if (length <= largest) return [[from, to]];
  const count = Math.ceil((length - overlap) / (largest - overlap));
  const size = (length + (count - 1) * overlap) / count;
  return Array.from({ length: count }, (_, n) => [from + n * (size - overlap), from + n * (size - overlap) + size]);
}

/** How many windows of a size cover a sheet: what tiling without a look at its content takes. */
export const tilesOver = ({ width, height }: Size, largest: number): number =>
  Math.max(1, Math.ceil(width / largest - 1e-9)) * Math.max(1, Math.ceil(height / largest - 1e-9));
