import type { Bitmap } from '../bitmap.js';

/** A long line that lies, give or take a few degrees: y = at + slope · (x − middle of the bitmap). */
export interface LongLine {
  readonly at: number;
  readonly slope: number;
  /** Up to each x, how many columns have ink on the line: `covered[x1] - covered[x0]` of them from x0 to x1. */
  readonly covered: Uint32Array;
  /** Median height of its ink, px. */
  readonly thickness: number;
}

/** Sheets are laid on scanners by hand: four degrees are seen, more would be laid anew. */
const MAX_SLOPE = Math.tan((4 * Math.PI) / 180);
/** Lines of one sheet of paper: what is askew to the others by more belongs to something else. */
export const MAX_SKEW = 0.012;
/** Pixels that the far end of a line may be off its place. Ink is looked for this far beside the line as well. */
const SLACK = 1;
/** A line is summed up from this many pieces, in each of which its slope is neglected. */
const PIECES = 32;
/** Share of the bitmap's width that a border covers at least, its gaps left out: half a sheet, dashed. */
const MIN_COVERED = 0.25;
/** A line that is askew to the strongest one, and so may only be a neighbour's ink, has this much more of the width. */
const ASKEW_GAIN = 0.02;
/** The thickest border, px of a sheet of 1024: 7 mm of an A1 sheet, 2.5 mm of an A4 scan. */
const MAX_THICKNESS = 9;
/** A border has blank paper on one side at least: this far off, ink covers less than this share of it. */
const BESIDE_PX = 4;
const MAX_BESIDE = 0.4;
/** Lines of each half of the sheet that are looked at, from the edge inwards. */
const MOST_LINES = 24;

export const yAt = (line: Pick<LongLine, 'at' | 'slope'>, x: number, width: number): number =>
  line.at + line.slope * (x - width / 2);

/** Long thin lines of the upper and of the lower half, each from the edge inwards. */
export function longLines(bitmap: Bitmap): { readonly upper: LongLine[]; readonly lower: LongLine[] } {
  const best = bestSlopes(bitmap);
  const { height } = bitmap;
  const rows = Array.from({ length: height }, (_, row) => row).filter((row) => isPeak(best, row, bitmap.width));
  const some = (candidates: readonly number[]): LongLine[] => {
    const found: LongLine[] = [];
    for (const row of candidates) {
      const line = lineAt(bitmap, row, best.slope[row] as number);
      if (line !== null && found.push(line) === MOST_LINES) break;
    }
    return found;
  };
  return {
    upper: some(rows.filter((row) => row < height / 2)),
    lower: some(rows.filter((row) => row >= height / 2).reverse()),
  };
}

interface Slopes {
  readonly covered: Float64Array;
  readonly slope: Float64Array;
}

/**
 * For every row, the slope at which a line through its middle has the most ink, of slopes next to that of the strongest line:
 * the sheet lies as that does, and a line that slants from one to its neighbour has much ink of both.
 */
function bestSlopes(bitmap: Bitmap): Slopes {
  const { width } = bitmap;
  const pieces = inkOfPieces(bitmap);
  const step = (2 * SLACK) / width;
  const steps = Math.ceil(MAX_SLOPE / step);
  const strongest = slopesAmong(pieces, bitmap, { step, middle: 0, reach: steps, gain: 0 });
  const row = strongest.covered.indexOf(strongest.covered.reduce((a, b) => Math.max(a, b), 0));
  const middle = Math.round((strongest.slope[row] as number) / step);
  return slopesAmong(pieces, bitmap, { step, middle, reach: 1, gain: ASKEW_GAIN * width });
}

interface Among {
  /** Between slopes. */
  readonly step: number;
  /** Steps from level to the middle slope, and from there to the last ones on both sides. */
  readonly middle: number;
  readonly reach: number;
  /** Columns of ink by which a slope must be better than one nearer to the middle. */
  readonly gain: number;
}

/** The best slope of each row. */
function slopesAmong(pieces: Uint16Array, { width, height }: Bitmap, { step, middle, reach, gain }: Among): Slopes {
  const best: Slopes = { covered: new Float64Array(height), slope: new Float64Array(height) };
  // From the middle outwards, so that of equals the straighter one stays.
  for (let n = 0; n <= 2 * reach; n++) {
    const slope = step * (middle + (n % 2 === 0 ? n / 2 : -(n + 1) / 2));
    const shifts = Array.from({ length: PIECES }, (_, p) =>
      Math.round(slope * (((p + 0.5) / PIECES) * width - width / 2)),
    );
    for (let row = 0; row < height; row++) {
      let covered = 0;
      for (let p = 0; p < PIECES; p++) {
        const y = row + (shifts[p] as number);
        if (y >= 0 && y < height) covered += pieces[p * height + y] as number;
      }
      if (covered > (best.covered[row] as number) + (n === 0 ? 0 : gain)) {
        best.covered[row] = covered;
        best.slope[row] = slope;
      }
    }
  }
  return best;
}

/** Columns of each piece that have ink in a row or beside it. */
function inkOfPieces({ width, height, ink }: Bitmap): Uint16Array {
  const pieces = new Uint16Array(PIECES * height);
  const pieceOf = Uint16Array.from({ length: width }, (_, x) => Math.floor((x * PIECES) / width) * height);
  for (let y = 0; y < height; y++) {
    const above = Math.max(0, y - SLACK) * width;
    const below = Math.min(height - 1, y + SLACK) * width;
    for (let x = 0; x < width; x++) {
      if (ink[y * width + x] || ink[above + x] || ink[below + x]) (pieces[(pieceOf[x] as number) + y] as number)++;
    }
  }
  return pieces;
}

/** Of the rows of one thick line only the best, and of equals the first, is looked at. */
function isPeak({ covered }: Slopes, row: number, width: number): boolean {
  const own = covered[row] as number;
  if (own < MIN_COVERED * width) return false;
  for (let other = row - 2 * SLACK; other <= row + 2 * SLACK; other++) {
    const there = covered[other] ?? 0;
    if (there > own || (there === own && other < row)) return false;
  }
  return true;
}

/** The line itself; null where there is no thin one. */
function lineAt(bitmap: Bitmap, at: number, slope: number): LongLine | null {
  const { width } = bitmap;
  const covered = new Uint32Array(width + 1);
  const runs: number[] = [];
  let [above, below] = [0, 0];
  for (let x = 0; x < width; x++) {
    const y = yAt({ at, slope }, x, width);
    const run = runAt(bitmap, x, y);
    covered[x + 1] = (covered[x] as number) + (run === null ? 0 : 1);
    if (run === null) continue;
    runs.push(run.to - run.from + 1);
    if (inkAt(bitmap, x, run.from - BESIDE_PX)) above++;
    if (inkAt(bitmap, x, run.to + BESIDE_PX)) below++;
  }
  if (runs.length < MIN_COVERED * width) return null;
  const thickness = runs.sort((a, b) => a - b)[runs.length >> 1] as number;
  if (thickness > MAX_THICKNESS || Math.min(above, below) > MAX_BESIDE * runs.length) return null;
  return { at, slope, covered, thickness };
}

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
