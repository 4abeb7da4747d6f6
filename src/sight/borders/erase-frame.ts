import { type Bitmap, transposed } from '../bitmap.js';
import type { BorderFrame } from './frame.js';
import { type LongLine, runAt, yAt } from './long-lines.js';

/** Pixels beside a line's own thickness that its ink may still take up: edges that were softened, corners. */
const SLACK = 1;

/** The bitmap without the lines of a frame. What crosses or touches a line loses no more than what lies on it. */
export function withoutFrame(bitmap: Bitmap, { top, bottom, left, right, box }: BorderFrame): Bitmap {
  const [x0, y0, x1, y1] = box;
  const lying = { ...bitmap, ink: bitmap.ink.slice() };
  for (const line of [top, bottom]) if (line !== null) eraseLine(lying, line, x0, x1);
  const standing = transposed(lying);
  for (const line of [left, right]) if (line !== null) eraseLine(standing, line, y0, y1);
  return transposed(standing);
}

function eraseLine(bitmap: Bitmap, line: LongLine, x0: number, x1: number): void {
  const { width, ink } = bitmap;
  const reach = Math.ceil(line.thickness / 2) + SLACK + Math.ceil(Math.abs(line.slope) * (bitmap.height / 2));
  // Where the line has nothing beside it, its ink tells where it runs; in between it goes on as it went.
  let middle: number | null = null;
  for (let x = Math.max(0, Math.floor(x0) - reach); x <= Math.min(width - 1, Math.ceil(x1) + reach); x++) {
    const expected = yAt(line, x, width);
    const run = runAt(bitmap, x, expected);
    if (run === null) continue;
    const free = run.to - run.from < line.thickness + SLACK;
    if (free) middle = (run.from + run.to) / 2 - expected;
    const at = expected + (middle ?? 0);
    const half = line.thickness / 2;
    const [from, to] = free
      ? [run.from, run.to]
      : [Math.max(run.from, Math.round(at - half)), Math.min(run.to, Math.round(at + half))];
    for (let y = from; y <= to; y++) ink[y * width + x] = 0;
  }
}
