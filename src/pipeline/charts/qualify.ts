import type { Refusal } from '../../evidence/wire/prove.js';
import type { PageEvidence } from '../proof/evidence.js';
import { refusalsIn } from '../proof/refusals-in.js';
import type { Chart, ChartPoint, ChartRefusal, ChartText } from './chart.js';
import { contradictions, type Measured, roundingOf } from './geometry.js';

interface PointVerdict {
  readonly verification: 'VERIFIED' | 'PENDING';
  /** Each reason once; empty where the point is verified. */
  readonly refused: readonly (ChartRefusal | Refusal)[];
}

export interface Qualification {
  /** By the index of the point. */
  readonly points: readonly PointVerdict[];
  /** All points are verified, and there is one. */
  readonly verification: 'VERIFIED' | 'PENDING';
}

/** Shares of a whole are rounded one by one: their sum is off by up to this. */
const MAX_SUM_OFF = 4;
/** A printed share and that of its slice, in percentage points: slices are drawn by hand, and tilted. */
const MAX_SHARE_OFF = 6;

/**
 * Which points of a chart may be answered: the reader has no doubt, the page's evidence bears every field that the point
 * stands on, and the values go with the marks. No model takes part, and nothing is read anew.
 */
export function qualifyChart(chart: Chart, evidence: PageEvidence): Qualification {
  const disagree = geometryFaults(chart);
  const points = chart.points.map((point, i): PointVerdict => {
    const unproven = fieldsOf(chart, point).flatMap((text) => refusalsIn(evidence, text.runs));
    const refused = [
      ...new Set([...point.refused, ...unproven, ...(disagree.has(i) ? (['GEOMETRY_DISAGREES'] as const) : [])]),
    ];
    return { verification: refused.length === 0 ? 'VERIFIED' : 'PENDING', refused };
  });
  const all = points.length > 0 && points.every(({ verification }) => verification === 'VERIFIED');
  return { points, verification: all ? 'VERIFIED' : 'PENDING' };
}

/** The texts that a point stands on. The title stands for a series that the chart does not name. */
function fieldsOf(chart: Chart, point: ChartPoint): ChartText[] {
  const { series, category, label, unitFrom, period } = point;
  return [series ?? chart.title, category, label, unitFrom, period ?? chart.period].filter((text) => text !== null);
}

/** Points whose values are another mark's, by the lengths and angles of all. */
function geometryFaults(chart: Chart): Set<number> {
  const faults = new Set<number>();
  const groups = new Map<string, MeasuredPoint[]>();
  for (const mark of chart.marks) {
    for (const index of mark.points) {
      const point = chart.points[index];
      if (point === undefined || point.value === null || mark.extent === null) continue;
      const markers = mark.kind === 'marker';
      const key = `${markers ? (point.series?.text ?? '') : ''} ${point.unit}`;
      const measured = { value: Number(point.value), extent: mark.extent, roundingError: roundingOf(point.value) };
      groups.set(key, [...(groups.get(key) ?? []), { point: index, measured, zero: !markers }]);
    }
  }
  for (const index of offShare(chart)) faults.add(index);
  for (const group of groups.values()) {
    const first = group[0] as (typeof group)[number];
    const marked = contradictionsOf(group, first.zero);
    // A stack of shares has a scale of its own.
    const byStack = marked.includes(true) && isStacked(chart) ? stacksOf(chart, group) : [];
    const own = byStack.map((stack) => contradictionsOf(stack, true));
    if (own.length > 0 && own.every((list) => !list.includes(true))) continue;
    for (const [i, wrong] of marked.entries()) if (wrong) faults.add((group[i] as (typeof group)[number]).point);
    if (isWhole(chart, group.length) && chart.points[first.point]?.unit === '%') {
      const sum = group.reduce((total, { measured }) => total + measured.value, 0);
      if (Math.abs(sum - 100) > MAX_SUM_OFF) for (const { point } of group) faults.add(point);
    }
  }
  return faults;
}

interface MeasuredPoint {
  readonly point: number;
  readonly measured: Measured;
  readonly zero: boolean;
}

const contradictionsOf = (points: readonly MeasuredPoint[], zero: boolean): boolean[] =>
  contradictions(
    points.map(({ measured }) => measured),
    zero,
  );

const isStacked = ({ grammar }: Chart): boolean => grammar === 'stacked_bar' || grammar === 'stacked_horizontal_bar';

/** The points of each stack, where every stack has several. */
function stacksOf(chart: Chart, points: readonly MeasuredPoint[]): MeasuredPoint[][] {
  const stacks = new Map<string, MeasuredPoint[]>();
  for (const one of points) {
    const name = chart.points[one.point]?.category?.text ?? '';
    stacks.set(name, [...(stacks.get(name) ?? []), one]);
  }
  return [...stacks.values()].every((stack) => stack.length > 1) ? [...stacks.values()] : [];
}

/** Percentages at slices of which they are not the share. A single one has no others to be held against. */
function offShare({ grammar, marks, points }: Chart): number[] {
  if (grammar !== 'pie' && grammar !== 'donut') return [];
  const sectors = marks.filter(({ kind }) => kind === 'sector');
  const whole = sectors.reduce((sum, { extent }) => sum + (extent ?? 0), 0);
  return sectors.flatMap(({ extent, points: own }) =>
    own.filter((index) => {
      const point = points[index];
      if (extent === null || point?.unit !== '%' || point.value === null) return false;
      return Math.abs(Number(point.value) - (100 * extent) / whole) > MAX_SHARE_OFF;
    }),
  );
}

/** A pie with a value at each slice. */
const isWhole = ({ grammar, marks }: Chart, values: number): boolean =>
  (grammar === 'pie' || grammar === 'donut') && marks.filter(({ kind }) => kind === 'sector').length === values;
