import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { inkOf, onePage, type PageParts, shown } from '../../../test/fixtures/pdf.js';
import type { PageBox } from '../../evidence/boxes.js';
import { limitsFrom } from '../limits.js';
import type { PagedSource } from '../source.js';
import { openPdf } from './open.js';

const limits = limitsFrom({});
const opened: PagedSource[] = [];
afterEach(() => Promise.all(opened.splice(0).map((source) => source.close())));

const DPI = 144;
/** Text along and across, near three corners of the box 0 0 200 100, so that any wrong turn or shift shows. */
const CONTENT = [
  shown('Hxgo', 12, 80, 14),
  shown('Right', 150, 8, 10),
  `q BT /F1 12 Tf 0 1 -1 0 110 20 Tm (Upwd) Tj ET Q\n`,
].join('');

async function placed(parts: PageParts) {
  const source = await openPdf(onePage({ content: CONTENT, ...parts }), limits);
  const { spans } = await source.page(0);
  const picture = await source.render(0, { crop: null, dpi: DPI });
  const rgb = await sharp(picture.bytes).removeAlpha().raw().toBuffer();
  await source.close();
  return { size: source.pages[0]!, spans, picture, rgb };
}

/** The box after quarter turns clockwise of a page of this size. */
function turned([x0, y0, x1, y1]: PageBox, turns: number, width: number, height: number): number[] {
  switch (turns) {
    case 1:
      return [height - y1, x0, height - y0, x1];
    case 2:
      return [width - x1, height - y1, width - x0, height - y0];
    case 3:
      return [y0, width - x1, y1, width - x0];
    default:
      return [x0, y0, x1, y1];
  }
}

const BOXES: [name: string, parts: PageParts, width: number, height: number][] = [
  ['a plain MediaBox', {}, 200, 100],
  ['a MediaBox with a negative origin', { mediaBox: '-10 -20 205 110' }, 215, 130],
  ['a CropBox inside', { page: '/CropBox[5.5 4.25 198 98]' }, 192.5, 93.75],
  ['a CropBox beyond the MediaBox', { page: '/CropBox[-50 -60 198 400]' }, 198, 100],
  ['corners the wrong way round', { mediaBox: '200 100 0 0', page: '/CropBox[198 98 5 4]' }, 193, 94],
  ['a CropBox off the MediaBox, which counts as none', { page: '/CropBox[500 500 600 600]' }, 200, 100],
  ['an empty CropBox, which counts as none', { page: '/CropBox[50 50 50 90]' }, 200, 100],
  ['UserUnit 2', { page: '/UserUnit 2' }, 400, 200],
  ['UserUnit 0.5 and a CropBox', { page: '/UserUnit 0.5/CropBox[5 4 198 98]' }, 96.5, 47],
  ['UserUnit 2 in an object stream', { page: '/UserUnit 2', compressed: true }, 400, 200],
  ['UserUnit 2 in an encrypted file', { page: '/UserUnit 2', userPassword: '' }, 400, 200],
  ['UserUnit 2 in an encrypted object stream', { page: '/UserUnit 2', compressed: true, userPassword: '' }, 400, 200],
  ['a UserUnit that makes no sense', { page: '/UserUnit -3' }, 200, 100],
  ['a UserUnit beyond all viewers', { page: '/UserUnit 1000000' }, 200, 100],
];

describe.each(BOXES)('a page with %s', (_, parts, width, height) => {
  it.each([0, 90, 180, 270])('at /Rotate %i has its text boxes on the ink', async (rotate) => {
    const page = `${parts.page ?? ''}/Rotate ${rotate}`;
    const { size, spans, picture, rgb } = await placed({ ...parts, page });
    const sides = rotate % 180 === 0 ? [width, height] : [height, width];
    expect([size.width, size.height]).toEqual(sides);
    expect([picture.widthPx, picture.heightPx]).toEqual(sides.map((side) => Math.round((side * DPI) / 72)));

    expect(spans.map(({ text, hidden }) => [text, hidden])).toEqual([
      ['Hxgo', false],
      ['Right', false],
      ['Upwd', false],
    ]);
    const boxes = spans.map(({ box }) => box.map((v) => (v * DPI) / 72));
    const { inside, outside } = inkOf(rgb, picture.widthPx, boxes);
    expect(outside).toBe(0);
    for (const pixels of inside) expect(pixels).toBeGreaterThan(20);
    expect(spans.map((span) => span.rotationDeg)).toEqual([rotate, rotate, (rotate + 270) % 360]);

    const upright = await placed({ ...parts, page: parts.page ?? '' });
    spans.forEach((span, i) => {
      const expected = turned(upright.spans[i]!.box, rotate / 90, width, height);
      for (const [k, v] of span.box.entries()) expect(v).toBeCloseTo(expected[k]!, 2);
      expect(span.sizePt).toBe(upright.spans[i]!.sizePt);
    });
  });
});

describe('a page of odd size', () => {
  it('keeps one size in the list of pages, in its spans and in its picture', async () => {
    // 297.3 pt at 120 dpi are 495.5 px: the 32-bit size of the engine is a hair less, and would round down.
    const source = await openPdf(onePage({ mediaBox: '0 0 297.3 100', content: CONTENT }), limits);
    opened.push(source);
    expect(source.pages[0]).toMatchObject({ width: 297.3, height: 100 });
    expect(await source.render(0, { crop: null, dpi: 120 })).toMatchObject({ widthPx: 496, heightPx: 167 });
  });

  it.each(['0 0 0 0', '0 0 200', '0 0 200 0', 'a b c d', `0 0 1${'0'.repeat(40)} 1${'0'.repeat(40)}`])(
    'is US Letter, as in viewers, with /MediaBox[%s]',
    async (mediaBox) => {
      const source = await openPdf(onePage({ mediaBox, content: CONTENT }), limits);
      opened.push(source);
      expect(source.pages).toEqual([{ width: 612, height: 792, label: null }]);
      expect((await source.page(0)).spans).toHaveLength(3);
    },
  );

  it('of less than a pixel is a picture of one pixel', async () => {
    const source = await openPdf(onePage({ mediaBox: '0 0 0.25 0.25' }), limits);
    opened.push(source);
    expect(await source.render(0, { crop: null, dpi: 72 })).toMatchObject({ widthPx: 1, heightPx: 1 });
  });
});
