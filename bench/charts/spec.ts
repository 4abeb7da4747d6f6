import type { ChartGrammar } from '../../src/pipeline/charts/chart.js';

export const PRODUCERS = ['matplotlib', 'libreoffice', 'cairo', 'pdf-lib'] as const;
export type Producer = (typeof PRODUCERS)[number];
/** `fresh`: pages of a seed that is named for one run. */
export type Split = 'tune' | 'heldout' | 'fresh';
export type Language = 'en' | 'zh' | 'ja';
export type Grammar = Exclude<ChartGrammar, 'unknown'>;

/** How the numbers of a series are written; `units` are the right readings of the unit, the best one first. */
export interface NumberFormat {
  readonly prefix: string;
  readonly suffix: string;
  readonly decimals: number;
  readonly grouping: '' | ',' | ' ';
  /** What a negative number wears. */
  readonly negative: '-' | '−' | '()';
  /** Positive numbers carry a plus, as changes do. */
  readonly plus: boolean;
  /** Empty where nothing says a unit. */
  readonly units: readonly string[];
  /** What the title's line below, or the axis, says of the unit; null where the label says it all. */
  readonly note: string | null;
}

export interface SeriesSpec {
  /** Null where the chart names none. */
  readonly name: string | null;
  readonly kind: 'bar' | 'line';
  readonly color: string;
  /** Decimal strings, one a category. */
  readonly values: readonly string[];
  /** As printed; null where the mark has no label. */
  readonly labels: readonly (string | null)[];
  readonly format: NumberFormat;
}

export interface ChartSpec {
  readonly grammar: Grammar;
  readonly language: Language;
  readonly title: string;
  readonly subtitle: string | null;
  /** As the title or the line below it prints it. */
  readonly period: string | null;
  readonly categories: readonly string[];
  /** The categories, or the series, are periods. */
  readonly periodsAre: 'categories' | 'series' | null;
  readonly series: readonly SeriesSpec[];
  readonly legend: 'right' | 'top' | 'bottom' | 'left' | 'direct' | 'none';
  /** Bars: `outside`, `inside`, `base`. Round charts: `inside`, `outside`, `leader`, `legend`. Lines: `above`. */
  readonly labelPlace: 'outside' | 'inside' | 'base' | 'leader' | 'legend' | 'above';
  readonly valueAxis: { readonly shown: boolean; readonly title: string | null; readonly grid: boolean };
  readonly categoryTurnDeg: 0 | 45 | 90;
  /** Totals over stacked bars, as printed, with their values. */
  readonly totals: readonly { readonly label: string; readonly value: string }[] | null;
  /** What a donut prints in its hole. */
  readonly centre: { readonly label: string; readonly value: string; readonly caption: string } | null;
  /** A change printed between two bars, such as `(130) bps`. */
  readonly callout: string | null;
  /** A line below the chart. */
  readonly note: string | null;
  readonly style: ChartStyle;
}

export interface ChartStyle {
  /** One a category in round charts; series have their own. */
  readonly palette: readonly string[];
  /** A sector's name and value stand one below the other. */
  readonly twoLines: boolean;
  /** Style sheet of matplotlib. */
  readonly sheet: string;
  readonly fontType: 3 | 42;
  readonly font: 'sans' | 'serif';
  readonly labelPt: number;
  readonly textPt: number;
  readonly titlePt: number;
  readonly titleAlign: 'left' | 'centre';
  /** Width of a bar, or of a group, as a share of its slot. */
  readonly fill: number;
  readonly rounded: boolean;
  readonly outlined: boolean;
  readonly card: boolean;
  readonly dark: boolean;
  readonly swatch: 'square' | 'circle';
}

export interface PlacedChart {
  /** x, y, width, height in pt from the top left. */
  readonly box: readonly [number, number, number, number];
  readonly chart: ChartSpec;
}

export interface PageSpec {
  readonly id: string;
  readonly producer: Producer;
  readonly split: Split;
  readonly seed: string;
  readonly widthPt: number;
  readonly heightPt: number;
  readonly rotate: 0 | 90 | 180 | 270;
  readonly heading: string | null;
  readonly charts: readonly PlacedChart[];
  readonly prose: { readonly box: PlacedChart['box']; readonly lines: readonly string[] } | null;
  readonly table: { readonly box: PlacedChart['box']; readonly rows: readonly (readonly string[])[] } | null;
}
