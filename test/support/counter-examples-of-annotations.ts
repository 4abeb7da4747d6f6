import { fill, NEXT, type Parts, type Row, text, VALUE, WORD } from './counter-example-pages.js';

interface Note {
  /** Text of the page below it. */
  readonly content?: string;
  /** What its appearance paints; the font is /E. */
  readonly shows?: string;
  readonly subtype?: string;
  readonly flags?: number;
  readonly entries?: string;
  readonly page?: string;
}

/** An annotation over 10, 30 to 110, 60. */
function note({ content = '', shows = WORD, subtype = 'FreeText', flags = 4, entries = '', page = '' }: Note): Parts {
  return {
    content,
    page: `${page}/Annots[<</Type/Annot/Subtype/${subtype}/Rect[10 30 110 60]/F ${flags}/AP<</N ${NEXT} 0 R>>${entries}>>]`,
    more: [{ dict: '/Type/XObject/Subtype/Form/BBox[10 30 110 60]/Resources<</Font<</E 5 0 R>>>>', data: shows }],
  };
}

/** A form field with a value, drawn by its appearance. */
function field(shows: string): Parts {
  const parts = note({ subtype: 'Widget', shows, entries: '/FT/Tx/T(f)/V(72%)' });
  return {
    ...parts,
    catalog: `/AcroForm<</Fields[${NEXT + 1} 0 R]>>`,
    page: `/Annots[${NEXT + 1} 0 R]`,
    more: [
      ...(parts.more ?? []),
      `<</Type/Annot/Subtype/Widget/FT/Tx/T(f)/V(72%)/Rect[10 30 110 60]/F 4/AP<</N ${NEXT} 0 R>>>>`,
    ],
  };
}

/** Text of annotations and form fields, which is painted after the page. */
export const ANNOTATION_ROWS: Row[] = [
  ['the text of a note on the page', note({}), 'proven'],
  ['the text of a note on a turned page', note({ page: '/Rotate 90' }), 'proven'],
  ['the text of a note on a cropped page', note({ page: '/CropBox[5 5 150 90]' }), 'proven'],
  ['a white note text', note({ shows: text(VALUE, '1 g') }), 'BACKGROUND_COLOURED'],
  ['a note text that is covered in its note', note({ shows: WORD + fill('10 30 100 30') }), 'COVERED'],
  [
    'a note text on a panel over the page’s text',
    note({ content: text('85%'), shows: fill('10 30 100 30', '1 1 .6 rg') + WORD }),
    'proven',
  ],
  [
    'the page’s text under that panel',
    note({ content: text('85%'), shows: fill('10 30 100 30', '1 1 .6 rg') + WORD }),
    'COVERED',
    '85%',
  ],
  ['the page’s text under a note without a ground', note({ content: text('85%', '', 60, 40) }), 'proven', '85%'],
  ['a hidden note', note({ flags: 2 }), 'NOT_FOUND'],
  ['a note for paper alone', note({ flags: 36 }), 'NOT_FOUND'],
  [
    'the page’s text under a hidden note',
    note({ content: text('85%'), shows: fill('10 30 100 30') + WORD, flags: 2 }),
    'proven',
    '85%',
  ],
  ['the value of a form field', field(WORD), 'proven'],
  ['a form field that shows another value', field(text('85%')), 'NOT_FOUND'],
];
