import { isNumeral } from '../facts/printed-number.js';
import { unitsStated } from '../facts/units.js';
import {
  AXIS_GAP_EM,
  type Category,
  columnsOfNames,
  isSlanted,
  LINE_GAP_EM,
  type Placed,
  roomBetween,
  rowsOfNames,
  type Seen,
} from './axis-names.js';
import type { Label } from './labels.js';
import { isPeriod } from './periods.js';
import { acrossMiddle, viewBox } from './view.js';

export interface Categories {
  /** By the index of what was placed; null where no name is meant for it without doubt. */
  readonly byItem: readonly (Category | null)[];
  readonly all: readonly Category[];
}

/** A name stands in front of its marks: off by no more than this share of the room between two names, or em. */
const OFF_SHARE = 0.22;
const OFF_EM = 0.45;
/** Names follow each other in even steps: off by no more than this share of a step, and em. */
const UNEVEN_SHARE = 0.06;
const UNEVEN_EM = 0.15;
/** Where an axis has more names than this it is no axis of categories. */
const MAX_NAMES = 400;

/**
 * The names along the axis of a chart, tied to what stands there.
 *
 * @param edge where the marks end on the axis' side, along; names are looked for below it, or above with `side` 1
 * @param ends where the axis begins and ends, across; infinite where the page does not show it
 */
export function categoriesOf(
  items: readonly Placed[],
  edge: number,
  labels: readonly Label[],
  upright: boolean,
  side: -1 | 1,
  ends: readonly [number, number],
): Categories | null {
  const at = items.map((item) => item.at);
  const room = roomBetween(at);
  const [low, high] = [Math.min(...at) - room, Math.max(...at) + room];
  const near = labels
    .map((label): Seen => ({ label, view: viewBox(label.box, upright) }))
    .filter(({ label, view }) => {
      // A figure is a value or a tick, if it is not a year or a plain count.
      if (isNumeral(label.text) && !isPeriod(label.text) && !/^\d{1,3}$/u.test(label.text)) return false;
      const gap = side < 0 ? edge - view.l1 : view.l0 - edge;
      const reach = AXIS_GAP_EM * label.sizePt * (upright ? 1 : 1.5);
      const middle = isSlanted(label) ? view.a1 : acrossMiddle(view);
      return (
        gap > -0.4 * label.sizePt && gap < reach + (upright ? 3 * label.sizePt : 0) && middle > low && middle < high
      );
    });
  if (near.length < 2 || near.length > MAX_NAMES) return null;
  if (!upright) near.push(...linesAt(near, labels));
  for (const names of upright ? rowsOfNames(near, edge, side) : columnsOfNames(near, edge, side, items)) {
    const found = tie(items, withoutStrays(items, names, ends));
    if (found !== null) return found;
  }
  return null;
}

/** Shorter lines of names beside level bars, which end farther from the axis. */
function linesAt(near: readonly Seen[], labels: readonly Label[]): Seen[] {
  const known = new Set(near.map(({ label }) => label));
  return labels.flatMap((label): Seen[] => {
    if (known.has(label) || label.rotationDeg !== 0) return [];
    const view = viewBox(label.box, false);
    const goesOn = near.some(({ label: other, view: at }) => {
      const gap = Math.max(view.a0 - at.a1, at.a0 - view.a1);
      const common = Math.min(view.l1, at.l1) - Math.max(view.l0, at.l0);
      return (
        Math.abs(other.sizePt - label.sizePt) < 0.3 &&
        gap > -0.3 * label.sizePt &&
        gap <= LINE_GAP_EM * label.sizePt &&
        common > 0.6 * (view.l1 - view.l0)
      );
    });
    return goesOn ? [{ label, view }] : [];
  });
}

/**
 * Names without what stands before the first or behind the last mark and is no further place of the axis: beyond its ends, off
 * the even steps, or a unit. It is a heading, or what completes the values, though it stands in line with the names.
 */
