import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { deflate } from './deflate.js';
import { bitsPng, maskPng, pixelsPng } from './png.js';

/** Bytes with what compressors trip over: runs, repeats, long distances, noise. */
const data = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.tuple(fc.nat(255), fc.nat(2000)).map(([byte, count]) => new Uint8Array(count).fill(byte)),
      fc.tuple(fc.uint8Array({ minLength: 1, maxLength: 20 }), fc.nat(100)).map(([piece, times]) => {
        return Uint8Array.from({ length: piece.length * times }, (_, i) => piece[i % piece.length]!);
      }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => Uint8Array.from(parts.flatMap((part) => [...part])));

describe('compression', () => {
  it('gives back what went in, by another implementation', () => {
    fc.assert(fc.property(data, (bytes) => Buffer.from(bytes).equals(inflateSync(deflate(bytes)))));
  });

  it('holds over many blocks and the whole window', () => {
    let seed = 1;
    const noise = Uint8Array.from({ length: 300_000 }, (_, i) => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return i % 3 === 0 ? seed >>> 24 : i >> 12;
    });
    const packed = deflate(noise);
    expect(Buffer.from(noise).equals(inflateSync(packed))).toBe(true);
    expect(packed.length).toBeLessThan(200_000);
  });

  it('makes flat data small', () => {
    expect(deflate(new Uint8Array(1_000_000)).length).toBeLessThan(5_000);
  });
});

describe('PNG files', () => {
  it('have the pixels that they were made of', async () => {
    const rgba = Uint8Array.from({ length: 5 * 3 * 4 }, (_, i) => (i * 37) & 255);
    expect([
      ...(await sharp(pixelsPng(5, 3, rgba, 4))
        .raw()
        .toBuffer()),
    ]).toEqual([...rgba]);
    const rgb = rgba.subarray(0, 5 * 3 * 3);
    expect([
      ...(await sharp(pixelsPng(5, 3, rgb, 3))
        .raw()
        .toBuffer()),
    ]).toEqual([...rgb]);
    const grey = await sharp(bitsPng(9, 2, Uint8Array.of(0xaa, 0x80, 0x55, 0)))
      .toColourspace('b-w')
      .raw()
      .toBuffer();
    expect([...grey].map((v) => (v > 0 ? 1 : 0))).toEqual([1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0]);
    const mask = await sharp(maskPng(2, 1, Uint8Array.of(0x40), '#ff8000'))
      .ensureAlpha()
      .raw()
      .toBuffer();
    expect([...mask.subarray(0, 4), mask[7]]).toEqual([255, 128, 0, 255, 0]);
  });

  it('are whole where the data is cut off', async () => {
    const { info } = await sharp(pixelsPng(50, 40, new Uint8Array(77), 3))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([50, 40]);
  });
});
