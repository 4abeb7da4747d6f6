import type { Refusal } from '../../src/evidence/wire/prove.js';
import { plainImage } from '../fixtures/pdf.js';
import {
  AROUND,
  actualText,
  annotation,
  DIGITS,
  fill,
  form,
  GROUP,
  HELVETICA,
  LAYER,
  layers,
  lying,
  NEXT,
  page,
  type Row,
  TYPE3,
  text,
  type3,
  VALUE,
  WORD,
} from './counter-example-pages.js';
import { ANNOTATION_ROWS } from './counter-examples-of-annotations.js';
import { DRAWING_ROWS } from './counter-examples-of-drawings.js';
import { GLYPH_ROWS } from './counter-examples-of-glyphs.js';
import { OVERLAY_ROWS } from './counter-examples-of-overlays.js';

/** A page on which a text is really seen, or for one reason is not. */
export interface CounterExample {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly expected: 'proven' | Refusal;
}

/** A 1 and a 2 with room for a point between them. */
const GAP = 'BT /E 12 Tf 20 40 Td [(1)-278(2)] TJ ET';

/** Every reason for a refusal in several ways, each with what looks like it and is seen all the same. */
const ROWS: Row[] = [
  ['plain text', { content: WORD }, 'proven'],
  ['small print', { content: text(VALUE, '', 20, 40, 5) }, 'proven'],
  ['tiny print', { content: text(VALUE, '', 20, 40, 3) }, 'proven'],
  ['large print', { content: text(VALUE, '', 20, 20, 60) }, 'proven'],
  ['every digit', { content: text('0123456789.,-()+$%') }, 'proven', '0123456789.,-()+$%'],
  [
    'a sentence with a kerned gap',
    { content: `BT /E 10 Tf 10 40 Td [(The share was)-280(72%)-280(of all)] TJ ET` },
    'proven',
    'share was 72% of all',
  ],
  ['words of two operators', { content: text('Agency', '', 20, 40) + text('72%', '', 64, 40) }, 'proven', 'Agency 72%'],
  [
    'two lines of a block',
    { content: text('The share was', '', 20, 60) + text('72% of all', '', 20, 46) },
    'proven',
    'was 72% of',
  ],
  ['turned by 90 degrees', { content: `BT /E 12 Tf 0 1 -1 0 40 20 Tm (${VALUE}) Tj ET` }, 'proven'],
  ['turned by 33 degrees', { content: `BT /E 12 Tf .84 .54 -.54 .84 40 20 Tm (${VALUE}) Tj ET` }, 'proven'],
  ['scaled by a matrix', { content: `q 3 0 0 2 5 5 cm ${text(VALUE, '', 5, 10, 8)} Q` }, 'proven'],
  ['condensed', { content: `BT 60 Tz /E 12 Tf 20 40 Td (${VALUE}) Tj ET` }, 'proven'],
  ['a turned page', { content: WORD, page: '/Rotate 90' }, 'proven'],
  ['a page of larger units', { content: WORD, page: '/UserUnit 2' }, 'proven'],
  ['outlined text', { content: text(VALUE, '1 Tr .4 w') }, 'proven'],
  ['filled and outlined text', { content: text(VALUE, '2 Tr .2 w') }, 'proven'],
  ['text printed twice for weight', { content: WORD + text(VALUE, '', 20.3, 40) }, 'proven'],
  ['the same text twice at one place', { content: WORD + WORD }, 'proven'],
  ['text in a form', { content: '/X Do', more: [form(WORD)] }, 'proven'],
  ['text in a form in a form', { content: '/X Do', more: [form('/Y Do'), form(WORD)] }, 'proven'],
  ['text in a turned form', { content: 'q 0 1 -1 0 80 10 cm /X Do Q', more: [form(WORD)] }, 'proven'],
  ['an underlined text', { content: `${WORD} q .5 w 20 39 m 44 39 l S Q` }, 'proven'],
  ['a text between rules', { content: `${WORD} q .5 w 10 36 m 100 36 l 10 52 m 100 52 l S Q` }, 'proven'],
  ['text of a Type 3 font', type3(), 'proven', '72'],
  ['a covered text of a Type 3 font', type3('', fill(AROUND)), 'COVERED', '72'],
  ['a white text of a Type 3 font', type3('1 1 1 rg'), 'BACKGROUND_COLOURED', '72'],

  ['render mode 3', { content: text(VALUE, '3 Tr') }, 'INVISIBLE_MODE'],
  ['render mode 7', { content: text(VALUE, '7 Tr') }, 'INVISIBLE_MODE'],
  ['a fill opacity of 0', { content: text(VALUE, '/G gs'), state: '/ca 0' }, 'INVISIBLE_MODE'],
  ['a fill opacity of 0.03', { content: text(VALUE, '/G gs'), state: '/ca .03' }, 'INVISIBLE_MODE'],
  ['an outline of opacity 0', { content: text(VALUE, '1 Tr /G gs'), state: '/CA 0' }, 'INVISIBLE_MODE'],
  ['a form of opacity 0', { content: 'q /G gs /X Do Q', state: '/ca 0', more: [form(WORD, GROUP)] }, 'INVISIBLE_MODE'],
  [
    'a soft mask that lets nothing through',
    { content: `/G gs ${WORD}`, state: `/SMask<</S/Luminosity/G ${NEXT} 0 R>>`, more: [form('', GROUP)] },
    'INVISIBLE_MODE',
  ],
  ['half opacity', { content: text(VALUE, '/G gs'), state: '/ca .5' }, 'proven'],
  ['a form of half opacity', { content: 'q /G gs /X Do Q', state: '/ca .5', more: [form(WORD, GROUP)] }, 'proven'],
  ['an outline of opacity 0 around a filling', { content: text(VALUE, '2 Tr /G gs'), state: '/CA 0' }, 'proven'],

  ['a clip elsewhere', { content: `q 0 0 5 5 re W n ${WORD} Q` }, 'CLIPPED'],
  ['an empty clip', { content: `q 0 0 0 0 re W n ${WORD} Q` }, 'CLIPPED'],
  ['a clip that takes the first digit', { content: `q 27 30 100 40 re W n ${WORD} Q` }, 'CLIPPED'],
  ['a clip that makes an 8 a 3', { content: `q 22.2 30 100 40 re W n ${text('8%')} Q` }, 'CLIPPED', '8%'],
  ['a clip that takes the upper half', { content: `q 10 30 100 14 re W n ${WORD} Q` }, 'CLIPPED'],
  ['a triangle that takes a corner', { content: `q 10 30 m 60 30 l 10 58 l h W n ${WORD} Q` }, 'CLIPPED'],
  ['a triangle elsewhere', { content: `q 100 0 m 150 0 l 150 50 l h W n ${WORD} Q` }, 'CLIPPED'],
  ['a clip around its form', { content: 'q 0 0 5 5 re W n /X Do Q', more: [form(WORD)] }, 'CLIPPED'],
  [
    'the box of its form',
    {
      content: '/X Do',
      more: [{ dict: '/Type/XObject/Subtype/Form/BBox[0 0 30 100]/Resources<</Font<</E 5 0 R>>>>', data: WORD }],
    },
    'CLIPPED',
  ],
  ['a clip around all of it', { content: `q 10 30 100 40 re W n ${WORD} Q` }, 'proven'],
  ['a clip close around it', { content: `q 19 39 27 11 re W n ${WORD} Q` }, 'proven'],
  ['a triangle around all of it', { content: `q 0 20 m 150 20 l 0 100 l h W n ${WORD} Q` }, 'proven'],
  [
    'a clip of the first digit alone, asked for the rest',
    { content: `q 25.5 30 100 40 re W n ${text('a b')} Q` },
    'proven',
    'b',
  ],

  ['a rectangle over it', { content: WORD + fill(AROUND) }, 'COVERED'],
  ['a dark rectangle over it', { content: WORD + fill(AROUND, '0 0 0 rg') }, 'COVERED'],
  [
    'a dark rectangle over white print on a panel',
    { content: fill(AROUND, '0 0 1 rg') + text(VALUE, '1 1 1 rg') + fill(AROUND, '0 0 0 rg') },
    'COVERED',
  ],
  [
    'a rectangle of its own colour over it',
    { content: fill(AROUND, '0 0 1 rg') + text(VALUE, '1 1 1 rg') + fill(AROUND) },
    'COVERED',
  ],
  ['a rectangle over one digit', { content: WORD + fill('20 38 6.5 14') }, 'COVERED'],
  ['a strip that makes an 8 a 3', { content: text('8%') + fill('20 38 2.4 14') }, 'COVERED', '8%'],
  ['a strip that makes small 8s 3s', { content: text('8%', '', 20, 40, 6) + fill('20 38 1.2 14') }, 'COVERED', '8%'],
  ['a spot that makes an 8 a 6', { content: text('8%') + fill('24.6 45 2 1.8') }, 'COVERED', '8%'],
  ['a spot that makes an 8 a 9', { content: text('8%') + fill('20.3 41 1.7 2') }, 'COVERED', '8%'],
  ['a spot that makes a 6 a 5', { content: text('6%') + fill('20.3 41.2 1.7 2.2') }, 'COVERED', '6%'],
  ['a spot over a minus', { content: text('-5%') + fill('19 42 4.6 2.4') }, 'COVERED', '-5%'],
  ['a spot over a comma', { content: text('1,839') + fill('26.8 38 2.8 4') }, 'COVERED', '1,839'],
  ['a dot over the decimal point', { content: text('7.2') + fill('26.5 39.5 3.6 2') }, 'COVERED', '7.2'],
  [
    'a picture over it',
    { content: `${WORD} q 100 0 0 30 10 30 cm /X Do Q`, more: [plainImage(255, 255, 255)] },
    'COVERED',
  ],
  ['a form over it', { content: `${WORD} /X Do`, more: [form(fill(AROUND))] }, 'COVERED'],
  ['a broad line over it', { content: `${WORD} q 1 1 1 RG 14 w 10 44 m 100 44 l S Q` }, 'COVERED'],
  ['a square annotation over it', annotation('Square', '1 1 1 rg 10 30 100 30 re f'), 'COVERED'],
  ['a stamp over it', annotation('Stamp', '1 0 0 rg 10 30 100 30 re f'), 'COVERED'],
  ['another value painted over it', { content: WORD + fill(AROUND) + text('85%') }, 'COVERED'],
  ['that other value', { content: WORD + fill(AROUND) + text('85%') }, 'proven', '85%'],
  ['its shadow, asked as one', { content: text(VALUE, '.7 g', 20.6, 39.4) + WORD }, 'proven'],
  ['a rectangle under it', { content: fill(AROUND, '.9 .9 .5 rg') + WORD }, 'proven'],
  [
    'white paint that multiplies',
    { content: `${WORD} q /G gs 1 1 1 rg ${AROUND} re f Q`, state: '/BM/Multiply' },
    'proven',
  ],
  [
    'yellow paint that multiplies',
    { content: `${WORD} q /G gs 1 1 0 rg ${AROUND} re f Q`, state: '/BM/Multiply' },
    'proven',
  ],
  ['a pale veil', { content: `${WORD} q /G gs 1 1 1 rg ${AROUND} re f Q`, state: '/ca .3' }, 'proven'],
  ['a dense veil', { content: `${WORD} q /G gs 1 1 1 rg ${AROUND} re f Q`, state: '/ca .97' }, 'COVERED'],
  ['a hidden annotation', annotation('Square', '1 1 1 rg 10 30 100 30 re f', 2), 'proven'],
  ['an annotation that only frames it', annotation('Square', '1 0 0 RG 11 31 98 28 re S'), 'proven'],
  ['a rectangle beside it', { content: WORD + fill('46 30 50 30', '0 0 0 rg') }, 'proven'],
  ['transparent paint over it', { content: `${WORD} q /G gs 1 1 1 rg ${AROUND} re f Q`, state: '/ca 0' }, 'proven'],

  ['white on white', { content: text(VALUE, '1 1 1 rg') }, 'BACKGROUND_COLOURED'],
  ['nearly white on white', { content: text(VALUE, '.98 .99 .98 rg') }, 'BACKGROUND_COLOURED'],
  ['a white that one just may see', { content: text(VALUE, '.95 .95 .95 rg') }, 'BACKGROUND_COLOURED'],
  [
    'the colour of its panel',
    { content: fill(AROUND, '0 .3 .6 rg') + text(VALUE, '0 .3 .6 rg') },
    'BACKGROUND_COLOURED',
  ],
  [
    'nearly the colour of its panel',
    { content: fill(AROUND, '0 .3 .6 rg') + text(VALUE, '.02 .32 .6 rg') },
    'BACKGROUND_COLOURED',
  ],
  [
    'the colour of a picture under it',
    { content: `q 100 0 0 30 10 30 cm /X Do Q ${text(VALUE, '0 1 0 rg')}`, more: [plainImage(0, 255, 0)] },
    'BACKGROUND_COLOURED',
  ],
  ['black on black', { content: fill(AROUND, '0 0 0 rg') + WORD }, 'BACKGROUND_COLOURED'],
  [
    'white, half on a panel',
    { content: fill('10 30 20 30', '0 0 .5 rg') + text(VALUE, '1 1 1 rg') },
    'BACKGROUND_COLOURED',
  ],
  [
    'white that a panel makes a 3 of an 8',
    { content: fill('22.3 30 50 30', '0 0 .5 rg') + text('8%', '1 1 1 rg') },
    'BACKGROUND_COLOURED',
    '8%',
  ],
  ['white on a panel', { content: fill(AROUND, '0 0 .5 rg') + text(VALUE, '1 1 1 rg') }, 'proven'],
  ['grey', { content: text(VALUE, '.75 g') }, 'proven'],
  ['yellow', { content: text(VALUE, '1 1 0 rg') }, 'proven'],
  ['black on a picture', { content: `q 100 0 0 30 10 30 cm /X Do Q ${WORD}`, more: [plainImage(0, 255, 0)] }, 'proven'],
  ['a colour of print', { content: text(VALUE, '.9 .1 0 .2 k') }, 'proven'],

  [
    'a turned clip that makes an 8 a 3',
    { content: `q .87 .5 -.5 .87 40 10 cm q 22.2 30 100 40 re W n ${text('8%')} Q Q` },
    'CLIPPED',
    '8%',
  ],
  [
    'a slanted clip that takes the left of an 8',
    { content: `q 22.6 30 m 100 30 l 100 70 l 22 70 l h W n ${text('8%', '', 20, 40)} Q` },
    'CLIPPED',
    '8%',
  ],
  [
    'a soft mask that takes the left of an 8',
    {
      content: `/G gs ${text('8%')}`,
      state: `/SMask<</S/Luminosity/G ${NEXT} 0 R>>`,
      more: [form(fill('22.4 0 150 100', '1 1 1 rg'), GROUP)],
    },
    'INVISIBLE_MODE',
    '8%',
  ],
  [
    'a soft mask that lets all through',
    {
      content: `/G gs ${text('8%')}`,
      state: `/SMask<</S/Luminosity/G ${NEXT} 0 R>>`,
      more: [form(fill('0 0 200 100', '1 1 1 rg'), GROUP)],
    },
    'proven',
    '8%',
  ],
  ['the same text in white over it', { content: WORD + text(VALUE, '1 1 1 rg') }, 'COVERED'],
  ['white glyphs over it', { content: WORD + text('MMMM', '1 1 1 rg', 18, 38, 16) }, 'COVERED'],
  [
    'a shading over it',
    {
      content: `${WORD} q ${AROUND} re W n /S sh Q`,
      resources:
        '/Shading<</S<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 200 0]/Function<</FunctionType 2/Domain[0 1]/C0[1]/C1[.9]/N 1>>/Extend[true true]>>>>',
    },
    'COVERED',
  ],
  [
    'an inline picture over it',
    { content: `${WORD} q 100 0 0 30 10 30 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \xff EI Q` },
    'COVERED',
  ],
  [
    'a stencil over it',
    { content: `${WORD} q 1 1 1 rg 100 0 0 30 10 30 cm BI /W 1 /H 1 /IM true /D [1 0] /BPC 1 ID \xff EI Q` },
    'COVERED',
  ],
  [
    'a button over it',
    {
      content: WORD,
      catalog: `/AcroForm<</Fields[${NEXT + 1} 0 R]>>`,
      page: `/Annots[${NEXT + 1} 0 R]`,
      more: [
        { dict: '/Type/XObject/Subtype/Form/BBox[10 30 110 60]', data: '.8 .8 .8 rg 10 30 100 30 re f' },
        `<</Type/Annot/Subtype/Widget/FT/Btn/Ff 65536/T(b)/Rect[10 30 110 60]/F 4/AP<</N ${NEXT} 0 R>>>>`,
      ],
    },
    'COVERED',
  ],
  // Paper is no backdrop (ISO 32000-1, 11.4.7): over bare paper black that lightens is black, over paint it is nothing.
  ['text that lightens over bare paper', { content: text(VALUE, '/G gs'), state: '/BM/Lighten' }, 'proven'],
  [
    'text that lightens over white paint',
    { content: fill(AROUND) + text(VALUE, '/G gs'), state: '/BM/Lighten' },
    'COVERED',
  ],
  ['text that multiplies', { content: text(VALUE, '/G gs .8 0 0 rg'), state: '/BM/Multiply' }, 'proven'],
  [
    'text filled with a shading',
    {
      content: text(VALUE, '/Pattern cs /P scn'),
      resources:
        '/Pattern<</P<</PatternType 2/Shading<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 200 0]/Function<</FunctionType 2/Domain[0 1]/C0[0]/C1[.3]/N 1>>/Extend[true true]>>>>>>',
    },
    'proven',
  ],
  [
    'text in a spot colour that prints nothing',
    {
      content: text(VALUE, '/N cs 1 scn'),
      resources: '/ColorSpace<</N[/Separation/None/DeviceGray<</FunctionType 2/Domain[0 1]/C0[1]/C1[0]/N 1>>]>>',
    },
    'INVISIBLE_MODE',
  ],
  [
    'a digit drawn onto by the next in other ink',
    { content: text('7') + text('2', '1 0 0 rg', 26.67, 40) },
    'proven',
    '72',
  ],
  ['hidden text under seen text', { content: text('85%', '3 Tr') + WORD }, 'proven'],
  ['seen text, asked for what is hidden with it', { content: text('85%', '3 Tr') + WORD }, 'INVISIBLE_MODE', '85%'],
  [
    'a sentence of which one word is hidden under another',
    { content: text('It was 72% of all') + text('85%', '3 Tr', 56, 40) },
    'proven',
    'was 72% of',
  ],
  [
    'a triangle around its form that takes the left of an 8',
    { content: `q 24 30 m 100 30 l 60 90 l 20.5 47 l h W n /X Do Q`, more: [form(text('8%'))] },
    'CLIPPED',
    '8%',
  ],
  [
    'a triangle around its form that takes nothing',
    { content: `q 0 20 m 150 20 l 0 100 l h W n /X Do Q`, more: [form(text('8%'))] },
    'proven',
    '8%',
  ],
  ['right of the page', { content: text(VALUE, '', 500, 40) }, 'OUTSIDE_PAGE'],
  ['above the page', { content: text(VALUE, '', 20, 400) }, 'OUTSIDE_PAGE'],
  ['outside the crop box', { content: WORD, page: '/CropBox[100 0 200 100]' }, 'OUTSIDE_PAGE'],
  ['half outside the crop box', { content: WORD, page: '/CropBox[30 0 200 100]' }, 'OUTSIDE_PAGE'],
  ['inside the crop box', { content: WORD, page: '/CropBox[10 10 200 100]' }, 'proven'],

  [
    'a layer that is off',
    { content: `/OC /L BDC ${WORD} EMC`, catalog: layers(true), more: ['null', LAYER] },
    'HIDDEN_LAYER',
  ],
  [
    'a layer that is off, around its form',
    { content: '/OC /L BDC /X Do EMC', catalog: layers(true), more: [form(WORD), LAYER] },
    'HIDDEN_LAYER',
  ],
  [
    'a layer of its form that is off',
    { content: '/X Do', catalog: layers(true), more: [form(WORD, `/OC ${NEXT + 1} 0 R`), LAYER] },
    'HIDDEN_LAYER',
  ],
  [
    'a membership of layers that are off',
    {
      content: `/OC /M BDC ${WORD} EMC`,
      catalog: layers(true),
      more: ['null', LAYER, `<</Type/OCMD/OCGs[${NEXT + 1} 0 R]/P/AllOn>>`],
    },
    'HIDDEN_LAYER',
  ],
  [
    'a layer that is on',
    { content: `/OC /L BDC ${WORD} EMC`, catalog: layers(false), more: ['null', LAYER] },
    'proven',
  ],
  [
    'a membership that shows where all are off',
    {
      content: `/OC /M BDC ${WORD} EMC`,
      catalog: layers(true),
      more: ['null', LAYER, `<</Type/OCMD/OCGs[${NEXT + 1} 0 R]/P/AllOff>>`],
    },
    'proven',
  ],

  ['a font that is not in the file', { content: WORD.replace('/E', '/F1') }, 'NOT_EMBEDDED'],
  [
    'another font that is not in the file',
    {
      content: WORD.replace('/E', '/H'),
      fonts: `/H ${NEXT} 0 R`,
      more: [HELVETICA.replace('Helvetica', 'Times-Bold')],
    },
    'NOT_EMBEDDED',
  ],
  [
    'one digit in a font that is not in the file',
    { content: `BT /E 12 Tf 20 40 Td (7) Tj /F1 12 Tf (2) Tj /E 12 Tf (%) Tj ET` },
    'NOT_EMBEDDED',
  ],

  ['an /ActualText of another value', { content: actualText('85%') }, 'ACTUAL_TEXT_DIFFERS'],
  ['the value of that /ActualText', { content: actualText('85%') }, 'ACTUAL_TEXT_DIFFERS', '85%'],
  ['an empty /ActualText', { content: actualText('') }, 'ACTUAL_TEXT_DIFFERS'],
  [
    'an /ActualText around its form',
    { content: '/Span<</ActualText(85%)>> BDC /X Do EMC', more: [form(WORD)] },
    'ACTUAL_TEXT_DIFFERS',
  ],
  [
    'an /ActualText in the resources',
    { content: `/Span /L BDC ${WORD} EMC`, more: ['null', '<</ActualText(85%)>>'] },
    'ACTUAL_TEXT_DIFFERS',
  ],
  ['an /ActualText that says the same', { content: actualText(VALUE) }, 'proven'],
  [
    'an /ActualText around two texts',
    { content: actualText('72% of all', text('72%') + text('of all', '', 48, 40)) },
    'proven',
  ],
  ['marked content without /ActualText', { content: `/Span<</Lang(en)>> BDC ${WORD} EMC` }, 'proven'],

  ['digits that read as others', lying('85', '72', '85%'), 'TOUNICODE_MISMATCH'],
  ['all digits moved by one', lying(DIGITS, '1234567890', '61%'), 'TOUNICODE_MISMATCH'],
  ['one digit that reads as another', lying('1', '2', '71%'), 'TOUNICODE_MISMATCH'],
  ['a point that reads as a comma', lying('.', ',', '7.2'), 'TOUNICODE_MISMATCH', '7,2'],
  ['a minus that reads as a plus', lying('-', '+', '-72%'), 'TOUNICODE_MISMATCH', '+72%'],
  ['letters that read as digits', lying('XK', '72', 'XK%'), 'TOUNICODE_MISMATCH'],
  ['a word that reads as another', lying('LOSS', 'GAIN', 'LOSS'), 'TOUNICODE_MISMATCH', 'GAII'],
  ['a ToUnicode that says what is', lying('', '', '72%'), 'proven'],

  ['a picture', { content: 'q 200 0 0 100 0 0 cm /X Do Q', more: [plainImage(200, 200, 200)] }, 'RASTER_ONLY'],
  ['a page without it', { content: text('85%') }, 'NOT_FOUND'],
  ['an empty page', { content: '' }, 'NOT_FOUND'],
  ['a longer number', { content: text('172%') }, 'NOT_FOUND'],
  ['a number with a sign', { content: text('-72%') }, 'NOT_FOUND'],
  ['a number in the thousands', { content: text('21,839') }, 'NOT_FOUND', '1,839'],
  ['its last digits', { content: text('1,839') }, 'NOT_FOUND', '839'],
  ['thousands parted by a blank', { content: text('1 839') }, 'NOT_FOUND', '839'],
  ['a number with more decimals', { content: text('72.55') }, 'NOT_FOUND', '72.5'],
  ['its whole part', { content: text('72.5%') }, 'NOT_FOUND', '72'],
  ['a negative number of accounts', { content: text('(5)') }, 'NOT_FOUND', '5'],
  ['all of it', { content: text('(5)') }, 'proven', '(5)'],
  ['parentheses of prose', { content: text('Agency (72%)') }, 'proven'],
  ['other case', { content: text('agency') }, 'NOT_FOUND', 'Agency'],
  ['part of a word', { content: text('Revenues') }, 'NOT_FOUND', 'Revenue'],
  ['a scaled number', { content: text('33k') }, 'NOT_FOUND', '33'],
  ['a number at the end of a sentence', { content: text('It was 72.') }, 'proven', '72'],
  ['a range', { content: text('3-5') }, 'proven', '5'],
  // The order of painting is not that in which one reads.
  ['digits spaced backwards', { content: 'BT /E 12 Tf -13.34 Tc 40 40 Td (72) Tj ET' }, 'NOT_FOUND', '72'],
  ['what they show', { content: 'BT /E 12 Tf -13.34 Tc 40 40 Td (72) Tj ET' }, 'proven', '27'],
  ['a point moved behind its digit', { content: 'BT /E 12 Tf 40 40 Td [(.) 834 (1)] TJ ET' }, 'NOT_FOUND', '.1'],
  ['two digits on one place', { content: 'BT /E 12 Tf -6.67 Tc 20 40 Td (72) Tj ET' }, 'COVERED', '72'],
  ['a slash through a digit', { content: text('-', '', 21.4) + text('0') }, 'COVERED', '0'],

  // Signs that are no part of the text, or of its line.
  ['a gap that a point stands in', { content: GAP + text('.', '', 26.67) }, 'NOT_FOUND', '12'],
  ['that point too', { content: GAP + text('.', '', 26.67) }, 'proven', '1.2'],
  ['the gap alone', { content: GAP }, 'proven', '1 2'],
  ['a gap with a point that is drawn', { content: GAP + fill('27.7 40 1.2 1.2', '0 g') }, 'WITNESSES_DISAGREE', '12'],
  [
    'a gap with a point drawn together with what is far away',
    { content: `${GAP} q 0 g 27.7 40 1.2 1.2 re 150 5 4 4 re f Q` },
    'WITNESSES_DISAGREE',
    '12',
  ],
  [
    'a gap with a point that is turned',
    { content: `${GAP} BT /E 12 Tf 0 1 -1 0 29 39.2 Tm (.) Tj ET` },
    'WITNESSES_DISAGREE',
    '12',
  ],
  ['zeros of a point behind it', { content: text('15') + text('000', '', 33.4, 40, 1) }, 'WITNESSES_DISAGREE', '15000'],
  ['a minus of a point before it', { content: text('-', '', 19.5, 44, 1.2) + text('15') }, 'WITNESSES_DISAGREE', '-15'],
  ['a minus that is drawn', { content: WORD + fill('15.5 43.4 4 1', '0 g') }, 'WITNESSES_DISAGREE'],
  ['a minus that is a line', { content: `${WORD} q 1 w 15.5 44 m 19.5 44 l S Q` }, 'WITNESSES_DISAGREE'],
  [
    'a minus turned by a degree',
    { content: `${WORD} BT /E 12 Tf .9998 .0175 -.0175 .9998 15.6 40 Tm (-) Tj ET` },
    'WITNESSES_DISAGREE',
  ],
  ['the tick of an axis', { content: `${WORD} q .5 w 10 44 m 15 44 l S Q` }, 'proven'],
  ['a bullet before it', { content: WORD + fill('10 42 4 4', '0 g') }, 'proven'],
  ['borders of its cell', { content: `${WORD} q .5 w 19 36 m 19 52 l S 46 36 m 46 52 l S Q` }, 'proven'],
  ['a white point in the gap', { content: GAP + fill('27.7 40 1.2 1.2') }, 'proven', '1 2'],

  // Print that is not what it is on the page.
  ['a 6 on its head', { content: 'BT /E 12 Tf -1 0 0 -1 60 50 Tm (66) Tj ET' }, 'TOUNICODE_MISMATCH', '66'],
  ['a text on its head', { content: 'BT /E 12 Tf -1 0 0 -1 60 50 Tm (76) Tj ET' }, 'proven', '76'],
  ['a text on its head by its size', { content: `BT /E -12 Tf 60 50 Td (${VALUE}) Tj ET` }, 'proven'],
  ['a mirror image', { content: `BT /E 12 Tf -1 0 0 1 60 40 Tm (${VALUE}) Tj ET` }, 'TOUNICODE_MISMATCH'],
  ['a mirror image by its scale', { content: `BT /E 12 Tf -100 Tz 60 40 Td (${VALUE}) Tj ET` }, 'TOUNICODE_MISMATCH'],
  ['a text mirrored upside down', { content: `BT /E 12 Tf 1 0 0 -1 20 50 Tm (${VALUE}) Tj ET` }, 'TOUNICODE_MISMATCH'],
  [
    'a text mirrored twice',
    { content: `q 1 0 0 -1 0 100 cm BT /E 12 Tf 1 0 0 -1 20 50 Tm (${VALUE}) Tj ET Q` },
    'proven',
  ],
  ['specks', { content: text(VALUE, '', 20, 40, 0.5) }, 'INVISIBLE_MODE'],
  ['print without width', { content: `BT 3 Tz /E 12 Tf 20 40 Td (${VALUE}) Tj ET` }, 'INVISIBLE_MODE'],
  ['print without height', { content: `BT /E 12 Tf 1 0 0 .05 20 40 Tm (${VALUE}) Tj ET` }, 'INVISIBLE_MODE'],
  ['print that lies flat', { content: `BT /E 12 Tf 1 0 6 1 20 40 Tm (${VALUE}) Tj ET` }, 'INVISIBLE_MODE'],
  ['slanted digits with a comma', { content: 'BT /E 12 Tf 1 0 .25 1 20 40 Tm (26,27) Tj ET' }, 'proven', '26,27'],
  ['a digit in a ring', { content: text('O', '', 17, 38, 18) + text('7', '', 21.5, 41, 9) }, 'proven', '7'],
  ['slanted print', { content: `BT /E 12 Tf 1 0 .35 1 20 40 Tm (${VALUE}) Tj ET` }, 'proven'],
  ['an outline that closes the digits', { content: text('838', '2 Tr 2.2 w') }, 'INVISIBLE_MODE', '838'],
  ['an outline of a few dots', { content: text(VALUE, '1 Tr .4 w [.2 30] 0 d') }, 'INVISIBLE_MODE'],
  ['a heavy outline', { content: text(VALUE, '2 Tr 1 w') }, 'proven'],

  // Marks that call themselves nothing.
  ['a minus that reads as a blank', lying('-', ' ', '-72%'), 'NOT_FOUND'],
  ['a point that reads as a blank', lying('.', ' ', '7.2'), 'NOT_FOUND', '7 2'],
  ['a point that reads as nothing', lying('.', '\0', '7.2'), 'NOT_FOUND', '72'],
  ['a digit that reads as a raised one', lying('1', '\u00b9', '172%'), 'NOT_FOUND'],
  ['a line under print that reads as a minus', lying('_', '-', '_72%'), 'TOUNICODE_MISMATCH', '-72%'],
  ['a tilde that reads as a minus', lying('~', '-', '~72%'), 'TOUNICODE_MISMATCH', '-72%'],
  [
    'one drawing for two digits of a Type 3 font',
    {
      ...type3(),
      more: [(TYPE3[0] as string).replace(`/two ${NEXT + 2}`, `/two ${NEXT + 1}`), ...TYPE3.slice(1)],
    },
    'TOUNICODE_MISMATCH',
    '72',
  ],
  ['a raised mark', { content: text('1,839') + text('2', '', 50.4, 44, 7) }, 'proven', '1,839'],
  ['a raised mark taken for a digit', { content: text('1,839') + text('2', '', 50.4, 44, 7) }, 'NOT_FOUND', '1,8392'],
];

export const counterExamples = (): CounterExample[] =>
  [...ROWS, ...GLYPH_ROWS, ...OVERLAY_ROWS, ...DRAWING_ROWS, ...ANNOTATION_ROWS].map(
    ([name, parts, expected, wanted = VALUE]) => ({
      name,
      bytes: page(parts),
      text: wanted,
      expected,
    }),
  );
