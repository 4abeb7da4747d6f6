import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compared, faultsOf, nodesOf } from '../../../../test/fixtures/painted.js';
import { FIRST_EXTRA, onePage, type PageParts, pages, shown } from '../../../../test/fixtures/pdf.js';
import { limitsFrom } from '../../limits.js';
import type { GlyphRun, PaintedPage } from '../../painted.js';
import { openPdf } from '../open.js';

const E = FIRST_EXTRA;

async function painted(bytes: Uint8Array, index = 0): Promise<PaintedPage> {
  const source = await openPdf(bytes, limitsFrom({}));
  try {
    const page = await source.painted(index);
    expect(page).toMatchObject({ width: source.pages[index]?.width, height: source.pages[index]?.height });
    expect(faultsOf(page)).toEqual([]);
    return page;
  } finally {
    await source.close();
  }
}

const paintedPage = (parts: PageParts) => painted(onePage(parts));
const runsOf = ({ elements }: PaintedPage): GlyphRun[] => elements.filter((element) => element.kind === 'text');

/** The box after quarter turns clockwise of a page of this size. */
function turned([x0, y0, x1, y1]: readonly number[], turns: number, width: number, height: number): number[] {
  if (turns === 1) return [height - y1!, x0!, height - y0!, x1!];
  if (turns === 2) return [width - x1!, height - y1!, width - x0!, height - y0!];
  return turns === 3 ? [y0!, width - x1!, y1!, width - x0!] : [x0!, y0!, x1!, y1!];
}

const GEOMETRY = [
  shown('Hxgo', 12, 60, 14),
  '1 0 0 rg 120 20 50 30 re f 0 0 1 RG 3 w 20 20 m 60 50 l S q 100 40 90 50 re W n 0 0.5 0 rg 80 60 60 60 re f Q',
].join('\n');

describe('the space of a page', () => {
  it('is the visible page, whatever its boxes, /Rotate and /UserUnit', async () => {
    const margin = fc.integer({ min: 0, max: 12 });
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(fc.integer({ min: -300, max: 300 }), fc.integer({ min: -300, max: 300 })),
        fc.tuple(margin, margin, margin, margin),
        fc.constantFrom(90, 180, 270),
        fc.constantFrom(1, 2, 0.5),
        async ([x, y], [left, bottom, right, top], rotate, unit) => {
          // The same drawing, moved with the box.
          const [w, h] = [200 - left - right, 100 - bottom - top];
          const page = `/CropBox[${x + left} ${y + bottom} ${x + 200 - right} ${y + 100 - top}]/UserUnit ${unit}`;
          const parts = {
            mediaBox: `${x} ${y} ${x + 200} ${y + 100}`,
            content: `q 1 0 0 1 ${x} ${y} cm ${GEOMETRY} Q`,
          };
          const upright = await paintedPage({ ...parts, page });
          const rotated = await paintedPage({ ...parts, page: `${page}/Rotate ${rotate}` });
          const sides = rotate % 180 === 0 ? [w * unit, h * unit] : [h * unit, w * unit];
          expect([rotated.width, rotated.height]).toEqual(sides);
          expect(rotated.elements).toHaveLength(upright.elements.length);
          rotated.elements.forEach((element, i) => {
            const before = upright.elements[i]!;
            expect(element.id).toBe(before.id);
            const expected = turned(before.box, rotate / 90, upright.width, upright.height);
            element.box.forEach((v, k) => void expect(v).toBeCloseTo(expected[k]!, 1));
          });
          const [run] = runsOf(rotated);
          expect(run).toMatchObject({ text: 'Hxgo', rotationDeg: rotate, sizePt: 14 * unit });
        },
      ),
      { numRuns: 25 },
    );
  });

  it.each([0, 90, 180, 270])('has its picture where PDFium has it at /Rotate %i', async (rotate) => {
    const page = `/CropBox[5.5 4.25 198 98]/UserUnit 2/Rotate ${rotate}`;
    expect((await compared(onePage({ content: GEOMETRY, page }))).error).toBeLessThan(1.5);
  });

  it.each(['0 0 0 0', '0 0 200', 'a b c d'])('is that of the list of pages with /MediaBox[%s]', async (mediaBox) => {
    expect(runsOf(await paintedPage({ mediaBox, content: GEOMETRY }))).toHaveLength(1);
  });
});

