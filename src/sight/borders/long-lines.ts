import type { Bitmap } from '../bitmap.js';
import { fitted, inkAt, median, runAt, SLACK, type StraightLine, yAt } from './line-ink.js';

export interface LongLine extends StraightLine {
  /** Up to each x, how many columns have ink on the line: `covered[x1] - covered[x0]` of them from x0 to x1. */
  readonly covered: Uint32Array;
  /** Median height of its ink, px. */
  readonly thickness: number;
}

/** Where a source lists long straight lines, px: rows of lying ones, columns of standing ones. */
export interface ToldLines {
  readonly lying: readonly number[];
  readonly standing: readonly number[];
}

/** Sheets are laid on scanners by hand: four degrees are seen, more would be laid anew. */
const MAX_SLOPE = Math.tan((4 * Math.PI) / 180);
/** Lines of one sheet of paper: what is askew to the others by more belongs to something else. */
export const MAX_SKEW = 0.012;
/** A line is summed up from this many pieces, in each of which its slope is neglected. */
const PIECES = 32;
/** Share of the bitmap's width that a border covers at least, its gaps left out: half a sheet, dashed. */
const MIN_COVERED = 0.25;
/** Rows that see the same line have about as much of it. */
const ALIKE = 0.95;
/** The thickest border, px of a sheet of 1024: 7 mm of an A1 sheet, 2.5 mm of an A4 scan. */
export const MAX_THICKNESS = 9;
/** The thickest one where the source lists a line there: 15 mm of an A1 sheet. */
const MAX_TOLD_THICKNESS = 18;
/** A border has blank paper on one side at least: this far off, ink covers less than this share of it. */
const BESIDE_PX = 4;
const MAX_BESIDE = 0.4;
/** Lines of each half of the sheet that are looked at, from the edge inwards. */
const MOST_LINES = 24;

/**
 * Long thin lines of the upper and of the lower half, each from the edge inwards.
 * @param told rows where the source lists lines: these may be of any thickness and have ink on both sides
 */
export function longLines(
  bitmap: Bitmap,
  told: readonly number[],
): { readonly upper: LongLine[]; readonly lower: LongLine[] } {
  const { slope, covered } = lie(bitmap);
  const { height } = bitmap;
  const sure = new Set(told.map((row) => strongest(covered, row)));
  const rows = [...new Set([...peaks(covered, bitmap.width), ...sure])].sort((a, b) => a - b);
  const some = (candidates: readonly number[]): LongLine[] => {
    const found: LongLine[] = [];
    for (const row of candidates) {
      const line = lineAt(bitmap, row, slope, sure.has(row));
      if (line !== null && found.push(line) === MOST_LINES) break;
    }
    return found;
  };
  return {
    upper: some(rows.filter((row) => row < height / 2)),
    lower: some(rows.filter((row) => row >= height / 2).reverse()),
  };
}

/**
 * The slope at which the sheet lies, that of the strongest lines of its two halves together, since a border has a line in
 * each and a long line of the drawing is one; and the ink that each row has along it. Other slopes are not looked for: a line
 * that slants from one to its neighbour has much ink of both.
 */
function lie(bitmap: Bitmap): { readonly slope: number; readonly covered: Uint32Array } {
  const { width, height } = bitmap;
  const pieces = inkOfPieces(bitmap);
  const step = (2 * SLACK) / width;
  const steps = Math.ceil(MAX_SLOPE / step);
  let best = { slope: 0, most: -1, covered: new Uint32Array(height) };
  // From the level one outwards, so that of equals the straighter one stays.
  for (let n = 0; n <= 2 * steps; n++) {
    const slope = step * (n % 2 === 0 ? n / 2 : -(n + 1) / 2);
    const covered = new Uint32Array(height);
    for (let p = 0; p < PIECES; p++) {
      const shift = Math.round(slope * (((p + 0.5) / PIECES) * width - width / 2));
      const from = p * height + shift;
      const end = Math.min(height, height - shift);
      for (let row = Math.max(0, -shift); row < end; row++) {
        covered[row] = (covered[row] as number) + (pieces[from + row] as number);
      }
    }
    const most = strongestOf(covered.subarray(0, height >> 1)) + strongestOf(covered.subarray(height >> 1));
    if (most > best.most) best = { slope, most, covered };
  }
  return best;
}

const strongestOf = (covered: Uint32Array): number => covered.reduce((a, b) => Math.max(a, b), 0);

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

/** The row beside `row` that has the most ink of a line, since the source's coordinates and pixels round differently. */
function strongest(covered: Uint32Array, row: number): number {
  const near = [row, row - 1, row + 1].filter((at) => at >= 0 && at < covered.length);
  return near.reduce((best, at) => ((covered[at] as number) > (covered[best] as number) ? at : best), near[0] ?? 0);
}

/** The middle rows of what is about equally covered, the most covered first come: lines that lie close stay apart. */
function peaks(covered: Uint32Array, width: number): number[] {
  const taken = new Uint8Array(covered.length);
  const rows = Array.from(covered.keys()).filter((row) => (covered[row] as number) >= MIN_COVERED * width);
  const found: number[] = [];
  for (const row of rows.sort((a, b) => (covered[b] as number) - (covered[a] as number) || a - b)) {
    const alike = (at: number): boolean => !taken[at] && (covered[at] ?? 0) >= ALIKE * (covered[row] as number);
    if (taken[row]) continue;
    let [first, last] = [row, row];
    while (alike(first - 1)) first--;
    while (alike(last + 1)) last++;
    taken.fill(1, Math.max(0, first - SLACK), last + SLACK + 1);
    found.push((first + last) >> 1);
  }
  return found.sort((a, b) => a - b);
}

/** The line itself; null where there is no thin one. */
function lineAt(bitmap: Bitmap, row: number, slope: number, sure: boolean): LongLine | null {
  const rough = { at: row, slope };
  const { thickness } = alongLine(bitmap, rough);
  const line = fitted(bitmap, rough, thickness);
  const along = alongLine(bitmap, line);
  if (along.inked < MIN_COVERED * bitmap.width) return null;
  if (along.thickness > (sure ? MAX_TOLD_THICKNESS : MAX_THICKNESS)) return null;
  if (!sure && Math.min(along.above, along.below) > MAX_BESIDE * along.inked) return null;
  return { ...line, covered: along.covered, thickness: along.thickness };
}

interface AlongLine extends Pick<LongLine, 'covered' | 'thickness'> {
  /** Columns with ink on the line; of these with ink a little above it, and below. */
  readonly inked: number;
  readonly above: number;
  readonly below: number;
}

function alongLine(bitmap: Bitmap, line: StraightLine): AlongLine {
  const { width } = bitmap;
  const covered = new Uint32Array(width + 1);
  const heights: number[] = [];
  let [above, below] = [0, 0];
  for (let x = 0; x < width; x++) {
    const run = runAt(bitmap, x, yAt(line, x, width));
    covered[x + 1] = (covered[x] as number) + (run === null ? 0 : 1);
    if (run === null) continue;
    heights.push(run.to - run.from + 1);
    if (inkAt(bitmap, x, run.from - BESIDE_PX)) above++;
    if (inkAt(bitmap, x, run.to + BESIDE_PX)) below++;
  }
  return { covered, thickness: median(heights) ?? 0, inked: heights.length, above, below };
}
