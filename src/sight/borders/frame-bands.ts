import { type Bitmap, transposed } from '../bitmap.js';
import { type Band, bandOf, between } from './band.js';
import type { BorderFrame, PixelBox } from './frame.js';
import { SLACK } from './line-ink.js';

/** The bands of a frame's sides; null where a side is the sheet's edge. Those of standing sides run down the sheet. */
export interface FrameBands {
  readonly top: Band | null;
  readonly bottom: Band | null;
  readonly left: Band | null;
  readonly right: Band | null;
}

export function frameBands(bitmap: Bitmap, { top, bottom, left, right }: BorderFrame): FrameBands {
  const turned = transposed(bitmap);
  const [above, below] = [top && bandOf(bitmap, top), bottom && bandOf(bitmap, bottom)];
  const [before, after] = [left && bandOf(turned, left), right && bandOf(turned, right)];
  return {
    top: above && between(above, before, after),
    bottom: below && between(below, before, after),
    left: before && between(before, above, below),
    right: after && between(after, above, below),
  };
}

/** The bands of a frame of lines a pixel thick that the source tells. */
export function toldBands({ width, height }: Bitmap, [x0, y0, x1, y1]: PixelBox): FrameBands {
  const straight = (length: number, at: number, from: number, to: number): Band => ({
    ...{ middle: new Float64Array(length).fill(at), reach: SLACK },
    ...{ from, to },
  });
  return {
    top: straight(width, y0, x0, x1),
    bottom: straight(width, y1, x0, x1),
    left: straight(height, x0, y0, y1),
    right: straight(height, x1, y0, y1),
  };
}

/** A side of a frame, and which way the frame's inside lies from it. */
export interface Side {
  readonly band: Band;
  readonly stands: boolean;
  /** 1 where the inside is below or to the right of it, -1 where it is above or to the left. */
  readonly inwards: 1 | -1;
}

export function sidesOf({ top, bottom, left, right }: FrameBands): Side[] {
  const side = (band: Band | null, stands: boolean, inwards: 1 | -1): Side[] =>
    band === null ? [] : [{ band, stands, inwards }];
  return [...side(top, false, 1), ...side(bottom, false, -1), ...side(left, true, 1), ...side(right, true, -1)];
}
