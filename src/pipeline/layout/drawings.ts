import { areaOf, contains, grown, heightOf, type PageBox, pageBox, unionOf, widthOf } from '../../evidence/boxes.js';
import { isChart } from './marks.js';
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

/** Shapes closer than this, pt, are parts of one drawing. */
const JOIN_PT = 10;
/** A drawing smaller than this on a side is an icon or a bullet, if it is no chart. */
const MIN_SIDE_PT = 40;
/** A swatch of a legend is at most this large, and its text stands this close. */
const SWATCH_PT = 18;
const SWATCH_GAP_PT = 14;
/** Lettering this many of its sizes from a drawing is a label. */
const LABEL_GAP_EM = 1.4;
/** A label is no longer than this; nor is it a line of a paragraph. */
const LABEL_MAX_CHARS = 48;
const PROSE_MIN_CHARS = 36;
/** A rule or a stripe longer than this share of the page is part of its design. */
const DESIGN_SHARE = 0.6;
const TITLE_GAP_EM = 3.2;
const TITLE_MAX_CHARS = 140;

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
  width: number,
  height: number,
): Drawing[] {
  const outside = (box: PageBox): boolean => !tables.some((table) => contains(table, middleOf(box), 1));
  const free = shapes.filter(({ box }) => outside(box));
  const lines = blocks.flatMap((block) => block.lines.map((line) => ({ line, label: isLabel(line, block) })));
  const labels = lines.filter(({ label }) => label).map(({ line }) => line);
  const strong = free.filter((shape) =>
    isStrong(
      shape,
      lines.map(({ line }) => line),
      width,
      height,
    ),
  );
  const swatches = new Set(strong.filter((shape) => isSwatch(shape)));
  const clusters = clustersOf(
    strong.filter((shape) => !swatches.has(shape)),
    width,
    height,
  );
  joinFrames(
    clusters,
    free,
    lines.map(({ line }) => line),
    width * height,
  );
  for (const cluster of clusters) addRules(cluster, free, width, height);
  const taken = new Set<TextLine>();
  attachLabels(clusters, labels, taken);
  for (const cluster of clusters) cluster.chart = isChart(cluster.shapes, [...cluster.lines]);
  attachLegends(clusters, [...swatches], labels, taken);
  attachLabels(
    clusters.filter(({ chart }) => chart),
    labels,
    taken,
  );
  const drawings = clusters
    .filter((cluster) => cluster.chart || isFigure(cluster, blocks))
    .map((cluster) => drawingOf(cluster, blocks, taken));
  return [...drawings, ...pictureDrawings(pictures.filter(outside), drawings, width * height)];
}

const middleOf = ([x0, y0, x1, y1]: PageBox): PageBox =>
  pageBox((x0 + x1) / 2, (y0 + y1) / 2, (x0 + x1) / 2, (y0 + y1) / 2);

/** Short, and no line of a paragraph. */
function isLabel(line: TextLine, block: TextBlock): boolean {
  if (line.text.length > LABEL_MAX_CHARS) return false;
  const long = block.lines.filter(({ text }) => text.length >= PROSE_MIN_CHARS).length;
  return block.lines.length < 3 || long * 2 < block.lines.length;
}

/** Shapes that make a drawing by themselves: not rules, not panels that text stands on, not the page's own design. */
function isStrong(shape: Shape, lines: readonly TextLine[], width: number, height: number): boolean {
  const { box, kind } = shape;
  if (kind === 'rule' || widthOf(box) > DESIGN_SHARE * width * 1.2 || heightOf(box) > DESIGN_SHARE * height * 1.2)
    return false;
  if (kind === 'polyline' && !shape.filled && isFrameLike(shape)) return false;
  if (kind !== 'rect') return true;
  if (!shape.filled) return false;
  const inside = lines.filter((line) => contains(box, middleOf(line.box)));
  const letters = inside.reduce((sum, { text }) => sum + text.length, 0);
  return inside.length <= 1 && letters <= 12;
}

