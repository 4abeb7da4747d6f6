import { isRound, isStacked, isUpright } from './grammars.js';
import { type ChartRequest, type Course, makeCourse } from './make-course.js';
import { decimal, printed } from './numbers.js';
import type { Random } from './random.js';
import type { ChartSpec, ChartStyle, Grammar, Language, NumberFormat, Producer, SeriesSpec } from './spec.js';
import { PALETTES, WORDS } from './words.js';

/** A share of a whole below which its label has no room. */
const ROOMY_SHARE = 0.07;

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
    categoryTurnDeg: isUpright(grammar) && language === 'en' && random.once(6) ? random.pick([45, 90] as const) : 0,
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
