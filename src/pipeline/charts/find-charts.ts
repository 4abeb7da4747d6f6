import { contains, type PageBox, unionOf } from '../../evidence/boxes.js';
import type { PaintedPage } from '../../sources/painted.js';
import { isNumeral, type NumberStyle, numberStyleOf } from '../facts/printed-number.js';
import { wordsOf } from '../layout/words.js';
import { type QuarterTurn, quarterTurnOf } from '../tables/upright.js';
import { assembled } from './assembled.js';
import { axisChart } from './axis-chart.js';
import { barGroupsOf } from './bar-groups.js';
import type { Chart, ChartWarning } from './chart.js';
import { type AxisGroup, combined } from './combine.js';
import type { DraftChart } from './draft.js';
import type { OtherMarks } from './legend.js';
import { lineSeriesOf } from './line-series.js';
import { pieChart } from './pie-chart.js';
import { type Pie, type RadialBars, roundChartsOf } from './pies.js';
import { radialChart } from './radial-chart.js';
import type { Sector } from './round-marks.js';
import { type Scene, sceneOf } from './scene.js';
import { type Surroundings, surroundingsOf } from './surroundings.js';
import { areaOfDraft } from './title.js';
import { fromView } from './view.js';

export interface FindChartsOptions {
  /** Boxes of the page's tables: what is painted in them is a chart only where most of it can be read as one. */
  readonly tables?: readonly PageBox[];
}

/** A direction with fewer words than this, and than this share of the page's, bears no chart. */
const MIN_WORDS = 4;
const MIN_WORDS_SHARE = 0.15;
/** A page of more paths is a drawing or a map. */
const MAX_ELEMENTS = 60_000;

/**
 * Reads the charts of a page from its vectors alone (`vector-chart-v1`). Values are what is printed at a mark; nothing is
 * read off its length, angle or colour. What can't be tied without doubt bears the reason.
 */
export function findCharts(
  page: PaintedPage,
  pageIndex: number,
  options: FindChartsOptions = {},
): { charts: Chart[]; warnings: ChartWarning[] } {
  if (page.elements.length > MAX_ELEMENTS) {
    const message = `The page paints ${page.elements.length} elements; charts are looked for among up to ${MAX_ELEMENTS}.`;
    return { charts: [], warnings: [{ code: 'CHARTS_TOO_MANY_SHAPES', message }] };
  }
  const charts = eachOnce(
    turnsOf(page).map((turn) => {
      const scene = sceneOf(page, turn);
      return chartsIn(scene, pageIndex, options.tables ?? []);
    }),
  );
  charts.sort((a, b) => a.box[1] - b.box[1] || a.box[0] - b.box[0]);
  return { charts: charts.map((chart, i) => ({ id: `c${pageIndex + 1}-${i + 1}`, ...chart })), warnings: [] };
}

interface Read {
  readonly chart: Omit<Chart, 'id'>;
  /** Values that read from left to right in the direction in which the chart was read. */
  readonly uprightValues: number;
}

/** Of charts read from the same marks in several directions, the one whose values stand upright. */
function eachOnce(byTurn: readonly (readonly Read[])[]): Omit<Chart, 'id'>[] {
  const takenBy = new Map<string, number>();
  const all = byTurn.flatMap((reads, turn) => reads.map((read) => ({ ...read, turn })));
  return all
    .sort((a, b) => b.uprightValues - a.uprightValues || a.turn - b.turn)
    .flatMap(({ chart, turn }) => {
      const ids = chart.marks.filter(({ kind }) => kind !== 'swatch').flatMap(({ elementIds }) => elementIds);
      if (ids.some((id) => (takenBy.get(id) ?? turn) !== turn)) return [];
      for (const id of ids) takenBy.set(id, turn);
      return [chart];
    });
}

