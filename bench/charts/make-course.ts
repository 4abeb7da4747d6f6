import { isGrouped, isRound, isStacked, isUpright } from './grammars.js';
import { amountFormat, amountUnits, decimal, percentFormat, printed } from './numbers.js';
import type { Random } from './random.js';
import type { ChartSpec, ChartStyle, Grammar, Language, NumberFormat, Producer, SeriesSpec } from './spec.js';
import { type Topic, WORDS } from './words.js';

export interface ChartRequest {
  readonly grammar: Grammar;
  readonly language: Language;
  readonly producer: Producer;
  readonly widthPt: number;
}

/** What a chart shows: its categories, its series and what they are about. */
export type Course = Pick<ChartSpec, 'categories' | 'periodsAre' | 'series'> & { readonly title: string };

/** Numbers under labels that go with the grammar and fit the place. */
export function makeCourse(
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
    if (!isUpright(grammar)) return Math.min(count, 8);
    const labelPt =
      printed(decimal(amountOf(random, format, 'amount'), format.decimals), format).length * style.labelPt * 0.6 + 4;
    return Math.max(1, Math.min(count, Math.floor((widthPt - 90) / labelPt)));
  };
  if (grammar === 'bar_line') return makePair(random, language, palette, fits);
  const many = isGrouped(grammar) || isStacked(grammar) || (grammar === 'line' && random.once(2));
  const topic = random.pick(!many && grammar !== 'line' && random.once(2) ? words.wholes : words.courses);
  const format = topic.measure === 'rate' ? percentFormat(random, language) : amountFormat(random, language);
  const written = signed(random, format);
  const marks = fits(isStacked(grammar) || grammar === 'line' ? 8 : 16, written);
  const seriesCount = many ? Math.min(topic.items.length, random.int(2, 3)) : 1;
  const perCategory = isGrouped(grammar) ? seriesCount : 1;
  const count = Math.max(2, Math.min(Math.floor(marks / perCategory), random.int(3, grammar === 'line' ? 8 : 7)));
  const byPeriod = grammar === 'line' || (words.courses.includes(topic) && !(isGrouped(grammar) && random.once(3)));
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
    (grammar === 'bar' || grammar === 'horizontal_bar' || isGrouped(grammar)) &&
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

/** A category now and then carries a footnote's mark. */
const footnoted = (random: Random, categories: readonly string[], periods: boolean): string[] => {
  const marked = !periods && random.once(8) ? random.int(0, categories.length - 1) : -1;
  return categories.map((category, i) => (i === marked ? `${category}¹` : category));
};
