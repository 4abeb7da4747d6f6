import { z } from 'zod';
import { warningSchema } from './document.js';
import { locatorSchema, wireBoxSchema } from './locator.js';
import { refusalSchema } from './prove.js';

export const CHART_GRAMMARS = [
  'pie',
  'donut',
  'radial_bar',
  'bar',
  'horizontal_bar',
  'grouped_bar',
  'grouped_horizontal_bar',
  'stacked_bar',
  'stacked_horizontal_bar',
  'line',
  'waterfall',
  'bar_line',
  'unknown',
] as const;

/** Why a point can't be answered. What is printed nowhere is no refusal: its `kind` is `UNAVAILABLE`. */
export const CHART_REFUSALS = [
  /** No mark, or more than one, lies where the label would belong to it. */
  'NO_MARK',
  'AMBIGUOUS_MARK',
  'NO_CATEGORY',
  'AMBIGUOUS_CATEGORY',
  /** The mark's colour is in no legend, or in more than one entry. */
  'NO_SERIES',
  'AMBIGUOUS_SERIES',
  /** The label is no single number with a unit. */
  'NOT_A_NUMBER',
  'AMBIGUOUS_UNIT',
  /** Marks and printed values do not go together: angles, lengths, or a sum that the chart itself states. */
  'GEOMETRY_DISAGREES',
  /** Two producers read the point differently. */
  'PRODUCERS_DISAGREE',
  /** Of what a model proposes: it cites what it was not shown, or what does not print that text. */
  'ELEMENT_NOT_SHOWN',
  'TEXT_DIFFERS',
  /** Its number or unit is not the printed one; the number is an axis's; nothing ties the label to what it names. */
  'VALUE_DIFFERS',
  'UNIT_DIFFERS',
  'AXIS_VALUE',
  'NOT_TIED',
] as const;

const refusal = z.union([z.enum(CHART_REFUSALS), refusalSchema]).describe('why a point is pending: docs/evidence.md');
const verification = z.enum(['VERIFIED', 'PENDING']);

const fieldSchema = z.object({
  text: z.string(),
  element_ids: z.array(z.string()).describe('elements of the page SVG that paint it'),
  glyphs: z
    .array(z.tuple([z.string(), z.int().nonnegative(), z.int().nonnegative()]))
    .describe('its glyphs in these elements: id, first, end'),
  box: wireBoxSchema,
  verification,
  confidence: z.number().min(0).max(1).describe('1 where all checks hold; no model is asked'),
  refused: z.array(refusalSchema),
});
export type WireField = z.infer<typeof fieldSchema>;

const fieldsSchema = z.object({
  series: fieldSchema.nullable(),
  category: fieldSchema.nullable(),
  period: fieldSchema.nullable(),
  value: fieldSchema.nullable(),
  unit: fieldSchema.nullable().describe('where the unit is printed, if not in the label'),
});

const pointSchema = z.object({
  series: z.string().nullable().describe('the title of a chart that names none'),
  category: z.string().nullable(),
  period: z.string().nullable().describe('that its own labels name, else that of the chart'),
  unit: z.string().nullable().describe('`%`, `USD`, `EUR k`, `百万元`'),
  value: z.string().nullable().describe('the printed number: no separators, currency or unit, not scaled'),
  printed: z.string().nullable(),
  normalized: z
    .object({ value: z.string(), unit: z.string().nullable() })
    .nullable()
    .describe('with the scale applied, exactly'),
  kind: z.enum(['EXPLICIT', 'ESTIMATED', 'UNAVAILABLE']),
  element_ids: z.array(z.string()),
  box: wireBoxSchema.nullable().describe('of the label'),
  verification,
  fields: fieldsSchema.optional().describe('with `full`: the evidence of each field'),
});

const markSchema = z.object({
  kind: z.enum(['sector', 'arc', 'bar', 'segment', 'marker', 'line', 'swatch']),
  box: wireBoxSchema,
  color: z.string(),
  element_ids: z.array(z.string()),
  point_ids: z.array(z.int().nonnegative()).describe('indices into `points`'),
  extent: z.number().nullable().describe('length in pt or sweep in degrees: held against the print, never a value'),
});

const axisSchema = z.object({
  direction: z.enum(['horizontal', 'vertical']),
  kind: z.enum(['category', 'value']),
  title: fieldSchema.nullable(),
  labels: z.array(fieldSchema),
});

const chartSchema = z.object({
  id: z.string(),
  locator: locatorSchema,
  grammar: z.enum(CHART_GRAMMARS),
  title: z.string().nullable(),
  period: z.string().nullable(),
  points: z.array(pointSchema),
  producers: z.array(z.string()),
  verification,
  refused: z.array(z.object({ reason: refusal, point: z.int().nonnegative().nullable() })),
  execution_mode: z.enum(['PRODUCTION', 'TEST']).optional(),
  binding: z
    .object({
      svg_digest: z.string().describe('of the page SVG'),
      elements: z.array(z.object({ id: z.string(), index: z.int().nonnegative() })).describe('of the page, as painted'),
    })
    .optional(),
  title_evidence: fieldSchema.nullable().optional(),
  period_evidence: fieldSchema.nullable().optional(),
  axes: z.array(axisSchema).optional(),
  marks: z.array(markSchema).optional(),
});
export type WireChart = z.infer<typeof chartSchema>;

export const chartsReplySchema = z.object({ charts: z.array(chartSchema), warnings: z.array(warningSchema) });
export type ChartsReply = z.infer<typeof chartsReplySchema>;
