import { amountFormat, amountUnits, decimal, percentFormat, printed } from './numbers.js';
import type { Random } from './random.js';
import type { ChartSpec, ChartStyle, Grammar, Language, NumberFormat, Producer, SeriesSpec } from './spec.js';
import { PALETTES, type Topic, WORDS } from './words.js';

const ROUND: readonly Grammar[] = ['pie', 'donut', 'radial_bar'];
const STACKED: readonly Grammar[] = ['stacked_bar', 'stacked_horizontal_bar'];
const GROUPED: readonly Grammar[] = ['grouped_bar', 'grouped_horizontal_bar'];
/** Marks that lie beside each other and so share the width for their labels. */
const UPRIGHT: readonly Grammar[] = ['bar', 'grouped_bar', 'stacked_bar', 'waterfall', 'bar_line', 'line'];
/** A share of a whole below which its label has no room. */
const ROOMY_SHARE = 0.07;

export const isRound = (grammar: Grammar): boolean => ROUND.includes(grammar);
export const isStacked = (grammar: Grammar): boolean => STACKED.includes(grammar);

interface ChartRequest {
  readonly grammar: Grammar;
  readonly language: Language;
  readonly producer: Producer;
  readonly widthPt: number;
}

type Course = Pick<ChartSpec, 'categories' | 'periodsAre' | 'series'> & { readonly title: string };

/** A chart that a report could print, of this grammar, for a place of this width. */
export function makeChart(random: Random, request: ChartRequest): ChartSpec {
  const { grammar, language, producer } = request;
  const palette = random.pick(PALETTES);
  const style = makeStyle(random, producer, palette);
  const course = makeCourse(random, request, style, palette);
  const format = (course.series[0] as SeriesSpec).format;
  const words = titled(random, request, course, format);
  const silent = random.once(14);
  const base = course.series.map((one) => (silent ? silenced(one) : one));
  const gappy = silent || !random.once(4) ? base : withGaps(random, base);
  const named = base.some(({ name }) => name !== null);
  const legend = isRound(grammar)
    ? random.pick(['right', 'bottom', 'left', 'top', 'direct', 'direct'] as const)
    : !named
      ? 'none'
      : grammar === 'line' && random.once(3) && producer !== 'libreoffice'
        ? 'direct'
        : random.pick(['right', 'bottom', 'top', 'bottom', 'left'] as const);
  const labelPlace = placeOf(random, grammar, legend, producer);
  const series = isRound(grammar) && labelPlace === 'inside' ? gappy.map(withoutSmall) : gappy;
  const amounts = series[0]?.values.map(Number) ?? [];
  const oneBar = grammar === 'bar' && producer !== 'libreoffice' && amounts.every((x) => x > 0);
  return {
    grammar,
    language,
    ...words,
    categories: course.categories,
    periodsAre: course.periodsAre,
    series,
    legend,
    labelPlace,
    valueAxis: {
      shown: !isRound(grammar) && (silent || !random.once(3)),
      title: words.axisTitle,
      grid: random.once(2),
    },
    categoryTurnDeg:
      UPRIGHT.includes(grammar) && language === 'en' && random.once(6) ? random.pick([45, 90] as const) : 0,
    totals:
      grammar === 'stacked_bar' && !silent && producer !== 'libreoffice' && random.once(3) ? totalsOf(series) : null,
    centre: grammar === 'donut' && producer !== 'libreoffice' && random.once(2) ? centreOf(series, language) : null,
    callout: oneBar && random.once(3) ? random.pick(['(130) bps', '+12%', '-4.5%', '(2.1) pts']) : null,
    note: random.once(3) ? random.pick(WORDS[language].sources) : null,
    style,
  };
}

