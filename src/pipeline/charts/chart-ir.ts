import type { WireChart, WireField } from '../../evidence/wire/charts.js';
import { type Locator, wireBox } from '../../evidence/wire/locator.js';
import type { Refusal } from '../../evidence/wire/prove.js';
import type { PaintedPage } from '../../sources/painted.js';
import { scaled } from '../facts/units.js';
import type { RunPart } from '../layout/words.js';
import type { Chart, ChartText } from './chart.js';
import type { Qualification } from './qualify.js';

/** The reader of this folder, as replies and receipts name it. */
const CHART_PRODUCER = 'vector-chart-v1';

/** The page that a chart is bound to. */
export interface ChartBinding {
  readonly locator: Locator;
  readonly svgDigest: string;
  readonly elements: PaintedPage['elements'];
  /** Why the page's evidence does not bear these glyphs; empty where it does. */
  readonly refusals: (runs: readonly RunPart[]) => readonly Refusal[];
}

/** A chart as replies have it, and with `full` as it is stored and cited: axes, marks, and the evidence of every field. */
export function chartIr(
  chart: Chart,
  { points, verification }: Qualification,
  binding: ChartBinding,
  full = true,
): WireChart {
  const field = (text: ChartText): WireField => fieldOf(text, binding);
  const maybe = (text: ChartText | null): WireField | null => (text === null ? null : field(text));
  const wirePoints = chart.points.map((point, i): WireChart['points'][number] => ({
    series: (point.series ?? chart.title)?.text ?? null,
    category: point.category?.text ?? null,
    period: (point.period ?? chart.period)?.text ?? null,
    unit: point.unit,
    value: point.value,
    printed: point.label?.text ?? null,
    normalized: point.value === null ? null : scaled(point.value, point.unit),
    kind: point.kind,
    element_ids: point.label === null ? [] : elementsOf(point.label),
    box: point.label === null ? null : wireBox(point.label.box),
    verification: points[i]?.verification ?? 'PENDING',
    ...(full
      ? {
          fields: {
            series: maybe(point.series ?? chart.title),
            category: maybe(point.category),
            period: maybe(point.period ?? chart.period),
            value: maybe(point.label),
            unit: maybe(point.unitFrom),
          },
        }
      : {}),
  }));
  const ir: WireChart = {
    id: chart.id,
    locator: binding.locator,
    grammar: chart.grammar,
    title: chart.title?.text ?? null,
    period: chart.period?.text ?? null,
    points: wirePoints,
    producers: [CHART_PRODUCER],
    verification,
    refused: points.flatMap(({ refused }, point) => refused.map((reason) => ({ reason, point }))),
  };
  if (!full) return ir;
  return {
    ...ir,
    execution_mode: 'PRODUCTION',
    binding: { svg_digest: binding.svgDigest, elements: boundElements(chart, binding) },
    title_evidence: maybe(chart.title),
    period_evidence: maybe(chart.period),
    axes: chart.axes.map(({ direction, kind, title, labels }) => ({
      direction,
      kind,
      title: maybe(title),
      labels: labels.map(field),
    })),
    marks: chart.marks.map((mark) => ({
      kind: mark.kind,
      box: wireBox(mark.box),
      color: mark.color,
      element_ids: [...mark.elementIds],
      point_ids: [...mark.points],
      extent: mark.extent,
    })),
  };
}

function fieldOf(text: ChartText, { refusals }: ChartBinding): WireField {
  const refused = [...refusals(text.runs)];
  return {
    text: text.text,
    element_ids: elementsOf(text),
    glyphs: text.runs.map(({ id, from, to }) => [id, from, to]),
    box: wireBox(text.box),
    verification: refused.length === 0 ? 'VERIFIED' : 'PENDING',
    confidence: refused.length === 0 ? 1 : 0,
    refused,
  };
}

const elementsOf = ({ runs }: ChartText): string[] => [...new Set(runs.map(({ id }) => id))];

/** Every element that the chart cites, with its place among those of the page. */
function boundElements(chart: Chart, { elements }: ChartBinding): { id: string; index: number }[] {
  const texts = [
    chart.title,
    chart.period,
    ...chart.axes.flatMap(({ title, labels }) => [title, ...labels]),
    ...chart.points.flatMap(({ series, category, period, label, unitFrom }) => [
      series,
      category,
      period,
      label,
      unitFrom,
    ]),
  ];
  const cited = new Set([
    ...texts.flatMap((text) => (text === null ? [] : elementsOf(text))),
    ...chart.marks.flatMap(({ elementIds }) => elementIds),
  ]);
  return elements.flatMap(({ id }, index) => (cited.has(id) ? [{ id, index }] : []));
}
