import { type PageBox, unionOf } from '../../evidence/boxes.js';
import { type NumberStyle, printedNumber } from '../facts/printed-number.js';
import type { ChartRefusal } from './chart.js';
import type { DraftChart, DraftMark, DraftPoint } from './draft.js';
import { type Label, partOf } from './labels.js';
import { isOfAnother, type LegendEntry, legendFor, type OtherMarks } from './legend.js';
import { type LegendValue, legendValues } from './legend-values.js';
import type { RadialBars } from './pies.js';
import type { Scene } from './scene.js';
import { sliceLine, withoutBrackets } from './slice-label.js';

/** Lettering at the beginning of an arc ends this close to it, em. */
const START_GAP_EM = 1.6;
/** Name and number stand this close to each other, em. */
const PAIR_GAP_EM = 2.5;

/**
 * Reads concentric arcs: what they say stands in their legend, or where each arc begins.
 *
 * @param rivals the page's charts over an axis: a legend that stands nearer to one in its colours is no legend of the arcs
 */
export function radialChart(
  scene: Scene,
  radial: RadialBars,
  rivals: readonly OtherMarks[],
  style: NumberStyle,
): DraftChart {
  const marks = radial.bars.map(
    ({ color, sectors }): DraftMark => ({
      kind: 'arc',
      box: unionOf(sectors.map(({ shape }) => shape.box)) as PageBox,
      color,
      ids: sectors.map(({ shape }) => shape.id),
    }),
  );
  const area = unionOf(marks.map(({ box }) => box)) as PageBox;
  const ids = new Set(marks.flatMap((mark) => mark.ids));
  const named = legendFor(scene, new Set(marks.map(({ color }) => color)), ids, area, () => true);
  const legend = isOfAnother(named, area, rivals) ? [] : named;
  const values = legendValues(scene, legend, style);
  const used = new Set<Label>(legend.flatMap(({ labels }) => labels));
  const points = radial.bars.flatMap((bar, mark): DraftPoint[] => {
    const entries = legend.filter(({ color }) => color === bar.color);
    const entry = entries.length === 1 ? (entries[0] as LegendEntry) : null;
    const inLegend = entry === null ? null : (values.get(entry) ?? null);
    const start = entries.length === 0 || inLegend?.values.length === 0 ? atStart(scene, radial, bar, style) : null;
    // The legend may name what has its number at the arc; a second name there would be another's.
    const found = inLegend === null ? (start?.category === null ? null : start) : numbered(inLegend, start);
    const category = found?.category ?? entry?.labels ?? null;
    const refused: ChartRefusal[] =
      category === null ? [entries.length > 1 ? 'AMBIGUOUS_CATEGORY' : 'NO_CATEGORY'] : [];
    const base = { mark, series: null, category, measure: bar.sweepDeg, refused };
    for (const label of category ?? []) used.add(label);
    if (found === null || found.values.length === 0) return [{ ...base, label: null, printed: null }];
    for (const { label } of found.values) used.add(label);
    return found.values.map(({ label, printed }) => ({ ...base, label: [label], printed: withoutBrackets(printed) }));
  });
  return { grammar: 'radial_bar', area, marks, points, legend: legend.map(({ swatch }) => swatch), used, axes: [] };
}

/** A name of the legend with the number that stands at its arc. */
const numbered = (inLegend: LegendValue, start: LegendValue | null): LegendValue =>
  inLegend.values.length > 0 || start === null || start.category !== null
    ? inLegend
    : { ...inLegend, values: start.values };

/** Name and number left of where an arc begins at 12 o'clock, in the height of its ring. */
function atStart(
  scene: Scene,
  radial: RadialBars,
  bar: RadialBars['bars'][number],
  style: NumberStyle,
): LegendValue | null {
  const [x, y] = radial.center;
  const outer = y - Math.max(...bar.sectors.map(({ radius }) => radius));
  const inner = y - Math.min(...bar.sectors.map(({ innerRadius }) => innerRadius));
  const row = scene.labels
    .filter(({ box, rotationDeg }) => {
      const middle = (box[1] + box[3]) / 2;
      return rotationDeg === 0 && middle > outer && middle < inner && box[2] <= x + 1;
    })
    .sort((a, b) => b.box[2] - a.box[2]);
  const own: Label[] = [];
  // A round end reaches half a ring beyond where its arc begins.
  let edge = x - (inner - outer) / 2;
  for (const label of row) {
    if (edge - label.box[2] > (own.length === 0 ? START_GAP_EM : PAIR_GAP_EM) * label.sizePt || own.length === 2) break;
    own.push(label);
    edge = label.box[0];
  }
  const lines = own.map((label) => ({ label, line: sliceLine(label.text, style) }));
  const numbers = lines.filter(({ line }) => line.number !== null);
  const names = lines.filter(({ line }) => line.name !== '');
  const [name] = names;
  if (names.length > 1 || numbers.length > 1) return null;
  return {
    category: name === undefined ? null : [name.line.number === null ? name.label : partOf(name.label, name.line.name)],
    values: numbers
      .filter(({ line }) => printedNumber(withoutBrackets(line.number as string), style) !== null)
      .map(({ label, line }) => ({ label, printed: line.number as string, name: line.name })),
  };
}