function makeStyle(random: Random, producer: Producer, palette: readonly string[]): ChartStyle {
  const dark = producer === 'cairo' && random.once(5);
  return {
    palette,
    twoLines: random.once(2),
    sheet: random.pick(['default', 'ggplot', 'seaborn-v0_8-whitegrid', 'bmh', 'classic', 'tableau-colorblind10']),
    fontType: random.pick([3, 42] as const),
    font: random.once(5) ? 'serif' : 'sans',
    labelPt: random.int(13, 18) / 2,
    textPt: random.int(14, 18) / 2,
    titlePt: random.int(10, 15),
    titleAlign: random.pick(['left', 'centre'] as const),
    fill: random.int(5, 8) / 10,
    rounded: producer === 'cairo' && random.once(2),
    outlined: random.once(4),
    card: (producer === 'cairo' && random.once(2)) || dark,
    dark,
    swatch: random.pick(['square', 'square', 'circle'] as const),
  };
}

function makeCourse(
  random: Random,
  { grammar, language, widthPt }: ChartRequest,
  style: ChartStyle,
  palette: readonly string[],
): Course {
  const words = WORDS[language];
  const color = (i: number): string => palette[i % palette.length] as string;
  if (isRound(grammar))
    return makeWhole(random, random.pick(words.wholes), language, color(0), grammar === 'radial_bar');
  if (grammar === 'waterfall') return makeBridge(random, language, color(0));
  const fits = (count: number, format: NumberFormat): number => {
    if (!UPRIGHT.includes(grammar)) return Math.min(count, 8);
    const labelPt =
      printed(decimal(amountOf(random, format, 'amount'), format.decimals), format).length * style.labelPt * 0.6 + 4;
    return Math.max(1, Math.min(count, Math.floor((widthPt - 90) / labelPt)));
  };
  if (grammar === 'bar_line') return makePair(random, language, palette, fits);
  const many = GROUPED.includes(grammar) || isStacked(grammar) || (grammar === 'line' && random.once(2));
  const topic = random.pick(!many && grammar !== 'line' && random.once(2) ? words.wholes : words.courses);
  const format = topic.measure === 'rate' ? percentFormat(random, language) : amountFormat(random, language);
  const written = signed(random, format);
  const marks = fits(isStacked(grammar) || grammar === 'line' ? 8 : 16, written);
  const seriesCount = many ? Math.min(topic.items.length, random.int(2, 3)) : 1;
  const perCategory = GROUPED.includes(grammar) ? seriesCount : 1;
  const count = Math.max(2, Math.min(Math.floor(marks / perCategory), random.int(3, grammar === 'line' ? 8 : 7)));
  const byPeriod =
    grammar === 'line' || (words.courses.includes(topic) && !(GROUPED.includes(grammar) && random.once(3)));
  const periods = random.pick(words.periods);
  const last = (list: readonly string[], n: number): string[] => list.slice(Math.max(0, list.length - n));
  const categories = byPeriod ? last(periods, count) : random.some(topic.items, Math.min(count, topic.items.length));
  const names = !many
    ? [random.once(4) && byPeriod ? (topic.items[0] as string) : null]
    : byPeriod
      ? topic.items.slice(0, seriesCount)
      : last(periods, seriesCount);
  const mayFall =
    words.courses.includes(topic) &&
    (grammar === 'bar' || grammar === 'horizontal_bar' || GROUPED.includes(grammar)) &&
    random.once(3);
  const level = amountOf(random, written, topic.measure);
  return {
    title: topic.title,
    categories: footnoted(random, categories, byPeriod),
    periodsAre: byPeriod ? 'categories' : many ? 'series' : null,
    series: names.map((name, i) =>
      seriesOf(name, 'bar', color(i), written, valuesAround(random, level, grammar, categories.length, i, mayFall)),
    ),
  };
}

const signed = (random: Random, format: NumberFormat): NumberFormat => ({
  ...format,
  negative: random.pick(['-', '-', '−', '()'] as const),
});

const amountOf = (random: Random, format: NumberFormat, measure: Topic['measure']): number =>
  measure === 'rate' && format.units[0] === '%'
    ? random.int(3, 95) * 10 ** format.decimals
    : amountUnits(random, format);

