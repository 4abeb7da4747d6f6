import { onePage } from '../fixtures/pdf.js';
import { embeddedFont } from './embedded-font.js';

const [WIDTH, HEIGHT] = [300, 200];
/** Corner of the CropBox in the page's own space, odd on purpose; the MediaBox reaches further. */
const [LEFT, BOTTOM] = [-37.5, 412.25];
const MARGIN = 23;

const text = (value: string, x: number, y: number): string => `BT /E 10 Tf 1 0 0 1 ${x} ${y} Tm (${value}) Tj ET\n`;
const COLUMNS = [30, 130, 200, 270];
const ROWS = [130, 110, 90, 70];
const CELLS = [
  ['Channel', '1H25', '1H26'],
  ['Agency', '70%', '72%'],
  ['Partners', '30%', '28%'],
];

/** A caption, a ruled table and a note, as they are seen: 300 × 200 pt, y up from the lower left. */
const CONTENT = [
  text('Distribution mix', 30, 160),
  '.5 w\n',
  ...ROWS.map((y) => `${COLUMNS[0]} ${y} m ${COLUMNS.at(-1)} ${y} l S\n`),
  ...COLUMNS.map((x) => `${x} ${ROWS[0]} m ${x} ${ROWS.at(-1)} l S\n`),
  ...CELLS.flatMap((row, r) =>
    row.map((value, c) => text(value, (COLUMNS[c] as number) + 6, (ROWS[r] as number) - 14)),
  ),
  text('Shares of new business.', 30, 40),
].join('');

/** How the page is turned, and what brings what is seen into the page's own space before that. */
const TURNS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 0, 0, 1, 0, 0],
  90: [0, 1, -1, 0, HEIGHT, 0],
  180: [-1, 0, 0, -1, WIDTH, HEIGHT],
  270: [0, -1, 1, 0, 0, WIDTH],
};

/** One page that looks the same however it is laid into its file; `userUnit` in 1/72 inch. */
export function seenPage(rotate: number, userUnit: number): Uint8Array {
  const [a, b, c, d, e, f] = (TURNS[rotate] as number[]).map((v) => v / userUnit) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const [width, height] = (rotate % 180 === 0 ? [WIDTH, HEIGHT] : [HEIGHT, WIDTH]).map((v) => v / userUnit) as [
    number,
    number,
  ];
  return onePage({
    content: `${a} ${b} ${c} ${d} ${e + LEFT} ${f + BOTTOM} cm\n${CONTENT}`,
    mediaBox: `${LEFT - MARGIN} ${BOTTOM - MARGIN} ${LEFT + width + MARGIN} ${BOTTOM + height + MARGIN}`,
    page: `/CropBox[${LEFT} ${BOTTOM} ${LEFT + width} ${BOTTOM + height}]/Rotate ${rotate}/UserUnit ${userUnit}`,
    fonts: '/E 5 0 R',
    extra: embeddedFont(5),
  });
}

export const SEEN = { width: WIDTH, height: HEIGHT, cells: CELLS } as const;
