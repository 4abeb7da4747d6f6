import type { Bitmap } from '../bitmap.js';

/** A straight line that lies, give or take a few degrees: y = at + slope · (x − middle of the bitmap). */
export interface StraightLine {
  readonly at: number;
  readonly slope: number;
}

export const yAt = ({ at, slope }: StraightLine, x: number, width: number): number => at + slope * (x - width / 2);

/** Pixels that the far end of a line may be off its place. Ink is looked for this far beside the line as well. */
export const SLACK = 1;
/** Columns of which the middle is told at once: their median passes over what crosses the line. */
const PIECE = 32;
/** Share of a piece in which ink is no thicker than the line's, from which on it tells where the line is. */
const MIN_FREE = 0.25;

export const inkAt = ({ width, height, ink }: Bitmap, x: number, y: number): boolean =>
  y >= 0 && y < height && x >= 0 && x < width && ink[Math.round(y) * width + x] === 1;

/** The unbroken ink of a column that holds `y`, or comes nearest to it within the slack; null where there is none. */
export function runAt(bitmap: Bitmap, x: number, y: number): { from: number; to: number } | null {
  const middle = Math.round(y);
  for (let off = 0; off <= 2 * SLACK; off++) {
    for (const at of off === 0 ? [middle] : [middle - off, middle + off]) {
      if (!inkAt(bitmap, x, at)) continue;
      let [from, to] = [at, at];
      while (inkAt(bitmap, x, from - 1)) from--;
      while (inkAt(bitmap, x, to + 1)) to++;
      return { from, to };
    }
  }
  return null;
}

/** Where a line's ink really is. */
interface Sighting {
  readonly x: number;
  /** Pixels below the line. */
  readonly off: number;
}

/** How far off a line its ink lies, piece by piece. @param thickness of its ink, px; thicker is something else's too */
export function sightings(bitmap: Bitmap, line: StraightLine, thickness: number): Sighting[] {
  const { width } = bitmap;
  const found: Sighting[] = [];
  for (let from = 0; from < width; from += PIECE) {
    const to = Math.min(width, from + PIECE);
    const offs: number[] = [];
    for (let x = from; x < to; x++) {
      const y = yAt(line, x, width);
      const run = runAt(bitmap, x, y);
      if (run !== null && run.to - run.from <= thickness) offs.push((run.from + run.to) / 2 - y);
    }
    if (offs.length >= MIN_FREE * (to - from)) found.push({ x: (from + to - 1) / 2, off: median(offs) });
  }
  return found;
}

/** A line laid through its own ink: the median of the slopes from each sighting to each other (Theil and Sen). */
export function fitted(bitmap: Bitmap, line: StraightLine, thickness: number): StraightLine {
  const seen = sightings(bitmap, line, thickness);
  if (seen.length < 2) return line;
  const slopes = seen.flatMap((a, n) => seen.slice(n + 1).map((b) => (b.off - a.off) / (b.x - a.x)));
  const turn = median(slopes);
  const shift = median(seen.map(({ x, off }) => off - turn * (x - bitmap.width / 2)));
  return { at: line.at + shift, slope: line.slope + turn };
}

export const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] as number;
