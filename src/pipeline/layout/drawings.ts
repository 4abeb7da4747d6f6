import { areaOf, contains, gapOf, heightOf, type PageBox, pageBox, unionOf, widthOf } from '../../evidence/boxes.js';
import { captionAt } from '../../evidence/labels.js';
import {
  addRules,
  type Cluster,
  clustersOf,
  DESIGN_SHARE,
  gridClusters,
  joinFrames,
  PROSE_MIN_CHARS,
} from './drawing-clusters.js';
import { attachFramed, attachLegends } from './drawing-legends.js';
import { blockText, innerTitle, largestOf, titlesOf } from './drawing-titles.js';
import { barsOf, isChart } from './marks.js';
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
/** Lettering this many of its sizes from a drawing is a label. */
const LABEL_GAP_EM = 1.6;
/** A label is no longer than this; nor is it a line of a paragraph. */
const LABEL_MAX_CHARS = 48;
/** A shape on which more letters than this stand is a panel. */
const PANEL_MIN_CHARS = 12;

/** Size of the page and of its running text, pt. */
interface Measures {
  readonly width: number;
  readonly height: number;
  readonly em: number;
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
