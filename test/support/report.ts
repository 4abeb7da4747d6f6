import { type PdfObject, pdf } from '../fixtures/pdf.js';
import { embeddedFont } from './embedded-font.js';

/** A small report with the charts and tables that questions are asked of. Page space: 400 × 300 pt, y down. */

const HEIGHT = 300;
const escaped = (value: string): string => value.replace(/[()\\]/gu, '\\$&');
/** Text with its baseline at `y`, from the top. */
export const put = (value: string, x: number, y: number, size = 10, state = ''): string =>
  `q BT ${state} /E ${size} Tf 1 0 0 1 ${x} ${HEIGHT - y} Tm (${escaped(value)}) Tj ET Q\n`;
const box = (x0: number, y0: number, x1: number, y1: number, color: string): string =>
  `q ${color} rg ${x0} ${HEIGHT - y1} ${x1 - x0} ${y1 - y0} re f Q\n`;
const line = (x0: number, y0: number, x1: number, y1: number): string =>
  `q .5 w ${x0} ${HEIGHT - y0} m ${x1} ${HEIGHT - y1} l S Q\n`;

const BLUE = '.12 .35 .7';
const ORANGE = '.9 .5 .1';

/** A slice of a ring, angles in degrees clockwise from the top. */
function slice(cx: number, cy: number, inner: number, outer: number, from: number, to: number, color: string): string {
  const at = (radius: number, deg: number): string => {
    const rad = (deg * Math.PI) / 180;
    return `${(cx + radius * Math.sin(rad)).toFixed(2)} ${(HEIGHT - cy + radius * Math.cos(rad)).toFixed(2)}`;
  };
  const steps = Array.from({ length: 37 }, (_, i) => from + ((to - from) * i) / 36);
  const path = [...steps.map((deg) => at(outer, deg)), ...steps.toReversed().map((deg) => at(inner, deg))];
  return `q ${color} rg ${path.map((point, i) => `${point} ${i === 0 ? 'm' : 'l'}`).join(' ')} h f Q\n`;
}

/** Bars of which the middle one has no label, and a note of change that is no value. */
export function expenseRatio(labels: readonly (string | null)[] = ['12.4%', null, '11.1%']): string {
  const bars = [124, 118, 111];
  return [
    put('Expense ratio', 40, 40, 14),
    line(40, 240, 360, 240),
    ...bars.map((height, i) => box(70 + 100 * i, 240 - height, 110 + 100 * i, 240, BLUE)),
    ...labels.map((label, i) => (label === null ? '' : put(label, 78 + 100 * i, 234 - (bars[i] as number)))),
    ...['1H24', '1H25', '1H26'].map((period, i) => put(period, 78 + 100 * i, 256)),
    put('(130) bps', 250, 70),
  ].join('');
}

/** Dots over names along an axis, as no grammar of the vector reader has them: a value over each, in the colours of a legend. */
export function dotPlot(
  rows: readonly (readonly [name: string, domestic: string, abroad: string])[] = [
    ['North', '41.5', '18.2'],
    ['South', '36.0', '25.4'],
    ['West', '52.3', '30.1'],
  ],
): string {
  const dot = (x: number, y: number, color: string): string => slice(x, y, 0, 5, 0, 360, color);
  return [
    put('Orders received (EUR m)', 40, 40, 14),
    box(250, 60, 258, 68, BLUE),
    put('Domestic', 264, 68),
    box(320, 60, 328, 68, ORANGE),
    put('Abroad', 334, 68),
    ...rows.flatMap(([name, domestic, abroad], i) => {
      const x = 90 + 100 * i;
      const [high, low] = [200 - 2 * Number(domestic), 240 - 2 * Number(abroad)];
      return [
        dot(x, high, BLUE),
        put(domestic, x - 10, high - 9, 10, `${BLUE} rg`),
        dot(x, low, ORANGE),
        put(abroad, x - 10, low - 9, 10, `${ORANGE} rg`),
        put(name, x - 13, 270),
      ];
    }),
    line(40, 255, 360, 255),
  ].join('');
}

/** A ring of two slices with a legend by colour. */
export const distributionMix = (values: readonly [string, string] = ['72%', '28%']): string =>
  [
    put('Distribution Mix, 1H26, VONB', 40, 40, 14),
    slice(130, 160, 40, 80, 0, 259.2, BLUE),
    slice(130, 160, 40, 80, 259.2, 360, ORANGE),
    put(values[0], 178, 178, 10, '1 1 1 rg'),
    put(values[1], 72, 122, 10, '1 1 1 rg'),
    box(260, 120, 270, 130, BLUE),
    put('Agency', 276, 129),
    box(260, 144, 270, 154, ORANGE),
    put('Partnerships', 276, 153),
  ].join('');

const ROWS = [
  ['In millions', '2023', '2024'],
  ['Revenue', '1,250.5', '1,310.25'],
  ['Cost of sales', '(700.1)', '(720.3)'],
  ['Gross profit', '550.4', '589.95'],
  ['Tax', '-', '12.0'],
] as const;

/** A ruled table with years over its columns. */
export const incomeTable = (rows: readonly (readonly string[])[] = ROWS, title = 'Income statement'): string =>
  [
    put(title, 40, 40, 14),
    ...rows.flatMap((cells, r) => cells.map((cell, c) => put(cell, [46, 206, 296][c] as number, 76 + 24 * r))),
    ...Array.from({ length: rows.length + 1 }, (_, r) => line(40, 60 + 24 * r, 370, 60 + 24 * r)),
    ...[40, 200, 290, 370].map((x) => line(x, 60, x, 60 + 24 * rows.length)),
  ].join('');

/** The pages as one PDF with an embedded font. */
export function report(...pages: readonly string[]): Uint8Array {
  const font = embeddedFont(3);
  const first = 3 + font.length;
  const kids = pages.map((_, i) => `${first + 2 * i} 0 R`).join(' ');
  const objects: PdfObject[] = [
    `<</Type/Pages/Kids[${kids}]/Count ${pages.length}/MediaBox[0 0 400 ${HEIGHT}]>>`,
    '<</Title(Annual report)>>',
    ...font,
    ...pages.flatMap((content, i): PdfObject[] => [
      `<</Type/Page/Parent 1 0 R/Resources<</Font<</E 3 0 R>>>>/Contents ${first + 2 * i + 1} 0 R>>`,
      { data: content },
    ]),
  ];
  return pdf(objects, { info: '2 0 R' });
}
