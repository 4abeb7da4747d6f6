import { describe, expect, it } from 'vitest';
import { compared, faultsOf } from '../../../../test/fixtures/painted.js';
import { FIRST_EXTRA, onePage, type PageParts, type PdfObject, shown } from '../../../../test/fixtures/pdf.js';

/** Where pictures of both sides go, to be looked at; nowhere as a rule. */
const PICTURES = process.env.PAINTED_PICTURES;

const stream = (dict: string, data: string | Uint8Array): PdfObject => ({ dict, data });
const xobjects = (names: string): string => `/XObject<<${names}>>`;
const image = (dict: string, data: Uint8Array): PdfObject => stream(`/Type/XObject/Subtype/Image${dict}`, data);
const groupForm = (content: string, group = '/I false', dict = ''): PdfObject =>
  stream(
    `/Type/XObject/Subtype/Form/BBox[0 0 200 100]/Resources<</Font<</F1 4 0 R>>${dict}>>/Group<</S/Transparency${group}>>`,
    content,
  );
const E = FIRST_EXTRA;
const RAMP = '/Function<</FunctionType 2/Domain[0 1]/C0[1 0 0]/C1[0 0 1]/N 1>>';
const gradient = (type: number, coords: string, rest = '/Extend[true true]'): string =>
  `<</ShadingType ${type}/ColorSpace/DeviceRGB/Coords[${coords}]${RAMP}${rest}>>`;
const STAR = '100 90 m 125 15 l 60 60 l 140 60 l 75 15 l h ';
const noise = (count: number): Uint8Array =>
  Uint8Array.from({ length: count }, (_, i) => (i * 73 + (i >> 3) * 29) & 255);
const ca = (dict: string): string => `/ExtGState<</G0<<${dict}>>>>`;