/** Values about a level, in units of the last decimal; the lines of a chart lie apart, so that their labels do. */
function valuesAround(
  random: Random,
  level: number,
  grammar: Grammar,
  count: number,
  index: number,
  mayFall: boolean,
): number[] {
  const [spread, lift] = grammar === 'line' ? [12, 1 + index * 0.8] : [40, 1];
  return Array.from({ length: count }, () => {
    const value = Math.max(2, Math.round(level * lift * (1 + random.int(-spread, spread) / 100)));
    return mayFall && random.once(3) ? -Math.ceil(value * 0.6) : value;
  });
}

function makeWhole(random: Random, topic: Topic, language: Language, color: string, ring: boolean): Course {
  const categories = random.some(topic.items, random.int(3, topic.items.length));
  const shares = topic.measure === 'rate' || random.once(2);
  const format = shares ? percentFormat(random, language) : amountFormat(random, language);
  const weights = categories.map(() => random.int(6, 40));
  const sum = weights.reduce((a, b) => a + b, 0);
  const whole = shares ? 100 * 10 ** format.decimals : amountOf(random, format, 'amount') * categories.length;
  const units = weights.map((weight) => Math.max(1, Math.round((whole * weight) / sum)));
  const rest = whole - units.reduce((a, b) => a + b, 0);
  units[units.indexOf(Math.max(...units))] = Math.max(...units) + rest;
  const sorted = ring || random.once(2) ? units.sort((a, b) => b - a) : units;
  return { title: topic.title, categories, periodsAre: null, series: [seriesOf(null, 'bar', color, format, sorted)] };
}

function makeBridge(random: Random, language: Language, color: string): Course {
  const bridge = random.pick(WORDS[language].bridges);
  const format = signed(random, amountFormat(random, language));
  const first = amountUnits(random, format);
  const steps = random.some(bridge.steps, random.int(3, bridge.steps.length));
  let level = first;
  const changes = steps.map(() => {
    const change = Math.ceil((first * random.int(6, 22)) / 100) * (level > first / 2 && random.once(2) ? -1 : 1);
    level += change;
    return change;
  });
  const last = changes.reduce((a, b) => a + b, first);
  const plus = random.once(2);
  const series = seriesOf(null, 'bar', color, format, [first, ...changes, last]);
  const labels = series.labels.map((label, i) =>
    plus && (changes[i - 1] ?? 0) > 0 && i <= steps.length ? `+${label}` : label,
  );
  return {
    title: bridge.title,
    categories: [bridge.first, ...steps, bridge.last],
    periodsAre: null,
    series: [{ ...series, labels }],
  };
}

function makePair(
  random: Random,
  language: Language,
  palette: readonly string[],
  fits: (count: number, format: NumberFormat) => number,
): Course {
  const pair = random.pick(WORDS[language].pairs);
  const format = amountFormat(random, language);
  const periods = random.pick(WORDS[language].periods);
  const count = Math.max(3, fits(random.int(4, 8), format));
  const categories = periods.slice(Math.max(0, periods.length - count));
  const rate: NumberFormat = { ...percentFormat(random, language), suffix: '%', note: null, units: ['%'] };
  const inName = format.note !== null && random.once(3);
  const amounts = seriesOf(
    inName ? `${pair.amount} (${format.note?.replace(/[()（）]|单位：|単位：/gu, '')})` : pair.amount,
    'bar',
    palette[0] as string,
    inName ? { ...format, note: null } : format,
    valuesAround(random, amountUnits(random, format), 'bar_line', categories.length, 0, false),
  );
  const rates = valuesAround(random, amountOf(random, rate, 'rate'), 'bar_line', categories.length, 0, false);
  return {
    title: pair.title,
    categories,
    periodsAre: 'categories',
    series: [amounts, seriesOf(pair.rate, 'line', palette[1] as string, rate, rates)],
  };
}

function seriesOf(
  name: string | null,
  kind: SeriesSpec['kind'],
  color: string,
  format: NumberFormat,
  units: readonly number[],
): SeriesSpec {
  const values = units.map((one) => decimal(one, format.decimals));
  return { name, kind, color, values, labels: values.map((value) => printed(value, format)), format };
}

