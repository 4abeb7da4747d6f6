import type { Label } from './labels.js';
import type { LineSeries } from './line-series.js';
import type { Tie } from './tie-labels.js';

/** A value stands over or under its point, at most this far from it, or beside it, em. */
const GAP_EM = 1.9;
const OVERLAP_EM = 0.5;
const BESIDE_EM = 1.2;
/** Off the point by no more than this, em, nor by this share of the room to the next point. */
const OFF_EM = 0.9;
const OFF_STEP = 0.42;

/** Labels near the points of lines. `first` is the index of the first point among all marks. */
export function lineTies(series: readonly LineSeries[], labels: readonly Label[], first: number): Tie[] {
  let mark = first;
  return series.flatMap(({ vertices }) =>
    vertices.flatMap(({ at }, i) => {
      const index = mark++;
      const steps = [vertices[i - 1], vertices[i + 1]].flatMap((next) => (next ? [Math.abs(next.at[0] - at[0])] : []));
      return labels.flatMap((label) => tieAt(at, label, Math.min(...steps), index));
    }),
  );
}

function tieAt([x, y]: LineSeries['vertices'][number]['at'], label: Label, step: number, mark: number): Tie[] {
  const em = label.sizePt;
  const [x0, y0, x1, y1] = label.box;
  const off = Math.abs((x0 + x1) / 2 - x);
  const one = (place: Tie['place'], gapEm: number): Tie[] => [{ mark, label, place, gapEm }];
  if (off <= Math.min(OFF_EM * em, OFF_STEP * step)) {
    const [above, below] = [(y - y1) / em, (y0 - y) / em];
    if (above >= -OVERLAP_EM && above <= GAP_EM) return one('end', above);
    if (below >= -OVERLAP_EM && below <= GAP_EM) return one('below', below);
    return [];
  }
  const gap = Math.max(x0 - x, x - x1) / em;
  const level = Math.abs((y0 + y1) / 2 - y) <= 0.6 * em;
  return level && gap >= -0.1 && gap <= BESIDE_EM ? one('beside', gap) : [];
}
