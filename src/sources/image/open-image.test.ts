import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { pageBox } from '../../evidence/boxes.js';
import { GroundglassError } from '../../evidence/errors.js';
import { limitsFrom } from '../limits.js';
import type { Picture } from '../source.js';
import { openImage } from './open-image.js';

const limits = limitsFrom({});
const CORPUS = new URL('../../../../shared/corpus/broken/', import.meta.url);
const present = existsSync(CORPUS);
if (!present) process.stderr.write(`Skipped: real broken images are not at ${CORPUS.pathname}\n`);

/** 60 × 40 px: red on the left half, blue on the right, a green row at the top. */
let base: Buffer;

beforeAll(async () => {
  const raw = Buffer.alloc(60 * 40 * 3);
  for (let y = 0; y < 40; y++) {
    for (let x = 0; x < 60; x++) raw.set(y === 0 ? [0, 255, 0] : x < 30 ? [255, 0, 0] : [0, 0, 255], (y * 60 + x) * 3);
  }
  base = await sharp(raw, { raw: { width: 60, height: 40, channels: 3 } })
    .png()
    .toBuffer();
});

async function pixels(
  picture: Picture,
): Promise<{ width: number; height: number; at: (x: number, y: number) => number[] }> {
  const { data, info } = await sharp(picture.bytes).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number): number[] => [
    ...data.subarray((y * info.width + x) * info.channels).subarray(0, 3),
  ];
  return { width: info.width, height: info.height, at };
}

