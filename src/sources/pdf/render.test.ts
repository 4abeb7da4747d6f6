import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { inkOf, onePage, shown } from '../../../test/fixtures/pdf.js';
import { type PageBox, pageBox } from '../../evidence/boxes.js';
import type { GroundglassError } from '../../evidence/errors.js';
import { type Limits, limitsFrom } from '../limits.js';
import type { PagedSource, Picture } from '../source.js';
import { openPdf } from './open.js';

const limits = limitsFrom({});
const open: PagedSource[] = [];
afterAll(() => Promise.all(open.map((source) => source.close())));

async function source(bytes: Uint8Array, within: Limits = limits): Promise<PagedSource> {
  const opened = await openPdf(bytes, within);
  open.push(opened);
  return opened;
}

async function pixels({ bytes }: Picture) {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { rgb: data, width: info.width, height: info.height };
}

/** Ink, lines, curves and colour all over the page, so that any shift or scaling shows. */
const BUSY = [
  ...Array.from({ length: 8 }, (_, i) => shown(`Line ${i} of text`, 10 + 7 * i, 12 * i + 3, 9)),
  'q 1 0 0 RG 0.7 w 0 0 m 200 100 l S 0 0 1 RG 10 90 m 60 10 120 120 190 20 c S Q',
].join('');

describe('a rendering', () => {
  it.each([72, 100, 120, 144, 333])('at %i dpi is a PNG of the rounded size', async (dpi) => {
    const pdf = await source(onePage({ content: BUSY, mediaBox: '0 0 201.7 99.3' }));
    const picture = await pdf.render(0, { crop: null, dpi });
    expect(picture).toMatchObject({
      mediaType: 'image/png',
      generated: true,
      widthPx: Math.round((201.7 * dpi) / 72),
      heightPx: Math.round((99.3 * dpi) / 72),
    });
    expect(await pixels(picture)).toMatchObject({ width: picture.widthPx, height: picture.heightPx });
    expect(Buffer.from(picture.bytes).subarray(1, 4).toString()).toBe('PNG');
  });

  it.each([
    ['', pageBox(50, 25, 100, 75)],
    ['/Rotate 90', pageBox(10, 40, 90, 160)],
    ['/CropBox[20 10 180 90]/Rotate 270', pageBox(0, 0, 40, 80)],
    ['/UserUnit 2', pageBox(100, 50, 300, 150)],
    ['', pageBox(33.3, 11.1, 77.7, 55.5)],
  ])('of a crop is the same part of the whole page (%s, %s)', async (page, crop: PageBox) => {
    const pdf = await source(onePage({ content: BUSY, page }));
    const dpi = 144;
    const whole = await pixels(await pdf.render(0, { crop: null, dpi }));
    const part = await pixels(await pdf.render(0, { crop, dpi }));
    expect([part.width, part.height]).toEqual([
      Math.round((crop[2] - crop[0]) * 2),
      Math.round((crop[3] - crop[1]) * 2),
    ]);
    const [left, top] = [Math.round(crop[0] * 2), Math.round(crop[1] * 2)];
    let different = 0;
    for (let y = 0; y < part.height; y++) {
      for (let i = 0; i < part.width * 3; i++) {
        const there = whole.rgb[((top + y) * whole.width + left) * 3 + i]!;
        if (Math.abs(part.rgb[y * part.width * 3 + i]! - there) > 8) different += 1;
      }
    }
    expect(different).toBe(0);
    expect(inkOf(part.rgb, part.width, []).outside).toBeGreaterThan(50);
  });

  it('shows annotations', async () => {
    const bytes = onePage({
      page: '/Annots[<</Type/Annot/Subtype/Square/Rect[20 20 60 60]/F 4/AP<</N 5 0 R>>>>]',
      extra: [{ dict: '/Type/XObject/Subtype/Form/BBox[20 20 60 60]', data: '1 0 0 rg 20 20 40 40 re f' }],
    });
    const { rgb, width } = await pixels(await (await source(bytes)).render(0, { crop: null, dpi: 72 }));
    expect([...rgb.subarray((60 * width + 40) * 3).subarray(0, 3)]).toEqual([255, 0, 0]);
  });

  it('shows what was filled into a form, without the colour that viewers lay over fields', async () => {
    const document = await PDFDocument.create();
    const page = document.addPage([200, 100]);
    const field = document.getForm().createTextField('name');
    field.setText('MMMM');
    field.addToPage(page, { x: 20, y: 20, width: 100, height: 30, borderWidth: 0 });
    const { rgb, width } = await pixels(await (await source(await document.save())).render(0, { crop: null, dpi: 72 }));
    const { inside, outside } = inkOf(rgb, width, [[20, 50, 120, 80]]);
    expect(inside[0]).toBeGreaterThan(50);
    expect(outside).toBe(0);
    // The empty part of the field is white.
    expect([...rgb.subarray((65 * width + 110) * 3).subarray(0, 3)]).toEqual([255, 255, 255]);
  });

  it('runs no script and follows no link of the file', async () => {
    const action = '<</S/JavaScript/JS(app.alert\\(1\\); while\\(true\\){})>>';
    const launch = '<</S/Launch/F(/bin/true)/Next<</S/URI/URI(http://127.0.0.1:9/)>>>>';
    const pdf = await source(
      onePage({
        content: BUSY,
        catalog: `/OpenAction ${action}/AA<</WC ${launch}>>/Names<</JavaScript<</Names[(a)${action}]>>>>`,
        page: `/AA<</O ${action}/C ${launch}>>`,
      }),
    );
    expect((await pdf.page(0)).spans).toHaveLength(8);
    expect((await pdf.render(0, { crop: null, dpi: 72 })).widthPx).toBe(200);
  });
});

