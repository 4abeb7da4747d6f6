import { areaOf, contains, type PageBox, pageBox } from '../../evidence/boxes.js';
import type { Point } from '../layout/subpaths.js';
import type { Label } from './labels.js';
import type { Scene, SceneShape } from './scene.js';
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

/** Rectangles by the smallest panel that they lie in: no chart has its bars in two. */
function byPanel({ shapes, labels }: Scene, rects: readonly Rectangle[]): Rectangle[][] {
  const panels = shapes
    .filter(
      ({ isRect, box }) => isRect && areaOf(box) > MIN_PANEL_PT2 && labels.some((label) => contains(box, label.box)),
    )
    .map(({ box }) => box)
    .sort((a, b) => areaOf(a) - areaOf(b))
    .slice(0, MAX_PANELS);
  const groups = new Map<PageBox | null, Rectangle[]>();
  for (const rect of rects) {
    const panel = panels.find((box) => contains(box, rect.box, 0.5) && areaOf(box) > 4 * areaOf(rect.box)) ?? null;
    groups.set(panel, [...(groups.get(panel) ?? []), rect]);
  }
  return [...groups.values()];
}

const MIN_PANEL_PT2 = 10_000;
const MAX_PANELS = 40;

interface Rectangle {
  readonly box: PageBox;
  readonly color: string;
  readonly ids: readonly string[];
}

/** Paper shows through a rectangle that is only framed. */
const HOLLOW = '#ffffff';

function rectanglesOf({ shapes, labels }: Scene, taken: ReadonlySet<string>): Rectangle[] {
  const found = new Map<string, { box: PageBox; color: string; ids: string[] }>();
  const key = (box: PageBox): string => box.map((value) => Math.round(value)).join(' ');
  for (const shape of shapes) {
    if (taken.has(shape.id) || !shape.isRect || shape.fill === null || isGround(shape, labels)) continue;
    const at = key(shape.box);
    const known = found.get(at);
    // What is painted last at a place is seen there.
    found.set(at, { box: shape.box, color: shape.fill, ids: [...(known?.ids ?? []), shape.id] });
  }
  for (const shape of shapes.filter((one) => one.fill === null && !taken.has(one.id) && isFramed(one))) {
    if (found.has(key(shape.box)) || isGround(shape, labels)) continue;
    found.set(key(shape.box), { box: shape.box, color: HOLLOW, ids: [shape.id] });
  }
  for (const shape of shapes.filter((one) => one.fill === null && one.stroke !== null && !taken.has(one.id))) {
    for (const box of outlinedBars(shape.points))
      if (!found.has(key(box))) found.set(key(box), { box, color: shape.stroke as string, ids: [shape.id] });
  }
  for (const { id, box, stroke, strokeWidthPt, points } of shapes) {
    if (taken.has(id) || stroke === null || points.length !== 2 || strokeWidthPt < MIN_STROKED_PT) continue;
    const bar = thickLine(box, strokeWidthPt);
    if (bar !== null) found.set(`${key(bar)} line`, { box: bar, color: stroke, ids: [id] });
  }
  return [...found.values()];
}

/** Bars that one line runs around, up, over and down again, from bar to bar. */
function outlinedBars(points: readonly Point[]): PageBox[] {
  if (points.length < 8 || points.length > MAX_OUTLINE_POINTS) return [];
  const bars = points.slice(3).flatMap((d, i): PageBox[] => {
    const [a, b, c] = [points[i], points[i + 1], points[i + 2]] as [Point, Point, Point];
    const upDown = Math.abs(a[0] - b[0]) < LEVEL_PT && Math.abs(c[0] - d[0]) < LEVEL_PT;
    const level = Math.abs(b[1] - c[1]) < LEVEL_PT && Math.abs(a[1] - d[1]) < LEVEL_PT;
    return upDown && level && b[1] < a[1] - LEVEL_PT ? [pageBox(a[0], b[1], d[0], a[1])] : [];
  });
  return bars.length > 1 ? bars : [];
}

const MAX_OUTLINE_POINTS = 500;

/** A line that is drawn this thick is a bar. */
const MIN_STROKED_PT = 4;

function thickLine([x0, y0, x1, y1]: PageBox, width: number): PageBox | null {
  const half = width / 2;
  if (x1 - x0 < 0.1) return [x0 - half, y0, x1 + half, y1] as unknown as PageBox;
  if (y1 - y0 < 0.1) return [x0, y0 - half, x1, y1 + half] as unknown as PageBox;
  return null;
}

const isFramed = ({ stroke, points, curved, box }: SceneShape): boolean =>
  stroke !== null &&
  points.length >= 4 &&
  points.length <= 6 &&
  curved.every((curve) => !curve) &&
  points.every(
    ([x, y]) =>
      Math.min(Math.abs(x - box[0]), Math.abs(x - box[2])) < 0.3 &&
      Math.min(Math.abs(y - box[1]), Math.abs(y - box[3])) < 0.3,
  );

/** What several labels stand on, or a line of text, is the ground of a chart or a cell of a table. */
function isGround({ box }: SceneShape, labels: readonly Label[]): boolean {
  let names = 0;
  for (const label of labels) {
    if (!contains(box, label.box, 0.5)) continue;
    if (/\p{L}{2}/u.test(label.text)) names += label.text.length;
    if (names > MAX_NAME_CHARS) return true;
  }
  return false;
}

const MAX_NAME_CHARS = 40;

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
  const base = commonLevel(bars);
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

/** The line at which most bars begin or end; of equal ones, that at which they begin. */
function commonLevel(bars: readonly Bar[]): number {
  const counts = bars
    .flatMap(({ l0, l1 }) => [l0, l1])
    .map((level) => ({
      level,
      count: bars.reduce(
        (sum, bar) =>
          sum + (Math.abs(bar.l0 - level) <= LEVEL_PT ? 1.01 : Math.abs(bar.l1 - level) <= LEVEL_PT ? 1 : 0),
        0,
      ),
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
