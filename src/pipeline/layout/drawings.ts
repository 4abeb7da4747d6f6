import { areaOf, contains, grown, heightOf, type PageBox, pageBox, unionOf, widthOf } from '../../evidence/boxes.js';
import { captionAt } from '../../evidence/labels.js';
import { barsOf, hasGrid, isChart } from './marks.js';
import type { PageShapes, Shape } from './shapes.js';
import type { TextBlock } from './text-blocks.js';
import type { TextLine } from './text-lines.js';

/** A chart or a figure: shapes or a picture that belong together, with their lettering. */
export interface Drawing {
  readonly kind: 'chart' | 'figure';
  readonly box: PageBox;
  /** Labels, legend and title: they are the drawing's, and no text of the page. */
  readonly lines: readonly TextLine[];
  readonly title: string | null;
}

/** Shapes closer than this, in sizes of the running text, are parts of one drawing. */
const JOIN_EM = 1;
/** A drawing smaller than this on a side is an icon or a bullet, if it is no chart. */
const MIN_SIDE_EM = 4;
/** A swatch of a legend is at most this large, and its text stands this close. */
const SWATCH_EM = 1.9;
const SWATCH_GAP_EM = 2;
/** A legend stands at most this far from its chart, and its entries this far from each other. */
const MAX_LEGEND_GAP_EM = 14;
const ENTRY_GAP_EM = 6;
/** Lettering this many of its sizes from a drawing is a label. */
const LABEL_GAP_EM = 1.6;
/** A label is no longer than this; nor is it a line of a paragraph. */
const LABEL_MAX_CHARS = 48;
const PROSE_MIN_CHARS = 36;
/** A shape on which more letters than this stand is a panel. */
const PANEL_MIN_CHARS = 12;
/** A rule or a stripe longer than this share of the page is part of its design. */
const DESIGN_SHARE = 0.6;
const TITLE_GAP_EM = 2.6;
const TITLE_MAX_CHARS = 140;

/** Size of the page and of its running text, pt. */
interface Measures {
  readonly width: number;
  readonly height: number;
  readonly em: number;
}

interface Cluster {
  shapes: Shape[];
  box: PageBox;
  lines: Set<TextLine>;
  chart: boolean;
}

/**
 * The charts and figures of a page.
 *
 * @param blocks text that stands outside of tables
 * @param tables boxes that are taken already: nothing in them is a drawing
 */
export function drawingsOf(
  { shapes, pictures }: PageShapes,
  blocks: readonly TextBlock[],
  tables: readonly PageBox[],
  { width, height, em }: Measures,
): Drawing[] {
  const outside = (box: PageBox): boolean => !tables.some((table) => contains(table, middleOf(box), 1));
  const free = shapes.filter(({ box }) => outside(box));
  const lines = blocks.flatMap((block) => block.lines.map((line) => ({ line, label: isLabel(line, block) })));
  const labels = lines.filter(({ label }) => label).map(({ line }) => line);
  const all = lines.map(({ line }) => line);
  const strong = free.filter((shape) => isStrong(shape, all, width, height));
  const strongSet = new Set(strong);
  const swatches = new Set(strong.filter((shape) => isSwatch(shape, em)));
  const found = barsOf(free.filter((shape) => shape.kind === 'rect' && shape.filled && strongSet.has(shape)));
  const bars = found.filter(
    (group) => group.filter(({ box }) => all.some((line) => isNameIn(line, box))).length * 2 <= group.length,
  );
  for (const bar of bars.flat()) swatches.delete(bar);
  const clusters = clustersOf(
    strong.filter((shape) => !swatches.has(shape)),
    bars,
    width,
    height,
    JOIN_EM * em,
  );
  clusters.push(...gridClusters(free, clusters, labels));
  const inBars = new Set(bars.flat());
  for (const cluster of clusters.filter(({ shapes: own }) =>
    own.every((shape) => shape.kind === 'rect' && !inBars.has(shape)),
  )) {
    clusters.splice(clusters.indexOf(cluster), 1);
  }
  joinFrames(clusters, free, all, width * height);
  for (const cluster of clusters) addRules(cluster, free, width, height, JOIN_EM * em);
  const taken = new Set<TextLine>();
  attachFramed(clusters, free, labels, width * height);
  attachLabels(clusters, labels, taken);
  for (const cluster of clusters) cluster.chart = isChart(cluster.shapes, [...cluster.lines]);
  attachLegends(clusters, [...swatches], labels, taken, em);
  attachLabels(
    clusters.filter(({ chart }) => chart),
    labels,
    taken,
  );
  const largest = Math.max(0, ...blocks.map(({ sizePt }) => sizePt));
  const drawings = clusters
    .filter((cluster) => cluster.chart || isFigure(cluster, blocks, em))
    .map((cluster, _, all) => drawingOf(cluster, all, blocks, taken, largest));
  return [...drawings, ...pictureDrawings(pictures.filter(outside), drawings, width * height, em)];
}

