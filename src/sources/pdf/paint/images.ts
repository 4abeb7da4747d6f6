import { deflateSync } from 'node:zlib';
import { type EngineImage, IMAGE_KIND } from './operators.js';

/** One-bit and 24-bit pixels as PNG; `color` gives what an image mask paints with. */
export function imagePng(image: EngineImage): Buffer | null {
  const { width, height, kind, data } = image;
  if (data === null || !(width > 0 && height > 0)) return null;
  switch (kind) {
    case IMAGE_KIND.bits:
      return png(width, height, 1, 0, rows(data, height, (width + 7) >> 3));
    case IMAGE_KIND.rgb:
      return png(width, height, 8, 2, rows(data, height, width * 3));
    case IMAGE_KIND.rgba:
      return png(width, height, 8, 6, rows(data, height, width * 4));
    default:
      return null;
  }
}

/** An image mask: `color` where its bits are 0, nothing where they are 1. */
export function maskPng(width: number, height: number, bits: Uint8Array, color: string): Buffer | null {
  if (!(width > 0 && height > 0)) return null;
  const rgb = Buffer.from(color.slice(1), 'hex');
  const palette = chunk('PLTE', Buffer.concat([rgb, rgb]));
  const alpha = chunk('tRNS', Buffer.of(255, 0));
  return png(width, height, 1, 3, rows(bits, height, (width + 7) >> 3), [palette, alpha]);
}

/** Rows with a filter byte each; what a truncated image lacks is zero. */
function rows(data: (ArrayLike<number> & Uint8Array) | Uint8ClampedArray, height: number, rowBytes: number): Buffer {
  const out = Buffer.alloc((rowBytes + 1) * height);
  for (let y = 0; y < height; y++) out.set(data.subarray(y * rowBytes, (y + 1) * rowBytes), y * (rowBytes + 1) + 1);
  return out;
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** A PNG file (ISO 15948) of these scan lines. */
function png(
  width: number,
  height: number,
  depth: number,
  colorType: number,
  lines: Buffer,
  extra: Buffer[] = [],
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = depth;
  header[9] = colorType;
  const body = deflateSync(lines, { level: 1 });
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    ...extra,
    chunk('IDAT', body),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const out = Buffer.alloc(data.length + 12);
  out.writeUInt32BE(data.length, 0);
  out.write(type, 4, 'latin1');
  data.copy(out, 8);
  out.writeUInt32BE(crc32(out.subarray(4, data.length + 8)), data.length + 8);
  return out;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 255] as number) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
