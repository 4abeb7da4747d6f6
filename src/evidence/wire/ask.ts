import { z } from 'zod';
import { adviceSchema } from './advice.js';
import { warningSchema } from './document.js';
import { locatorSchema } from './locator.js';
import { chartProposalSchema } from './proposal.js';
import { refusalSchema } from './prove.js';

/** Why a question is not answered. docs/answers.md says when each is given. */
export const ABSTAIN_REASONS = [
  'VALUE_UNAVAILABLE',
  'AMBIGUOUS_SERIES',
  'AMBIGUOUS_PERIOD',
  'AMBIGUOUS_CATEGORY',
  'PERIOD_NOT_FOUND',
  'CATEGORY_NOT_FOUND',
  'SERIES_NOT_FOUND',
  'UNIT_MISMATCH',
  'NOT_VERIFIED',
  'NO_EVIDENCE',
  'UNSUPPORTED_QUESTION',
  'COMPUTATION_NOT_ALLOWED',
] as const;
const abstainReasonSchema = z.enum(ABSTAIN_REASONS);
export type AbstainReason = z.infer<typeof abstainReasonSchema>;

const digestSchema = z.string().regex(/^[0-9a-f]{64}$/u);

const citationSchema = z.object({
  claim: z.string().describe('the sentence that it bears out'),
  field_path: z.string().describe('JSON Pointer (RFC 6901) into the IR'),
  ir: digestSchema.describe('object of the chart, the table or the text that the value was read from'),
  svg: digestSchema.describe('object of its region as SVG'),
  svg_digest: digestSchema.describe('SHA-256 of that SVG'),
  receipt: digestSchema.describe('object that says what was proven of each field'),
  source_version: digestSchema.describe('SHA-256 of the file'),
  element_ids: z.array(z.string()).describe('elements of the SVG that paint the value'),
  occurrence: z
    .array(z.object({ element_id: z.string(), from: z.int().nonnegative(), to: z.int().nonnegative() }))
    .describe('its glyphs in these elements, `to` excluded'),
  transform: z
    .tuple([z.number(), z.number(), z.number(), z.number(), z.number(), z.number()])
    .describe('from an em of the first glyph to the page, as SVG’s matrix(): y up in the em, down on the page, pt'),
  locator: locatorSchema,
  printed: z.string(),
});
export type Citation = z.infer<typeof citationSchema>;

const computationSchema = z.object({
  rule: z.enum(['percentage_point_difference', 'difference', 'sum']),
  precision: z.int().positive().describe('significant digits that the arithmetic keeps'),
  rounding: z.literal('half-even'),
  exact: z.literal(true).describe('an inexact result is an error'),
  inputs: z.array(z.object({ value: z.string(), unit: z.string().nullable(), citation: z.int().nonnegative() })).min(2),
  output: z.object({ value: z.string(), unit: z.string().nullable() }),
});
export type Computation = z.infer<typeof computationSchema>;

export const askReplySchema = z.object({
  status: z.enum(['answered', 'abstained']),
  question: z.string(),
  reason: abstainReasonSchema.nullable(),
  refused: z.array(refusalSchema.or(z.string())).describe('with NOT_VERIFIED: why not'),
  available: z
    .object({
      periods: z.array(z.string()),
      categories: z.array(z.string()),
      series: z.array(z.string()),
      units: z.array(z.string()),
    })
    .nullable()
    .describe('what there is instead'),
  answer: z.string().nullable(),
  value: z.string().nullable().describe('decimal string as printed, not scaled; a cell of words: the words'),
  unit: z.string().nullable(),
  citations: z.array(citationSchema),
  computation: computationSchema.nullable(),
  planner: z.string().nullable().describe('the chat model that proposed what to look up; null for none'),
  snapshot: z.string().nullable(),
  proposal: chartProposalSchema
    .optional()
    .describe('where a vision model read the cited chart: what it said, which `verify` holds against the source again'),
  look: adviceSchema.nullable().describe('with an abstention: which page to look at'),
  warnings: z.array(warningSchema),
  view: z
    .object({
      file: z.string().nullable(),
      html: z.string().nullable().describe('with inline: the page itself'),
      bytes: z.int().nonnegative(),
    })
    .optional()
    .describe('the answer as people look at it, where that is asked for'),
});
export type AskReply = z.infer<typeof askReplySchema>;

const verifyReplySchema = z.object({
  verified: z.boolean(),
  checks: z.array(z.object({ citation: z.int().nonnegative().nullable(), ok: z.boolean(), why: z.string() })),
});
export type VerifyReply = z.infer<typeof verifyReplySchema>;
