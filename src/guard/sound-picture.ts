import { createHash } from 'node:crypto';
import { GroundglassError } from '../evidence/errors.js';
import { parseMarkup } from '../sources/epub/markup.js';
import { drawSvg } from '../sources/epub/svg-picture.js';
import { openImage } from '../sources/image/open-image.js';
import type { Limits } from '../sources/limits.js';
import { mediaTypeOf } from './picture-bytes.js';

/** A picture that can be shown to a vision model: decoded once, upright, of a size that models take. */
export interface SoundPicture {
  /** SHA-256 of the bytes as they came. */
  readonly digest: string;
  readonly png: Uint8Array;
  /** Of the picture as it came. */
  readonly widthPx: number;
  readonly heightPx: number;
  readonly animated: boolean;
  /** What the description leaves out: later frames of an animation, what an SVG refers to. */
  readonly limitations: readonly string[];
}

/** Long side that vision models look at; beyond it they scale down themselves, or refuse. */
const LONG_SIDE_PX = 1_568;
const UNITS_PER_INCH = 72;

/**
 * Holds bytes that claim to be a picture against what they are, before anything else sees them.
 * @throws GroundglassError `file_empty`, `unsupported_format` (a web page, a format that is not read), `file_damaged`,
 *   `too_many_bytes`, `too_many_pixels`, `too_slow`
 */
export async function soundPicture(bytes: Uint8Array, limits: Limits): Promise<SoundPicture> {
  if (bytes.length === 0) throw new GroundglassError('file_empty', 'The picture is empty.', 'Send it again.');
  if (bytes.length > MAX_PICTURE_BYTES) {
    throw new GroundglassError(
      'too_many_bytes',
      `The picture has ${bytes.length} bytes; ${MAX_PICTURE_BYTES} are looked at.`,
      'Send a smaller one.',
      { bytes: bytes.length, limit: MAX_PICTURE_BYTES },
    );
  }
  const digest = createHash('sha256').update(bytes).digest('hex');
  const type = mediaTypeOf(bytes);
  if (type === 'image/svg+xml') return { digest, ...(await drawn(bytes, limits)) };
  if (type === null) {
    const what = /^\s*(?:<!doctype html|<html|<head|<body)/i.test(
      Buffer.from(bytes.subarray(0, 512)).toString('latin1'),
    )
      ? 'It is a web page, not a picture.'
      : 'It is no picture that can be read.';
    throw new GroundglassError('unsupported_format', what, 'Send a PNG, JPEG, WebP or GIF.');
  }
  const image = await openImage(bytes, limits, null);
  try {
    const { width = 1, height = 1 } = image.pages[0] ?? {};
    const dpi = UNITS_PER_INCH * Math.min(1, LONG_SIDE_PX / Math.max(width, height));
    const picture = await image.render(0, { crop: null, dpi });
    const limitations = [...image.warnings.map(({ message }) => message), ...picture.limitations];
    const animated = image.warnings.some(({ code }) => code === 'animation_first_frame');
    return { digest, png: picture.bytes, widthPx: width, heightPx: height, animated, limitations };
  } finally {
    await image.close();
  }
}

/** What people send from phones is below this; an API takes 5 to 20 MB. */
const MAX_PICTURE_BYTES = 20 * 2 ** 20;

async function drawn(bytes: Uint8Array, limits: Limits): Promise<Omit<SoundPicture, 'digest'>> {
  const { root } = parseMarkup(Buffer.from(bytes).toString('utf8'), 'The SVG', limits);
  const picture = await drawSvg(root, limits, async () => null);
  const { widthPx, heightPx, limitations } = picture;
  return { png: picture.bytes, widthPx, heightPx, animated: false, limitations };
}