describe('a run of glyphs', () => {
  it('has each glyph with its code, place, advance and outline', async () => {
    const [run] = runsOf(await paintedPage({ content: 'BT /F1 20 Tf 1 Tc 10 30 Td [(AB)-100(A)] TJ ET' }));
    expect(run).toMatchObject({
      id: expect.stringMatching(/^op-\d+$/),
      text: 'ABA',
      font: 'Helvetica',
      mode: 0,
      fill: '#000000',
      stroke: null,
    });
    const [a, b, c] = run!.glyphs;
    expect([a!.charCode, b!.charCode, c!.charCode]).toEqual([65, 66, 65]);
    expect(a!.origin).toEqual([10, 70]);
    // Helvetica's A and B are 667 wide.
    expect(a!.advance).toBeCloseTo(14.34, 2);
    expect(b!.advance).toBeCloseTo(16.34, 2);
    expect(c!.origin[0]).toBeCloseTo(10 + 14.34 + 16.34, 2);
    expect(a!.outline).toBe(c!.outline);
    expect(a!.outline).not.toBe(b!.outline);
    expect(a!.ink![3]).toBeCloseTo(70, 0);
    expect(run!.box[0]).toBe(a!.ink![0]);
  });

  it('ends where a gap is wider than a few blanks, and leaves out blanks at its ends', async () => {
    const page = await paintedPage({ content: 'BT /F1 10 Tf 10 30 Td [(  left word )-3000( right  )] TJ ET' });
    expect(runsOf(page).map(({ text }) => text)).toEqual(['left word', 'right']);
    const [left, right] = runsOf(page);
    expect(right!.id).toBe(left!.id.replace(/-1$/, '-2'));
  });

  it('is listed where it is invisible, clipped away or off the page', async () => {
    const page = await paintedPage({
      content: `${shown('mode', 10, 10, 12, '3 Tr')} q 0 0 5 5 re W n ${shown('clipped', 50, 50)} Q ${shown('off', 500, 50)}`,
    });
    const [mode, clipped, off] = runsOf(page);
    expect(mode).toMatchObject({ text: 'mode', mode: 3, fill: null, stroke: null, clip: null });
    expect(clipped).toMatchObject({ text: 'clipped', clip: [0, 95, 5, 100] });
    expect(off!.box[0]).toBeGreaterThan(200);
  });

  it('carries the alpha of the groups around it', async () => {
    const page = await paintedPage({
      resources: `/ExtGState<</G0<</ca 0.5>>>>/XObject<</X0 ${E} 0 R>>`,
      content: '/G0 gs /X0 Do',
      extra: [
        {
          dict: '/Type/XObject/Subtype/Form/BBox[0 0 200 100]/Group<</S/Transparency>>/Resources<</Font<</F1 4 0 R>>/ExtGState<</G1<</ca 0.5>>>>>>',
          data: `/G1 gs ${shown('faint', 10, 10)}`,
        },
      ],
    });
    expect(runsOf(page)[0]).toMatchObject({ fillAlpha: 0.25, strokeAlpha: 0.5 });
  });

  it('in a layer that is off is listed, and not drawn', async () => {
    const page = await paintedPage({
      catalog: `/OCProperties<</OCGs[${E} 0 R]/D<</OFF[${E} 0 R]>>>>`,
      resources: `/Properties<</L0 ${E} 0 R>>`,
      content: `/OC/L0 BDC ${shown('secret', 10, 10)} EMC ${shown('open', 100, 10)}`,
      extra: ['<</Type/OCG/Name(off)>>'],
    });
    const [secret, open] = runsOf(page);
    expect([secret!.layerHidden, open!.layerHidden]).toEqual([true, false]);
    expect(page.svg).not.toContain(`"${secret!.id}"`);
  });

  it('keeps the text of a font that is nowhere, with a warning', async () => {
    const page = await paintedPage({
      fonts: `/J0 ${E} 0 R`,
      content: 'BT /J0 20 Tf 10 50 Td <A4A4A4A6> Tj ET',
      extra: [
        `<</Type/Font/Subtype/Type0/BaseFont/Ryumin-Light/Encoding/EUC-H/DescendantFonts[${E + 1} 0 R]>>`,
        `<</Type/Font/Subtype/CIDFontType0/BaseFont/Ryumin-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>/FontDescriptor ${E + 2} 0 R>>`,
        '<</Type/FontDescriptor/FontName/Ryumin-Light/Flags 4/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80>>',
      ],
    });
    const [run] = runsOf(page);
    expect(run).toMatchObject({ text: 'いう', substituted: true });
    expect(run!.box[2]).toBeGreaterThan(run!.box[0] + 30);
    expect(page.warnings.map(({ code }) => code)).toContain('font_missing');
  });

  it('says nothing that markup could be made of', async () => {
    const page = await paintedPage({
      fonts: `/X0 ${E} 0 R`,
      content: 'BT /X0 20 Tf 10 50 Td (<script>&"\') Tj ET',
      extra: ['<</Type/Font/Subtype/Type1/BaseFont/Evil#22#3e#3cscript#3e/Encoding/WinAnsiEncoding>>'],
    });
    expect(nodesOf(page.svg).map(({ name }) => name)).toEqual(['svg', 'g', 'image']);
    expect(runsOf(page)[0]?.text).toBe('<script>&"\'');
  });
});

