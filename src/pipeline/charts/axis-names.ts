import type { Label } from './labels.js';
import { acrossMiddle, type ViewBox } from './view.js';

/** A place on the axis, with the lines that name it. */
export interface Category {
  readonly labels: readonly Label[];
  /** Where its name stands, across. */
  readonly at: number;
}

/** What stands on an axis: something with a place across it, told from others at one place by a key. */
export interface Placed {
  readonly at: number;
  /** Series, as far as a mark shows it: its colour. */
  readonly key: string;
}

/** A label, and its box along the axis. */
export interface Seen {
  readonly label: Label;
  readonly view: ViewBox;
}

/** Names stand at most this far from the axis, em; the lines of one name this close. */
export const AXIS_GAP_EM = 3.2;
export const LINE_GAP_EM = 0.75;

/** Ways to read the lettering below upright bars: its first row with what goes on below each name. */
export function* rowsOfNames(near: readonly Seen[], edge: number, side: -1 | 1): Generator<Category[]> {
  const start = ({ view }: Seen): number => (side < 0 ? edge - view.l1 : view.l0 - edge);
  const sorted = [...near].sort((a, b) => start(a) - start(b));
  const rows: Seen[][] = [];
  for (const seen of sorted) {
    const row = rows.at(-1);
    const first = row?.[0];
    const sameKind = first && first.label.rotationDeg === seen.label.rotationDeg;
    if (row && first && sameKind && Math.abs(start(seen) - start(first)) <= 0.5 * seen.label.sizePt) row.push(seen);
    else rows.push([seen]);
  }
  for (const [r, row] of rows.entries()) {
    if (row.length < 2 || start(row[0] as Seen) > AXIS_GAP_EM * (row[0] as Seen).label.sizePt) continue;
    for (const anchor of anchorsOf(row)) {
      const names = row.map(({ label, view }) => ({ labels: [label], at: anchor(view), view }));
      for (const next of rows.slice(r + 1)) if (!addLine(names, next, side)) break;
      yield names.sort((a, b) => a.at - b.at);
    }
    return;
  }
}

/** Slanted names end, or begin, at their place; others stand around it. */
function anchorsOf(row: readonly Seen[]): ((view: ViewBox) => number)[] {
  const slanted = row.every(({ label }) => isSlanted(label));
  if (!slanted) return [acrossMiddle];
  const deg = (row[0] as Seen).label.rotationDeg;
  return deg > 180 ? [({ a1 }) => a1, acrossMiddle] : [({ a0 }) => a0, acrossMiddle];
}

/** A further line of some names: each piece of it right below one of them and set alike, no number, no title of the axis. */
function addLine(names: { labels: Label[]; at: number; view: ViewBox }[], row: readonly Seen[], side: -1 | 1): boolean {
  const ties = row.map((seen) => {
    const owner = names.find(
      ({ view, at, labels: [first] }) =>
        first?.rotationDeg === seen.label.rotationDeg &&
        (side < 0 ? view.l0 - seen.view.l1 : seen.view.l0 - view.l1) <= LINE_GAP_EM * seen.label.sizePt &&
        Math.abs(acrossMiddle(seen.view) - at) <= 0.5 * seen.label.sizePt &&
        Math.abs((view.a1 - view.a0) / 2) > 0,
    );
    return { seen, owner };
  });
  if (ties.some(({ owner }) => owner === undefined)) return false;
  // What goes on below other names too is a note.
  const isWide = ({ seen: { view }, owner }: (typeof ties)[number]): boolean =>
    names.some((name) => name !== owner && name.at > view.a0 && name.at < view.a1);
  if (ties.some(isWide)) return false;
  if (ties.every(({ seen }) => /^[^\p{L}]*\d[^\p{L}]*$/u.test(seen.label.text)) && !ties.every(isYearBelow))
    return false;
  // One line below the middle of all names is the title of the axis.
  const single = ties.length === 1 && names.length > 1;
  if (single && isAxisTitle(ties[0] as (typeof ties)[number], names)) return false;
  for (const { seen, owner } of ties) {
    if (!owner) continue;
    owner.labels.push(seen.label);
    owner.view = {
      ...owner.view,
      l0: Math.min(owner.view.l0, seen.view.l0),
      l1: Math.max(owner.view.l1, seen.view.l1),
    };
  }
  return true;
}

