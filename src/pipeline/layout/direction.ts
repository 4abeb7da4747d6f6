import type { PageBox } from '../../evidence/boxes.js';

/** A box seen along a direction of writing: `along` runs with the letters, `across` from line to line. */
export interface Extent {
  readonly along: readonly [number, number];
  readonly across: readonly [number, number];
}

/**
 * The extent of a page box along a direction, degrees clockwise. At 0 it is x and y; at 90, where letters and columns
 * run down the page and lines follow each other to the left, y and -x.
 */
export function extentOf(box: PageBox, deg: number): Extent {
  const angle = (deg * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return { along: interval(box, cos, sin), across: interval(box, -sin, cos) };
}

function interval([x0, y0, x1, y1]: PageBox, ux: number, uy: number): [number, number] {
  const middle = ((x0 + x1) * ux + (y0 + y1) * uy) / 2;
  const half = (Math.abs((x1 - x0) * ux) + Math.abs((y1 - y0) * uy)) / 2;
  return [middle - half, middle + half];
}

/** Length of the common part of two intervals, negative for the gap between them. */
export function common(a: readonly [number, number], b: readonly [number, number]): number {
  return Math.min(a[1], b[1]) - Math.max(a[0], b[0]);
}

export const length = (interval: readonly [number, number]): number => interval[1] - interval[0];
