import { concat } from '../page-space.js';
import { dataUrl } from './data-url.js';
import { factor, matrixAttribute } from './numbers.js';
import { type EngineImage, type EngineMask, IMAGE_KIND } from './operators.js';
import type { Painter } from './painter.js';
import { bitsPng, maskPng, pixelsPng } from './png.js';
import { mapped, UNIT_SQUARE } from './rect.js';

interface ImageSize {
  readonly width: number;
  readonly height: number;
  readonly interpolate?: boolean;
}

/** Paints an image into the unit square of user space (ISO 32000-1, 8.9). */
export function paintImage(painter: Painter, index: number, image: EngineImage | null, key: string): void {
  if (image === null || !(image.data || image.bitmap)) {
    painter.context.warn('image_unreadable', 'An image can’t be decoded and is left out.');
    return;
  }
  place(
    painter,
    index,
    define(painter, `image ${key}`, () => encoded(image)),
    image,
  );
}

/** Paints with the fill colour through an image mask (8.9.6.2). */
export function paintImageMask(painter: Painter, index: number, mask: EngineMask): void {
  const { state, context } = painter;
  if (state.fill === null) return;
  if (typeof state.fill !== 'string') {
    painter.patch(String(index), mapped(state.ctm, UNIT_SQUARE), 'an image mask filled with a pattern');
    return;
  }
  const named = typeof mask.data === 'string' ? (context.objects.get(mask.data) as EngineMask | null) : mask;
  const bits = named?.data;
  if (!(bits instanceof Uint8Array && mask.width > 0 && mask.height > 0)) {
    context.warn('image_unreadable', 'An image mask can’t be decoded and is left out.');
    return;
  }
  const key = typeof mask.data === 'string' ? mask.data : `inline ${context.numberOf(bits)}`;
  const { fill } = state;
  painter.drawing?.mask(state, { width: mask.width, height: mask.height, bits });
  place(
    painter,
    index,
    define(painter, `mask ${key} ${fill}`, () => dataUrl('png', maskPng(mask.width, mask.height, bits, fill))),
    mask,
  );
}

/**
 * Pixels of the page at 144 DPI that an image's pixel covers before it is drawn as a block, not blurred into the next.
 * The specification leaves this open where /Interpolate is not set; PDFium has the same bound.
 */
const BLOCK_PIXELS = 8;

function place(painter: Painter, index: number, definition: string | null, size: ImageSize): void {
  if (definition === null) return;
  const { state } = painter;
  const opacity = state.fillAlpha === 1 ? '' : ` opacity="${factor(state.fillAlpha)}"`;
  const { ctm } = state;
  const coverage = (4 * Math.abs(ctm[0] * ctm[3] - ctm[1] * ctm[2])) / (size.width * size.height);
  const blocks = coverage > BLOCK_PIXELS && !size.interpolate ? ' image-rendering="optimizeSpeed"' : '';
  // The first row of an image is at the top of the square, and y points up in it.
  const transform = matrixAttribute(concat([1, 0, 0, -1, 0, 1], state.ctm));
  painter.paint(
    String(index),
    mapped(state.ctm, UNIT_SQUARE),
    (id) => `<use${id} href="#${definition}" transform="${transform}"${opacity}${blocks}/>`,
    { kind: 'image' },
    null,
  );
}

function encoded(image: EngineImage): string | null {
  const { width, height, kind, data, bitmap } = image;
  if (bitmap) return dataUrl('jpeg', bitmap.jpeg);
  if (data === null || !(width > 0 && height > 0)) return null;
  if (kind === IMAGE_KIND.bits) return dataUrl('png', bitsPng(width, height, data));
  return dataUrl('png', pixelsPng(width, height, data, kind === IMAGE_KIND.rgb ? 3 : 4));
}

/** The id of a picture in the definitions, made at its first use. */
function define(painter: Painter, key: string, encode: () => string | null): string | null {
  const { made, definitions } = painter.context;
  let id = made.get(key);
  if (id === undefined) {
    const url = encode();
    id =
      url === null
        ? null
        : definitions.define(
            'i',
            (of) => `<image id="${of}" width="1" height="1" preserveAspectRatio="none" href="${url}"/>`,
          );
    made.set(key, id);
  }
  return id;
}
