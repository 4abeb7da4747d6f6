import { createHash } from 'node:crypto';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { GroundglassError } from '../evidence/errors.js';
import { checkDecodable } from '../sources/image/decode-budget.js';
import { limitsFrom } from '../sources/limits.js';
import { fetchBytes } from '../sources/web/fetch-bytes.js';
import type { PhotoFormat } from './filenames.js';

/** A picture as it is kept. Sizes are measured, in px, as it is shown (EXIF orientation applied). */
export interface Original {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly sha256: string;
}

export interface PhotoGates {
  readonly minWidth: number;
  readonly minHeight: number;
  /** Fewest pixels in all; 0 for none. */
  readonly floorPixels: number;
  /** What it is kept as; other formats are converted. */
  readonly format: PhotoFormat;
}

export interface OriginalRequest extends PhotoGates {
  readonly url: string;
  readonly trustedOrigins: ReadonlySet<string>;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** Below this nothing is taken that no person chose by its address: 800 × 600. */
export const FLOOR_PIXELS = 480_000;
/** The largest originals of photo sites have some 50 MB. */
const MAX_BYTES = 64 * 2 ** 20;
const TIMEOUT_MS = 180_000;
/** Of all frames together. Few cameras pass 100 megapixels; nothing larger goes on a slide. */
const MAX_PIXELS = 120_000_000;
/** Photographs as sites give them. SVG and HTML are none, whatever their header says. */
const PHOTO_TYPES: Readonly<Record<string, PhotoFormat | 'avif'>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/tiff': 'tiff',
  'image/avif': 'avif',
};
/** A picture that is converted loses nothing that an eye would see. */
const QUALITY = 92;

/**
 * Downloads one picture and holds it against the gates.
 * @throws GroundglassError `image_gate_failed` (details.gate: bytes, type, pixels, readable, size), `address_refused`, `upstream_refused`
 */
export async function fetchOriginal(request: OriginalRequest): Promise<Original> {
  const { url, trustedOrigins, headers, signal } = request;
  const options = {
    maxBytes: MAX_BYTES,
    timeoutMs: TIMEOUT_MS,
    trustedOrigins,
    headers,
    ...(signal ? { signal } : {}),
  };
  const { bytes } = await fetchBytes(url, options).catch((error: unknown) => {
    if (error instanceof GroundglassError && error.code === 'too_many_bytes')
      throw failed('bytes', error.message, error);
    throw error;
  });
  return takePhoto(bytes, request);
}

/**
 * A picture as it will be kept: its own bytes where they have the format of its name, else converted, with transparent parts on white.
 * @throws GroundglassError `image_gate_failed`
 */
export async function takePhoto(bytes: Uint8Array, gates: PhotoGates): Promise<Original> {
  const type = (await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime;
  const own = PHOTO_TYPES[type ?? ''];
  if (own === undefined)
    throw failed('type', `What was sent is no photograph (${type ?? 'not an image of a known format'}).`);
  const { width, height } = await sizeOf(bytes);
  if (width < gates.minWidth || height < gates.minHeight || width * height < gates.floorPixels) {
    throw failed('size', `The picture has ${width} × ${height} px; ${wanted(gates)}.`);
  }
  const kept = await decoded(bytes, own, gates.format);
  return { bytes: kept, width, height, sha256: createHash('sha256').update(kept).digest('hex') };
}

/** By the header, before a decoder is asked for any pixel. */
async function sizeOf(bytes: Uint8Array): Promise<{ width: number; height: number }> {
  const header = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw failed('readable', 'The picture is damaged: its header can not be read.', error);
    });
  try {
    checkDecodable(header, 0, { ...limitsFrom(), maxDecodePixels: MAX_PIXELS });
  } catch (error) {
    throw failed('pixels', (error as Error).message, error);
  }
  const frames = header.pages ?? 1;
  const pixels = header.width * (header.pageHeight ?? header.height) * frames;
  if (pixels > MAX_PIXELS)
    throw failed('pixels', `The ${frames} frames of the picture have ${pixels} pixels; ${MAX_PIXELS} are allowed.`);
  return header.autoOrient;
}

/** Every row is read, so that a cut-off picture is never kept. */
async function decoded(bytes: Uint8Array, own: PhotoFormat | 'avif', format: PhotoFormat): Promise<Uint8Array> {
  const picture = sharp(bytes, { failOn: 'error', limitInputPixels: false });
  try {
    if (own === format) {
      await picture.resize(8, 8, { fit: 'fill', fastShrinkOnLoad: false }).raw().toBuffer();
      return bytes;
    }
    const upright = picture.autoOrient().keepIccProfile();
    if (format === 'jpeg') upright.flatten({ background: '#ffffff' });
    return await upright
      .toFormat(format, format === 'jpeg' || format === 'webp' ? { quality: QUALITY } : {})
      .toBuffer();
  } catch (error) {
    throw failed(
      'readable',
      `The picture is damaged: ${String((error as Error).message)
        .split('\n')[0]
        ?.trim()}`,
      error,
    );
  }
}

const wanted = ({ minWidth, minHeight, floorPixels }: PhotoGates): string =>
  `${minWidth} × ${minHeight} px are asked for${floorPixels > 0 ? `, and ${floorPixels} pixels in all` : ''}`;

/** What to do about a gate that a picture did not pass. */
const REMEDIES = {
  bytes: 'Take another picture, or a smaller rendition of this one.',
  type: 'Give the address of a JPEG, PNG, WebP, GIF, TIFF or AVIF picture itself, not of its page.',
  pixels: 'Take another picture, or a smaller rendition of this one.',
  readable: 'Take another picture, or try again later.',
  size: 'Take a larger picture; where a smaller one will do, lower --min-width and --min-height.',
} as const;

const failed = (gate: keyof typeof REMEDIES, message: string, cause?: unknown): GroundglassError =>
  new GroundglassError('image_gate_failed', message, REMEDIES[gate], { gate }, { cause });
