import { deflate } from './deflate.js';

/** PNG colour types (ISO 15948, 11.2.2). */
const GREY = 0;
const RGB = 2;
const PALETTE = 3;
const RGBA = 6;
const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

type Bytes = Uint8Array | Uint8ClampedArray;

/** One bit a pixel, 1 is white; rows are padded to bytes. What a truncated image lacks is zero. */
export function bitsPng(width: number, height: number, bits: Bytes): Uint8Array {
  return png(width, height, 1, GREY, plainRows(bits, height, (width + 7) >> 3));
}

/** Three or four bytes a pixel. */
export function pixelsPng(width: number, height: number, pixels: Bytes, channels: 3 | 4): Uint8Array {
  const lines = filteredRows(pixels, height, width * channels);
  return png(width, height, 8, channels === 3 ? RGB : RGBA, lines);
}

/** An image mask: `color` (`#rrggbb`) where its bits are 0, nothing where they are 1. */
export function maskPng(width: number, height: number, bits: Bytes, color: string): Uint8Array {
  const rgb = Buffer.from(color.slice(1), 'hex');
  const extra = [chunk('PLTE', Buffer.concat([rgb, rgb])), chunk('tRNS', Uint8Array.of(255, 0))];
  return png(width, height, 1, PALETTE, plainRows(bits, height, (width + 7) >> 3), extra);
}

function plainRows(data: Bytes, height: number, rowBytes: number): Uint8Array {
  const out = new Uint8Array((rowBytes + 1) * height);
  for (let y = 0; y < height; y++) out.set(data.subarray(y * rowBytes, (y + 1) * rowBytes), y * (rowBytes + 1) + 1);
  return out;
}

/** Each row as differences from the one above (filter 2): good for photographs and drawings alike, and cheap. */
function filteredRows(pixels: Bytes, height: number, rowBytes: number): Uint8Array {
  // One kind of array: a loop over two kinds takes ten times as long.
  const data = new Uint8Array(pixels.buffer, pixels.byteOffset, pixels.length);
  const out = new Uint8Array((rowBytes + 1) * height);
  for (let y = 0, at = 0, from = 0; y < height; y++) {
    out[at++] = 2;
    const end = Math.min(data.length, from + rowBytes);
    const above = from - rowBytes;
    if (y === 0) for (let i = from; i < end; i++) out[at + i - from] = data[i] as number;
    else for (let i = from; i < end; i++) out[at + i - from] = (data[i] as number) - (data[above + i - from] as number);
    at += rowBytes;
    from += rowBytes;
  }
  return out;
}

function png(
  width: number,
  height: number,
  depth: number,
  colorType: number,
  lines: Uint8Array,
  extra: readonly Uint8Array[] = [],
): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = depth;
  header[9] = colorType;
  const parts = [
    SIGNATURE,
    chunk('IHDR', header),
    ...extra,
    chunk('IDAT', deflate(lines)),
    chunk('IEND', new Uint8Array()),
  ];
  return Buffer.concat(parts);
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const out = Buffer.alloc(data.length + 12);
  out.writeUInt32BE(data.length, 0);
  out.write(type, 4, 'latin1');
  out.set(data, 8);
  out.writeUInt32BE(crc32(out.subarray(4, data.length + 8)), data.length + 8);
  return out;
}

const CRC_TABLE = Int32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

/** ISO 15948, annex D. */
function crc32(bytes: Uint8Array): number {
  let crc = -1;
  for (let i = 0; i < bytes.length; i++) crc = (CRC_TABLE[(crc ^ (bytes[i] as number)) & 255] as number) ^ (crc >>> 8);
  return ~crc >>> 0;
}
