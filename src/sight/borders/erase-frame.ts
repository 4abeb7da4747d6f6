import { type Bitmap, transposed } from '../bitmap.js';
import type { BorderFrame } from './frame.js';
import { type LongLine, runAt, yAt } from './long-lines.js';

/** Pixels beside a line's own thickness that its ink may still take up: edges that were softened, corners. */
const SLACK = 1;

/** The bitmap without the lines of a frame. What crosses or touches a line loses no more than what lies on it. */
export function withoutFrame(bitmap: Bitmap, { top, bottom, left, right }: BorderFrame): Bitmap {
  const lying = { ...bitmap, ink: bitmap.ink.slice() };
  for (const line of [top, bottom]) if (line !== null) eraseLine(lying, line, left, right);
  const standing = transposed(lying);
  for (const line of [left, right]) if (line !== null) eraseLine(standing, line, top, bottom);
  return transposed(standing);
}

/** Where a line meets one across it, which is given in the transposed bitmap: its x. */
function meeting({ at, slope }: LongLine, across: LongLine, { width, height }: Bitmap): number {
  return (across.at + across.slope * (at - slope * (width / 2) - height / 2)) / (1 - across.slope * slope);
}

/** @param first the side at which the line begins, @param last at which it ends; the sheet's edge where there is none */
function eraseLine(bitmap: Bitmap, line: LongLine, first: LongLine | null, last: LongLine | null): void {
  const { width, ink } = bitmap;
  const reach = (side: LongLine | null): number => Math.ceil((side?.thickness ?? 0) / 2) + SLACK;
  const x0 = first === null ? 0 : meeting(line, first, bitmap) - reach(first);
  const x1 = last === null ? width - 1 : meeting(line, last, bitmap) + reach(last);
  // Where the line has nothing beside it, its ink tells where it runs; in between it goes on as it went.
  let middle: number | null = null;
  for (let x = Math.max(0, Math.floor(x0)); x <= Math.min(width - 1, Math.ceil(x1)); x++) {
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