/** Words without figures on a rectangle: the cell of a table's head, not the value of a bar. */
const isNameIn = ({ text, box }: TextLine, area: PageBox): boolean =>
  /\p{L}{2}/u.test(text) && !/\d/u.test(text) && contains(area, middleOf(box));

const middleOf = ([x0, y0, x1, y1]: PageBox): PageBox =>
  pageBox((x0 + x1) / 2, (y0 + y1) / 2, (x0 + x1) / 2, (y0 + y1) / 2);

/** Short, and no line of a paragraph. */
function isLabel(line: TextLine, block: TextBlock): boolean {
  if (block.lines.some(({ text }) => text.length > LABEL_MAX_CHARS) || block.bullet) return false;
  const long = block.lines.filter(({ text }) => text.length >= PROSE_MIN_CHARS).length;
  return line.text.length <= LABEL_MAX_CHARS && (block.lines.length < 3 || long * 2 < block.lines.length);
}

/** Shapes that make a drawing by themselves: not rules, not panels that text stands on, not the page's own design. */
function isStrong(shape: Shape, lines: readonly TextLine[], width: number, height: number): boolean {
  const { box, kind } = shape;
  if (kind === 'rule' || widthOf(box) > DESIGN_SHARE * width * 1.2 || heightOf(box) > DESIGN_SHARE * height * 1.2)
    return false;
  if (kind === 'polyline' && !shape.filled && isFrameLike(shape)) return false;
  if (kind === 'polyline' || (kind === 'curve' && shape.points.length > PANEL_MAX_POINTS)) return true;
  if (!shape.filled) return kind === 'curve';
  const inside = lines.filter((line) => contains(box, middleOf(line.box)));
  const letters = inside.reduce((sum, { text }) => sum + text.length, 0);
  return (inside.length <= 1 || kind === 'curve') && letters <= PANEL_MIN_CHARS;
}

/** A rectangle with rounded corners has no more points than this. */
const PANEL_MAX_POINTS = 24;

/** Lines of right angles around or beside something: connectors, brackets, frames with an open side. */
const isFrameLike = ({ points }: Shape): boolean =>
  points.every(([x, y], i) => {
    const previous = points[i - 1];
    return !previous || Math.abs(x - previous[0]) < 0.5 || Math.abs(y - previous[1]) < 0.5;
  });

const isSwatch = ({ box }: Shape, em: number): boolean => {
  const [w, h] = [widthOf(box), heightOf(box)];
  return Math.max(w, h) <= SWATCH_EM * em && Math.min(w, h) >= 2 && Math.max(w, h) <= 3 * Math.min(w, h);
};

