import sharp from 'sharp';
import type { Box, Frame } from '../../evidence/boxes.js';
import { PNG_OPTIONS } from '../picture-budget.js';

/** A box in pixels of the picture, and the number that stands at it. */
export interface PictureMark {
  readonly box: Box<Frame>;
  readonly number: number;
}

/** Seen on a thumbnail of the picture, and no thicker than a dimension line's arrow on a small one. */
const STROKE_PER_EDGE = 1 / 500;
const MIN_STROKE_PX = 2;
const RED = '#d6261c';

/** A picture with numbered rectangles drawn on it, as PNG. @param bytes any picture that sharp reads */
export async function markImage(bytes: Uint8Array, marks: readonly PictureMark[]): Promise<Uint8Array> {
  const picture = sharp(bytes, { limitInputPixels: false }).rotate();
  const { data, info } = await picture
    .flatten({ background: '#ffffff' })
    .png(PNG_OPTIONS)
    .toBuffer({ resolveWithObject: true });
  const stroke = Math.max(MIN_STROKE_PX, Math.round(Math.max(info.width, info.height) * STROKE_PER_EDGE));
  const drawn = marks.map(({ box: [x0, y0, x1, y1], number }) => {
    const rect = `<rect x="${x0}" y="${y0}" width="${x1 - x0}" height="${y1 - y0}"/>`;
    return `${rect}<path d="${digitsPath(number, x0, y0, stroke)}"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${info.width}" height="${info.height}" fill="none" stroke="${RED}" stroke-width="${stroke}">${drawn.join('')}</svg>`;
  return sharp(data, { limitInputPixels: false })
    .composite([{ input: Buffer.from(svg) }])
    .png(PNG_OPTIONS)
    .toBuffer();
}

/** Segments of a seven-segment display, from the top clockwise, the middle last: fonts differ from machine to machine. */
const SEGMENTS = ['M0 0H1', 'M1 0V1', 'M1 1V2', 'M0 2H1', 'M0 1V2', 'M0 0V1', 'M0 1H1'];
const LIT = ['012345', '12', '01346', '01236', '1256', '02356', '023456', '012', '0123456', '012356'];
/** Width of a digit, in strokes. */
const DIGIT = 4;

/** The number above the corner, or within the picture's edge. */
function digitsPath(number: number, left: number, top: number, stroke: number): string {
  const size = DIGIT * stroke;
  const y0 = Math.max(stroke, top - 2 * size - 2 * stroke);
  return [...String(number)]
    .flatMap((digit, i) => {
      const x0 = left + stroke + i * (size + 2 * stroke);
      return [...(LIT[Number(digit)] ?? '')].map((segment) =>
        (SEGMENTS[Number(segment)] as string).replace(/([MHV])([\d ]+)/g, (_, command: string, at: string) => {
          const [a = 0, b = 0] = at.split(' ').map(Number);
          if (command === 'H') return `H${x0 + a * size}`;
          if (command === 'V') return `V${y0 + a * size}`;
          return `M${x0 + a * size} ${y0 + b * size}`;
        }),
      );
    })
    .join('');
}
