import { encodePng } from '../../sources/picture-budget.js';

type Point = readonly [x: number, y: number];
type Segment = readonly [Point, Point];

/**
 * Signs as pen strokes on a grid of 4 × 6, y down. A stroke is a run of points, each two digits, x and y. Drawn by hand so
 * that no font of the system and no text is involved. Left out: signs that are taken for one another (0 O Q, 1 I, 2 Z,
 * 5 S, 8 B, G, U).
 */
const STROKES: Readonly<Record<string, string>> = {
  A: '062046 1434',
  C: '4130100105163645',
  D: '00304145360600',
  E: '40000646 0333',
  F: '400006 0333',
  H: '0006 4046 0343',
  J: '4045361605',
  K: '0006 400346',
  L: '000646',
  M: '0600234046',
  N: '06004640',
  P: '06003041423303',
  R: '06003041423303 2346',
  T: '0040 2026',
  V: '002640',
  W: '0016233640',
  X: '0046 4006',
  Y: '002340 2326',
  3: '01103041423313 334445361605',
  4: '36300444',
  6: '413010010516364544331304',
  7: '004016',
  9: '051636454130100102133342',
};

export const NONCE_ALPHABET = Object.keys(STROKES);

/** Pixels. Large enough to survive a host's downscaling to half size. */
const UNIT = 12;
const ADVANCE = 6 * UNIT;
const MARGIN = 2 * UNIT;
const PEN_RADIUS = 3.5;

/** Signs of the alphabet drawn in black on white, as a PNG that holds nothing but pixels. */
export async function drawNonce(nonce: string): Promise<Uint8Array> {
  const glyphs = [...nonce].map((sign) => segmentsOf(STROKES[sign] as string));
  const width = glyphs.length * ADVANCE - 2 * UNIT + 2 * MARGIN;
  const height = 6 * UNIT + 2 * MARGIN;
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      // The sign whose strokes can reach this pixel: its own column, with half the gap on each side.
      const column = Math.min(Math.max(Math.floor((x - MARGIN + UNIT) / ADVANCE), 0), glyphs.length - 1);
      const at: Point = [x + 0.5 - MARGIN - column * ADVANCE, y + 0.5 - MARGIN];
      const distance = Math.min(...(glyphs[column] as Segment[]).map((segment) => distanceTo(segment, at)));
      pixels[y * width + x] = 255 * Math.min(Math.max(distance - PEN_RADIUS + 0.5, 0), 1);
    }
  }
  return encodePng(pixels, width, height, 1);
}

function segmentsOf(strokes: string): Segment[] {
  return strokes.split(' ').flatMap((stroke) => {
    const points = (stroke.match(/../g) ?? []).map((pair): Point => [Number(pair[0]) * UNIT, Number(pair[1]) * UNIT]);
    return points.slice(1).map((point, index): Segment => [points[index] as Point, point]);
  });
}

function distanceTo([[x0, y0], [x1, y1]]: Segment, [x, y]: Point): number {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const along = Math.min(Math.max(((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy), 0), 1);
  return Math.hypot(x - x0 - along * dx, y - y0 - along * dy);
}
