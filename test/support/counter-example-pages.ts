import type { Refusal } from '../../src/evidence/wire/prove.js';
import { onePage, type PageParts, type PdfObject } from '../fixtures/pdf.js';
import { embeddedFont, toUnicode } from './embedded-font.js';

/** /E, the embedded font, takes objects 5 to 7; what an example adds begins here. */
export const NEXT = 8;
export const HELVETICA = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>';
export const GROUP = '/Group<</S/Transparency/CS/DeviceRGB>>';

export interface Parts extends PageParts {
  readonly font?: readonly PdfObject[];
  readonly more?: readonly PdfObject[];
  /** Entries of the graphics state /G. */
  readonly state?: string;
}

export function page({
  font = embeddedFont(5),
  more = [],
  state = '',
  resources = '',
  fonts = '',
  ...parts
}: Parts): Uint8Array {
  return onePage({
    ...parts,
    fonts: `/E 5 0 R${fonts}`,
    resources: `/XObject<</X ${NEXT} 0 R/Y ${NEXT + 1} 0 R>>/ExtGState<</G<<${state}>>>>/Properties<</L ${NEXT + 1} 0 R/M ${NEXT + 2} 0 R>>${resources}`,
    extra: [...font, ...more],
  });
}

export const VALUE = '72%';
/** Text in the embedded font; `before` sets colours and modes. 72% at 20, 40 and 12 pt lies in 20…44 × 40…49. */
export const text = (value: string, before = '', x = 20, y = 40, size = 12): string =>
  `\nq BT ${before} /E ${size} Tf 1 0 0 1 ${x} ${y} Tm (${value.replace(/[()\\]/g, '\\$&')}) Tj ET Q\n`;
export const WORD = text(VALUE);
export const fill = (rect: string, colour = '1 1 1 rg'): string => `\nq ${colour} ${rect} re f Q\n`;
export const AROUND = '10 30 100 30';
/** A form; its graphics state /V has hardly any opacity. */
export const form = (content: string, dict = '', fonts = '/E 5 0 R'): PdfObject => ({
  dict: `/Type/XObject/Subtype/Form/BBox[0 0 200 100]/Resources<</Font<<${fonts}>>/XObject<</Y ${NEXT + 1} 0 R>>/ExtGState<</V<</ca .05>>>>>>${dict}`,
  data: content,
});
export const annotation = (subtype: string, content: string, flags = 4): Parts => ({
  content: WORD,
  page: `/Annots[<</Type/Annot/Subtype/${subtype}/Rect[10 30 110 60]/F ${flags}/AP<</N ${NEXT} 0 R>>>>]`,
  more: [{ dict: '/Type/XObject/Subtype/Form/BBox[10 30 110 60]', data: content }],
});
export const LAYER = '<</Type/OCG/Name(layer)>>';
export const layers = (off: boolean): string =>
  `/OCProperties<</OCGs[${NEXT + 1} 0 R]/D<<${off ? `/OFF[${NEXT + 1} 0 R]` : ''}>>>>`;
export const actualText = (value: string, content = WORD): string =>
  `/Span<</ActualText(${value})>> BDC ${content} EMC`;

/** A Type 3 font whose glyph "a" is a 7 of straight lines, "b" a 2; read as such. */
export const TYPE3: PdfObject[] = [
  `<</Type/Font/Subtype/Type3/FontBBox[0 0 600 700]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 97/LastChar 98/Widths[600 600]/CharProcs<</seven ${NEXT + 1} 0 R/two ${NEXT + 2} 0 R>>/Encoding<</Type/Encoding/Differences[97/seven/two]>>/Resources<<>>/ToUnicode ${NEXT + 3} 0 R>>`,
  { data: '600 0 0 0 600 700 d1 50 600 500 100 re f 350 0 m 450 0 l 550 700 l 450 700 l f' },
  {
    data: '600 0 0 0 600 700 d1 50 0 500 100 re 50 600 500 100 re 450 300 100 400 re 50 300 500 100 re 50 0 100 400 re f',
  },
  toUnicode('ab', '72'),
];
export const type3 = (before = '', after = ''): Parts => ({
  content: `q BT ${before} /T 12 Tf 1 0 0 1 20 40 Tm (ab) Tj ET Q${after}`,
  fonts: `/T ${NEXT} 0 R`,
  more: TYPE3,
});
export const lying = (from: string, to: string, shown: string): Parts => ({
  content: text(shown),
  font: embeddedFont(5, { toUnicode: `/ToUnicode ${NEXT} 0 R` }),
  more: [toUnicode(from, to)],
});
export const DIGITS = '0123456789';
/** A page, what it is expected to come to, and the text that is asked for. */
export type Row = [name: string, parts: Parts, expected: 'proven' | Refusal, text?: string];
