import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { pageBox } from '../evidence/boxes.js';
import { GroundglassError } from '../evidence/errors.js';
import { limitsFrom } from './limits.js';
import { type BudgetRequest, checkBytes, checkPixels, encodePng } from './picture-budget.js';

const limits = limitsFrom({});

/** Size in pixels of a request, the way every reader rounds it. */
function sizeOf({ crop, dpi, pageWidth, pageHeight }: BudgetRequest): [number, number] {
  const [x0, y0, x1, y1] = crop ?? [0, 0, pageWidth, pageHeight];
  return [Math.round(((x1 - x0) * dpi) / 72), Math.round(((y1 - y0) * dpi) / 72)];
}

function refusal(request: BudgetRequest): GroundglassError | null {
  try {
    checkPixels(...sizeOf(request), request, limits);
    return null;
  } catch (thrown) {
    if (thrown instanceof GroundglassError) return thrown;
    throw thrown;
  }
}

describe('the pixel budget', () => {
  it('names the DPI and the crop that fit', () => {
    const request = { crop: null, dpi: 600, pageWidth: 595, pageHeight: 842 };
    expect(refusal(request)).toMatchObject({
      code: 'too_many_pixels',
      message: 'The picture has 34791 pixels; 1 are allowed.'.replace(
        /34791.*/,
        `${4958 * 7017} pixels; 12000000 are allowed (2.90 times too many).`,
      ),
      nextStep: expect.stringMatching(/^Render at 352 dpi or less, or keep 600 dpi and crop to 0,0,/),
    });
  });

  it('suggests only what fits, whatever was asked for', () => {
    const length = fc.double({ min: 1, max: 20_000, noNaN: true });
    fc.assert(
      fc.property(length, length, fc.double({ min: 1, max: 5_000, noNaN: true }), (pageWidth, pageHeight, dpi) => {
        const request = { crop: null, dpi, pageWidth, pageHeight };
        const error = refusal(request);
        if (!error) return;
        const { dpi_that_fits, crop_that_fits } = error.details as { dpi_that_fits: number; crop_that_fits: number[] };
        const [x0, y0, x1, y1] = crop_that_fits as [number, number, number, number];
        const bySmallerDpi = sizeOf({ ...request, dpi: dpi_that_fits });
        const byCrop = sizeOf({ ...request, crop: pageBox(x0, y0, x1, y1) });
        // Rounding a side to whole pixels may add half a row.
        for (const [w, h] of [bySmallerDpi, byCrop]) expect((w - 1) * (h - 1)).toBeLessThan(limits.maxPixels);
      }),
    );
  });

  it('names the setting for a picture that comes in one size', () => {
    expect(() => checkPixels(10_000, 2_000, null, limits)).toThrow(
      expect.objectContaining({ nextStep: expect.stringContaining('GROUNDGLASS_MAX_PIXELS to 20000000') }),
    );
  });

  it('lets through what is exactly at the limit', () => {
    expect(() => checkPixels(4_000, 3_000, null, limits)).not.toThrow();
    expect(() => checkBytes(limits.maxPictureBytes, null, limits)).not.toThrow();
  });
});

describe('the byte budget', () => {
  it('says by how much, and suggests less', () => {
    const request = { crop: pageBox(10, 10, 110, 60), dpi: 200, pageWidth: 595, pageHeight: 842 };
    expect(() => checkBytes(16_000_000, request, limits)).toThrow(
      expect.objectContaining({
        code: 'too_many_bytes',
        message: expect.stringContaining('2.00 times'),
        details: expect.objectContaining({ dpi_that_fits: 134, crop_that_fits: [10, 10, 77.08, 43.54] }),
      }),
    );
  });
});

describe('encodePng', () => {
  it.each([1, 3, 4] as const)('keeps every pixel of %i channels, without alpha', async (channels) => {
    const raw = Uint8Array.from({ length: 7 * 5 * channels }, (_, i) =>
      channels === 4 && i % 4 === 3 ? 255 : (i * 37) % 256,
    );
    const { data, info } = await sharp(await encodePng(raw, 7, 5, channels))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const kept = channels === 4 ? raw.filter((_, i) => i % 4 !== 3) : raw;
    const read = channels === 1 ? data.filter((_, i) => i % info.channels === 0) : data;
    expect([info.width, info.height, [...read]]).toEqual([7, 5, [...kept]]);
  });
});