describe('what can’t be written as vectors', () => {
  const mesh = {
    dict: '/ShadingType 4/ColorSpace/DeviceRGB/BitsPerCoordinate 8/BitsPerComponent 8/BitsPerFlag 8/Decode[0 200 0 100 0 1 0 1 0 1]',
    data: Uint8Array.of(0, 20, 20, 255, 0, 0, 0, 230, 40, 0, 255, 0, 0, 100, 230, 0, 0, 255),
  };
  const CASES: [string, PageParts, RegExp][] = [
    ['a mesh', { resources: `/Shading<</S0 ${E} 0 R>>`, content: '/S0 sh', extra: [mesh] }, /mesh/],
    [
      'an outline filled with a mesh',
      {
        resources: `/Pattern<</P0<</PatternType 2/Shading ${E} 0 R>>>>`,
        content: '/Pattern cs /P0 scn 20 10 150 80 re f',
        extra: [mesh],
      },
      /mesh/,
    ],
    [
      'an image mask filled with a pattern',
      {
        resources: `/XObject<</I0 ${E} 0 R>>/Pattern<</P0<</PatternType 2/Shading<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 200 0]/Function<</FunctionType 2/Domain[0 1]/C0[0]/C1[1]/N 1>>>>>>>>`,
        content: '/Pattern cs /P0 scn q 150 0 0 80 10 10 cm /I0 Do Q',
        extra: [
          {
            dict: '/Type/XObject/Subtype/Image/Width 8/Height 2/BitsPerComponent 1/ImageMask true',
            data: Uint8Array.of(0xf0, 0x0f),
          },
        ],
      },
      /image mask/,
    ],
    [
      'a knockout group',
      {
        resources: `/XObject<</X0 ${E} 0 R>>`,
        content: '0 1 0 rg 0 40 200 20 re f /X0 Do',
        extra: [
          {
            dict: '/Type/XObject/Subtype/Form/BBox[0 0 200 100]/Group<</S/Transparency/K true>>/Resources<</ExtGState<</G1<</ca 0.5>>>>>>',
            data: '/G1 gs 1 0 0 rg 20 20 80 60 re f 0 0 1 rg 60 10 80 60 re f',
          },
        ],
      },
      /knockout/,
    ],
    [
      'a soft mask with a transfer function',
      {
        resources: `/ExtGState<</G0<</SMask<</S/Luminosity/G ${E} 0 R/TR<</FunctionType 2/Domain[0 1]/C0[1]/C1[0]/N 1>>>>>>>>`,
        content: '/G0 gs 1 0 0 rg 20 10 150 80 re f',
        extra: [
          {
            dict: '/Type/XObject/Subtype/Form/BBox[0 0 200 100]/Group<</S/Transparency/CS/DeviceGray>>',
            data: '1 g 50 30 60 40 re f',
          },
        ],
      },
      /transfer/,
    ],
  ];

  it.each(CASES)('%s is cut from PDFium’s picture, and told', async (_, parts, reason) => {
    const { page, error, ink } = await compared(onePage(parts));
    expect(faultsOf(page)).toEqual([]);
    expect(page.elements.at(-1)?.kind).toBe('patch');
    expect(page.warnings).toEqual([{ code: 'not_vector', message: expect.stringMatching(reason) }]);
    expect(ink).toBeGreaterThan(3);
    expect(error).toBeLessThan(1.5);
  });
});