describe('an image', () => {
  it.each(['png', 'jpeg', 'webp', 'tiff', 'gif'] as const)('in %s is one page of its own pixels', async (format) => {
    const image = await openImage(await sharp(base).toFormat(format).toBuffer(), limits, 'plan');
    expect(image).toMatchObject({ kind: 'image', title: 'plan', pages: [{ width: 60, height: 40, label: null }] });
    const picture = await image.render(0, { crop: null, dpi: 72 });
    expect(picture).toMatchObject({
      widthPx: 60,
      heightPx: 40,
      mediaType: 'image/png',
      generated: true,
      limitations: [],
    });
    expect((await image.page(0)).spans).toEqual([]);
  });

  it('rendered at 72 dpi keeps every pixel', async () => {
    const picture = await (await openImage(base, limits, null)).render(0, { crop: null, dpi: 72 });
    const [before, after] = await Promise.all([sharp(base).raw().toBuffer(), sharp(picture.bytes).raw().toBuffer()]);
    expect(after.equals(before)).toBe(true);
  });

  it('cropped shows just the crop, whole pixels outwards', async () => {
    const image = await openImage(base, limits, null);
    const { width, height, at } = await pixels(await image.render(0, { crop: pageBox(29.5, 0, 30.5, 1.2), dpi: 72 }));
    expect([width, height, at(0, 0), at(0, 1), at(1, 1)]).toEqual([2, 2, [0, 255, 0], [255, 0, 0], [0, 0, 255]]);
  });

  it.each([
    [36, 30, 20, 0],
    [144, 120, 80, 1],
  ])('at %i dpi has %i × %i px', async (dpi, widthPx, heightPx, notes) => {
    const picture = await (await openImage(base, limits, null)).render(0, { crop: null, dpi });
    expect(picture).toMatchObject({ widthPx, heightPx });
    expect(picture.limitations).toHaveLength(notes);
    expect(await pixels(picture)).toMatchObject({ width: widthPx, height: heightPx });
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'stands upright with EXIF orientation %i, and is cropped there',
    async (orientation) => {
      const bytes = await sharp(base).withMetadata({ orientation }).png().toBuffer();
      const image = await openImage(bytes, limits, null);
      const upright = await sharp(bytes).autoOrient().raw().toBuffer({ resolveWithObject: true });
      const { width, height } = upright.info;
      expect(image.pages[0]).toMatchObject({ width, height });
      expect([width, height]).toEqual(orientation < 5 ? [60, 40] : [40, 60]);
      const corner = await pixels(
        await image.render(0, { crop: pageBox(width - 3, height - 2, width, height), dpi: 72 }),
      );
      const last = [...upright.data.subarray(-3)];
      expect([corner.width, corner.height, corner.at(2, 1)]).toEqual([3, 2, last]);
    },
  );

  it('with transparency is laid on white, and says so', async () => {
    const clear = await sharp({ create: { width: 4, height: 4, channels: 4, background: '#0000' } })
      .png()
      .toBuffer();
    const picture = await (await openImage(clear, limits, null)).render(0, { crop: null, dpi: 72 });
    expect((await pixels(picture)).at(1, 1)).toEqual([255, 255, 255]);
    expect(picture.limitations).toEqual([expect.stringContaining('white')]);
  });

  it('that is an animation shows its first frame, with a warning', async () => {
    const frames = await Promise.all(
      ['#f00', '#0f0'].map((background) =>
        sharp({ create: { width: 5, height: 5, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    const image = await openImage(gif, limits, null);
    expect([image.pages.length, image.warnings[0]?.code]).toEqual([1, 'animation_first_frame']);
    expect((await pixels(await image.render(0, { crop: null, dpi: 72 }))).at(0, 0)).toEqual([255, 0, 0]);
  });

  it('has no page after its last', async () => {
    const image = await openImage(base, limits, null);
    await expect(image.render(1, { crop: null, dpi: 72 })).rejects.toMatchObject({ code: 'page_out_of_range' });
    await expect(image.page(-1)).rejects.toMatchObject({ code: 'page_out_of_range' });
  });

  it.each([
    [0, 0, 61, 40],
    [-1, 0, 10, 10],
    [10, 10, 10, 20],
  ])('has no crop %i,%i,%i,%i', async (x0, y0, x1, y1) => {
    const image = await openImage(base, limits, null);
    await expect(image.render(0, { crop: pageBox(x0, y0, x1, y1), dpi: 72 })).rejects.toMatchObject({
      code: 'crop_outside_page',
    });
  });

  it('never has another size than asked for: it fits the budget or is refused', async () => {
    const image = await openImage(base, { ...limits, maxPixels: 5_000 }, null);
    const request = fc.record({
      x: fc.integer({ min: 0, max: 59 }),
      w: fc.integer({ min: 1, max: 60 }),
      dpi: fc.integer({ min: 1, max: 300 }),
    });
    await fc.assert(
      fc.asyncProperty(request, async ({ x, w, dpi }) => {
        const x1 = Math.min(60, x + w);
        const expected = [
          Math.max(1, Math.round(((x1 - x) * dpi) / 72)),
          Math.max(1, Math.round((40 * dpi) / 72)),
        ] as const;
        const picture = await image.render(0, { crop: pageBox(x, 0, x1, 40), dpi }).catch((error: unknown) => error);
        if (expected[0] * expected[1] > 5_000) expect(picture).toMatchObject({ code: 'too_many_pixels' });
        else expect(picture).toMatchObject({ widthPx: expected[0], heightPx: expected[1] });
      }),
      { numRuns: 60 },
    );
  });

  it('over the byte budget is refused with a DPI that would fit', async () => {
    const image = await openImage(base, { ...limits, maxPictureBytes: 60 }, null);
    await expect(image.render(0, { crop: null, dpi: 72 })).rejects.toMatchObject({
      code: 'too_many_bytes',
      nextStep: expect.stringMatching(/^Render at \d+ dpi/),
    });
  });
});

describe('a TIFF', () => {
  it('has a page a frame, each with its size', async () => {
    const frames = await Promise.all(
      ['#f00', '#0f0', '#00f'].map((background) =>
        sharp({ create: { width: 20, height: 10, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const tiff = await sharp(frames, { join: { animated: true } })
      .tiff({ compression: 'lzw' })
      .toBuffer();
    const image = await openImage(tiff, limits, null);
    expect(image.pages).toEqual([1, 2, 3].map(() => ({ width: 20, height: 10, label: null })));
    expect((await pixels(await image.render(2, { crop: null, dpi: 72 }))).at(0, 0)).toEqual([0, 0, 255]);
    await expect(openImage(tiff, { ...limits, maxPages: 2 }, null)).rejects.toMatchObject({ code: 'too_many_pages' });
  });
});

describe('a file that is no sound image', () => {
  it('is refused by its header when that declares more than may be decoded', async () => {
    await expect(openImage(base, { ...limits, maxDecodePixels: 2_399 }, null)).rejects.toMatchObject({
      code: 'too_many_pixels',
      details: { pixels: 2_400, max_decode_pixels: 2_399 },
    });
  });

  it('is refused as a bomb when a few bytes declare ten thousand million pixels', async () => {
    const bomb = Buffer.from(base);
    bomb.writeUInt32BE(100_000, 16);
    bomb.writeUInt32BE(100_000, 20);
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
    await expect(openImage(bomb, limits, null)).rejects.toMatchObject({
      code: 'too_many_pixels',
      details: { pixels: 1e10 },
    });
  });

  it('is refused by its header when the decoder would keep gigabytes: 256 megapixels, interlaced, of 16 bits', async () => {
    await expect(openImage(pngHeader(16_000, 16_000, 16, 2, true), limits, null)).rejects.toMatchObject({
      code: 'too_many_bytes',
      details: { bytes: 16_000 * 16_000 * 6 },
    });
    // The same row by row is only as damaged as it is.
    await expect(openImage(pngHeader(16_000, 16_000, 16, 2, false), limits, null)).rejects.toMatchObject({
      code: 'file_damaged',
    });
  });

  it.each([
    ['an interlaced PNG', (it: Sharp) => it.png({ progressive: true }), 3],
    ['an interlaced PNG of 16 bits', (it: Sharp) => it.toColourspace('rgb16').png({ progressive: true }), 6],
    ['a progressive JPEG', (it: Sharp) => it.jpeg({ progressive: true }), 6],
    ['a WebP', (it: Sharp) => it.webp(), 8],
    ['a GIF', (it: Sharp) => it.gif(), 4],
    ['a TIFF', (it: Sharp) => it.tiff(), 6],
    ['a PNG', (it: Sharp) => it.png(), 0],
    ['a JPEG', (it: Sharp) => it.jpeg(), 0],
  ])('%s counts what its decoder keeps', async (_, encode, bytesPerPixel) => {
    const bytes = await encode(sharp(base)).toBuffer();
    const held = 60 * 40 * bytesPerPixel;
    await openImage(bytes, { ...limits, maxDecodeBytes: Math.max(held, 1) }, null);
    if (held === 0) return;
    await expect(openImage(bytes, { ...limits, maxDecodeBytes: held - 1 }, null)).rejects.toMatchObject({
      code: 'too_many_bytes',
      details: { bytes: held, max_decode_bytes: held - 1 },
    });
  });

  it.each([
    ['empty', () => Buffer.alloc(0), 'file_empty'],
    ['text', () => Buffer.from('no image'), 'unsupported_format'],
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'unsupported_format'],
    ['a cut-off PNG', () => base.subarray(0, base.length - 40), 'file_damaged'],
    ['a PNG of a header only', () => base.subarray(0, 33), 'file_damaged'],
  ])('%s', async (_, bytes, code) => {
    await expect(openImage(bytes(), limits, null)).rejects.toMatchObject({ code });
  });

  it('a cut-off JPEG', async () => {
    const noise = await sharp({
      create: {
        width: 200,
        height: 200,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .jpeg()
      .toBuffer();
    await expect(openImage(noise.subarray(0, noise.length / 2), limits, null)).rejects.toMatchObject({
      code: 'file_damaged',
    });
  });
});

/** A PNG that has nothing after its header but the start of its pixels. */
function pngHeader(width: number, height: number, bits: number, colourType: number, interlaced: boolean): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    crc.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, crc]);
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, bits, colourType, 0, 0, interlaced ? 1 : 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const pixels = deflateSync(Buffer.alloc(1_000));
  return Buffer.concat([
    base.subarray(0, 8),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe.skipIf(!present)('real broken images', () => {
  const files = present ? readdirSync(CORPUS).filter((name) => /\.(?:png|jpg|tif|gif|ico)$/.test(name)) : [];

  it.each(files)('%s renders, or fails with a typed error', async (name) => {
    try {
      const image = await openImage(readFileSync(new URL(name, CORPUS)), limits, name);
      for (let page = 0; page < image.pages.length; page++) await image.render(page, { crop: null, dpi: 72 });
      expect(name).toBe('pillow-total-pages-zero.tif');
    } catch (thrown) {
      expect(thrown).toBeInstanceOf(GroundglassError);
      expect((thrown as GroundglassError).code).toMatch(/^(?:file_damaged|unsupported_format|too_many_pixels)$/);
    }
  });
});