describe('a rendering past a budget', () => {
  const few = limitsFrom({ GROUNDGLASS_MAX_PIXELS: '100000' });
  const light = limitsFrom({ GROUNDGLASS_MAX_PICTURE_BYTES: '6000' });

  async function refused(pdf: PagedSource, crop: PageBox | null, dpi: number): Promise<GroundglassError> {
    return pdf.render(0, { crop, dpi }).then(
      () => expect.fail('it was rendered'),
      (error: GroundglassError) => error,
    );
  }

  it.each([
    ['the whole page', null, 'too_many_pixels', few, 300],
    ['a crop', pageBox(10, 5, 180, 95), 'too_many_pixels', few, 1_000],
    ['a page of too many bytes', null, 'too_many_bytes', light, 400],
    ['a crop of too many bytes', pageBox(10, 5, 180, 95), 'too_many_bytes', light, 300],
  ] as const)('names a dpi and a crop that work: %s', async (_, crop, code, tight, dpi) => {
    const pdf = await source(onePage({ content: BUSY }), tight);
    const error = await refused(pdf, crop, dpi);
    expect(error).toMatchObject({ code, class: 'too_large' });
    const { dpi_that_fits: fitting, crop_that_fits: fits } = error.details as {
      dpi_that_fits: number;
      crop_that_fits: number[];
    };
    expect(fitting).toBeLessThan(dpi);
    const smaller = await pdf.render(0, { crop, dpi: fitting });
    const [x0, y0, x1, y1] = fits as [number, number, number, number];
    const cropped = await pdf.render(0, { crop: pageBox(x0, y0, x1, y1), dpi });
    for (const picture of [smaller, cropped]) {
      expect(picture.widthPx * picture.heightPx).toBeLessThanOrEqual(tight.maxPixels);
      expect(picture.bytes.length).toBeLessThanOrEqual(tight.maxPictureBytes);
    }
    const asked = crop ?? pageBox(0, 0, 200, 100);
    expect(smaller.widthPx).toBe(Math.round(((asked[2] - asked[0]) * fitting) / 72));
  });

  it('of a page of 10,000,000 pt is refused before it is drawn, while its text is read', async () => {
    const pdf = await source(onePage({ mediaBox: '0 0 10000000 10000000', content: shown('Word', 20, 40) }));
    expect((await pdf.page(0)).spans).toMatchObject([{ text: 'Word', hidden: false }]);
    expect(await refused(pdf, null, 72)).toMatchObject({ code: 'too_many_pixels' });
    const near = await pdf.render(0, { crop: pageBox(0, 9_999_900, 200, 10_000_000), dpi: 72 });
    const { rgb, width } = await pixels(near);
    expect(inkOf(rgb, width, []).outside).toBeGreaterThan(20);
  });
});