describe('a page as SVG', () => {
  it('is the same every time, whichever pages came before it', async () => {
    const contents = ['one', 'two', 'three'].map((word) => shown(word, 10, 10) + GEOMETRY);
    const bytes = pages(contents);
    const first = await openPdf(bytes, limitsFrom({}));
    const second = await openPdf(bytes, limitsFrom({}));
    const inOrder = [await first.painted(0), await first.painted(1), await first.painted(2)];
    const backwards = [await second.painted(2), await second.painted(1), await second.painted(0)].reverse();
    expect(backwards).toEqual(inOrder);
    await Promise.all([first.close(), second.close()]);
  });

  it('stops with a typed error where the content never ends', async () => {
    const source = await openPdf(onePage({ content: '0 0 1 1 re f\n'.repeat(1_100_000) }), limitsFrom({}));
    await expect(source.painted(0)).rejects.toMatchObject({
      code: expect.stringMatching(/^(too_many_bytes|too_slow|out_of_memory)$/),
    });
    await source.close();
  });

  it('is stopped when its time is over, and the next page is written', async () => {
    const bytes = pages([GEOMETRY.repeat(50_000), GEOMETRY]);
    const source = await openPdf(bytes, limitsFrom({ GROUNDGLASS_PAGE_TIMEOUT_MS: '700' }));
    await expect(source.painted(0)).rejects.toMatchObject({ code: expect.stringMatching(/^too_slow$|^too_many/) });
    await source.close();
    const patient = await openPdf(bytes, limitsFrom({}));
    expect((await patient.painted(1)).elements.length).toBeGreaterThan(2);
    await patient.close();
  });

  it('of numbers beyond all pages stays a drawing', async () => {
    await paintedPage({
      content:
        '1e38 0 0 1e38 0 0 cm 0 0 1e38 1e38 re f 1e-30 0 0 1e-30 0 0 cm 5 w 0 0 m 1 1 l S BT /F1 1e30 Tf (x) Tj ET',
    });
    await paintedPage({ content: '0 0 0 0 0 0 cm 0 0 10 10 re B BT /F1 12 Tf (x) Tj ET 1 w 0 0 m 5 5 l S' });
  });

  it('with unbalanced and unknown operators has what could be read', async () => {
    const page = await paintedPage({
      content: `Q Q Q ET EMC foo ${shown('here', 10, 10)} q q q BT (no font) Tj ET W 5 re f (`,
    });
    expect(runsOf(page).map(({ text }) => text)).toContain('here');
  });
});

describe('what is left out', () => {
  const of = (transfer: string) =>
    paintedPage({
      resources: `/ExtGState<</G0<</TR ${transfer}>>>>`,
      content: '/G0 gs 1 0 0 rg 20 10 150 80 re f',
    });

  it('is told: a transfer function', async () => {
    const page = await of('<</FunctionType 2/Domain[0 1]/C0[1]/C1[0]/N 1>>');
    expect(page.warnings.map(({ code }) => code)).toEqual(['transfer_function']);
  });

  it('is not told where it changes nothing', async () => {
    expect((await of('/Identity')).warnings).toEqual([]);
  });
});
