import { z } from 'zod';
import { CHART_GRAMMARS } from '../../evidence/wire/charts.js';
import type { ChartProposal } from '../../evidence/wire/proposal.js';
import { jsonIn } from '../../models/json-in.js';
import { digestOf } from '../../store/objects.js';

/** No label of a chart is longer, nor painted by more elements. */
const MAX_TEXT_CHARS = 300;
const MAX_ELEMENTS = 60;
/** A chart that prints more values is a table. */
const MAX_POINTS = 400;
const MAX_SENTENCE_CHARS = 1_200;

const cited = z.strictObject({
  text: z.string().min(1).max(MAX_TEXT_CHARS),
  element_ids: z.array(z.string().max(80)).min(1).max(MAX_ELEMENTS),
});
/** A text that a model says the page prints, and the elements that it says paint it. */
export type CitedText = z.infer<typeof cited>;

const point = z.strictObject({
  series: cited.nullable(),
  category: cited.nullable(),
  period: cited.nullable(),
  unit: z.string().max(40).nullable(),
  unit_source: cited.nullable(),
  value: z.string().max(60),
  printed: cited,
});
export type ProposedPoint = z.infer<typeof point>;

/** What the chart call answers. */
export const chartOutputSchema = z.strictObject({
  grammar: z.enum(CHART_GRAMMARS),
  title: cited.nullable(),
  period: cited.nullable(),
  points: z.array(point).max(MAX_POINTS),
});
export type ProposedChart = z.infer<typeof chartOutputSchema>;

const sentence = z.strictObject({
  text: z.string().max(MAX_SENTENCE_CHARS),
  element_ids: z.array(z.string().max(80)).min(1).max(MAX_ELEMENTS),
});
/** What the description call answers. */
export const descriptionOutputSchema = z.strictObject({ sentences: z.array(sentence).max(MAX_POINTS) });
export type Sentence = z.infer<typeof sentence>;

export interface ReadProposal {
  readonly chart: ProposedChart;
  readonly sentences: readonly Sentence[];
}

/** Both outputs of a proposal, strictly of their shapes; null where one is broken, longer than allowed or something else. */
export function readProposal({ chart, description }: ChartProposal): ReadProposal | null {
  const read = chartOutputSchema.safeParse(jsonIn(chart.output)).data;
  const told = descriptionOutputSchema.safeParse(jsonIn(description.output)).data;
  return read === undefined || told === undefined ? null : { chart: read, sentences: told.sentences };
}

/** What an IR says of where it comes from: each inference by its model, by what it was asked, and by what it said. */
export const saidBy = ({ chart, description, execution_mode }: ChartProposal) => ({
  producers: [producer('model-chart-v1', chart), producer('model-description-v1', description)],
  execution_mode,
});

const producer = (name: string, { model, request, output }: ChartProposal['chart']): string =>
  `${name}:${model}:${request}:${digestOf(new TextEncoder().encode(output))}`;

/** The one sentence for a value, as the description call is told to write it. */
export function sentenceFor({ series, category, period, value, unit }: Record<keyof Told, string | null>): string {
  const during = period === null ? '' : `During ${period}, `;
  const what = [series, category === null ? null : `for ${category}`].filter((part) => part !== null).join(' ');
  return `${during}${what}: ${value}${unit === null ? '' : ` ${unit}`}.`;
}

type Told = Pick<ProposedPoint, 'series' | 'category' | 'period' | 'value' | 'unit'>;
