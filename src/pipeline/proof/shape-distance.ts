import { COLUMNS, type GlyphShape, ROWS } from './glyph-shape.js';

/** What a difference of proportions (a factor of e) and of place (an em) weighs beside that of all cells. */
const PROPORTION = 0.02;
const PLACE = 0.15;
/** Lower marks count as this high (ems) for their proportions, which would be noise. */
const MIN_HEIGHT = 0.02;

/**
 * How unlike two shapes are: 0 for equal ones; one character in two text faces is about 0.1, at most 0.3 apart, two digits
 * of one face 0.14 or more. Root of the mean square difference of the slightly blurred cells, of the proportions and of
 * the place above the baseline.
 * @param least distances from here on are of no interest, and come out as infinite
 */
export function distance(a: GlyphShape, b: GlyphShape, least = Number.POSITIVE_INFINITY): number {
  const proportions = Math.log(proportion(a) / proportion(b));
  const place = (a.bottom - b.bottom) ** 2 + (a.top - b.top) ** 2;
  const before = PROPORTION * proportions ** 2 + PLACE * place;
  const [p, q] = [blurred(a), blurred(b)];
  const enough = (least ** 2 - before) * p.length;
  let sum = 0;
  for (let i = 0; i < p.length && sum < enough; ) {
    for (const end = i + COLUMNS; i < end; i++) {
      const difference = (p[i] as number) - (q[i] as number);
      sum += difference * difference;
    }
  }
  return sum < enough ? Math.sqrt(sum / p.length + before) : Number.POSITIVE_INFINITY;
}

const proportion = ({ width, top, bottom }: GlyphShape): number => width / Math.max(MIN_HEIGHT, top - bottom);

const known = new WeakMap<GlyphShape, Float32Array>();

/** Stems of a light and a bold face, which lie beside each other, come to overlap. */
function blurred(shape: GlyphShape): Float32Array {
  let result = known.get(shape);
  if (result) return result;
  result = new Float32Array(COLUMNS * ROWS);
  for (let y = 0; y < ROWS; y++) {
    for (let x = 0; x < COLUMNS; x++) {
      let sum = 0;
      for (let row = Math.max(0, y - 1); row <= Math.min(ROWS - 1, y + 1); row++) {
        for (let column = Math.max(0, x - 1); column <= Math.min(COLUMNS - 1, x + 1); column++) {
          const weight = (2 - Math.abs(row - y)) * (2 - Math.abs(column - x));
          sum += weight * (shape.cells[row * COLUMNS + column] as number);
        }
      }
      result[y * COLUMNS + x] = sum / TOTAL_WEIGHT / 255;
    }
  }
  known.set(shape, result);
  return result;
}

const TOTAL_WEIGHT = 16;