const isYearBelow = ({ seen, owner }: { seen: Seen; owner: { labels: readonly Label[] } | undefined }): boolean =>
  /^['’]?(?:(?:19|20)?\d{2})$/u.test(seen.label.text) && /\p{L}/u.test(owner?.labels[0]?.text ?? '');

const TIGHT_EM = 0.4;
const gapOf = (a: ViewBox, b: ViewBox): number => Math.max(a.l0 - b.l1, b.l0 - a.l1);

function isAxisTitle(
  { seen, owner }: { seen: Seen; owner: { at: number; labels: readonly Label[]; view: ViewBox } | undefined },
  names: readonly { at: number }[],
): boolean {
  if (!owner) return true;
  const places = names.map(({ at }) => at);
  const middle = (Math.min(...places) + Math.max(...places)) / 2;
  if (Math.abs(owner.at - middle) > 0.5 * seen.label.sizePt) return false;
  // The lines of a name touch each other nearly; the title of the axis stands off.
  if (gapOf(owner.view, seen.view) <= TIGHT_EM * seen.label.sizePt) return false;
  // A name is only broken where it has no room on one line.
  const together = owner.view.a1 - owner.view.a0 + seen.view.a1 - seen.view.a0;
  return together < 0.95 * roomBetween(places);
}

/** Ways to read the lettering beside level bars: each line a name, or lines joined that are closer than others. */
export function* columnsOfNames(
  near: readonly Seen[],
  edge: number,
  side: -1 | 1,
  items: readonly Placed[],
): Generator<Category[]> {
  const upright = near.filter(({ label }) => label.rotationDeg === 0);
  const gapOf = ({ view }: Seen): number => (side < 0 ? edge - view.l1 : view.l0 - edge);
  if (upright.length < 2) return;
  yield* linesByPlace(upright, items);
  const closest = Math.min(...upright.map(gapOf));
  // Names end at the axis, or begin on one line left of it.
  const column = upright.filter((seen) => gapOf(seen) - closest < 1.2 * seen.label.sizePt);
  const starts = upright.filter(
    (seen) => Math.abs(seen.view.l0 - Math.min(...upright.map(({ view }) => view.l0))) < 1.5,
  );
  for (const lines of [column, column.filter(usualLook(column)), upright, starts, starts.filter(usualLook(starts))]) {
    const sorted = [...lines].sort((a, b) => acrossMiddle(a.view) - acrossMiddle(b.view));
    if (sorted.length < 2) continue;
    for (const gapEm of [-1, 0.3, 0.45, 0.6, 0.8]) {
      const blocks: Seen[][] = [];
      for (const seen of sorted) {
        const last = blocks.at(-1)?.at(-1);
        const isClose = last && gapEm >= 0 && seen.view.a0 - last.view.a1 <= gapEm * seen.label.sizePt;
        if (isClose && isAligned(seen, last)) blocks.at(-1)?.push(seen);
        else blocks.push([seen]);
      }
      yield blocks.map((block) => ({
        labels: block.map(({ label }) => label),
        at: (Math.min(...block.map(({ view }) => view.a0)) + Math.max(...block.map(({ view }) => view.a1))) / 2,
      }));
    }
  }
}

/** Each line to the nearest place: what makes one block around a place is its name. */
function* linesByPlace(lines: readonly Seen[], items: readonly Placed[]): Generator<Category[]> {
  const places = [...new Set(items.map(({ at }) => at))].sort((a, b) => a - b);
  if (places.length < items.length) return;
  const usual = lines.filter(usualLook(lines));
  const blocks = places.map((place) =>
    usual
      .filter(({ view }) =>
        places.every((other) => Math.abs(acrossMiddle(view) - place) <= Math.abs(acrossMiddle(view) - other)),
      )
      .sort((a, b) => a.view.a0 - b.view.a0),
  );
  const whole = blocks.every(
    (block) =>
      block.length > 0 &&
      block.slice(1).every((line, i) => {
        const before = block[i] as Seen;
        const gap = line.view.a0 - before.view.a1;
        return gap > -0.3 * line.label.sizePt && gap <= LINE_GAP_EM * line.label.sizePt && isAligned(line, before);
      }),
  );
  if (!whole) return;
  yield blocks.map((block) => ({
    labels: block.map(({ label }) => label),
    at: ((block[0] as Seen).view.a0 + (block.at(-1) as Seen).view.a1) / 2,
  }));
}

/** Lines of one name begin, end or are centred alike; what stands elsewhere in the row is of a legend. */
const isAligned = ({ view: a, label: { sizePt } }: Seen, { view: b }: Seen): boolean =>
  [a.l0 - b.l0, a.l1 - b.l1, (a.l0 + a.l1 - b.l0 - b.l1) / 2].some((off) => Math.abs(off) <= ALIGNED_EM * sizePt);

const ALIGNED_EM = 0.6;

/** A heading over the names of an axis looks other than they do. */
function usualLook(names: readonly Seen[]): (name: Seen) => boolean {
  const look = ({ label }: Seen): string => `${label.sizePt.toFixed(1)} ${label.bold}`;
  const counts = new Map<string, number>();
  for (const name of names) counts.set(look(name), (counts.get(look(name)) ?? 0) + 1);
  const usual = [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
  return (name) => look(name) === usual;
}

export const isSlanted = ({ rotationDeg }: Label): boolean => rotationDeg % 90 > 4 && rotationDeg % 90 < 86;

/** The usual distance between neighbouring places. */
export function roomBetween(at: readonly number[]): number {
  const places = [...new Set(at.map((place) => Math.round(place * 2) / 2))].sort((a, b) => a - b);
  const steps = places.slice(1).map((place, i) => place - (places[i] as number));
  return steps.length === 0 ? 0 : (steps.sort((a, b) => a - b)[steps.length >> 1] as number);
}
