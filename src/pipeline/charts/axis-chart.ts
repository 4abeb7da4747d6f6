import { type PageBox, pageBox, unionOf } from '../../evidence/boxes.js';
import { isNumeral, type NumberStyle } from '../facts/printed-number.js';
import type { Placed } from './axis-names.js';
import type { Bar, BarGroup } from './bar-groups.js';
import { barTies } from './bar-values.js';
import { type Categories, categoriesOf } from './categories.js';
import type { ChartGrammar, ChartRefusal } from './chart.js';
import type { DraftAxis, DraftChart, DraftMark, DraftPoint } from './draft.js';
import type { Label } from './labels.js';
import { isOfAnother, type LegendEntry, legendFor, type OtherMarks } from './legend.js';
import type { LineSeries } from './line-series.js';
import { lineTies } from './line-values.js';
import { unreadColors } from './outlined.js';
import { plotArea } from './plot-area.js';
import { rulesOf, withoutRuleNumbers } from './rule-numbers.js';
import type { Scene } from './scene.js';
import { type TiedMark, tieLabels } from './tie-labels.js';
import { valueAxesOf } from './value-axis.js';
import { acrossMiddle, fromView, lengthOf, viewBox } from './view.js';

/** A bar, or a point of a line, on the axis of a chart. */
interface AxisMark extends TiedMark, DraftMark {
  /** Across. */
  readonly at: number;
}

/**
 * Reads bars, lines, or both over one axis: names along the axis, series by colour, and the value that is printed at each
 * mark.
 *
 * @param rivals the page's other charts over an axis
 * @param round its pies and rings
 */
export function axisChart(
  scene: Scene,
  group: BarGroup | null,
  lines: readonly LineSeries[],
  style: NumberStyle,
  rivals: readonly OtherMarks[],
  round: readonly OtherMarks[],
): DraftChart {
  const others = rivals.map(({ box }) => box);
  const upright = group?.upright ?? true;
  const marks = [...(group?.bars.map((bar) => barMark(bar, group)) ?? []), ...lines.flatMap(lineMarks)];
  const own = unionOf(marks.map(({ box }) => box)) as PageBox;
  const axes = valueAxesOf(scene, own, upright, others);
  const ground = plotArea(scene, own, others);
  const area = unionOf([ground, ...axes.flatMap((axis) => alongTicks(axis, ground, upright))]) as PageBox;
  const ticks = new Set(axes.flatMap(({ labels }) => labels.flat()));
  const free = scene.labels.filter((label) => !ticks.has(label));
  const categories = axisNames(free, marks, group, area, upright);
  const names = new Set(categories?.all.flatMap(({ labels }) => labels) ?? []);
  const ids = new Set([...marks.flatMap((mark) => mark.ids), ...lines.flatMap((line) => line.ids)]);
  const colors = new Set(marks.map(({ color }) => color));
  const legend = legendFor(scene, colors, ids, area, (label) => !names.has(label) && !ticks.has(label));
  const inLegend = new Set(legend.flatMap(({ labels }) => labels));
  const candidates = free.filter((label) => !names.has(label) && !inLegend.has(label) && isNumeral(label.text));
  const near = [
    ...(group === null ? [] : barTies(group, candidates)),
    ...lineTies(lines, candidates, group?.bars.length ?? 0),
  ];
  const { ties, open } = withoutRuleNumbers(near, marks, rulesOf(scene, own, ids, group, axes, style), style);
  const values = tieLabels(marks, ties, style);
  const unnamed = categories === null && !hasLetteringBelow(free, inLegend, own);
  const series = seriesOf(
    marks,
    categories,
    legend,
    group?.kind === 'stacked',
    unnamed,
    atEnds(free, lines, names, inLegend),
  );
  const isForeign = isOfAnother(legend, own, [...rivals, ...round]);
  const unread = unreadColors(scene, colors, ids);
  const points = marks.map((mark, i): DraftPoint => {
    const category = categories?.byItem[i] ?? null;
    const value = values[i] as (typeof values)[number];
    const of = series[i] as (typeof series)[number];
    return {
      mark: i,
      series: of.labels,
      category: of.asCategory ?? category?.labels ?? null,
      label: value.label === null ? null : [value.label],
      printed: null,
      refused: [
        ...value.refused,
        ...(value.label === null && open.has(i) ? (['AMBIGUOUS_MARK'] as const) : []),
        ...of.refused,
        ...(of.labels === null && of.asCategory === null && unread.has(mark.color) ? (['NO_SERIES'] as const) : []),
        ...(isForeign && of.labels !== null ? (['AMBIGUOUS_SERIES'] as const) : []),
        ...(category === null && of.asCategory === null ? (['NO_CATEGORY'] as const) : []),
      ],
      measure: mark.extent,
    };
  });
  const used = new Set([
    ...names,
    ...inLegend,
    ...series.flatMap(({ labels }) => labels ?? []),
    ...values.flatMap(({ label }) => (label === null ? [] : [label])),
  ]);
  const named = categories?.all.map(({ labels }) => labels);
  return {
    grammar: grammarOf(group, lines, categories),
    area,
    marks: [...marks, ...lines.map(strokeMark)],
    points,
    legend: legend.map(({ swatch }) => swatch),
    used,
    axes: [
      ...(named
        ? [{ direction: upright ? 'horizontal' : 'vertical', kind: 'category', title: null, labels: named } as const]
        : []),
      ...axes,
    ],
  };
}

