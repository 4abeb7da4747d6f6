import { fold, foldUnit } from './fold.js';
import type { TrueChart, TruePoint } from './truth.js';

/** x0, y0, x1, y1 in pt from the top left. */
export type Box = readonly [number, number, number, number];

export interface ReadPoint {
  readonly series: string | null;
  readonly category: string | null;
  readonly period: string | null;
  readonly unit: string | null;
  readonly value: string | null;
  /** Of the mark that the value is told of. */
  readonly mark: Box;
  /** Why the reader leaves it pending. */
  readonly refused: readonly string[];
  /** Why its glyphs are not proven. */
  readonly unproven: readonly string[];
}

export interface ReadChart {
  readonly grammar: string;
  readonly title: string | null;
  /** Around its marks. */
  readonly marks: Box;
  readonly points: readonly ReadPoint[];
}

/** What is wrong with a reading. `title`: the chart names no series, and what stands for it is not the chart's title. */
type Fault =
  | 'no such point'
  | 'title'
  | 'invented'
  | 'value'
  | 'unit'
  | 'unit missing'
  | 'period'
  | 'title of another chart';

export interface ScoredChart {
  readonly truth: TrueChart;
  /** Printed points. */
  readonly points: number;
  /** Verified, with everything right. */
  readonly exact: readonly TruePoint[];
  /** Read without doubt and right, but its glyphs are not proven. */
  readonly unproven: readonly { readonly point: TruePoint; readonly read: ReadPoint }[];
  /** Neither read right nor wrong. */
  readonly missed: readonly { readonly point: TruePoint; readonly read: ReadPoint | null }[];
  /** Read without doubt and not right, whether proven or not: those that are proven are escapes. */
  readonly wrong: readonly {
    readonly fault: Fault;
    readonly read: ReadPoint;
    readonly point: TruePoint | null;
    readonly proven: boolean;
  }[];
  readonly grammarRight: boolean;
  readonly titleRight: boolean;
}

/**
 * Holds what was read of a page against its truth, chart by chart. A value counts for the chart that its mark is of, wherever
 * its label stands: one that was taken from another chart is wrong.
 */
export function scorePage(truth: readonly TrueChart[], read: readonly ReadChart[]): ScoredChart[] {
  return truth.map((chart) => {
    const mine = read.filter(({ marks }) => homeOf(marks, truth) === chart);
    const points = read.flatMap((one) =>
      one.points.filter(({ mark }) => homeOf(mark, truth) === chart).map((point) => ({ point, title: one.title })),
    );
    return scoreChart(chart, truth, points, mine);
  });
}

function scoreChart(
  truth: TrueChart,
  page: readonly TrueChart[],
  points: readonly { readonly point: ReadPoint; readonly title: string | null }[],
  charts: readonly ReadChart[],
): ScoredChart {
  const exact = new Set<TruePoint>();
  const unproven = new Map<TruePoint, ReadPoint>();
  const hit = new Set<TruePoint>();
  const wrong: ScoredChart['wrong'][number][] = [];
  const others = page.filter((one) => one !== truth).flatMap(({ titles }) => titles.map(fold));
  for (const { point: read, title } of points) {
    if (read.value === null || read.refused.length > 0) continue;
    const proven = read.unproven.length === 0;
    const { point, fault } = judged(truth, read, title);
    const strange = title !== null && others.includes(fold(title)) && !truth.titles.map(fold).includes(fold(title));
    const found = fault ?? (strange ? 'title of another chart' : null);
    if (found !== null) {
      wrong.push({ fault: found, read, point, proven });
      if (point !== null) hit.add(point);
    } else if (point !== null && proven) exact.add(point);
    else if (point !== null) unproven.set(point, read);
  }
  const asked = truth.points.filter(({ kind }) => kind === 'EXPLICIT');
  const done = (point: TruePoint): boolean => exact.has(point) || unproven.has(point) || hit.has(point);
  return {
    truth,
    points: asked.length,
    exact: asked.filter((point) => exact.has(point)),
    unproven: asked
      .filter((point) => !exact.has(point) && unproven.has(point))
      .map((point) => ({ point, read: unproven.get(point) as ReadPoint })),
    missed: asked.filter((point) => !done(point)).map((point) => ({ point, read: nearest(point, points) })),
    wrong,
    grammarRight: charts.some(({ grammar }) => grammar === truth.grammar),
    titleRight: charts.some(({ title }) => title !== null && truth.titles.map(fold).includes(fold(title))),
  };
}

/** The true point of a read one, and what is wrong with the reading. */
function judged(
  truth: TrueChart,
  read: ReadPoint,
  title: string | null,
): { readonly point: TruePoint | null; readonly fault: Fault | null } {
  const named = truth.points.filter((point) => isNamed(point, read));
  const [first = null] = named;
  if (first === null) {
    const untitled = truth.points.find((point) => isNamed(point, { ...read, series: null }));
    if (untitled !== undefined && read.series === title) return { point: untitled, fault: 'title' };
    return { point: null, fault: 'no such point' };
  }
  const valued = named.find(({ value }) => value !== null && sameNumber(value, read.value as string));
  if (valued === undefined)
    return { point: first, fault: named.every(({ value }) => value === null) ? 'invented' : 'value' };
  if (!sameUnit(valued.units, read.unit)) {
    return { point: valued, fault: read.unit === null ? 'unit missing' : 'unit' };
  }
  const period = valued.period ?? truth.period;
  const strange = period !== null && read.period !== null && !samePeriod(period, read.period);
  return { point: valued, fault: strange ? 'period' : null };
}

function isNamed(point: TruePoint, read: ReadPoint): boolean {
  const series = read.series === null ? null : fold(read.series);
  const category = read.category === null ? null : fold(read.category);
  return (
    point.series.some((name) => (name === null ? series === null : fold(name) === series)) &&
    point.category.some((name) => fold(name) === category)
  );
}

/** Decimal strings of one number: `8.40` is 8.4. */
const sameNumber = (a: string, b: string): boolean => trimmed(a) === trimmed(b);
const trimmed = (value: string): string =>
  value.includes('.') ? value.replace(/0{1,20}$/u, '').replace(/\.$/u, '') : value;

const sameUnit = (units: readonly string[], unit: string | null): boolean =>
  units.length === 0 ? unit === null : unit !== null && units.some((one) => foldUnit(one) === foldUnit(unit));

/** `截至2023年12月31日` names the period `2023年12月31日`. */
function samePeriod(a: string, b: string): boolean {
  const [one, other] = [fold(a), fold(b)];
  return one.includes(other) || other.includes(one);
}

/** What was read with the label of a point that was missed, if anything. */
function nearest(point: TruePoint, points: readonly { readonly point: ReadPoint }[]): ReadPoint | null {
  const same = points.filter(({ point: read }) => read.value !== null && sameNumber(read.value, point.value as string));
  return (same.find(({ point: read }) => isNamed(point, read)) ?? same[0])?.point ?? null;
}

/** The chart in whose place the middle of a box lies, or the nearest one: what stands beside all charts counts for one too. */
function homeOf(box: Box, truth: readonly TrueChart[]): TrueChart {
  const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
  const away = ({ box: [left, top, width, height] }: TrueChart): number =>
    Math.max(0, left - x, x - left - width) + Math.max(0, top - y, y - top - height);
  return truth.reduce((best, one) => (away(one) < away(best) ? one : best));
}
