import sharp from 'sharp';
import { GroundglassError } from '../evidence/errors.js';
import type { Limits } from './limits.js';
import type { RenderRequest } from './source.js';

/**
 * Deflate level of every PNG made here, with no row filter. On text pages of 1082×1400 px level 2 takes 11 to 20 ms and
 * comes within 6 % of level 6 in bytes; adaptive filters take five times as long and make such pages larger; a palette is
 * slower still and changes colours.
 */
export const PNG_OPTIONS = { compressionLevel: 2, adaptiveFiltering: false } as const;

/** Encoded size follows the pixel count only roughly, so a DPI suggested for its bytes keeps this much in hand. */
const BYTES_MARGIN = 0.9;

/** What was asked for, with the page's size in page-space units (72 a `dpi`), so that an error can name what would fit. */
export interface BudgetRequest extends RenderRequest {
  readonly pageWidth: number;
  readonly pageHeight: number;
}

/**
 * Holds a picture of `widthPx` × `heightPx` against `limits.maxPixels`, before anything is decoded or drawn.
 * @param request null for a picture that comes in one size only
 * @throws GroundglassError `too_many_pixels`, naming the DPI and the crop (or the setting) that would fit
 */
export function checkPixels(widthPx: number, heightPx: number, request: BudgetRequest | null, limits: Limits): void {
  const pixels = widthPx * heightPx;
  if (pixels <= limits.maxPixels) return;
  throw tooLarge('too_many_pixels', pixels, limits.maxPixels, 'pixels', limits.maxPixels / pixels, request);
}

/**
 * Holds an encoded picture against `limits.maxPictureBytes`.
 * @param request null for a picture that comes in one size only
 * @throws GroundglassError `too_many_bytes`, naming the DPI and the crop (or the setting) that should fit
 */
export function checkBytes(bytes: number, request: BudgetRequest | null, limits: Limits): void {
  if (bytes <= limits.maxPictureBytes) return;
  const share = (limits.maxPictureBytes / bytes) * BYTES_MARGIN;
  throw tooLarge('too_many_bytes', bytes, limits.maxPictureBytes, 'bytes', share, request);
}

interface NextStep {
  readonly nextStep: string;
  readonly details: Record<string, unknown>;
}

/** Raw 8-bit pixels, rows from the top, as PNG. Four channels lose their alpha: flatten on a background before. */
export async function encodePng(
  raw: Uint8Array,
  widthPx: number,
  heightPx: number,
  channels: 1 | 3 | 4,
): Promise<Uint8Array> {
  const picture = sharp(raw, { raw: { width: widthPx, height: heightPx, channels }, limitInputPixels: false });
  if (channels === 4) picture.removeAlpha();
  return picture.png(PNG_OPTIONS).toBuffer();
}

/** `share`: the part of the picture's area that fits. */
function tooLarge(
  code: 'too_many_pixels' | 'too_many_bytes',
  actual: number,
  limit: number,
  unit: 'pixels' | 'bytes',
  share: number,
  request: BudgetRequest | null,
): GroundglassError {
  const { nextStep, details } = request ? smaller(request, share) : raise(unit, actual);
  return new GroundglassError(
    code,
    `The picture has ${actual} ${unit}; ${limit} are allowed (${(actual / limit).toFixed(2)} times too many).`,
    nextStep,
    { [unit]: actual, [`max_${unit}`]: limit, ...details },
  );
}

/** The DPI and the crop that fit, each rounded towards the smaller picture, so that the suggestion itself fits. */
function smaller({ crop, dpi, pageWidth, pageHeight }: BudgetRequest, share: number): NextStep {
  const [x0, y0, x1, y1] = crop ?? [0, 0, pageWidth, pageHeight];
  const side = Math.sqrt(share);
  // A hundredth of a DPI where a whole one is too much.
  const dpiThatFits = Math.floor(dpi * side) || Math.floor(dpi * side * 100) / 100;
  const cropThatFits = [x0, y0, x0 + floored((x1 - x0) * side), y0 + floored((y1 - y0) * side)];
  return {
    nextStep: `Render at ${dpiThatFits} dpi or less, or keep ${dpi} dpi and crop to ${cropThatFits.join(',')} or as small a part.`,
    details: { dpi, dpi_that_fits: dpiThatFits, crop_that_fits: cropThatFits },
  };
}

function raise(unit: 'pixels' | 'bytes', actual: number): NextStep {
  const setting = unit === 'pixels' ? 'GROUNDGLASS_MAX_PIXELS' : 'GROUNDGLASS_MAX_PICTURE_BYTES';
  return {
    nextStep: `This picture comes in one size; set ${setting} to ${actual} or more to get it.`,
    details: { setting },
  };
}

/** To a hundredth of a unit, downwards. */
function floored(length: number): number {
  return Math.floor(length * 100) / 100;
}