function withoutStrays(
  items: readonly Placed[],
  names: readonly Category[],
  [begin, end]: readonly [number, number],
): Category[] {
  const marked = new Set(items.map(({ at }) => names[nearestOf(names, at)]));
  const step = roomBetween(names.filter((name) => marked.has(name)).map(({ at }) => at));
  const isStray = (name: Category | undefined, next: Category | undefined): boolean => {
    if (name === undefined || next === undefined || marked.has(name)) return false;
    const off = Math.abs(Math.abs(next.at - name.at) - step);
    const isUneven = step > 0 && off > UNEVEN_SHARE * step + UNEVEN_EM * (name.labels[0] as Label).sizePt;
    return isUneven || name.at < begin || name.at > end || name.labels.some(isUnit);
  };
  const kept = [...names];
  while (isStray(kept[0], kept[1])) kept.shift();
  while (isStray(kept.at(-1), kept.at(-2))) kept.pop();
  return kept;
}

const isUnit = ({ text }: Label): boolean => !/\d/u.test(text) && unitsStated(text).length > 0;

/** Each item to the nearest name, where all names then have the same order of items around them; else null. */
function tie(items: readonly Placed[], names: readonly Category[]): Categories | null {
  if (names.length < 2) return null;
  const em = Math.max(...names.map(({ labels }) => (labels[0] as Label).sizePt));
  const room = roomBetween(names.map(({ at }) => at));
  if (names.slice(1).some((name, i) => name.at - (names[i] as Category).at < 0.4 * room)) return null;
  const slack = Math.max(OFF_SHARE * room, OFF_EM * em);
  const nearest = items.map(({ at }) => nearestOf(names, at));
  const groups = names.map((_, n) => items.flatMap((item, i) => (nearest[i] === n ? [{ ...item, i }] : [])));
  const full = Math.max(...groups.map((group) => new Set(group.map(({ key }) => key)).size));
  const crowded = groups.some((group) => new Set(group.map(({ key }) => key)).size < group.length);
  const offsets = new Map<string, number[]>();
  for (const [n, group] of groups.entries())
    for (const { key, at } of group) offsets.set(key, [...(offsets.get(key) ?? []), at - (names[n] as Category).at]);
  const single = full === 1 && !crowded;
  const steady = [...offsets.values()].every((list) => Math.max(...list) - Math.min(...list) <= 2 * slack);
  const centred = groups.every((group, n) => {
    if (group.length < full) return true;
    const middle = group.reduce((sum, { at }) => sum + at, 0) / group.length;
    return Math.abs(middle - (names[n] as Category).at) <= slack;
  });
  const isFull = groups.some((group) => group.length === full);
  const good = !crowded && centred && isFull && (single ? isSingleSteady(groups, names, slack) : steady);
  if (good) {
    return { byItem: nearest.map((n) => names[n] ?? null), all: names };
  }
  if (!crowded) return null;
  // Some places have no name: what stands right at a name has it, the rest has none.
  const own = items.map(
    ({ at }) => names.find((name) => Math.abs(name.at - at) <= Math.min(slack, 0.12 * room)) ?? null,
  );
  const named = own.filter((name) => name !== null);
  if (
    new Set(named).size < named.length ||
    named.length * 2 < names.length ||
    new Set(items.map(({ key }) => key)).size > 1
  )
    return null;
  return { byItem: own, all: names };
}

const isSingleSteady = (
  groups: readonly (readonly { readonly at: number }[])[],
  names: readonly Category[],
  slack: number,
): boolean => groups.every((group, n) => group.every(({ at }) => Math.abs(at - (names[n] as Category).at) <= slack));

function nearestOf(names: readonly Category[], at: number): number {
  let best = 0;
  names.forEach((name, n) => {
    if (Math.abs(name.at - at) < Math.abs((names[best] as Category).at - at)) best = n;
  });
  return best;
}