/** Sectors that are too small for a label inside have none. */
function withoutSmall(series: SeriesSpec): SeriesSpec {
  const whole = series.values.reduce((sum, value) => sum + Number(value), 0);
  const labels = series.labels.map((label, i) => (Number(series.values[i]) < whole * ROOMY_SHARE ? null : label));
  return { ...series, labels };
}

const silenced = (series: SeriesSpec): SeriesSpec => ({ ...series, labels: series.labels.map(() => null) });

/** One or two marks lose their label. */
function withGaps(random: Random, all: readonly SeriesSpec[]): SeriesSpec[] {
  const series = random.int(0, all.length - 1);
  const gone = random.int(0, (all[series] as SeriesSpec).labels.length - 1);
  return all.map((one, i) => ({
    ...one,
    labels: one.labels.map((label, j) => (i === series && j === gone ? null : label)),
  }));
}

/** A category now and then carries a footnote's mark. */
const footnoted = (random: Random, categories: readonly string[], periods: boolean): string[] => {
  const marked = !periods && random.once(8) ? random.int(0, categories.length - 1) : -1;
  return categories.map((category, i) => (i === marked ? `${category}¹` : category));
};

function totalsOf(series: readonly SeriesSpec[]): ChartSpec['totals'] {
  const { format, values } = series[0] as SeriesSpec;
  return values.map((_, i) => {
    const units = series.reduce((sum, one) => sum + Math.round(Number(one.values[i]) * 10 ** format.decimals), 0);
    const value = decimal(units, format.decimals);
    return { value, label: printed(value, format) };
  });
}

function centreOf(series: readonly SeriesSpec[], language: Language): ChartSpec['centre'] {
  const { format, values } = series[0] as SeriesSpec;
  const units = values.reduce((sum, value) => sum + Math.round(Number(value) * 10 ** format.decimals), 0);
  const value = decimal(units, format.decimals);
  return { value, label: printed(value, format), caption: WORDS[language].total };
}

function placeOf(
  random: Random,
  grammar: Grammar,
  legend: ChartSpec['legend'],
  producer: Producer,
): ChartSpec['labelPlace'] {
  if (grammar === 'line') return 'above';
  if (grammar === 'radial_bar') return random.pick(['outside', 'legend'] as const);
  if (isRound(grammar)) {
    if (legend === 'direct') return random.pick(['outside', 'leader'] as const);
    const places =
      grammar === 'pie' ? (['inside', 'outside', 'leader'] as const) : (['outside', 'inside', 'leader'] as const);
    return producer !== 'libreoffice' && random.once(4) ? 'legend' : random.pick(places);
  }
  if (isStacked(grammar)) return 'inside';
  return random.pick(['outside', 'outside', 'inside', 'base'] as const);
}

/** Title, line below and axis title, with the period and the unit in one of them. */
function titled(
  random: Random,
  { grammar, language }: ChartRequest,
  course: Course,
  format: NumberFormat,
): Pick<ChartSpec, 'title' | 'subtitle' | 'period'> & { readonly axisTitle: string | null } {
  const words = WORDS[language];
  const hasSpan = course.periodsAre === null && grammar !== 'waterfall' && !random.once(3);
  const span = hasSpan ? random.pick(words.spans) : null;
  const spanInTitle = random.once(2);
  const withSpan =
    span === null || !spanInTitle
      ? course.title
      : language === 'en'
        ? `${course.title}, ${span}`
        : `${span}${course.title}`;
  const place =
    format.note === null
      ? null
      : random.pick(['subtitle', 'subtitle', 'title', isRound(grammar) ? 'subtitle' : 'axis'] as const);
  const bare = format.note?.replace(/^[(（](.*)[)）]$/u, '$1') ?? '';
  const title = place === 'title' ? (language === 'en' ? `${withSpan} (${bare})` : `${withSpan}（${bare}）`) : withSpan;
  const parts = [span !== null && !spanInTitle ? span : null, place === 'subtitle' ? format.note : null];
  const subtitle = parts.filter((part) => part !== null).join(', ');
  return {
    title,
    subtitle: subtitle === '' ? null : subtitle,
    period: span,
    axisTitle: place === 'axis' ? (format.note as string) : null,
  };
}