function barMark(bar: Bar, group: BarGroup): AxisMark {
  return {
    kind: group.kind === 'stacked' ? 'segment' : 'bar',
    box: fromView(bar, group.upright),
    color: bar.color,
    ids: bar.ids,
    series: group.kind === 'waterfall' ? 'bars' : bar.color,
    extent: extentOfBar(bar, group),
    zero: true,
    at: acrossMiddle(bar),
  };
}

function lineMarks({ color, vertices, ids }: LineSeries): AxisMark[] {
  return vertices.map(({ at: [x, y], ids: markers }) => ({
    kind: 'marker',
    box: pageBox(x - 1, y - 1, x + 1, y + 1),
    color,
    ids: markers.length > 0 ? markers : ids,
    series: `line ${color}`,
    extent: -y,
    zero: false,
    at: x,
  }));
}

const strokeMark = ({ color, ids, box }: LineSeries): DraftMark => ({ kind: 'line', box, color, ids });

/** From the axis to the end of the bar, negative on its other side; of what floats, its length. */
function extentOfBar(bar: Bar, { base, kind }: BarGroup): number {
  if (kind === 'waterfall') return lengthOf(bar);
  const below = Math.abs(bar.l1 - base) < Math.abs(bar.l0 - base) && bar.l1 <= base + 1;
  return (below ? -1 : 1) * lengthOf(bar);
}

/** Names stand below the plot, at the axis where bars reach below it, or on top. */
function axisNames(
  labels: readonly Label[],
  marks: readonly AxisMark[],
  group: BarGroup | null,
  area: PageBox,
  upright: boolean,
): Categories | null {
  const items = marks.map(({ at, series }): Placed => ({ at, key: series }));
  const views = marks.map(({ box }) => viewBox(box, upright));
  const plot = viewBox(area, upright);
  const [first, last] = [Math.min(...views.map(({ a0 }) => a0)), Math.max(...views.map(({ a1 }) => a1))];
  // A plot that is no larger than its marks shows no end of the axis.
  const ends = [plot.a0 < first - 1 ? plot.a0 : -Infinity, plot.a1 > last + 1 ? plot.a1 : Infinity] as const;
  const tries: (readonly [number, -1 | 1])[] = [
    [Math.min(...views.map(({ l0 }) => l0)), -1],
    ...(group === null ? [] : ([[group.base, -1]] as const)),
    [plot.l0, -1],
    [Math.max(...views.map(({ l1 }) => l1)), 1],
    ...(group === null ? [] : ([[group.base, 1]] as const)),
    [plot.l1, 1],
  ];
  for (const [edge, side] of tries) {
    const found = categoriesOf(items, edge, labels, upright, side, ends);
    if (found !== null) return found;
  }
  return null;
}

/** An axis goes on to its outermost ticks. */
function alongTicks({ labels }: DraftAxis, [x0, y0, x1, y1]: PageBox, upright: boolean): PageBox[] {
  return labels.flat().map(({ box }) => {
    const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
    return upright ? pageBox(x0, y, x1, y) : pageBox(x, y0, x, y1);
  });
}

