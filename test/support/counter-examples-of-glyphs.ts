import type { PdfObject } from '../fixtures/pdf.js';
import { lying, NEXT, type Parts, type Row, text } from './counter-example-pages.js';
import { toUnicode } from './embedded-font.js';

interface Drawn {
  /** What "a" and "b" read as. */
  readonly reads?: string;
  readonly matrix?: string;
  readonly size?: number;
  readonly width?: number;
  readonly colour?: string;
}

/** A Type 3 font whose glyphs "a" and "b" are drawn by these operators, and the text of both. */
function drawn(
  a: string,
  b: string,
  { reads = '72', matrix = '.001 0 0 .001 0 0', size = 12, width = 600, colour = '' }: Drawn = {},
): Parts {
  const font: PdfObject[] = [
    `<</Type/Font/Subtype/Type3/FontBBox[0 0 0 0]/FontMatrix[${matrix}]/FirstChar 97/LastChar 98/Widths[${width} ${width}]/CharProcs<</a ${NEXT + 1} 0 R/b ${NEXT + 2} 0 R>>/Encoding<</Type/Encoding/Differences[97/a/b]>>/Resources<<>>/ToUnicode ${NEXT + 3} 0 R>>`,
    { data: a },
    { data: b },
    toUnicode('ab', reads),
  ];
  return {
    content: `q BT ${colour} /T ${size} Tf 1 0 0 1 20 40 Tm (ab) Tj ET Q`,
    fonts: `/T ${NEXT} 0 R`,
    more: font,
  };
}

const BOX = '600 0 0 0 600 700 d1';
const DOWN = '600 0 0 -700 600 0 d1';
const ONE = `${BOX} 250 0 100 700 re f`;
const SEVEN = '40 615 460 75 re 170 0 m 265 0 l 500 620 l 400 620 l f';
/** A line of a pen along circles, whole or their right half. */
const circle = (cx: number, cy: number, r: number): string => {
  const k = 0.5523 * r;
  const right = `${cx} ${cy + r} m ${cx + k} ${cy + r} ${cx + r} ${cy + k} ${cx + r} ${cy} c ${cx + r} ${cy - k} ${cx + k} ${cy - r} ${cx} ${cy - r} c`;
  return `${right} ${cx - k} ${cy - r} ${cx - r} ${cy - k} ${cx - r} ${cy} c ${cx - r} ${cy + k} ${cx - k} ${cy + r} ${cx} ${cy + r} c h`;
};
const EIGHT = `80 w ${circle(280, 520, 150)} S ${circle(280, 190, 180)} S`;
const TWO =
  '50 0 460 75 re f 80 w 90 520 m 90 600 160 655 280 655 c 420 655 470 600 470 500 c 470 330 90 250 90 40 c S';
const STROKED_SEVEN = '80 w 1 j 50 650 m 480 650 l 220 0 l S';

/** A digit of a bitmap font: rows of 8 pixels, 1 where it is inked, over the box of a digit. */
const bitmap = (rows: readonly number[]): string =>
  `${BOX} q 500 0 0 700 50 0 cm BI /W 8 /H ${rows.length} /IM true /BPC 1 /D [1 0] /F /AHx ID ${rows.map((row) => row.toString(16).padStart(2, '0')).join('')}> EI Q`;
const BITMAP_SEVEN = bitmap([0xff, 0xff, 0x03, 0x06, 0x06, 0x0c, 0x0c, 0x18, 0x18, 0x30, 0x30, 0x30]);
const BITMAP_TWO = bitmap([0x3c, 0x7e, 0xc3, 0x03, 0x03, 0x06, 0x0c, 0x18, 0x30, 0x60, 0xff, 0xff]);
const BITMAP_ONE = bitmap([0x18, 0x38, 0x78, 0x18, 0x18, 0x18, 0x18, 0x18, 0x18, 0x18, 0x18, 0x18]);

/** The same where the file says of an l that it is as wide as a digit. */
const asWideAsDigits = ({ font = [], ...parts }: Parts): Parts => ({
  ...parts,
  font: font.map((object) =>
    typeof object === 'string'
      ? object.replace(/Widths\[([^\]]*)\]/, (_, widths: string) => {
          const forged = widths.split(' ').map((width, i) => (i === 'l'.charCodeAt(0) - 32 ? '556' : width));
          return `Widths[${forged.join(' ')}]`;
        })
      : object,
  ),
});