function turnsOf(page: PaintedPage): QuarterTurn[] {
  const counts = new Map<QuarterTurn, number>();
  const words = wordsOf(page);
  for (const word of words) {
    const turn = word.vertical ? null : quarterTurnOf(word.rotationDeg);
    if (turn !== null) counts.set(turn, (counts.get(turn) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count >= Math.max(MIN_WORDS, MIN_WORDS_SHARE * words.length))
    .sort((a, b) => b[1] - a[1])
    .map(([turn]) => turn);
}

function chartsIn(scene: Scene, pageIndex: number, tables: readonly PageBox[]): Read[] {
  const circles = roundChartsOf(scene);
  const taken = new Set(circles.flatMap((chart) => sectorsIn(chart).map(({ shape }) => shape.id)));
  const bars = barGroupsOf(scene, taken);
  const inBars = new Set([...taken, ...bars.flatMap((group) => group.bars.flatMap(({ ids }) => ids))]);
  const groups = combined(scene, bars, lineSeriesOf(scene, inBars));
  const overAxes = groups.map((group) => marksOf(boxesOf(group), [...(group.bars?.bars ?? []), ...group.lines]));
  const round = circles.map((chart): DraftChart => {
    const style = styleAround(
      scene,
      sectorsIn(chart).map(({ shape }) => shape.box),
    );
    if (chart.kind === 'radial_bar') return radialChart(scene, chart, overAxes, style);
    const others = circles.flatMap((other) => (other === chart || other.kind === 'radial_bar' ? [] : [other]));
    return pieChart(scene, chart, others, overAxes, style);
  });
  const roundMarks = round.map(({ area, marks }) => marksOf([area], marks));
  const axial = groups.map((group, i) => {
    const others = overAxes.filter((_, j) => j !== i);
    return axisChart(scene, group.bars, group.lines, styleAround(scene, boxesOf(group)), others, roundMarks);
  });
  const drafts = [...round, ...axial].filter((draft) => isReadable(draft) && !isCells(scene, draft, tables));
  const marked = new Set(drafts.flatMap(({ marks, legend }) => [...marks, ...legend].flatMap(({ ids }) => ids)));
  const areas = drafts.map((draft) => unionOf(areaOfDraft(draft)) as PageBox);
  const used = new Set(
    drafts.flatMap((draft) => [
      ...draft.used,
      ...draft.axes.flatMap(({ labels, title }) => [...labels.flat(), ...(title === null ? [] : [title])]),
    ]),
  );
  const around = drafts.map((draft, i) => {
    const own = areas[i] as PageBox;
    return surroundingsOf(
      scene,
      draft,
      own,
      areas.filter((area) => area !== own),
      used,
    );
  });
  return drafts.map((draft, i) => {
    const own = around[i] as Surroundings;
    const beside = around.filter((other) => other !== own);
    return {
      chart: assembled(scene, draft, pageIndex, own, beside, used, marked),
      uprightValues: draft.points.filter(({ label }) => label?.[0]?.rotationDeg === 0).length,
    };
  });
}

const sectorsIn = (chart: Pie | RadialBars): readonly Sector[] =>
  chart.kind === 'radial_bar' ? chart.bars.flatMap((bar) => bar.sectors) : chart.sectors;

const boxesOf = ({ bars, lines }: AxisGroup): PageBox[] => [
  ...lines.map(({ box }) => box),
  ...(bars?.bars.map((bar) => fromView(bar, bars.upright)) ?? []),
];

const marksOf = (boxes: readonly PageBox[], marks: readonly { readonly color: string }[]): OtherMarks => ({
  box: unionOf(boxes) as PageBox,
  colors: new Set(marks.map(({ color }) => color)),
});

/** How numbers are written around some marks. */
function styleAround(scene: Scene, boxes: readonly PageBox[]): NumberStyle {
  const area = unionOf(boxes) as PageBox;
  const [w, h] = [area[2] - area[0], area[3] - area[1]];
  const near = scene.labels.filter(
    ({ box }) => box[2] > area[0] - w && box[0] < area[2] + w && box[3] > area[1] - h && box[1] < area[3] + h,
  );
  return numberStyleOf(near.map(({ text }) => text).filter(isNumeral)) ?? 'point';
}

/** Values that are printed at marks make a chart; without any, names along an axis with ticks do. */
function isReadable({ points, axes, marks, grammar }: DraftChart): boolean {
  if (points.filter(({ label }) => label !== null).length >= 2) return true;
  const named = points.every(({ category }) => category !== null);
  if (grammar === 'pie' || grammar === 'donut' || grammar === 'radial_bar') return named && marks.length > 1;
  return named && marks.length > 2 && axes.some(({ kind }) => kind === 'value');
}

/** Rectangles behind the cells of a table look like bars, but most of their figures belong to none. */
function isCells(scene: Scene, { marks, points }: DraftChart, tables: readonly PageBox[]): boolean {
  const area = scene.pageBox(unionOf(marks.map(({ box }) => box)) as PageBox);
  const clear = points.filter(({ label, refused }) => label !== null && refused.length === 0);
  return clear.length * 2 < points.length && tables.some((table) => contains(table, area, 4));
}
