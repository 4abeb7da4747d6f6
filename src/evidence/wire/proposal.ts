import { z } from 'zod';
import { wireBoxSchema } from './locator.js';

const digestSchema = z.string().regex(/^[0-9a-f]{64}$/u);
/** Room for four hundred values with all their elements. */
const MAX_OUTPUT_CHARS = 1_000_000;

const inferenceSchema = z.strictObject({
  model: digestSchema.describe('fingerprint of the model and its settings'),
  request: digestSchema.describe('fingerprint of what it was asked'),
  output: z.string().max(MAX_OUTPUT_CHARS).describe('what it said, word for word'),
});

/** What a vision model said of one chart, in two calls that did not see each other. Only what the source bears out is used. */
export const chartProposalSchema = z.strictObject({
  format: z.literal('chart-proposal-v1'),
  page_index: z.int().nonnegative(),
  region: wireBoxSchema.describe('what it was shown of the page'),
  binding: digestSchema.describe('SHA-256 over the SVG of the region, the view and the spans that it was told'),
  execution_mode: z.enum(['PRODUCTION', 'TEST']),
  chart: inferenceSchema,
  description: inferenceSchema,
});
export type ChartProposal = z.infer<typeof chartProposalSchema>;
