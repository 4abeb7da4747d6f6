import type { Bar, BarGroup } from './bar-groups.js';
import type { ChartRefusal } from './chart.js';
import type { Label } from './labels.js';
import { acrossMiddle, alongMiddle, lengthOf, thickness, type ViewBox, viewBox } from './view.js';

/** What was found for one bar. */
export interface BarValue {
  readonly label: Label | null;
  readonly refused: readonly ChartRefusal[];
}

/** A value stands at the end of its bar, at most this far from it, em. */
const END_GAP_EM = 1.8;
/** The labels of one chart stand at one distance from their bars, within this, em; others are remarks. */
const SAME_GAP_EM = 0.9;
const OVERLAP_EM = 0.45;
/** Off the middle of the bar by no more than a share of it, or em, and never near to the next bar's. */
const OFF_SHARE = 0.25;
const OFF_EM = 0.4;
const OFF_STEP = 0.4;
/** Beside a segment that is too thin for it. */
const BESIDE_EM = 1;

interface Candidate {
  readonly bar: number;
  readonly label: Label;
  readonly place: 'inside' | 'end' | 'beside';
  readonly gapEm: number;
}

/**
 * The printed value of each bar of a group, by where it stands: inside, at the end, or beside a thin segment.
 *
 * @param labels that may be values: no names, no ticks
 */
export function valuesOfBars(group: BarGroup, labels: readonly Label[]): BarValue[] {
  const step = stepOf(group);
  const candidates = labels.flatMap((label) => candidatesOf(group, label, step));
  const usual = usualGap(candidates);
  const kept = candidates.filter(
    ({ place, gapEm }) => place !== 'end' || usual === null || Math.abs(gapEm - usual) <= SAME_GAP_EM,
  );
  const byLabel = new Map<Label, Candidate[]>();
  for (const candidate of kept) byLabel.set(candidate.label, [...(byLabel.get(candidate.label) ?? []), candidate]);
  const byBar: Candidate[][] = group.bars.map(() => []);
  const doubtful = new Set<number>();
  for (const list of byLabel.values()) {
    const inside = list.filter(({ place }) => place === 'inside');
    const best = inside.length > 0 ? inside : list;
    if (best.length === 1) byBar[(best[0] as Candidate).bar]?.push(best[0] as Candidate);
    else for (const { bar } of best) doubtful.add(bar);
  }
  const order = byBar.map((list) => preferred(list, byBar));
  return order.map((list, bar): BarValue => {
    const [only, ...others] = list;
    if (others.length > 0 || (only === undefined && doubtful.has(bar)))
      return { label: null, refused: ['AMBIGUOUS_MARK'] };
    return { label: only?.label ?? null, refused: [] };
  });
}

/** Of two labels of one bar, the one that stands where most bars of the chart have theirs. */
function preferred(list: readonly Candidate[], all: readonly (readonly Candidate[])[]): readonly Candidate[] {
  if (list.length < 2) return list;
  const count = (place: Candidate['place']): number => all.filter((one) => one.some((c) => c.place === place)).length;
  const places = [...new Set(list.map(({ place }) => place))].sort((a, b) => count(b) - count(a));
  const [first, second] = places;
  if (first === undefined || (second !== undefined && count(first) === count(second))) return list;
  return list.filter(({ place }) => place === first);
}

function candidatesOf({ bars, kind, base, columns, upright }: BarGroup, label: Label, step: number): Candidate[] {
  const view = viewBox(label.box, upright);
  const em = label.sizePt;
  return bars.flatMap((bar, index): Candidate[] => {
    const off = Math.abs(acrossMiddle(view) - acrossMiddle(bar));
    const limit = Math.min(Math.max(OFF_SHARE * thickness(bar), OFF_EM * em), OFF_STEP * step);
    const one = (place: Candidate['place'], gapEm: number): Candidate[] => [{ bar: index, label, place, gapEm }];
    if (off <= limit) {
      if (isInside(view, bar, em)) return one('inside', 0);
      if (kind === 'stacked') return [];
      const up = kind === 'waterfall' ? null : Math.abs(bar.l1 - base) >= Math.abs(bar.l0 - base);
      const above = (view.l0 - bar.l1) / em;
      const below = (bar.l0 - view.l1) / em;
      const fits = (gap: number): boolean => gap >= -OVERLAP_EM && gap <= END_GAP_EM;
      if (up !== false && fits(above)) return one('end', above);
      if (up !== true && fits(below)) return one('end', below);
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

function usualGap(candidates: readonly Candidate[]): number | null {
  const gaps = candidates.filter(({ place }) => place === 'end').map(({ gapEm }) => gapEm);
  return gaps.length < 3 ? null : (gaps.sort((a, b) => a - b)[gaps.length >> 1] as number);
}
