import type { PageBox } from '../../../evidence/boxes.js';
import type { PaintedPage } from '../../painted.js';
import type { PageInfo } from '../../source.js';
import { dataUrl } from './data-url.js';
import type { UnpatchedPage } from './page.js';
import { pixelsPng } from './png.js';

/** Pixels of a part of the page, three bytes each. */
export interface RasterPart {
  readonly rgb: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Sharp enough to look like what lies around it; a patch has no vectors that one could zoom into. */
const PATCH_DPI = 144;
/** Pixels of one patch: a larger one gets fewer pixels an inch. */
const MAX_PATCH_PIXELS = 4_000_000;

/** Fills the patches of a page with the first engine's rendering of their places. */
export async function patched(
  { pieces, patches, elements, outlines, drawings, warnings }: UnpatchedPage,
  { width, height }: PageInfo,
  raster: (box: PageBox, dpi: number) => Promise<RasterPart>,
): Promise<PaintedPage> {
  const parts = [pieces[0] as string];
  const told = [...warnings];
  for (const [i, { box, reason }] of patches.entries()) {
    const area = (box[2] - box[0]) * (box[3] - box[1]);
    if (area > 0) {
      const dpi = Math.min(PATCH_DPI, 72 * Math.sqrt(MAX_PATCH_PIXELS / area));
      const { rgb, widthPx, heightPx } = await raster(box, dpi);
      parts.push(dataUrl('png', pixelsPng(widthPx, heightPx, rgb, 3)));
      const message = `A part of the page is a picture, not vectors: it has ${reason}.`;
      if (!told.some((warning) => warning.message === message)) told.push({ code: 'not_vector', message });
    } else parts.push(EMPTY);
    parts.push(pieces[i + 1] as string);
  }
  return { width, height, svg: parts.join(''), elements, outlines, drawings, warnings: told };
}

/** The smallest picture: one transparent pixel. */
const EMPTY =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
