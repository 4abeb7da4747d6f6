import { type PageBox, unionOf } from '../../evidence/boxes.js';
import type { Bar, BarGroup } from './bar-groups.js';
import { valuesOfBars } from './bar-values.js';
import { type Categories, categoriesOf, type Placed } from './categories.js';
import type { ChartGrammar, ChartRefusal } from './chart.js';
import type { DraftChart, DraftMark, DraftPoint } from './draft.js';
import type { Label } from './labels.js';
import { type LegendEntry, legendFor } from './legend.js';
import { isNumeral } from './printed-number.js';
import type { Scene } from './scene.js';
import { acrossMiddle, fromView, lengthOf } from './view.js';

/** Reads one group of bars: names along the axis, series by colour, and the value that is printed at each bar. */
export function barChart(scene: Scene, group: BarGroup): DraftChart | null {
  const marks = group.bars.map((bar) => markOf(bar, group));
  const area = unionOf(marks.map(({ box }) => box)) as PageBox;
  const categories = axisNames(scene, group);
  const names = new Set(categories?.all.flatMap(({ labels }) => labels) ?? []);
  const ids = new Set(marks.flatMap((mark) => mark.ids));
  const legend = legendFor(scene, new Set(marks.map(({ color }) => color)), ids, area, (label) => !names.has(label));
  const inLegend = new Set(legend.flatMap(({ labels }) => labels));
  const candidates = scene.labels.filter((label) => !names.has(label) && !inLegend.has(label) && isNumeral(label.text));
  const values = valuesOfBars(group, candidates);
  const series = seriesOf(group, categories, legend);
  const points = group.bars.map((bar, i): DraftPoint => {
    const category = categories?.byItem[i] ?? null;
    const value = values[i] as (typeof values)[number];
    const own = series[i] as (typeof series)[number];
    return {
      mark: i,
      series: own.labels,
      category: own.asCategory ?? category?.labels ?? null,
      label: value.label === null ? null : [value.label],
      printed: null,
      refused: [
        ...value.refused,
        ...own.refused,
        ...(category === null && own.asCategory === null ? (['NO_CATEGORY'] as const) : []),
      ],
      measure: measureOf(bar, group),
      scale: 0,
    };
  });
  const used = new Set([...names, ...inLegend, ...values.flatMap(({ label }) => (label === null ? [] : [label]))]);
  return {
    grammar: grammarOf(group, categories),
    marks,
    points,
    legend: legend.map(({ swatch }) => swatch),
    used,
    axes:
      categories === null
        ? []
        : [
            {
              direction: group.upright ? 'horizontal' : 'vertical',
              kind: 'category',
              title: null,
              labels: categories.all.map(({ labels }) => labels),
            },
          ],
  };
}

const markOf = (bar: Bar, group: BarGroup): DraftMark => ({
  kind: group.kind === 'stacked' ? 'segment' : 'bar',
  box: fromView(bar, group.upright),
  color: bar.color,
  ids: bar.ids,
});

/** From the axis to the end of the bar, negative on its other side; of what floats, its length. */
function measureOf(bar: Bar, { base, kind }: BarGroup): number {
  if (kind === 'waterfall') return lengthOf(bar);
  const below = Math.abs(bar.l1 - base) < Math.abs(bar.l0 - base) && bar.l1 <= base + 1;
  return (below ? -1 : 1) * lengthOf(bar);
}

/** Names stand below the bars, at the axis where bars reach below it, or on top. */
function axisNames(scene: Scene, group: BarGroup): Categories | null {
  const items = group.bars.map(
    (bar): Placed => ({ at: acrossMiddle(bar), key: group.kind === 'waterfall' ? '' : bar.color }),
  );
  const low = Math.min(...group.bars.map(({ l0 }) => l0));
  const high = Math.max(...group.bars.map(({ l1 }) => l1));
  const tries: [number, -1 | 1][] = [
    [low, -1],
    [group.base, -1],
    [high, 1],
    [group.base, 1],
  ];
  for (const [edge, side] of tries) {
    const found = categoriesOf(items, edge, scene.labels, group.upright, side);
    if (found !== null) return found;
  }
  return null;
}

interface Series {
  readonly labels: readonly Label[] | null;
  /** Where colours name the bars and no axis does. */
  readonly asCategory: readonly Label[] | null;
  readonly refused: readonly ChartRefusal[];
}

function seriesOf(
  { bars, columns, kind }: BarGroup,
  categories: Categories | null,
  legend: readonly LegendEntry[],
): Series[] {
  const byColor = new Map<string, LegendEntry[]>();
  for (const entry of legend) byColor.set(entry.color, [...(byColor.get(entry.color) ?? []), entry]);
  const colors = new Set(bars.map(({ color }) => color));
  // One bar a place: colours may tell nothing, or set one bar apart.
  const onePerPlace = kind !== 'stacked' && (categories === null || countsOf(categories).every((count) => count <= 1));
  const named = [...colors].filter((color) => byColor.has(color));
  const colorsAreNames = categories === null && colors.size === bars.length && columns.length === bars.length;
  return bars.map(({ color }): Series => {
    const entries = byColor.get(color) ?? [];
    const distinct = new Set(entries.map(({ labels }) => labels.map(({ text }) => text).join(' ')));
    if (distinct.size > 1) return { labels: null, asCategory: null, refused: ['AMBIGUOUS_SERIES'] };
    const labels = entries[0]?.labels ?? null;
    if (labels !== null && colorsAreNames) return { labels: null, asCategory: labels, refused: [] };
    if (labels !== null) return { labels, asCategory: null, refused: [] };
    const optional = colors.size === 1 || (onePerPlace && named.length === 0) || kind === 'waterfall';
    return { labels: null, asCategory: null, refused: optional ? [] : ['NO_SERIES'] };
  });
}

function countsOf(categories: Categories): number[] {
  return categories.all.map((category) => categories.byItem.filter((own) => own === category).length);
}

function grammarOf({ kind, upright }: BarGroup, categories: Categories | null): ChartGrammar {
  if (kind === 'waterfall') return 'waterfall';
  if (kind === 'stacked') return upright ? 'stacked_bar' : 'stacked_horizontal_bar';
  const grouped = categories !== null && countsOf(categories).some((count) => count > 1);
  if (grouped) return upright ? 'grouped_bar' : 'grouped_horizontal_bar';
  return upright ? 'bar' : 'horizontal_bar';
}
