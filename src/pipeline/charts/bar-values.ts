import type { Bar, BarGroup } from './bar-groups.js';
import type { Label } from './labels.js';
import type { Tie } from './tie-labels.js';
import { acrossMiddle, alongMiddle, lengthOf, thickness, type ViewBox, viewBox } from './view.js';

/** A value stands at the end of its bar, at most this far from it, em. */
const END_GAP_EM = 1.8;
const OVERLAP_EM = 0.45;
/** Off the middle of the bar by no more than a share of it, or em, and never near to the next bar's. */
const OFF_SHARE = 0.25;
const OFF_EM = 0.4;
const OFF_STEP = 0.4;
/** Beside a segment that is too thin for it. */
const BESIDE_EM = 1;

/** Labels near the bars of a group: inside, at the end, or beside a thin segment. */
export function barTies(group: BarGroup, labels: readonly Label[]): Tie[] {
  const step = stepOf(group);
  return labels.flatMap((label) => {
    const ties = candidatesOf(group, label, step);
    const inside = ties.filter(({ place }) => place === 'inside');
    return inside.length > 0 ? inside : ties;
  });
}

function candidatesOf({ bars, kind, base, columns, upright }: BarGroup, label: Label, step: number): Tie[] {
  const view = viewBox(label.box, upright);
  const em = label.sizePt;
  return bars.flatMap((bar, index): Tie[] => {
    const off = Math.abs(acrossMiddle(view) - acrossMiddle(bar));
    const limit = Math.min(Math.max(OFF_SHARE * thickness(bar), OFF_EM * em), OFF_STEP * step);
    const one = (place: Tie['place'], gapEm: number): Tie[] => [{ mark: index, label, place, gapEm }];
    if (off <= limit) {
      if (isInside(view, bar, em)) return one('inside', 0);
      if (kind === 'stacked') return [];
      const up = kind === 'waterfall' ? null : Math.abs(bar.l1 - base) >= Math.abs(bar.l0 - base);
      const above = (view.l0 - bar.l1) / em;
      const below = (bar.l0 - view.l1) / em;
      const fits = (gap: number): boolean => gap >= -OVERLAP_EM && gap <= END_GAP_EM;
      if (up !== false && fits(above)) return one('end', above);
      if (up !== true && fits(below)) return one(up === null ? 'below' : 'end', below);
      return [];
    }
    if (kind !== 'stacked') return [];
    // A segment that is thinner than its figures has them beside it.
    const gap = view.a0 - bar.a1;
    const thin = lengthOf(bar) < lengthOf(view) + 2;
    const level = Math.abs(alongMiddle(view) - alongMiddle(bar)) <= lengthOf(bar) / 2 + 0.35 * em;
    const column = columns.find((one) => one.includes(bar));
    const nearer = column?.some(
      (other) =>
        other !== bar &&
        lengthOf(other) < lengthOf(view) + 2 &&
        Math.abs(alongMiddle(other) - alongMiddle(view)) <= lengthOf(other) / 2 + 0.6 * em,
    );
    return thin && level && !nearer && gap >= 0 && gap <= BESIDE_EM * em ? one('beside', 0) : [];
  });
}

function isInside(view: ViewBox, bar: Bar, em: number): boolean {
  const middle = alongMiddle(view);
  if (middle < bar.l0 || middle > bar.l1) return false;
  const common = Math.min(view.l1, bar.l1) - Math.max(view.l0, bar.l0);
  return common >= 0.6 * lengthOf(view) || Math.abs(middle - alongMiddle(bar)) <= 0.15 * em;
}

/** Room from one bar to the next, across. */
function stepOf({ columns }: BarGroup): number {
  const places = columns.map((column) => acrossMiddle(column[0] as Bar));
  const steps = places.slice(1).map((place, i) => place - (places[i] as number));
  return Math.min(...steps);
}