/** Glyphs that are not, or after all are, the characters that their fonts call them. */
export const GLYPH_ROWS: Row[] = [
  ['drawn digits', drawn(`${BOX} ${SEVEN}`, `${BOX} ${TWO}`), 'proven', '72'],
  ['a drawn 1 that is named 7', drawn(ONE, `${BOX} ${TWO}`), 'TOUNICODE_MISMATCH', '72'],
  ['a drawn 1 that is named 1', drawn(ONE, `${BOX} ${TWO}`, { reads: '12' }), 'proven', '12'],
  ['a drawn 7 that is named 1', drawn(`${BOX} ${SEVEN}`, `${BOX} ${TWO}`, { reads: '12' }), 'TOUNICODE_MISMATCH', '12'],
  ['digits drawn with a pen', drawn(`${BOX} ${STROKED_SEVEN}`, `${BOX} ${TWO}`), 'proven', '72'],
  [
    'digits drawn with a pen, named by each other',
    drawn(`${BOX} ${STROKED_SEVEN}`, `${BOX} ${TWO}`, { reads: '27' }),
    'TOUNICODE_MISMATCH',
    '27',
  ],
  [
    'digits drawn in another scale',
    drawn(`60 0 0 0 60 70 d1 .1 0 0 .1 0 0 cm ${SEVEN}`, `60 0 0 0 60 70 d1 .1 0 0 .1 0 0 cm ${TWO}`, {
      size: 120,
      width: 60,
    }),
    'proven',
    '72',
  ],
  [
    'digits drawn head down in a font that is turned',
    drawn(`${DOWN} 1 0 0 -1 0 0 cm ${SEVEN}`, `${DOWN} 1 0 0 -1 0 0 cm ${TWO}`, { matrix: '.001 0 0 -.001 0 0' }),
    'proven',
    '72',
  ],
  ['digits of a bitmap font', drawn(BITMAP_SEVEN, BITMAP_TWO), 'proven', '72'],
  ['a 1 of a bitmap font that is named 7', drawn(BITMAP_ONE, BITMAP_TWO), 'TOUNICODE_MISMATCH', '72'],
  ['a drawn 8 that is named 8', drawn(`${BOX} ${EIGHT}`, `${BOX} ${TWO}`, { reads: '82' }), 'proven', '82'],
  ['a drawn 8 that is named 3', drawn(`${BOX} ${EIGHT}`, `${BOX} ${TWO}`, { reads: '32' }), 'TOUNICODE_MISMATCH', '32'],
  [
    'a drawn 8 that a white bar makes a 3',
    drawn(`600 0 d0 ${EIGHT} 1 g 0 0 220 800 re f`, `${BOX} ${TWO}`, { reads: '82' }),
    'TOUNICODE_MISMATCH',
    '82',
  ],
  [
    'a drawn 8 that a clip makes a 3',
    drawn(`${BOX} 200 0 400 800 re W n ${EIGHT}`, `${BOX} ${TWO}`, { reads: '82' }),
    'TOUNICODE_MISMATCH',
    '82',
  ],
  [
    'Hebrew that is painted from the left',
    drawn(`${BOX} ${SEVEN}`, `${BOX} ${TWO}`, { reads: '\u05dd\u05e9' }),
    'proven',
    '\u05e9\u05dd',
  ],
  [
    'the same read from the left',
    drawn(`${BOX} ${SEVEN}`, `${BOX} ${TWO}`, { reads: '\u05dd\u05e9' }),
    'NOT_FOUND',
    '\u05dd\u05e9',
  ],
  ['an O that reads as 0', lying('O', '0', '7O2%'), 'TOUNICODE_MISMATCH', '702%'],
  ['an O that reads as 0, alone', lying('O', '0', 'O'), 'TOUNICODE_MISMATCH', '0'],
  ['an l that reads as 1', lying('l', '1', '7l2%'), 'TOUNICODE_MISMATCH', '712%'],
  ['an I that reads as 1', lying('I', '1', '7I2%'), 'TOUNICODE_MISMATCH', '712%'],
  [
    'an l of the width of a digit that reads as 1',
    asWideAsDigits(lying('l', '1', '7l2%')),
    'TOUNICODE_MISMATCH',
    '712%',
  ],
  ['that l alone', asWideAsDigits(lying('l', '1', 'l')), 'TOUNICODE_MISMATCH', '1'],
  ['a 1 alone', { content: text('1') }, 'proven', '1'],
  ['digits of a font whose letters are like them', { content: text('OIl 7012%') }, 'proven', '7012%'],
  ['letters that read as the digits they are like', lying('ZSbB', '2568', 'ZSbB'), 'TOUNICODE_MISMATCH', '2568'],
  [
    'drawn digits in their own colour',
    drawn(`600 0 d0 0 0 1 rg 0 0 1 RG ${SEVEN}`, `600 0 d0 0 0 1 rg 0 0 1 RG ${TWO}`),
    'proven',
    '72',
  ],
];
