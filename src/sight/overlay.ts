import sharp from 'sharp';
import { PNG_OPTIONS } from '../sources/picture-budget.js';
import type { Level } from './legibility.js';
import { OVERVIEW, type SheetPlan } from './plan-sheet.js';
import type { SheetBox } from './sheet.js';

/** Long edge of the picture, px: two of it fit side by side on a screen. */
const EDGE = 1600;
/** Red is not legible, amber is seen, green is read; told apart by the dash as well. */
const LEVEL_COLORS: Readonly<Record<Level, string>> = { none: '#d62728', seen: '#c77700', readable: '#11843b' };
const CLUSTER_COLOR = '#3b6fd4';
const DROPPED_COLOR = '#b03ad6';
/** Strength at which the drawing stands behind its plan. */
const FADED = 0.55;
const DIGIT_PX = 22;

/**
 * A plan drawn on its sheet, for people: clusters filled blue, what was dropped in purple dashes, tiles framed in the colour
 * of the level that they reach (dashed for lines) with their number.
 * @returns PNG
 */
export async function overlay({ sheet, clusters, dropped, tiles }: SheetPlan): Promise<Uint8Array> {
  const zoom = Math.min(EDGE / Math.max(sheet.width, sheet.height), sheet.maxZoom ?? Number.POSITIVE_INFINITY);
  const { rgb, widthPx, heightPx } = await sheet.pixels(zoom);
  const marks = [
    ...clusters.map((c) => rect(c.box, zoom, `fill="${CLUSTER_COLOR}" fill-opacity="${c.text ? 0.16 : 0.08}"`)),
    ...dropped.map((d) =>
      rect(d.box, zoom, `fill="none" stroke="${DROPPED_COLOR}" stroke-width="2" stroke-dasharray="10 6"`),
    ),
    ...tiles
      .filter(({ label }) => label !== OVERVIEW)
      .flatMap(({ visible, level, purpose, label }) => {
        const color = LEVEL_COLORS[level];
        const dash = purpose === 'line' ? ' stroke-dasharray="14 5"' : '';
        return [
          rect(visible, zoom, `fill="none" stroke="${color}" stroke-width="3"${dash}`),
          number(label.slice(label.lastIndexOf('-') + 1), visible[0] * zoom, visible[1] * zoom, color),
        ];
      }),
  ];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}">
<rect width="100%" height="100%" fill="#ffffff" fill-opacity="${1 - FADED}"/>${marks.join('')}</svg>`;
  return sharp(rgb, { raw: { width: widthPx, height: heightPx, channels: 3 }, limitInputPixels: false })
    .composite([{ input: Buffer.from(svg) }])
    .png(PNG_OPTIONS)
    .toBuffer();
}

function rect(b: SheetBox, zoom: number, style: string): string {
  const [x0, y0, x1, y1] = b.map((v) => v * zoom) as [number, number, number, number];
  return `<rect x="${x0}" y="${y0}" width="${x1 - x0}" height="${y1 - y0}" ${style}/>`;
}

/** Segments of a digit, as on a clock: no font has to be there. Points of a field of 1 by 2. */
const SEGMENTS = ['M0 0H1', 'M1 0V1', 'M1 1V2', 'M0 2H1', 'M0 1V2', 'M0 0V1', 'M0 1H1'];
const DIGITS = ['012345', '12', '01346', '01236', '1256', '02356', '023456', '012', '0123456', '012356'];

function number(digits: string, x: number, y: number, color: string): string {
  const [half, advance] = [DIGIT_PX / 2, DIGIT_PX * 0.8];
  const drawn = [...digits].map((digit, n) => {
    const path = [...(DIGITS[Number(digit)] ?? '')].map((segment) => SEGMENTS[Number(segment)]).join('');
    return `<path transform="translate(${x + 7 + n * advance} ${y + 7}) scale(${half})" d="${path}"/>`;
  });
  const width = digits.length * advance + 10;
  return `<rect x="${x}" y="${y}" width="${width}" height="${DIGIT_PX + 14}" fill="${color}"/><g fill="none" stroke="#ffffff" stroke-width="0.28" stroke-linecap="round">${drawn.join('')}</g>`;
}
