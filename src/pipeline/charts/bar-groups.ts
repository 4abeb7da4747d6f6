import { byPanel, rectanglesOf } from './rectangles.js';
import type { Scene } from './scene.js';
import { acrossMiddle, lengthOf, thickness, type ViewBox, viewBox } from './view.js';

/** One bar, or one segment of a stack. */
export interface Bar extends ViewBox {
  readonly color: string;
  readonly ids: readonly string[];
}

/** Bars of one chart. */
export interface BarGroup {
  readonly upright: boolean;
  readonly bars: readonly Bar[];
  /** Where bars begin, along. */
  readonly base: number;
  /** Bars at one place across, in order; more than one in a column are a stack. */
  readonly columns: readonly (readonly Bar[])[];
  readonly kind: 'plain' | 'stacked' | 'waterfall';
}

/** Edges this close, pt, lie on one line; bars whose thickness differs by less are of one chart. */
const LEVEL_PT = 0.8;
const THICKNESS_PT = 0.5;
const MIN_THICKNESS_PT = 1.5;
/** Bars of one chart have no more than this many thicknesses between them, or than this many usual gaps. */
const MAX_GAP = 2.6;
const MAX_USUAL_GAPS = 2.6;
/** Bars of one cluster stand this close, in thicknesses. */
const TOUCHING = 0.2;
/** A page has fewer bars; what has more is a drawing. */
const MAX_RECTS = 4_000;

/** The bar charts that the rectangles of a page make. */
export function barGroupsOf(scene: Scene, taken: ReadonlySet<string>): BarGroup[] {
  const rects = rectanglesOf(scene, taken);
  if (rects.length > MAX_RECTS) return [];
  const groups = [true, false].flatMap((upright) =>
    byPanel(scene, rects).flatMap((own) =>
      alike(own.map((rect) => ({ ...viewBox(rect.box, upright), color: rect.color, ids: rect.ids }))).flatMap((bars) =>
        groupOf(bars, upright),
      ),
    ),
  );
  // The same rectangles seen the other way are no second chart: the one with more bars is meant.
  const used = new Set<string>();
  return groups
    .sort((a, b) => b.bars.length - a.bars.length || Number(b.kind === 'plain') - Number(a.kind === 'plain'))
    .filter(({ bars }) => {
      const keys = bars.map((bar) => `${bar.ids.join()} ${bar.color}`);
      const fresh = keys.filter((key) => !used.has(key)).length;
      for (const key of keys) used.add(key);
      return fresh * 2 > keys.length;
    });
}

/** Bars of about one thickness that lie on common lines, close to each other. */
function alike(bars: readonly Bar[]): Bar[][] {
  const sorted = bars.filter((bar) => thickness(bar) >= MIN_THICKNESS_PT).sort((a, b) => thickness(a) - thickness(b));
  const classes: Bar[][] = [];
  for (const bar of sorted) {
    const open = classes.at(-1);
    const [first, last] = [open?.[0], open?.at(-1)];
    const slack = THICKNESS_PT + 0.01 * thickness(bar);
    if (
      open &&
      first &&
      last &&
      thickness(bar) - thickness(last) <= slack &&
      thickness(bar) - thickness(first) <= 2 * slack
    )
      open.push(bar);
    else classes.push([bar]);
  }
  return classes.flatMap(connected);
}

function connected(bars: readonly Bar[]): Bar[][] {
  const parent = bars.map((_, i) => i);
  const root = (i: number): number => {
    let at = i;
    while (parent[at] !== at) at = parent[at] = parent[parent[at] as number] as number;
    return at;
  };
  const edges = bars
    .flatMap((bar, i) => [
      { level: bar.l0, i },
      { level: bar.l1, i },
    ])
    .sort((a, b) => a.level - b.level);
  for (let from = 0; from < edges.length; ) {
    let to = from + 1;
    while (
      to < edges.length &&
      (edges[to] as { level: number }).level - (edges[to - 1] as { level: number }).level <= LEVEL_PT
    )
      to++;
    const row = [...new Set(edges.slice(from, to).map(({ i }) => i))].sort(
      (a, b) => (bars[a] as Bar).a0 - (bars[b] as Bar).a0,
    );
    for (const part of closeBy(row, bars)) for (const i of part.slice(1)) parent[root(i)] = root(part[0] as number);
    from = to;
  }
  const groups = new Map<number, Bar[]>();
  for (const [i, bar] of bars.entries()) groups.set(root(i), [...(groups.get(root(i)) ?? []), bar]);
  return [...groups.values()].filter((group) => group.length > 1);
}

