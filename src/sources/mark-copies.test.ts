import { PDF } from '@libpdf/core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { onePage } from '../../test/fixtures/pdf.js';
import { box } from '../evidence/boxes.js';
import { markImage } from './image/mark-image.js';
import { markPdf } from './pdf/mark-pdf.js';

describe('marks in a copy of a PDF', () => {
  const original = onePage({ mediaBox: '0 0 400 200', content: '' });
  const mark = { pageIndex: 0, box: box('page', 10, 20, 110, 70), text: '1 · 缺少图号' };

  it('stand behind the bytes of the file, as a square that says what is wrong', async () => {
    const copy = (await markPdf(original, [mark], undefined)) as Uint8Array;
    expect(Buffer.from(copy.subarray(0, original.length)).equals(Buffer.from(original))).toBe(true);
    const [annotation] = (await PDF.load(copy)).getPage(0)?.getAnnotations() ?? [];
    expect(annotation?.type).toBe('Square');
    // From the page's top left to the file's bottom left.
    expect(annotation?.rect).toMatchObject({ x: 10, y: 130, width: 100, height: 50 });
    expect(annotation?.contents).toBe('1 · 缺少图号');
  });

  it('are none where the file can not be added to, or has no such page', async () => {
    expect(await markPdf(Buffer.from('%PDF-1.7 nothing'), [mark], undefined)).toBeNull();
    expect(await markPdf(original, [{ ...mark, pageIndex: 7 }], undefined)).toBeNull();
  });
});

describe('marks on a copy of a picture', () => {
  const grey = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#808080' } });
  const redIn = async (png: Uint8Array) => {
    const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => data[(y * info.width + x) * info.channels + 1] as number;
    return { ...info, isRed: (x: number, y: number) => at(x, y) < 100 };
  };

  it('are rectangles at their places on all of its pixels', async () => {
    const png = await grey(300, 200).png().toBuffer();
    const { width, height, isRed } = await redIn(
      await markImage(png, [{ box: box('page', 50, 40, 150, 120), number: 12 }]),
    );
    expect([width, height]).toEqual([300, 200]);
    expect([isRed(100, 40), isRed(150, 80), isRed(100, 80), isRed(20, 20)]).toEqual([true, true, false, false]);
  });

  it('stand where a turned photo shows them', async () => {
    const turned = await grey(300, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { width, height, isRed } = await redIn(
      await markImage(turned, [{ box: box('page', 20, 150, 100, 250), number: 1 }]),
    );
    expect([width, height]).toEqual([200, 300]);
    expect(isRed(60, 250)).toBe(true);
  });
});
