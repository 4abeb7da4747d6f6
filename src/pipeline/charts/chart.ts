import type { PageBox } from '../../evidence/boxes.js';
import type { CHART_GRAMMARS, CHART_REFUSALS } from '../../evidence/wire/charts.js';
import type { RunPart } from '../layout/words.js';

/** A text that the page prints, with the glyphs that paint it. */
export interface ChartText {
  /** As printed, lines joined by a blank. */
  readonly text: string;
  readonly box: PageBox;
  readonly runs: readonly RunPart[];
}

export type ChartGrammar = (typeof CHART_GRAMMARS)[number];

/** Why a point can't be answered. What is printed nowhere is no refusal: its `kind` is `UNAVAILABLE`. */
export type ChartRefusal = (typeof CHART_REFUSALS)[number];

/** What a mark is in its grammar. */
export type MarkKind = 'sector' | 'arc' | 'bar' | 'segment' | 'marker' | 'line' | 'swatch';

interface ChartMark {
  readonly kind: MarkKind;
  readonly box: PageBox;
  /** `#rrggbb`, or `pattern`. */
  readonly color: string;
  readonly elementIds: readonly string[];
  /** Indices into `points`. */
  readonly points: readonly number[];
  /**
   * Length of a bar from its axis in pt, sweep of a slice in degrees, height of a marker in pt: held against what is
   * printed, never read as a value. Null for a swatch.
   */
  readonly extent: number | null;
}

interface ChartAxis {
  readonly direction: 'horizontal' | 'vertical';
  readonly kind: 'category' | 'value';
  readonly title: ChartText | null;
  /** Categories, or the printed ticks: never values of points. */
  readonly labels: readonly ChartText[];
}

/**
 * One value of a chart. What the page does not print is null: nothing is ever derived from the length, the angle or the
 * colour of a mark.
 */
export interface ChartPoint {
  /** Null where the chart names no series: the title then stands for it. */
  readonly series: ChartText | null;
  readonly category: ChartText | null;
  /** The period that the point's own labels name (a category `1H24`, a series `2019`); null where only the chart's does. */
  readonly period: ChartText | null;
  /** The value's label as printed; null where the mark has none (`UNAVAILABLE`). */
  readonly label: ChartText | null;
  /** Decimal string without currency, unit or separators, not scaled; null exactly where `label` is. */
  readonly value: string | null;
  /** `%`, `USD`, `EUR k`, `HKD m`, `百万元`…; null where nothing says one. */
  readonly unit: string | null;
  /** Where the unit is printed, if not in the label itself. */
  readonly unitFrom: ChartText | null;
  readonly kind: 'EXPLICIT' | 'UNAVAILABLE';
  /** Why the reader leaves the point PENDING; empty where it is tied without ambiguity. */
  readonly refused: readonly ChartRefusal[];
}

/** A chart as `vector-chart-v1` reads it from the page's vectors. Plain JSON; boxes in page space, pt. */
export interface Chart {
  /** `c<page>-<n>`: page 1-based, n from 1 in reading order. */
  readonly id: string;
  readonly pageIndex: number;
  readonly box: PageBox;
  readonly grammar: ChartGrammar;
  readonly title: ChartText | null;
  readonly period: ChartText | null;
  readonly axes: readonly ChartAxis[];
  readonly marks: readonly ChartMark[];
  readonly points: readonly ChartPoint[];
}

export interface ChartWarning {
  readonly code: 'CHARTS_TOO_MANY_SHAPES';
  readonly message: string;
}
