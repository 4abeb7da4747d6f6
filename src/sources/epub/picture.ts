import sharp from 'sharp';
import { GroundglassError } from '../../evidence/errors.js';
import type { Limits } from '../limits.js';
import { checkBytes, checkPixels } from '../picture-budget.js';
import type { Picture } from '../source.js';
import { RASTER_TYPES } from './media-type.js';

/**
 * A raster image of a publication: its own bytes, untouched, once they are known to decode inside the limits.
 * @param mediaType as sniffed from the bytes, null for none known
 * @throws GroundglassError `unsupported_format`, `too_many_bytes`, `too_many_pixels`, `file_damaged`
 */
export async function rasterPicture(
  bytes: Uint8Array,
  mediaType: string | null,
  href: string,
  limits: Limits,
): Promise<Picture> {
  if (mediaType === null || !RASTER_TYPES.has(mediaType)) throw unsupported(mediaType, href);
  checkBytes(bytes.length, null, limits);
  try {
    // The header is read without a limit of sharp's own, because ours has the better error.
    const header = await sharp(bytes, { limitInputPixels: false }).metadata();
    const { width: widthPx, height: heightPx } = header.autoOrient;
    checkPixels(widthPx, heightPx, null, limits);
    // Every row is decoded, so that a cut-off picture is never handed out as evidence.
    await sharp(bytes, { failOn: 'error', sequentialRead: true })
      .resize(8, 8, { fit: 'fill', fastShrinkOnLoad: false })
      .raw()
      .toBuffer();
    const frames = header.pages ?? 1;
    const limitations =
      frames > 1 ? [`The image is an animation of ${frames} frames; a viewer may show only one.`] : [];
    return { bytes, mediaType, widthPx, heightPx, generated: false, limitations };
  } catch (cause) {
    if (cause instanceof GroundglassError) throw cause;
    throw new GroundglassError(
      'file_damaged',
      `${href} can't be decoded: ${(cause instanceof Error ? cause.message : String(cause)).replace(/\s+/g, ' ').trim()}`,
      'Get an undamaged copy of the publication, or use another of its pictures.',
      { href },
      { cause },
    );
  }
}

function unsupported(mediaType: string | null, href: string): GroundglassError {
  return new GroundglassError(
    'unsupported_format',
    `${href} is ${mediaType ?? 'not an image of a known format'}; PNG, JPEG, GIF, WebP and SVG are handed out.`,
    'Use another picture of the publication, or unpack this one and convert it to PNG.',
    { href, media_type: mediaType },
  );
}
