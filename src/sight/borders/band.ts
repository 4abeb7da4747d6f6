import type { Bitmap } from '../bitmap.js';
import { SLACK, sightings, yAt } from './line-ink.js';
import type { LongLine } from './long-lines.js';

/** Where the ink of a long line lies. */
export interface Band {
  /** The middle of its ink at each place along the bitmap, px across. */
  readonly middle: Float64Array;
  /** How far from the middle its pixels lie at most: half its thickness, and what edges were softened or come in steps. */
  readonly reach: number;
  /** Places along the bitmap at which it begins and ends, px. */
  readonly from: number;
  readonly to: number;
}

/** The band of a line that lies, from one edge to the other. It is followed piece by piece, since paper bends. */
export function bandOf(bitmap: Bitmap, line: LongLine): Band {
  const { width } = bitmap;
  const seen = sightings(bitmap, line, line.thickness);
  const middle = new Float64Array(width);
  // Between two sightings it goes straight; before the first and after the last it goes on as there.
  let next = 0;
  for (let x = 0; x < width; x++) {
    while (next < seen.length && (seen[next]?.x ?? 0) < x) next++;
    const [before, after] = [seen[next - 1] ?? seen[next], seen[next] ?? seen[next - 1]];
    const part = before && after && after.x > before.x ? (x - before.x) / (after.x - before.x) : 0;
    const off = before && after ? before.off + part * (after.off - before.off) : 0;
    middle[x] = yAt(line, x, width) + off;
  }
  return { middle, reach: (line.thickness - 1) / 2 + SLACK, from: 0, to: width - 1 };
}

/** A band from one that it meets to another, which run across it; to the edge where there is none. */
export function between(band: Band, first: Band | null, last: Band | null): Band {
  const from = first === null ? band.from : Math.max(band.from, Math.floor(meeting(band, first) - first.reach));
  const to = last === null ? band.to : Math.min(band.to, Math.ceil(meeting(band, last) + last.reach));
  return { ...band, from, to };
}

/** Where a band meets one across it. They are nearly straight and upright to each other: the second look is at the place. */
function meeting(band: Band, across: Band): number {
  const at = ({ middle }: Band, place: number): number =>
    middle[Math.min(middle.length - 1, Math.max(0, Math.round(place)))] as number;
  return at(across, at(band, at(across, at(band, band.middle.length / 2))));
}