/** Shapes joined where they lie close, by flooding a grid: a page of thousands is not compared all with all. */
function clustersOf(
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
function gridClusters(shapes: readonly Shape[], clusters: readonly Cluster[], labels: readonly TextLine[]): Cluster[] {
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
function joinFrames(clusters: Cluster[], shapes: readonly Shape[], lines: readonly TextLine[], pageArea: number): void {
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

const MAX_FRAMES = 60;

/** Axes, grid lines and ticks that lie at a drawing. */
function addRules(cluster: Cluster, shapes: readonly Shape[], width: number, height: number, joinPt: number): void {
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

/** A small frame with lettering that touches a drawing is its legend. */
function attachFramed(
  clusters: readonly Cluster[],
  shapes: readonly Shape[],
  labels: readonly TextLine[],
  pageArea: number,
): void {
  const frames = shapes.filter(({ kind, box }) => kind === 'rect' && areaOf(box) < LEGEND_SHARE * pageArea);
  for (const { box } of frames.slice(0, MAX_FRAMES)) {
    const inside = labels.filter((line) => contains(box, line.box, 1));
    const cluster = clusters.find((other) => gapOf(other.box, box) === 0 && areaOf(other.box) > areaOf(box));
    if (inside.length < 2 || !cluster || clusters.some((other) => contains(other.box, box, 1))) continue;
    for (const line of inside) cluster.lines.add(line);
    cluster.box = unionOf([cluster.box, box]) as PageBox;
  }
}

const LEGEND_SHARE = 0.05;

/** Lettering on and right beside a drawing, and what stands beside that: labels of axes, values, names of slices. */
function attachLabels(clusters: readonly Cluster[], labels: readonly TextLine[], taken: Set<TextLine>): void {
  for (const cluster of clusters) for (const line of cluster.lines) taken.add(line);
  for (let pass = 0; pass < LABEL_PASSES; pass++) {
    let grew = false;
    for (const line of labels) {
      if (taken.has(line)) continue;
      const best = clusters
        .map((cluster) => ({ cluster, gap: gapOf(cluster.box, line.box) }))
        .filter(({ gap }) => gap <= LABEL_GAP_EM * line.sizePt)
        .sort((a, b) => a.gap - b.gap || areaOf(a.cluster.box) - areaOf(b.cluster.box))[0];
      if (!best) continue;
      taken.add(line);
      best.cluster.lines.add(line);
      grew = true;
    }
    if (!grew) return;
    for (const cluster of clusters)
      cluster.box = unionOf([cluster.box, ...[...cluster.lines].map(({ box }) => box)]) as PageBox;
  }
}

/** Labels, and then the titles of axes beside them. */
const LABEL_PASSES = 2;

/** Free room between two boxes, pt: the larger of the gaps along x and y. */
const gapOf = (a: PageBox, b: PageBox): number => Math.max(a[0] - b[2], b[0] - a[2], a[1] - b[3], b[1] - a[3], 0);

/** Swatches with their text go to the chart that has their colours, the nearest of those that have as many. */
function attachLegends(
  clusters: readonly Cluster[],
  swatches: readonly Shape[],
  labels: readonly TextLine[],
  taken: Set<TextLine>,
  em: number,
): void {
  const charts = clusters.filter(({ chart, shapes }) => chart || new Set(shapes.map(({ color }) => color)).size > 1);
  if (charts.length === 0) return;
  const entries = swatches.slice(0, MAX_SWATCHES).map((swatch) => ({
    swatch,
    lines: labels.filter((line) => !taken.has(line) && standsBy(line, swatch, em)),
  }));
  for (const legend of legendsOf(entries, em)) {
    const colors = new Set(legend.map(({ swatch }) => swatch.color));
    const box = unionOf(
      legend.flatMap(({ swatch, lines }) => [swatch.box, ...lines.map((line) => line.box)]),
    ) as PageBox;
    const best = charts
      .map((cluster) => ({
        cluster,
        shared: new Set(cluster.shapes.map(({ color }) => color).filter((color) => colors.has(color))).size,
        gap: gapOf(cluster.box, box),
      }))
      .filter(({ shared, gap }) => shared > 0 && gap < MAX_LEGEND_GAP_EM * em)
      .sort((a, b) => b.shared - a.shared || a.gap - b.gap)[0];
    if (!best) continue;
    best.cluster.shapes.push(...legend.map(({ swatch }) => swatch));
    for (const line of legend.flatMap(({ lines }) => lines)) {
      best.cluster.lines.add(line);
      taken.add(line);
    }
    best.cluster.box = unionOf([best.cluster.box, box]) as PageBox;
    best.cluster.chart ||= isChart(best.cluster.shapes, [...best.cluster.lines]);
  }
}

const MAX_SWATCHES = 400;

interface Entry {
  readonly swatch: Shape;
  readonly lines: readonly TextLine[];
}

/** Swatches of one column or one row, with text beside each. */
function legendsOf(entries: readonly Entry[], em: number): Entry[][] {
  const legends: Entry[][] = [];
  const sorted = entries
    .filter(({ lines }) => lines.length > 0)
    .sort((a, b) => a.swatch.box[1] - b.swatch.box[1] || a.swatch.box[0] - b.swatch.box[0]);
  for (const entry of sorted) {
    const legend = legends.find((other) =>
      other.some(({ swatch }) => {
        const [a, b] = [swatch.box, entry.swatch.box];
        const column = Math.abs(a[0] - b[0]) < 3 && gapOf(a, b) < ENTRY_GAP_EM * em;
        const row = Math.abs(a[1] - b[1]) < 3 && gapOf(a, b) < 2.5 * ENTRY_GAP_EM * em;
        return column || row;
      }),
    );
    if (legend) legend.push(entry);
    else legends.push([entry]);
  }
  return legends;
}

function standsBy(line: TextLine, { box }: Shape, em: number): boolean {
  const level = line.box[1] - 0.6 * line.sizePt <= box[3] && box[1] <= line.box[3] + 0.6 * line.sizePt;
  return level && gapOf(line.box, box) <= SWATCH_GAP_EM * em;
}

/** Large enough to look at, and no panel with text on it. */
function isFigure({ box, shapes }: Cluster, blocks: readonly TextBlock[], em: number): boolean {
  if (Math.min(widthOf(box), heightOf(box)) < MIN_SIDE_EM * em) return false;
  if (shapes.every(({ kind }) => kind === 'rect' || kind === 'rule')) return false;
  const letters = blocks.filter(
    (block) => contains(box, block.box, 2) && block.lines.some(({ text }) => text.length >= PROSE_MIN_CHARS),
  );
  return letters.length === 0;
}

function drawingOf(
  cluster: Cluster,
  clusters: readonly Cluster[],
  blocks: readonly TextBlock[],
  taken: Set<TextLine>,
  largestPt: number,
): Drawing {
  if (!cluster.chart) return { kind: 'figure', box: cluster.box, lines: [...cluster.lines], title: null };
  const above = titlesOf(cluster, blocks, taken);
  // The title of the page, and a caption, stay regions of their own; they name the chart all the same.
  const own = above.filter((block) => block.sizePt < 0.9 * largestPt && !captionAt(blockText(block)));
  const whole = unionOf([cluster.box, ...own.map((block) => block.box)]) as PageBox;
  const others = [
    ...blocks.filter((block) => !own.includes(block) && !block.lines.every((line) => taken.has(line))),
    ...clusters.filter((other) => other !== cluster),
  ];
  const reaches = others.some(({ box }) => gapOf(box, whole) === 0 && gapOf(box, cluster.box) > 0);
  const title = largestOf(own) ?? innerTitle(cluster) ?? largestOf(above);
  if (reaches) return { kind: 'chart', box: cluster.box, lines: [...cluster.lines], title };
  for (const line of own.flatMap((block) => block.lines)) taken.add(line);
  return { kind: 'chart', box: whole, lines: [...cluster.lines, ...own.flatMap((block) => block.lines)], title };
}

/** The closest title, unless one above it is set larger. */
function largestOf(blocks: readonly TextBlock[]): string | null {
  const [closest, ...rest] = blocks;
  if (!closest) return null;
  return blockText(rest.reduce((best, block) => (block.sizePt >= 1.15 * best.sizePt ? block : best), closest));
}

const blockText = (block: TextBlock): string => block.lines.map(({ text }) => text).join(' ');

/** What stands right above a chart, short and inside its width, line upon line. */
function titlesOf({ box }: Cluster, blocks: readonly TextBlock[], taken: ReadonlySet<TextLine>): TextBlock[] {
  const titles: TextBlock[] = [];
  let top = box[1];
  const candidates = blocks
    .filter((block) => block.lines.every((line) => !taken.has(line)) && isTitleLike(block))
    .filter((block) => block.box[0] >= box[0] - block.sizePt && block.box[2] <= box[2] + block.sizePt)
    .sort((a, b) => b.box[3] - a.box[3]);
  for (const block of candidates) {
    const gap = top - block.box[3];
    if (
      titles.length === MAX_TITLES ||
      gap < -0.3 * block.sizePt ||
      gap > (titles.length === 0 ? TITLE_GAP_EM : 1.3) * block.sizePt
    )
      continue;
    titles.push(block);
    top = block.box[1];
  }
  return titles;
}

/** A caption, larger or bold letters, or a few words. */
function isTitleLike(block: TextBlock): boolean {
  const text = blockText(block);
  if (text.length > TITLE_MAX_CHARS || block.bullet) return false;
  if (captionAt(text) !== null) return true;
  if (!/\p{L}{2}|\d{4}/u.test(text) || /[.。,，;；]$/u.test(text)) return false;
  return block.bold || (text.length <= PLAIN_TITLE_MAX_CHARS && block.lines.length <= 2);
}

const PLAIN_TITLE_MAX_CHARS = 50;

/** A heading, and a total or a unit below it. */
const MAX_TITLES = 3;

/** The highest lettering inside a chart that is larger or bolder than the rest. */
function innerTitle({ lines }: Cluster): string | null {
  const named = [...lines].filter(({ text }) => /\p{L}{2}/u.test(text)).sort((a, b) => a.box[1] - b.box[1]);
  const usual = [...lines].sort((a, b) => a.sizePt - b.sizePt)[lines.size >> 1];
  const bold = [...lines].filter((line) => line.bold).length * 2 > lines.size;
  const stands = (line: TextLine): boolean =>
    usual !== undefined && (line.sizePt >= 1.15 * usual.sizePt || (line.bold && !bold));
  const first = named.find(stands);
  if (!first) return null;
  return named
    .filter(
      (line) =>
        stands(line) &&
        line.sizePt === first.sizePt &&
        line.bold === first.bold &&
        line.box[1] - first.box[1] < 3 * first.sizePt,
    )
    .map(({ text }) => text)
    .join(' ');
}

/** Pictures that are large enough to look at; pieces of one picture that touch are one. */
function pictureDrawings(
  pictures: readonly PageBox[],
  drawings: readonly Drawing[],
  pageArea: number,
  em: number,
): Drawing[] {
  const joined: PageBox[] = [];
  for (const box of pictures.slice(0, MAX_PICTURES)) {
    const at = joined.findIndex(
      (other) => gapOf(other, box) < 1 && areaOf(box) < 0.5 * pageArea && areaOf(other) < 0.5 * pageArea,
    );
    if (at < 0) joined.push(box);
    else joined[at] = unionOf([joined[at] as PageBox, box]) as PageBox;
  }
  return joined
    .filter((box) => Math.min(widthOf(box), heightOf(box)) >= (MIN_SIDE_EM / 2) * em)
    .filter((box) => !drawings.some((drawing) => contains(drawing.box, box, 2)))
    .map((box) => ({ kind: 'figure', box, lines: [], title: null }));
}

const MAX_PICTURES = 2_000;
