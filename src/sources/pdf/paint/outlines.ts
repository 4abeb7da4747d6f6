import { createHash } from 'node:crypto';
import { OUTLINE_UNITS_PER_EM } from '../../painted.js';
import { addCurve } from './path-data.js';
import { addPoint, emptyRect, type Rect } from './rect.js';

/** A glyph's outline in its own space: origin on the baseline, y up. */
export interface Outline {
  /** Path data whose first point is relative to the glyph's origin and all others to their predecessors, in units. */
  readonly start: readonly [x: number, y: number];
  readonly rest: string;
  /** The engine's packed path, in ems. */
  readonly data: Float32Array;
  /** Box in ems. */
  readonly box: Rect;
  /** Names the shape: equal for equal outlines, in every font. */
  readonly hash: string;
}

const POINTS = [1, 1, 3, 2, 0];
const LETTERS = 'mlcqz';
const HASH_DIGITS = 16;

/** Null for a glyph without ink. */
export function readOutline(data: Float32Array): Outline | null {
  const units = (v: number): number => Math.round(v * OUTLINE_UNITS_PER_EM) || 0;
  const box = emptyRect();
  let rest = '';
  let start: [number, number] | null = null;
  let [x, y, startX, startY] = [0, 0, 0, 0];
  // The exact place, in ems, for the box.
  let [px, py] = [0, 0];
  let hasInk = false;
  for (let i = 0; i < data.length; ) {
    const code = data[i++] as number;
    const points = POINTS[code];
    if (points === undefined || i + 2 * points > data.length) break;
    if (points === 0) {
      if (start !== null && !rest.endsWith('z')) rest += 'z';
      [x, y] = [startX, startY];
      continue;
    }
    const numbers = data.subarray(i, i + 2 * points);
    i += 2 * points;
    const [endX, endY] = [units(numbers[2 * points - 2] as number), units(numbers[2 * points - 1] as number)];
    if (start === null) {
      start = [endX, endY];
      [startX, startY] = start;
    } else {
      if (code === 0) {
        // Glyph contours are closed, also where the font does not say so.
        if (!rest.endsWith('z')) {
          rest += 'z';
          [x, y] = [startX, startY];
        }
        [startX, startY] = [endX, endY];
      } else hasInk = true;
      let piece = LETTERS[code] as string;
      for (let k = 0; k < numbers.length; k += 2) {
        const dx = units(numbers[k] as number) - x;
        const dy = units(numbers[k + 1] as number) - y;
        piece += `${k > 0 && dx >= 0 ? ' ' : ''}${dx}${dy >= 0 ? ' ' : ''}${dy}`;
      }
      rest += piece;
    }
    [x, y] = [endX, endY];
    grow(box, px, py, numbers);
    [px, py] = [numbers[2 * points - 2] as number, numbers[2 * points - 1] as number];
  }
  if (start === null || !hasInk || !box.every(Number.isFinite)) return null;
  return { start, rest, data, box, hash: shapeName(`${start.join(' ')}${rest}`) };
}

/** A name for what is drawn like this. */
export const shapeName = (drawing: string): string =>
  createHash('sha256').update(drawing).digest('hex').slice(0, HASH_DIGITS);

function grow(box: Rect, x: number, y: number, p: Float32Array): void {
  const at = (k: number): number => p[k] as number;
  addPoint(box, at(p.length - 2), at(p.length - 1));
  if (p.length === 6) addCurve(box, x, y, at(0), at(1), at(2), at(3), at(4), at(5));
  if (p.length === 4) {
    const [ex, ey] = [at(2), at(3)];
    const two = 2 / 3;
    addCurve(
      box,
      x,
      y,
      x + two * (at(0) - x),
      y + two * (at(1) - y),
      ex + two * (at(0) - ex),
      ey + two * (at(1) - ey),
      ex,
      ey,
    );
  }
}
