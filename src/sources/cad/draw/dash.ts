import type { Point } from '../drawing.js';
import type { Station } from './clip.js';

/** Pieces of a pattern shorter than this on average can't be told apart: the line is drawn whole. */
const MIN_PIECE_PX = 1;

/** A line type in pixels: lengths that are drawn and left out by turns. */
export type Pattern = readonly number[];

/**
 * The pattern of a line type, null for a whole line.
 * @param dashes as in `Style.dashes`
 * @param zoom pixels of one unit of the layout
 * @param dotPx length of a dot
 */
export function patternOf(dashes: readonly number[], zoom: number, dotPx: number): Pattern | null {
  const pieces: number[] = [];
  for (const dash of dashes) {
    const isGap = dash < 0;
    const length = dash === 0 ? dotPx : Math.abs(dash) * zoom;
    // Lengths at even places are drawn, at odd ones left out; two of a kind in a row are one.
    if (isGap === (pieces.length % 2 === 1)) pieces.push(length);
    else if (pieces.length > 0) pieces[pieces.length - 1] = (pieces.at(-1) as number) + length;
    else pieces.push(0, length);
  }
  if (pieces.length % 2 === 1) pieces.push(0);
  const period = pieces.reduce((sum, length) => sum + length, 0);
  const isWhole = pieces.every((length, i) => i % 2 === 0 || length === 0);
  return isWhole || !(period / pieces.length >= MIN_PIECE_PX) || !Number.isFinite(period) ? null : pieces;
}

/** The drawn pieces of a part of a line; the pattern begins where the whole line does. */
export function dashed(run: readonly Station[], pattern: Pattern): Point[][] {
  const period = pattern.reduce((sum, length) => sum + length, 0);
  const start = run[0]?.along ?? 0;
  let piece = 0;
  let left = pattern[0] as number;
  let skip = start % period;
  while (skip >= left) {
    skip -= left;
    piece = (piece + 1) % pattern.length;
    left = pattern[piece] as number;
  }
  left -= skip;
  const drawn: Point[][] = [];
  let current: Point[] | null = piece % 2 === 0 && run[0] ? [run[0].at] : null;
  for (let i = 1; i < run.length; i++) {
    const [from, to] = [run[i - 1] as Station, run[i] as Station];
    const length = to.along - from.along;
    let done = 0;
    while (length - done > left) {
      done += left;
      const t = done / length;
      const at: Point = [from.at[0] + t * (to.at[0] - from.at[0]), from.at[1] + t * (to.at[1] - from.at[1])];
      if (current) drawn.push([...current, at]);
      piece = (piece + 1) % pattern.length;
      left = pattern[piece] as number;
      current = piece % 2 === 0 ? [at] : null;
    }
    left -= length - done;
    current?.push(to.at);
  }
  if (current && current.length > 1) drawn.push(current);
  return drawn;
}
