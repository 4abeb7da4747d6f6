import { areaOf, contains, gapOf, grown, heightOf, type PageBox, unionOf, widthOf } from '../../evidence/boxes.js';
import { hasGrid } from './marks.js';
import type { Shape } from './shapes.js';
import type { TextLine } from './text-lines.js';

/** Shapes that lie close to each other, with their lettering. */
export interface Cluster {
  shapes: Shape[];
  box: PageBox;
  lines: Set<TextLine>;
  chart: boolean;
}

export const PROSE_MIN_CHARS = 36;
/** A rule or a stripe longer than this share of the page is part of its design. */
export const DESIGN_SHARE = 0.6;

/** Shapes joined where they lie close, by flooding a grid: a page of thousands is not compared all with all. */
export function clustersOf(
  shapes: readonly Shape[],
  bars: readonly (readonly Shape[])[],
  width: number,
  height: number,
  joinPt: number,
): Cluster[] {
  const cell = Math.max(joinPt / 2, Math.sqrt((width * height) / MAX_CELLS));
  const [columns, rows] = [Math.ceil(width / cell) + 1, Math.ceil(height / cell) + 1];
  const owner = new Int32Array(columns * rows).fill(-1);
  const parent = shapes.map((_, i) => i);
  const root = (i: number): number => {
    let at = i;
    while (parent[at] !== at) at = parent[at] = parent[parent[at] as number] as number;
    return at;
  };
  shapes.forEach(({ box }, i) => {
    const near = grown(box, joinPt / 2);
    const clampTo = (value: number, limit: number): number =>
      Math.max(0, Math.min(limit - 1, Math.floor(value / cell)));
    const [c0, r0, c1, r1] = [
      clampTo(near[0], columns),
      clampTo(near[1], rows),
      clampTo(near[2], columns),
      clampTo(near[3], rows),
    ];
    for (let r = r0; r <= r1; r++) {
      for (let c = c0; c <= c1; c++) {
        const other = owner[r * columns + c] as number;
        if (other >= 0 && gapOf((shapes[other] as Shape).box, box) <= joinPt) parent[root(other)] = root(i);
        owner[r * columns + c] = i;
      }
    }
  });
  const index = new Map(shapes.map((shape, i) => [shape, i]));
  for (const group of bars) {
    const places = group.flatMap((bar) => index.get(bar) ?? []);
    for (const place of places.slice(1)) parent[root(place)] = root(places[0] as number);
  }
  const found = new Map<number, Shape[]>();
  shapes.forEach((shape, i) => {
    const group = found.get(root(i));
    if (group) group.push(shape);
    else found.set(root(i), [shape]);
  });
  return [...found.values()].map((group) => ({
    shapes: group,
    box: unionOf(group.map(({ box }) => box)) as PageBox,
    lines: new Set(),
    chart: false,
  }));
}

const MAX_CELLS = 60_000;

/** Grids that nothing filled stands on: the rules of one length that have the figures of an axis at their ends. */
export function gridClusters(
  shapes: readonly Shape[],
  clusters: readonly Cluster[],
  labels: readonly TextLine[],
): Cluster[] {
  const sets = new Map<string, Shape[]>();
  for (const shape of shapes.filter(({ kind, box }) => kind === 'rule' && widthOf(box) > 40)) {
    const name = `${Math.round(shape.box[0] / 2)} ${Math.round(shape.box[2] / 2)}`;
    sets.set(name, [...(sets.get(name) ?? []), shape]);
  }
  return [...sets.values()].flatMap((rules): Cluster[] => {
    const box = unionOf(rules.map((rule) => rule.box)) as PageBox;
    if (rules.length < 3 || rules.length > MAX_GRID_RULES || !hasGrid(rules, labels)) return [];
    if (clusters.some((cluster) => gapOf(cluster.box, box) === 0)) return [];
    return [{ shapes: rules, box, lines: new Set(), chart: false }];
  });
}

const MAX_GRID_RULES = 60;

/** Clusters in one frame are one drawing, unless running text fills the frame. */
export function joinFrames(
  clusters: Cluster[],
  shapes: readonly Shape[],
  lines: readonly TextLine[],
  pageArea: number,
): void {
  const frames = shapes
    .filter(({ kind, box }) => kind === 'rect' && areaOf(box) > 0.01 * pageArea && areaOf(box) < 0.5 * pageArea)
    .map(({ box }) => box)
    .sort((a, b) => areaOf(a) - areaOf(b));
  for (const frame of frames.slice(0, MAX_FRAMES)) {
    const inside = clusters.filter(({ box }) => contains(frame, box, 4));
    const prose = lines.filter((line) => contains(frame, line.box, 2) && line.text.length >= PROSE_MIN_CHARS);
    const covered = inside.reduce((sum, { box }) => sum + areaOf(box), 0);
    if (inside.length === 0 || prose.length > 3 || covered < 0.08 * areaOf(frame)) continue;
    const [first, ...rest] = inside as [Cluster, ...Cluster[]];
    first.shapes.push(...rest.flatMap((cluster) => cluster.shapes));
    first.box = frame;
    for (const cluster of rest) clusters.splice(clusters.indexOf(cluster), 1);
    for (const line of lines) if (contains(frame, line.box, 2)) first.lines.add(line);
  }
}

/** Frames of a page that are looked at. */
export const MAX_FRAMES = 60;

/** Axes, grid lines and ticks that lie at a drawing. */
export function addRules(
  cluster: Cluster,
  shapes: readonly Shape[],
  width: number,
  height: number,
  joinPt: number,
): void {
  const [x0, y0, x1, y1] = cluster.box;
  const rules = shapes.filter(({ kind, box, filled, points }) => {
    if (kind !== 'rule' && !(kind === 'polyline' && !filled && points.length < 4)) return false;
    // An axis as long as the drawing may stand a little off its bars.
    const isAxis = widthOf(box) > AXIS_SHARE * (x1 - x0) || heightOf(box) > AXIS_SHARE * (y1 - y0);
    const near = grown(cluster.box, (isAxis ? AXIS_GAP : 1) * joinPt);
    return (
      box[0] <= near[2] &&
      near[0] <= box[2] &&
      box[1] <= near[3] &&
      near[1] <= box[3] &&
      widthOf(box) <= DESIGN_SHARE * width &&
      heightOf(box) <= DESIGN_SHARE * height &&
      liesAt(box, near)
    );
  });
  cluster.shapes.push(...rules);
  cluster.box = unionOf([cluster.box, ...rules.map(({ box }) => box)]) as PageBox;
}

const AXIS_SHARE = 0.6;
/** In units of the distance at which shapes are joined. */
const AXIS_GAP = 2.5;

/** At least half of a rule runs beside or through a box. */
const liesAt = (rule: PageBox, near: PageBox): boolean =>
  Math.min(rule[2], near[2]) - Math.max(rule[0], near[0]) >= 0.5 * widthOf(rule) &&
  Math.min(rule[3], near[3]) - Math.max(rule[1], near[1]) >= 0.5 * heightOf(rule);
