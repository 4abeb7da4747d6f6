import { type Bitmap, transposed } from '../bitmap.js';
import type { Band } from './band.js';
import type { FrameBands } from './frame-bands.js';

/** The bitmap without the ink in the bands of a frame. What crosses or touches a line loses no more than what lies in them. */
export function withoutFrame(bitmap: Bitmap, { top, bottom, left, right }: FrameBands): Bitmap {
  const lying = { ...bitmap, ink: bitmap.ink.slice() };
  for (const band of [top, bottom]) if (band !== null) erase(lying, band);
  const standing = transposed(lying);
  for (const band of [left, right]) if (band !== null) erase(standing, band);
  return transposed(standing);
}

function erase({ width, height, ink }: Bitmap, { middle, reach, from, to }: Band): void {
  for (let x = from; x <= to; x++) {
    const at = middle[x] as number;
    const end = Math.min(height - 1, Math.floor(at + reach));
    for (let y = Math.max(0, Math.ceil(at - reach)); y <= end; y++) ink[y * width + x] = 0;
  }
}
