import { areaOf, contains, gapOf, type PageBox, unionOf } from '../../evidence/boxes.js';
import { type Cluster, MAX_FRAMES } from './drawing-clusters.js';
import { isChart } from './marks.js';
import type { Shape } from './shapes.js';
import type { TextLine } from './text-lines.js';

const SWATCH_GAP_EM = 2;
/** A legend stands at most this far from its chart, and its entries this far from each other. */
const MAX_LEGEND_GAP_EM = 14;
const ENTRY_GAP_EM = 6;

/** Swatches with their text go to the chart that has their colours, the nearest of those that have as many. */
export function attachLegends(
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

/** A small frame with lettering that touches a drawing is its legend. */
export function attachFramed(
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