/** Parts of a row of bars with no more room in them than a chart has between its bars. */
function closeBy(row: readonly number[], bars: readonly Bar[]): number[][] {
  const gaps = row.slice(1).map((i, n) => (bars[i] as Bar).a0 - (bars[row[n] as number] as Bar).a1);
  const wide = gaps.filter((gap, n) => gap > TOUCHING * thickness(bars[row[n] as number] as Bar)).sort((a, b) => a - b);
  const usual = wide[(wide.length - 1) >> 1] ?? 0;
  // One wide gap says nothing, unless it parts clusters of bars that touch.
  const isUsual = wide.length > 1 || row.length > 3;
  const parts: number[][] = [];
  row.forEach((i, n) => {
    const gap = gaps[n - 1] ?? 0;
    const limit = Math.max(MAX_GAP * thickness(bars[i] as Bar), isUsual ? MAX_USUAL_GAPS * usual : 0);
    if (n > 0 && gap <= limit) parts.at(-1)?.push(i);
    else parts.push([i]);
  });
  return parts;
}

function groupOf(all: readonly Bar[], upright: boolean): BarGroup[] {
  const bars = [...all].sort((a, b) => acrossMiddle(a) - acrossMiddle(b) || a.l0 - b.l0);
  const columns: Bar[][] = [];
  for (const bar of bars) {
    const last = columns.at(-1)?.[0];
    if (last && acrossMiddle(bar) - acrossMiddle(last) <= 0.5 + 0.05 * thickness(bar)) columns.at(-1)?.push(bar);
    else columns.push([bar]);
  }
  for (const column of columns) column.sort((a, b) => a.l0 - b.l0);
  if (columns.length < 2) return [];
  const base = commonLevel(columns);
  const lengths = new Set(bars.map((bar) => Math.round(lengthOf(bar) / LEVEL_PT)));
  const stacked = columns.some((column) => column.length > 1);
  const touching = columns.every((column) =>
    column.slice(1).every((bar, i) => Math.abs(bar.l0 - (column[i] as Bar).l1) <= 2 * LEVEL_PT + 0.7),
  );
  if (stacked) {
    if (!touching || lengths.size < 2 || isGridOfCells(columns)) return [];
    const grounded = columns.filter((column) => column.some((bar) => isAt(bar, base)));
    return grounded.length * 2 > columns.length ? [{ upright, bars, base, columns, kind: 'stacked' }] : [];
  }
  if (lengths.size < 2) return [];
  if (bars.every((bar) => isAt(bar, base))) return [{ upright, bars, base, columns, kind: 'plain' }];
  return isStaircase(bars) ? [{ upright, bars, base, columns, kind: 'waterfall' }] : [];
}

const isAt = ({ l0, l1 }: Bar, level: number): boolean =>
  Math.abs(l0 - level) <= LEVEL_PT || Math.abs(l1 - level) <= LEVEL_PT;

/**
 * The line at which most columns have a bar begin or end; of equal ones, that at which bars begin. Segments of a stack that
 * happen to be equally long meet at one level too, but not in more columns than stand on the axis.
 */
function commonLevel(columns: readonly (readonly Bar[])[]): number {
  const touches = (bar: Bar, level: number): number =>
    Math.abs(bar.l0 - level) <= LEVEL_PT ? 1.01 : Math.abs(bar.l1 - level) <= LEVEL_PT ? 1 : 0;
  const counts = columns
    .flat()
    .flatMap(({ l0, l1 }) => [l0, l1])
    .map((level) => ({
      level,
      count: columns.reduce((sum, column) => sum + Math.max(...column.map((bar) => touches(bar, level))), 0),
    }));
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).level;
}

/** Columns that are all cut at the same places are cells. */
function isGridOfCells(columns: readonly (readonly Bar[])[]): boolean {
  const cuts = columns.map((column) => column.map(({ l1 }) => Math.round(l1 / 2)).join(' '));
  return new Set(cuts).size === 1;
}

/** Each bar begins where the one before ends, or both stand on the axis. */
function isStaircase(bars: readonly Bar[]): boolean {
  if (bars.length < 3) return false;
  return bars.slice(1).every((bar, i) => {
    const before = bars[i] as Bar;
    return [before.l0, before.l1].some((level) => Math.abs(bar.l0 - level) <= 2 || Math.abs(bar.l1 - level) <= 2);
  });
}