const CASES: Record<string, PageParts> = {
  'filled paths with both rules': {
    content: `0.8 0.1 0.1 rg ${STAR} f q 0.4 0 0 0.4 0 0 cm 0 0 1 rg ${STAR} f* Q 0 1 0 0 k 150 10 40 30 re f`,
  },
  curves: {
    content:
      '0 0.5 0 rg 10 10 m 10 90 90 90 90 10 c f 1 0 0 RG 3 w 110 10 m 150 90 190 10 v S 110 50 m 150 90 190 50 y S',
  },
  'strokes with caps, joins, mitres and dashes': {
    content: [
      '6 w 0 J 0 j 10 M 10 20 m 30 80 l 50 20 l S 1 J 1 j 60 20 m 80 80 l 100 20 l S 2 J 2 j 110 20 m 130 80 l 150 20 l S',
      '2 M 0 j 160 20 m 170 80 l 180 20 l S 2 w 0 J [6 3 1 3] 2 d 10 10 m 190 10 l S [4] 0 d 10 90 m 190 90 l S',
    ].join('\n'),
  },
  'a pen that is wider one way': {
    content: 'q 3 0 0 0.5 0 0 cm 6 w 5 30 55 140 re S Q q 1 0.5 0 1 0 0 cm 4 w 90 -20 40 40 re S Q',
  },
  'a stroke over its fill': { content: '1 1 0 rg 0 0 1 RG 5 w 20 20 60 60 re B 120 20 60 60 re b*' },
  clips: {
    content: [
      `q ${STAR} W n 0 0.6 0 rg 0 0 200 100 re f Q`,
      'q 10 10 40 80 re W n 20 0 100 50 re W n 1 0 0 rg 0 0 200 100 re f Q',
      'q 0.8 0.6 -0.6 0.8 150 20 cm 0 0 30 30 re W n 0 0 1 rg 0 0 200 100 re f Q',
    ].join('\n'),
  },
  'even-odd clips': { content: `q ${STAR} W* n 0 0.6 0 rg 0 0 200 100 re f Q` },
  'text of every mode': {
    content: [0, 1, 2, 3]
      .map((mode) => shown(`Mode ${mode}`, 5 + 50 * mode, 60, 14, `1 0 0 rg 0 0 1 RG 0.5 w ${mode} Tr`))
      .concat(`q ${shown('CLIP', 10, 10, 40, '7 Tr').replace(/\nq|Q\n/g, '')} 0 0.5 0 rg 0 0 200 30 re f Q`)
      .concat(`q BT 5 Tr 1 w /F1 30 Tf 130 10 Td (ab) Tj ET 1 0 1 rg 130 0 60 20 re f Q`)
      .join('\n'),
  },
  'spaced, scaled, raised and turned text': {
    content: [
      'BT /F1 12 Tf 2 Tc 5 Tw 10 80 Td (a b c) Tj 0 Tc 0 Tw 50 Tz 60 0 Td (narrow) Tj 150 Tz 30 0 Td (wide) Tj ET',
      "BT 100 Tz /F1 12 Tf 10 50 Td (x) Tj 5 Ts (2) Tj -3 Ts (i) Tj 0 Ts [(A)-500(B)300(C)] TJ 14 TL T* (next) Tj (again) ' ET",
      'BT /F1 14 Tf 0.866 0.5 -0.5 0.866 120 20 Tm (turned) Tj ET BT /F1 -12 Tf 1 0 0.3 1 190 60 Tm (back) Tj ET',
    ].join('\n'),
  },
  'constant alpha': {
    resources: ca('/ca 0.5/CA 0.5'),
    content: `1 0 0 rg 10 10 100 60 re f /G0 gs 0 0 1 rg 0 1 0 RG 10 w 60 30 100 60 re B ${shown('seen through', 20, 40, 20)}`,
  },
  ...Object.fromEntries(
    [
      'Multiply',
      'Screen',
      'Overlay',
      'Darken',
      'Lighten',
      'ColorDodge',
      'ColorBurn',
      'HardLight',
      'SoftLight',
      'Difference',
      'Exclusion',
      'Hue',
      'Saturation',
      'Color',
      'Luminosity',
    ].map((mode) => [
      `blend mode ${mode}`,
      {
        resources: ca(`/BM/${mode}`),
        content: '0.9 0.3 0.2 rg 10 10 100 60 re f q 0 20 150 80 re W n /G0 gs 0.2 0.5 0.8 rg 60 30 130 60 re f Q',
      },
    ]),
  ),
  'a group as a whole': {
    resources: `${ca('/ca 0.5')}${xobjects(`/X0 ${E} 0 R`)}`,
    content: '0 1 0 rg 0 40 200 20 re f /G0 gs /X0 Do',
    extra: [groupForm('1 0 0 rg 20 20 80 60 re f 0 0 1 rg 60 10 80 60 re f')],
  },
  'an isolated group that blends inside': {
    resources: xobjects(`/X0 ${E} 0 R`),
    content: '0 0.8 0 rg 0 30 200 40 re f /X0 Do',
    extra: [
      groupForm(
        '1 0 0 rg 20 20 80 60 re f /G1 gs 0 0 1 rg 60 10 100 60 re f',
        '/I true',
        '/ExtGState<</G1<</BM/Multiply>>>>',
      ),
    ],
  },
  'a group that blends with what lies below': {
    resources: xobjects(`/X0 ${E} 0 R`),
    content: '0 0.8 0.8 rg 0 30 200 40 re f /X0 Do',
    extra: [groupForm('/G1 gs 1 1 0 rg 60 10 100 60 re f', '/I false', '/ExtGState<</G1<</BM/Multiply>>>>')],
  },
  'a luminosity mask': {
    resources: `/ExtGState<</G0<</SMask<</S/Luminosity/G ${E} 0 R>>>>/G1<</SMask/None>>>>`,
    content: '/G0 gs 1 0 0 rg 0 0 200 60 re f /G1 gs 0 0 1 rg 0 70 200 20 re f',
    extra: [
      groupForm(
        '/Sh0 sh',
        '/CS/DeviceGray',
        `/Shading<</Sh0<</ShadingType 2/ColorSpace/DeviceGray/Coords[20 0 180 0]/Function<</FunctionType 2/Domain[0 1]/C0[0]/C1[1]/N 1>>>>>>`,
      ),
    ],
  },
  'an alpha mask': {
    resources: `/ExtGState<</G0<</SMask<</S/Alpha/G ${E} 0 R>>>>>>`,
    content: '/G0 gs 1 0 0 rg 0 0 200 100 re f',
    extra: [
      groupForm('/G1 gs 20 20 80 60 re f /G2 gs 120 20 60 60 re f', '', '/ExtGState<</G1<</ca 0.3>>/G2<</ca 0.8>>>>'),
    ],
  },
  'a mask with a backdrop': {
    resources: `/ExtGState<</G0<</SMask<</S/Luminosity/BC[1 1 1]/G ${E} 0 R>>>>>>`,
    content: '/G0 gs 1 0 0 rg 0 0 200 100 re f',
    extra: [
      stream(
        '/Type/XObject/Subtype/Form/BBox[50 20 150 80]/Group<</S/Transparency/CS/DeviceRGB>>',
        '0 g 60 30 80 40 re f',
      ),
    ],
  },
  'an axial shading': {
    resources: `/Shading<</S0 ${gradient(2, '40 0 160 0')}/S1 ${gradient(2, '60 10 140 40', '')}>>`,
    content: 'q 0 50 200 50 re W n /S0 sh Q q 0 0 200 45 re W n /S1 sh Q',
  },
  'a radial shading': {
    resources: `/Shading<</S0 ${gradient(3, '50 50 10 50 50 45', '')}/S1 ${gradient(3, '140 50 5 150 50 40')}>>`,
    content: 'q 0 0 100 100 re W n /S0 sh Q q 100 0 100 100 re W n /S1 sh Q',
  },
  'text and outlines filled with a shading': {
    resources: `/Pattern<</P0<</PatternType 2/Shading ${gradient(2, '0 0 200 100')}>>>>`,
    content: `/Pattern cs /P0 scn 120 10 70 80 re f /Pattern CS /P0 SCN 8 w 60 20 m 110 80 l S BT /F1 50 Tf 5 30 Td (Pat) Tj ET`,
  },
  'a coloured tiling': {
    resources: `/Pattern<</P0 ${E} 0 R>>`,
    content: '/Pattern cs /P0 scn 10 10 180 80 re f',
    extra: [
      stream(
        '/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 10 10]/XStep 15/YStep 12/Matrix[1.5 0 0 1.5 3 4]/Resources<<>>',
        '1 0 0 rg 0 0 6 6 re f 0 0 1 rg 4 4 6 6 re f',
      ),
    ],
  },
  'an uncoloured tiling, turned': {
    resources: `/Pattern<</P0 ${E} 0 R>>/ColorSpace<</C0[/Pattern/DeviceRGB]>>`,
    content: '/C0 cs 0 0.5 0 /P0 scn 10 10 180 80 re f',
    extra: [
      stream(
        '/PatternType 1/PaintType 2/TilingType 1/BBox[0 0 8 8]/XStep 8/YStep 8/Matrix[2 1 -1 2 0 0]/Resources<<>>',
        '2 w 0 4 m 8 4 l S',
      ),
    ],
  },
  'a tiling whose tiles overlap': {
    resources: `/Pattern<</P0 ${E} 0 R>>`,
    content: '/Pattern cs /P0 scn 10 10 180 80 re f',
    extra: [
      stream(
        '/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 40 40]/XStep 30/YStep 30/Resources<<>>',
        '1 0 0 rg 0 0 40 20 re f 0 0 1 RG 3 w 2 2 36 36 re S',
      ),
    ],
  },
  'images of several kinds': {
    resources: xobjects(`/I0 ${E} 0 R/I1 ${E + 1} 0 R/I2 ${E + 2} 0 R/I3 ${E + 3} 0 R`),
    content: [0, 1, 2, 3].map((i) => `q 44 0 0 80 ${4 + 49 * i} 10 cm /I${i} Do Q`).join('\n'),
    extra: [
      image('/Width 88/Height 160/BitsPerComponent 8/ColorSpace/DeviceRGB', noise(88 * 160 * 3)),
      image('/Width 88/Height 160/BitsPerComponent 1/ColorSpace/DeviceGray', noise(11 * 160)),
      image(
        '/Width 88/Height 160/BitsPerComponent 4/ColorSpace[/Indexed/DeviceRGB 15<000000111111222222333333444444555555666666777777888888999999aa0000bb0000cc0000dd0000ee0000ff0000>]',
        noise(44 * 160),
      ),
      image('/Width 88/Height 160/BitsPerComponent 8/ColorSpace/DeviceGray/Decode[1 0]', noise(88 * 160)),
    ],
  },
  'an image with a soft mask, turned': {
    resources: xobjects(`/I0 ${E} 0 R`),
    content: '0 1 0 rg 0 40 200 20 re f q 60 30 -30 60 70 5 cm /I0 Do Q',
    extra: [
      image(
        `/Width 64/Height 64/BitsPerComponent 8/ColorSpace/DeviceRGB/SMask ${E + 1} 0 R`,
        new Uint8Array(64 * 64 * 3).map((_, i) => (i % 3 === 0 ? 230 : 40)),
      ),
      image(
        '/Width 64/Height 64/BitsPerComponent 8/ColorSpace/DeviceGray',
        new Uint8Array(64 * 64).map((_, i) => (i % 64) * 4),
      ),
    ],
  },
  'an image with a colour key and one with a stencil': {
    resources: xobjects(`/I0 ${E} 0 R/I1 ${E + 1} 0 R`),
    content: '0 1 1 rg 0 0 200 100 re f q 80 0 0 80 10 10 cm /I0 Do Q q 80 0 0 80 110 10 cm /I1 Do Q',
    extra: [
      image(
        '/Width 8/Height 8/BitsPerComponent 8/ColorSpace/DeviceGray/Mask[0 20]',
        new Uint8Array(64).map((_, i) => (((i >> 3) + i) % 2 ? 0 : 200)),
      ),
      image(
        `/Width 8/Height 8/BitsPerComponent 8/ColorSpace/DeviceGray/Mask ${E + 2} 0 R`,
        new Uint8Array(64).fill(90),
      ),
      image(
        '/Width 8/Height 8/BitsPerComponent 1/ImageMask true',
        Uint8Array.of(0xf0, 0xf0, 0xf0, 0xf0, 0x0f, 0x0f, 0x0f, 0x0f),
      ),
    ],
  },
  'image masks with a colour, and inline images': {
    resources: xobjects(`/I0 ${E} 0 R`),
    content: [
      '1 0 0 rg q 80 0 0 80 10 10 cm /I0 Do Q 0 0 1 rg q 40 0 0 40 100 10 cm /I0 Do Q',
      'q 40 0 0 40 150 50 cm BI /W 2 /H 2 /BPC 8 /CS /G ID \x10\x80\xc0\x40 EI Q',
      'q 40 0 0 40 150 5 cm BI /W 8 /H 2 /IM true /D [1 0] ID \xaa\x55 EI Q',
    ].join('\n'),
    extra: [
      image(
        '/Width 16/Height 4/BitsPerComponent 1/ImageMask true',
        Uint8Array.of(0xff, 0, 0x0f, 0xf0, 0, 0xff, 0x3c, 0x3c),
      ),
    ],
  },
  'a CMYK image': {
    resources: xobjects(`/I0 ${E} 0 R`),
    content: 'q 180 0 0 80 10 10 cm /I0 Do Q',
    extra: [
      image(
        '/Width 4/Height 1/BitsPerComponent 8/ColorSpace/DeviceCMYK',
        Uint8Array.of(255, 0, 0, 0, 0, 255, 0, 0, 0, 0, 255, 0, 0, 0, 0, 128),
      ),
    ],
  },
  'Type 3 glyphs': {
    fonts: `/T0 ${E} 0 R`,
    content:
      '0.8 0 0 rg BT /T0 30 Tf 10 20 Td (abab) Tj ET 0 0 1 rg BT /T0 20 Tf 0.9 0.4 -0.4 0.9 140 20 Tm (ab) Tj ET',
    extra: [
      `<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix[0.001 0 0 0.001 0 0]/CharProcs<</a ${E + 1} 0 R/b ${E + 2} 0 R>>/Encoding<</Type/Encoding/Differences[97/a/b]>>/FirstChar 97/LastChar 98/Widths[1000 800]/Resources<<>>>>`,
      stream('', '1000 0 0 0 1000 1000 d1 100 100 700 700 re 300 300 300 300 re f*'),
      stream('', '800 0 d0 0 0.6 0 rg 100 0 600 900 re f 1 1 0 rg 300 300 200 200 re f'),
    ],
  },
  'glyphs of a bitmap font': {
    fonts: `/T0 ${E} 0 R`,
    content: '0 0 0.8 rg BT /T0 40 Tf 10 20 Td (aa) Tj ET BT /T0 30 Tf 0.9 0.4 -0.4 0.9 140 20 Tm (a) Tj ET',
    extra: [
      `<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix[0.001 0 0 0.001 0 0]/CharProcs<</a ${E + 1} 0 R>>/Encoding<</Type/Encoding/Differences[97/a]>>/FirstChar 97/LastChar 97/Widths[1000]/Resources<<>>>>`,
      // A ring, so that its hole is seen to stay open.
      stream(
        '',
        '1000 0 0 0 900 900 d1 q 900 0 0 900 0 0 cm BI /W 8 /H 6 /IM true /BPC 1 /D [1 0] /F /AHx ID 7e ff c3 c3 ff 7e > EI Q',
      ),
    ],
  },
  'form XObjects inside of each other': {
    resources: xobjects(`/X0 ${E} 0 R`),
    content: 'q 0.5 0 0 0.5 20 10 cm /X0 Do Q q 0.3 0.3 -0.3 0.3 150 10 cm /X0 Do Q',
    extra: [
      stream(
        `/Type/XObject/Subtype/Form/BBox[0 0 150 150]/Matrix[1 0 0.2 1 0 0]/Resources<</XObject<</X1 ${E + 1} 0 R>>>>`,
        '1 0 0 rg 0 0 200 100 re f q 1 0 0 1 30 30 cm /X1 Do Q',
      ),
      stream(
        '/Type/XObject/Subtype/Form/BBox[0 0 50 50]/Resources<<>>',
        '0 0 1 rg 0 0 100 100 re f 1 g 10 10 20 20 re f',
      ),
    ],
  },
  'annotations and form fields': {
    catalog: `/AcroForm<</Fields[${E + 2} 0 R]/DA(/F1 12 Tf)/DR<</Font<</F1 4 0 R>>>>>>`,
    page: `/Annots[${E} 0 R ${E + 2} 0 R ${E + 4} 0 R]`,
    content: '0.9 g 0 0 200 100 re f',
    extra: [
      `<</Type/Annot/Subtype/Square/F 4/Rect[10 10 90 90]/AP<</N ${E + 1} 0 R>>>>`,
      stream('/Type/XObject/Subtype/Form/BBox[0 0 40 40]/Resources<<>>', '1 0 0 rg 5 5 30 30 re f'),
      `<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/V(filled)/F 4/DA(/F1 12 Tf)/Rect[100 50 190 80]/AP<</N ${E + 3} 0 R>>>>`,
      stream(
        '/Type/XObject/Subtype/Form/BBox[0 0 90 30]/Resources<</Font<</F1 4 0 R>>>>',
        '1 1 0.8 rg 0 0 90 30 re f BT 0 g /F1 16 Tf 5 8 Td (filled) Tj ET',
      ),
      `<</Type/Annot/Subtype/Square/F 2/Rect[100 10 190 40]/AP<</N ${E + 1} 0 R>>>>`,
    ],
  },
  'hidden layers': {
    catalog: `/OCProperties<</OCGs[${E} 0 R ${E + 1} 0 R]/D<</OFF[${E} 0 R]>>>>`,
    resources: `/Properties<</L0 ${E} 0 R/L1 ${E + 1} 0 R>>`,
    content: '/OC/L0 BDC 1 0 0 rg 0 0 100 100 re f EMC /OC/L1 BDC 0 0 1 rg 120 20 60 60 re f EMC',
    extra: ['<</Type/OCG/Name(off)>>', '<</Type/OCG/Name(on)>>'],
  },
};

/** Mean error up to which two renderers that smooth edges in their own ways draw the same. */
const MAX_ERROR = 1.5;
/** Where much of the ink is edges, or PDFium shows seams and steps of its own, more is the same. */
const MORE: Record<string, number> = {
  'text of every mode': 3.5,
  'spaced, scaled, raised and turned text': 2.5,
  'constant alpha': 2,
  'a radial shading': 2,
  'text and outlines filled with a shading': 2.5,
  'an uncoloured tiling, turned': 4.5,
};

describe('a page as SVG looks like PDFium’s raster', () => {
  it.each(Object.entries(CASES))('with %s', async (name, parts) => {
    const bytes = onePage(parts);
    const picturesTo = PICTURES && `${PICTURES}/${name.replace(/\W+/g, '-')}`;
    const { page, error, ink } = await compared(bytes, 0, picturesTo);
    expect(faultsOf(page)).toEqual([]);
    expect(page.warnings).toEqual([]);
    expect(ink).toBeGreaterThan(3);
    expect(error).toBeLessThan(MORE[name] ?? MAX_ERROR);
  });
});
