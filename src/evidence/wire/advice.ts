import { z } from 'zod';
import { locatorSchema, wireBoxSchema } from './locator.js';

/** UTF-16 units of one figure id or probe: what is longer is not one. */
export const HINT_LENGTH = 500;
const SHORT_TEXT = z.string().min(1).max(HINT_LENGTH);
const FEW = 100;

/**
 * What the caller already knows. Hints are evidence, never permission. Unknown keys are refused, so that a misspelt
 * hint is noticed and not silently without effect.
 */
export const hintsSchema = z
  .strictObject({
    visual_required: z.boolean(),
    figure_ids: z.array(SHORT_TEXT).max(FEW).describe('labels asked for: "Figure 3", "图3-1"'),
    text_evidence_insufficient: z.boolean(),
    broken_image_references: z
      .union([z.boolean(), z.int().nonnegative(), z.array(z.string().max(2000)).max(FEW)])
      .describe('whether, how many, or which image references of the text lead nowhere'),
    conversion_loss_suspected: z.boolean(),
    source_conflict: z.boolean(),
    page_indices: z.array(z.int()).max(FEW).describe('0-based; those outside the document are ignored'),
    source_locator: locatorSchema.partial().describe('where the caller believes the evidence is'),
    text_probes: z.array(SHORT_TEXT).max(FEW).describe('wording that the page sought should bear'),
  })
  .partial();
export type Hints = z.infer<typeof hintsSchema>;

const adviceReasonSchema = z.enum([
  'visual_content_likely',
  'text_evidence_insufficient',
  'source_mapping_uncertain',
  'conversion_loss_suspected',
  'source_conflict',
]);
export type AdviceReason = z.infer<typeof adviceReasonSchema>;

export const adviceCandidateSchema = z.object({
  locator: locatorSchema,
  why: z.string(),
  suggested_crop: wireBoxSchema.nullable(),
});
export type AdviceCandidate = z.infer<typeof adviceCandidateSchema>;

/** At most this many pages are recommended; looking at more is a new decision of the caller's. */
export const MOST_CANDIDATES = 3;

export const adviceSchema = z.object({
  visual_required: z.boolean(),
  reasons: z.array(z.object({ reason: adviceReasonSchema, evidence: z.string() })).describe('each reason at most once'),
  candidates: z.array(adviceCandidateSchema).max(MOST_CANDIDATES).describe('best first'),
  alternatives: z.array(adviceCandidateSchema).describe('further pages, cut off by the limit of candidates'),
  next_step: z.string(),
});
export type Advice = z.infer<typeof adviceSchema>;
