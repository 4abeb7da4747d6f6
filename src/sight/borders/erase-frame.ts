import { type Bitmap, transposed } from '../bitmap.js';
import type { Band } from './band.js';
import type { FrameBands } from './frame-bands.js';

/** The bitmap without the ink in the bands of a frame. What crosses or touches a line loses no more than what lies in them. */
export function withoutFrame(bitmap: Bitmap, { top, bottom, left, right }: FrameBands): Bitmap {
  const lying = { ...bitmap, ink: bitmap.ink.slice() };
  for (const band of [top, bottom]) if (band !== null) erase(lying, band, left, right);
  const standing = transposed(lying);
  for (const band of [left, right]) if (band !== null) erase(standing, band, top, bottom);
  return transposed(standing);
}

/** @param first the side at which the band begins, @param last at which it ends; the sheet's edge where there is none */
function erase({ width, height, ink }: Bitmap, band: Band, first: Band | null, last: Band | null): void {
  const from = first === null ? 0 : meeting(band, first) - first.reach;
  const to = last === null ? width - 1 : meeting(band, last) + last.reach;
  for (let x = Math.max(0, Math.floor(from)); x <= Math.min(width - 1, Math.ceil(to)); x++) {
    const middle = band.middle[x] as number;
    const end = Math.min(height - 1, Math.floor(middle + band.reach));
    for (let y = Math.max(0, Math.ceil(middle - band.reach)); y <= end; y++) ink[y * width + x] = 0;
  }
}

/** Where a band meets one across it. They are nearly straight and upright to each other: the second look is at the place. */
function meeting(band: Band, across: Band): number {
  const at = ({ middle }: Band, place: number): number =>
    middle[Math.min(middle.length - 1, Math.max(0, Math.round(place)))] as number;
  return at(across, at(band, at(across, at(band, band.middle.length / 2))));
}
