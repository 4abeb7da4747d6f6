import type { Metadata } from 'sharp';
import { GroundglassError } from '../../evidence/errors.js';
import type { Limits } from '../limits.js';

/**
 * Holds one page of an image, by its header, against what may be decoded.
 * @throws GroundglassError `too_many_pixels`, or `too_many_bytes` where the decoder would keep more of it in memory at once
 */
export function checkDecodable(header: Metadata, pageIndex: number, limits: Limits): void {
  const pixels = header.width * header.height;
  if (pixels > limits.maxDecodePixels) {
    throw new GroundglassError(
      'too_many_pixels',
      `The header of page ${pageIndex + 1} declares ${pixels} pixels; ${limits.maxDecodePixels} may be decoded.`,
      'Cut or scale the image with an image tool, or raise GROUNDGLASS_MAX_DECODE_PIXELS.',
      { pixels, max_decode_pixels: limits.maxDecodePixels, page_index: pageIndex },
    );
  }
  const bytes = pixels * heldBytesPerPixel(header);
  if (bytes > limits.maxDecodeBytes) {
    throw new GroundglassError(
      'too_many_bytes',
      `Decoding page ${pageIndex + 1} of this ${header.format} would keep ${bytes} bytes in memory at once; ${limits.maxDecodeBytes} are allowed.`,
      'Save it as a PNG or JPEG that is neither interlaced nor progressive, which is read row by row; or raise GROUNDGLASS_MAX_DECODE_BYTES.',
      { bytes, max_decode_bytes: limits.maxDecodeBytes, page_index: pageIndex },
    );
  }
}

const SAMPLE_BYTES: Readonly<Record<string, number>> = {
  uchar: 1,
  char: 1,
  ushort: 2,
  short: 2,
  double: 8,
  complex: 8,
  dpcomplex: 16,
};

/**
 * What libvips keeps of each pixel until the last row is read, 0 where it reads row by row; measured as growth of the
 * process on pictures of 64 megapixels.
 */
function heldBytesPerPixel({ format, depth, channels, isProgressive }: Metadata): number {
  const sampleBytes = SAMPLE_BYTES[depth] ?? 4;
  switch (format) {
    case 'png':
      return isProgressive ? channels * sampleBytes : 0;
    case 'jpeg':
      // All coefficients, 16 bits each. Subsampled colour has fewer.
      return isProgressive ? channels * 2 : 0;
    case 'gif':
      return 4;
    case 'webp':
      // The decoded frame and the canvas that it is laid on, both RGBA.
      return 8;
    default:
      // The header does not tell how a TIFF is cut. One tile may be the whole page, and is kept twice.
      return channels * sampleBytes * 2;
  }
}