/** Something below the marks names them, even if it is not clear which. */
const hasLetteringBelow = (labels: readonly Label[], inLegend: ReadonlySet<Label>, marks: PageBox): boolean =>
  labels.some(
    ({ box, sizePt }, i) =>
      !inLegend.has(labels[i] as Label) &&
      box[1] >= marks[3] - 2 &&
      box[1] - marks[3] < NAME_GAP_EM * sizePt &&
      box[0] < marks[2] &&
      box[2] > marks[0],
  );

const NAME_GAP_EM = 3;

/** The name that stands at the end of a line, in its colour or right beside it. */
function atEnds(
  labels: readonly Label[],
  lines: readonly LineSeries[],
  names: ReadonlySet<Label>,
  inLegend: ReadonlySet<Label>,
): Map<string, Label[]> {
  const found = new Map<string, Label[]>();
  for (const { color, vertices } of lines) {
    const [x, y] = (vertices.at(-1) as LineSeries['vertices'][number]).at;
    const near = labels.filter((label) => {
      const em = label.sizePt;
      if (names.has(label) || inLegend.has(label) || isNumeral(label.text) || !/\p{L}/u.test(label.text)) return false;
      const gap = label.box[0] - x;
      return gap > 0 && gap <= 2.2 * em && Math.abs((label.box[1] + label.box[3]) / 2 - y) <= 0.8 * em;
    });
    if (near.length === 1) found.set(color, near);
  }
  return found;
}

interface Series {
  readonly labels: readonly Label[] | null;
  /** Where colours name the bars and no axis does. */
  readonly asCategory: readonly Label[] | null;
  readonly refused: readonly ChartRefusal[];
}

function seriesOf(
  marks: readonly AxisMark[],
  categories: Categories | null,
  legend: readonly LegendEntry[],
  stacked: boolean,
  unnamed: boolean,
  direct: ReadonlyMap<string, Label[]>,
): Series[] {
  const byColor = new Map<string, LegendEntry[]>();
  for (const entry of legend) byColor.set(entry.color, [...(byColor.get(entry.color) ?? []), entry]);
  const colors = new Set(marks.map(({ color }) => color));
  // One mark a place: colours may tell nothing, or set one bar apart.
  const onePerPlace = !stacked && (categories === null || countsOf(categories).every((count) => count <= 1));
  const named = [...colors].filter((color) => byColor.has(color));
  const colorsAreNames = unnamed && colors.size === marks.length;
  return marks.map(({ color, kind, series }): Series => {
    const none = { labels: null, asCategory: null, refused: [] };
    const entries = byColor.get(color) ?? [];
    const distinct = new Set(entries.map(({ labels }) => labels.map(({ text }) => text).join(' ')));
    if (distinct.size > 1) return { ...none, refused: ['AMBIGUOUS_SERIES'] };
    const atEnd = kind === 'marker' ? (direct.get(color) ?? null) : null;
    // The legend may be another chart's.
    if (entries.length > 0 && atEnd !== null) return { ...none, refused: ['AMBIGUOUS_SERIES'] };
    const labels = entries[0]?.labels ?? atEnd;
    // A bar and a line of one colour have one entry between them.
    if (labels !== null && marks.some((other) => other.color === color && other.series !== series))
      return { ...none, refused: ['AMBIGUOUS_SERIES'] };
    if (labels !== null && colorsAreNames) return { ...none, asCategory: labels };
    if (labels !== null) return { ...none, labels };
    const optional = new Set(marks.map((mark) => mark.series)).size === 1 || (onePerPlace && named.length === 0);
    return { ...none, refused: optional ? [] : ['NO_SERIES'] };
  });
}

function countsOf(categories: Categories): number[] {
  return categories.all.map((category) => categories.byItem.filter((own) => own === category).length);
}

function grammarOf(group: BarGroup | null, lines: readonly LineSeries[], categories: Categories | null): ChartGrammar {
  if (group === null) return 'line';
  if (lines.length > 0) return 'bar_line';
  const { kind, upright } = group;
  if (kind === 'waterfall') return 'waterfall';
  if (kind === 'stacked') return upright ? 'stacked_bar' : 'stacked_horizontal_bar';
  const grouped = categories !== null && countsOf(categories).some((count) => count > 1);
  if (grouped) return upright ? 'grouped_bar' : 'grouped_horizontal_bar';
  return upright ? 'bar' : 'horizontal_bar';
}
