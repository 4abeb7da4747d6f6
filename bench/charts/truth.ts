import type { Grammar, PageSpec, PlacedChart, Producer, SeriesSpec, Split } from './spec.js';

/** What a reader must find. Lists hold all right readings of a field, the best one first. */
export interface TruePoint {
  /** Null among them where the chart names no series. */
  readonly series: readonly (string | null)[];
  readonly category: readonly string[];
  readonly period: string | null;
  /** Empty where nothing on the page says a unit. */
  readonly units: readonly string[];
  /** Null for a mark without a label: any value given for it is an invention. */
  readonly value: string | null;
  readonly printed: string | null;
  /** `OPTIONAL`: a total, right if given, not missed if not. `UNREADABLE`: a part of it is painted as outlines, no text. */
  readonly kind: 'EXPLICIT' | 'UNAVAILABLE' | 'OPTIONAL' | 'UNREADABLE';
}

export interface TrueChart {
  readonly file: string;
  readonly page: number;
  readonly producer: Producer;
  readonly split: Split;
  readonly grammar: Grammar;
  readonly titles: readonly string[];
  readonly period: string | null;
  /** Where the chart lies, in pt from the top left of the page as shown. */
  readonly box: PlacedChart['box'];
  readonly points: readonly TruePoint[];
}

/** The truth of a page's charts, in the order of the page. */
export const truthOf = (page: PageSpec, file: string): TrueChart[] =>
  page.charts.map(({ box, chart }) => {
    const unreadable = outlined(page);
    const titles = titlesOf(chart, unreadable);
    const points: TruePoint[] = [];
    for (const series of chart.series) {
      const names = series.name === null ? [null, ...titles, ...only(chart.valueAxis.title)] : [series.name];
      for (const [i, category] of chart.categories.entries()) {
        const printed = series.labels[i] as string | null;
        const said = [series.name, category, printed, ...unitSource(chart, series)];
        const readable = !said.some((text) => text !== null && unreadable(text));
        points.push({
          series: names,
          category: [category, ...(category.endsWith('¹') ? [category.slice(0, -1)] : [])],
          period: ownPeriod(
            chart.periodsAre === 'categories' ? category : chart.periodsAre === 'series' ? series.name : null,
          ),
          units: series.format.units,
          value: printed === null ? null : (series.values[i] as string),
          printed,
          kind: printed === null ? 'UNAVAILABLE' : readable ? 'EXPLICIT' : 'UNREADABLE',
        });
      }
    }
    return {
      file,
      page: 1,
      producer: page.producer,
      split: page.split,
      grammar: chart.grammar,
      titles,
      period: chart.period,
      box,
      points: [...points, ...totals(chart, titles)],
    };
  });

/** `Jan` and `一季度` name no period by themselves: of which year, the page may say or not. */
const ownPeriod = (label: string | null): string | null => (label !== null && /\d/u.test(label) ? label : null);

const only = (text: string | null): string[] => (text === null ? [] : [text]);

/**
 * The title as printed, and without what a reader may take for the line below it; where characters are painted as
 * drawings, what is left of it as text.
 */
function titlesOf({ title, subtitle }: PlacedChart['chart'], unreadable: (text: string) => boolean): string[] {
  const all = [
    title,
    ...(subtitle === null ? [] : [`${title} ${subtitle}`]),
    title.replace(/\s*[(（][^()（）]*[)）]$/u, ''),
  ];
  const left = all.filter(unreadable).map((text) => [...text].filter((one) => !unreadable(one)).join(''));
  return [...new Set([...all, ...left.filter((text) => text.trim() !== '')])];
}

function unitSource(chart: PlacedChart['chart'], series: SeriesSpec): string[] {
  if (series.format.note === null) return [];
  const places = [chart.subtitle, chart.valueAxis.title, chart.title];
  return places.filter((text) => text !== null).filter((text) => text.includes(bare(series.format.note as string)));
}

const bare = (note: string): string => note.replace(/^[(（](.*)[)）]$/u, '$1');

function totals(chart: PlacedChart['chart'], titles: readonly string[]): TruePoint[] {
  const { format } = chart.series[0] as SeriesSpec;
  const shared = { units: format.units, period: null, kind: 'OPTIONAL' } as const;
  const stacks = (chart.totals ?? []).map(({ label, value }, i) => ({
    ...shared,
    series: [null, 'Total', '合计', '合計', ...titles],
    category: [chart.categories[i] as string],
    value,
    printed: label,
  }));
  if (chart.centre === null) return stacks;
  const { label, value, caption } = chart.centre;
  return [
    ...stacks,
    { ...shared, series: [null, caption, ...titles], category: [caption, 'Total'], value, printed: label },
  ];
}

/** matplotlib paints characters beyond Latin-1 as drawings where it makes Type 3 fonts: nothing says what they are. */
const outlined =
  ({ producer, charts }: PageSpec) =>
  (text: string): boolean =>
    producer === 'matplotlib' && charts[0]?.chart.style.fontType === 3 && [...text].some((one) => one > 'ÿ');