/** Lines of right angles around or beside something: connectors, brackets, frames with an open side. */
const isFrameLike = ({ points }: Shape): boolean =>
  points.every(([x, y], i) => {
    const previous = points[i - 1];
    return !previous || Math.abs(x - previous[0]) < 0.5 || Math.abs(y - previous[1]) < 0.5;
  });

const isSwatch = ({ box }: Shape): boolean => {
  const [w, h] = [widthOf(box), heightOf(box)];
  return Math.max(w, h) <= SWATCH_PT && Math.min(w, h) >= 2 && Math.max(w, h) <= 3 * Math.min(w, h);
};

/** Shapes joined where they lie close, by flooding a grid: a page of thousands is not compared all with all. */
function clustersOf(shapes: readonly Shape[], width: number, height: number): Cluster[] {
  const cell = Math.max(JOIN_PT / 2, Math.sqrt((width * height) / MAX_CELLS));
  const [columns, rows] = [Math.ceil(width / cell) + 1, Math.ceil(height / cell) + 1];
  const owner = new Int32Array(columns * rows).fill(-1);
  const parent = shapes.map((_, i) => i);
  const root = (i: number): number => {
    let at = i;
    while (parent[at] !== at) at = parent[at] = parent[parent[at] as number] as number;
    return at;
  };
  shapes.forEach(({ box }, i) => {
    const near = grown(box, JOIN_PT / 2);
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
        if (other >= 0) parent[root(other)] = root(i);
        owner[r * columns + c] = i;
      }
    }
  });
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
function addRules(cluster: Cluster, shapes: readonly Shape[], width: number, height: number): void {
  const near = grown(cluster.box, JOIN_PT);
  const rules = shapes.filter(
    ({ kind, box, filled, points }) =>
      (kind === 'rule' || (kind === 'polyline' && !filled && points.length < 4)) &&
      box[0] <= near[2] &&
      near[0] <= box[2] &&
      box[1] <= near[3] &&
      near[1] <= box[3] &&
      widthOf(box) <= Math.min(DESIGN_SHARE * width, 2.5 * widthOf(cluster.box) + 40) &&
      heightOf(box) <= Math.min(DESIGN_SHARE * height, 2.5 * heightOf(cluster.box) + 40),
  );
  cluster.shapes.push(...rules);
  cluster.box = unionOf([cluster.box, ...rules.map(({ box }) => box)]) as PageBox;
}

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
): void {
  const charts = clusters.filter(({ chart, shapes }) => chart || new Set(shapes.map(({ color }) => color)).size > 2);
  if (charts.length === 0) return;
  const entries = swatches.slice(0, MAX_SWATCHES).map((swatch) => ({
    swatch,
    lines: labels.filter((line) => !taken.has(line) && standsBy(line, swatch)),
  }));
  for (const legend of legendsOf(entries)) {
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
      .filter(({ shared, gap }) => shared > 0 && gap < MAX_LEGEND_GAP_PT)
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
const MAX_LEGEND_GAP_PT = 120;

interface Entry {
  readonly swatch: Shape;
  readonly lines: readonly TextLine[];
}

/** Swatches of one column or one row, with text beside each. */
function legendsOf(entries: readonly Entry[]): Entry[][] {
  const legends: Entry[][] = [];
  for (const entry of entries.filter(({ lines }) => lines.length > 0)) {
    const legend = legends.find((other) =>
      other.some(({ swatch }) => {
        const [a, b] = [swatch.box, entry.swatch.box];
        const column = Math.abs(a[0] - b[0]) < 3 && gapOf(a, b) < 60;
        const row = Math.abs(a[1] - b[1]) < 3 && gapOf(a, b) < 160;
        return column || row;
      }),
    );
    if (legend) legend.push(entry);
    else legends.push([entry]);
  }
  return legends;
}

function standsBy(line: TextLine, { box }: Shape): boolean {
  const level = line.box[1] - 0.6 * line.sizePt <= box[3] && box[1] <= line.box[3] + 0.6 * line.sizePt;
  return level && gapOf(line.box, box) <= SWATCH_GAP_PT + 0.5 * line.sizePt;
}

/** Large enough to look at, and no panel with text on it. */
function isFigure({ box, shapes }: Cluster, blocks: readonly TextBlock[]): boolean {
  if (widthOf(box) < MIN_SIDE_PT || heightOf(box) < MIN_SIDE_PT) return false;
  if (shapes.every(({ kind }) => kind === 'rect' || kind === 'rule')) return false;
  const letters = blocks.filter(
    (block) => contains(box, block.box, 2) && block.lines.some(({ text }) => text.length >= PROSE_MIN_CHARS),
  );
  return letters.length === 0;
}

function drawingOf(cluster: Cluster, blocks: readonly TextBlock[], taken: Set<TextLine>): Drawing {
  if (!cluster.chart) return { kind: 'figure', box: cluster.box, lines: [...cluster.lines], title: null };
  const title = titleOf(cluster, blocks, taken);
  const lines = [...cluster.lines, ...(title?.lines ?? [])];
  for (const line of title?.lines ?? []) taken.add(line);
  const box = unionOf([cluster.box, ...(title ? [title.box] : [])]) as PageBox;
  const text = title?.lines.map((line) => line.text).join(' ') ?? innerTitle(cluster);
  return { kind: 'chart', box, lines, title: text };
}

/** What stands right above a chart, short, inside its width. */
function titleOf({ box }: Cluster, blocks: readonly TextBlock[], taken: ReadonlySet<TextLine>): TextBlock | null {
  const above = blocks
    .filter(
      ({ lines }) =>
        lines.every((line) => !taken.has(line)) &&
        lines.reduce((sum, { text }) => sum + text.length, 0) <= TITLE_MAX_CHARS,
    )
    .filter((block) => {
      const gap = box[1] - block.box[3];
      const inside = block.box[0] >= box[0] - 12 && block.box[2] <= box[2] + 12;
      return gap > -2 && gap <= TITLE_GAP_EM * block.sizePt && inside;
    })
    .sort((a, b) => b.box[3] - a.box[3]);
  return above[0] ?? null;
}

/** The highest lettering of a chart that holds its own title, where it is larger or bolder than the rest. */
function innerTitle({ lines }: Cluster): string | null {
  const sorted = [...lines].sort((a, b) => a.box[1] - b.box[1]);
  const usual = [...sorted].sort((a, b) => a.sizePt - b.sizePt)[sorted.length >> 1];
  const first = sorted[0];
  if (!first || !usual || (first.sizePt < 1.15 * usual.sizePt && !(first.bold && !usual.bold))) return null;
  return sorted
    .filter(
      (line) =>
        line.sizePt === first.sizePt && line.bold === first.bold && line.box[1] - first.box[1] < 3 * first.sizePt,
    )
    .map(({ text }) => text)
    .join(' ');
}

/** Pictures that are large enough to look at; pieces of one picture that touch are one. */
function pictureDrawings(pictures: readonly PageBox[], drawings: readonly Drawing[], pageArea: number): Drawing[] {
  const joined: PageBox[] = [];
  for (const box of pictures.slice(0, MAX_PICTURES)) {
    const at = joined.findIndex(
      (other) => gapOf(other, box) < 1 && areaOf(box) < 0.5 * pageArea && areaOf(other) < 0.5 * pageArea,
    );
    if (at < 0) joined.push(box);
    else joined[at] = unionOf([joined[at] as PageBox, box]) as PageBox;
  }
  return joined
    .filter((box) => widthOf(box) >= MIN_SIDE_PT / 2 && heightOf(box) >= MIN_SIDE_PT / 2)
    .filter((box) => !drawings.some((drawing) => contains(drawing.box, box, 2)))
    .map((box) => ({ kind: 'figure', box, lines: [], title: null }));
}

const MAX_PICTURES = 2_000;
