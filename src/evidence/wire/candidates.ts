import { z } from 'zod';
import { imageCandidateSchema, imageItemSchema, imageOrientationSchema, imageProviderSchema } from './images.js';

/** What a search was asked for, as a later promotion needs it. */
const imageRequestSchema = z.object({
  query: z.string(),
  query_variants: z.array(z.string()),
  slide: z.string(),
  purpose: z.string(),
  orientation: imageOrientationSchema,
  provider: imageProviderSchema.nullable().describe('the only one that was asked; null for all'),
  strict_no_attribution: z.boolean(),
  required_terms: z.array(z.string()),
  min_width: z.int().positive().describe('px of the downloaded picture'),
  min_height: z.int().positive(),
});
export type ImageRequest = z.infer<typeof imageRequestSchema>;

/** A candidate of a page of thumbnails. */
const reviewCandidateSchema = imageCandidateSchema.extend({
  filename: z.string().describe('candidate_03.jpg: what promote takes, beside the number'),
  review: z.string().describe('its preview, from the folder of candidates.json'),
  attribution_required: z.boolean(),
  preview_width: z.int().positive(),
  preview_height: z.int().positive(),
  picture_hash: z.string().describe('dHash of the preview, 16 hex digits'),
});
export type ReviewCandidate = z.infer<typeof reviewCandidateSchema>;

/** What a vision model decided about one page of thumbnails, kept only where it holds against the page. */
const imageDecisionSchema = z.object({
  checked_by: z.literal('model'),
  model: z.string().describe('as the endpoint names it'),
  decision: z.enum(['selected', 'no-pass', 'blocked']),
  candidate: z.int().positive().nullable().describe('the number that it selected'),
  reason: z.string().describe("the model's own words, at most 200"),
  next: z.enum(['promote', 'next-page', 'pool-exhausted', 'repair-input']),
  looked_at: z.array(z.int().positive()).describe('numbers of the previews that it saw one by one, beside the sheet'),
  at: z.string(),
  sheet_sha256: z.string().describe('of the review_sheet.jpg that it saw'),
});
export type ImageDecision = z.infer<typeof imageDecisionSchema>;

/** `candidates/<stem>/candidates.json`: one page of thumbnails. No original is there, and no provenance. */
export const candidatesFileSchema = z.looseObject({
  schema_version: z.literal(3),
  candidate_storage: z.literal('thumbnail-only'),
  target_filename: z.string(),
  selected: z.string().nullable().describe('the filename of the candidate that was promoted'),
  searched_at: z.string(),
  license_stage: z.enum(['all', 'no-attribution-only']),
  candidate_page: z.int().positive(),
  page_size: z.int().nonnegative().describe('0 where all are on one page'),
  candidate_total: z.int().nonnegative(),
  has_more_candidates: z.boolean(),
  next_candidate_page: z.int().positive().nullable(),
  review_sheet: z.string().nullable().describe('from the folder of candidates.json'),
  request: imageRequestSchema,
  candidates: z.array(reviewCandidateSchema),
  decision: imageDecisionSchema.nullable().default(null).describe('null where no model decided'),
});
export type CandidatesFile = z.infer<typeof candidatesFileSchema>;

const imageStatusSchema = z.enum(['Pending', 'Sourced', 'Needs-Selection', 'Failed', 'Needs-Manual']);

/** What was asked and gave no answer: a provider, or a download of one of its pictures. */
const imageErrorSchema = z.object({ provider: imageProviderSchema, code: z.string(), message: z.string() });
export type ImageError = z.infer<typeof imageErrorSchema>;

/** Reply of `images search`. */
export const imageSearchReplySchema = z.object({
  status: imageStatusSchema.exclude(['Pending']),
  filename: z.string(),
  selected: imageItemSchema.extend({ number: z.int().positive() }).nullable(),
  candidates: z.array(imageCandidateSchema),
  rejected: z.record(z.string(), z.int().positive()).describe('reason: how many'),
  review_sheet: z.string().nullable().describe('path from the output folder'),
  candidate_total: z.int().nonnegative(),
  has_more_candidates: z.boolean(),
  next_candidate_page: z.int().positive().nullable(),
  errors: z.array(imageErrorSchema),
  warnings: z.array(z.string()),
  decision: imageDecisionSchema
    .nullable()
    .describe('of the vision model that was asked to look; null where none decided'),
  limitations: z.array(z.string()).describe('what was asked for and could not be done'),
  last_error: z.string().nullable().describe('why there is no picture, and what to do next; null where there is one'),
});
export type ImageSearchReply = z.infer<typeof imageSearchReplySchema>;

/** A row of `image_queries.json`. Keys that are not ours are kept. */
const imageRowSchema = z.looseObject({
  filename: z.string(),
  query: z.string(),
  status: imageStatusSchema,
  query_variants: z.array(z.string()).optional(),
  candidate_page: z.int().positive().optional(),
  slide: z.union([z.string(), z.number()]).optional(),
  purpose: z.string().optional(),
  orientation: imageOrientationSchema.optional(),
  provider: imageProviderSchema.nullish(),
  strict_no_attribution: z.boolean().optional(),
  min_width: z.int().positive().optional(),
  min_height: z.int().positive().optional(),
  required_terms: z.union([z.string(), z.array(z.string())]).optional(),
  last_error: z.string().nullish(),
});
export type ImageRow = z.infer<typeof imageRowSchema>;
export const imageQueriesSchema = z.looseObject({ items: z.array(imageRowSchema) });
export type ImageQueries = z.infer<typeof imageQueriesSchema>;

/** Reply of `images batch`. */
export const imageBatchReplySchema = z.object({
  rows: z.array(z.object({ filename: z.string(), status: imageStatusSchema, last_error: z.string().nullable() })),
});
export type ImageBatchReply = z.infer<typeof imageBatchReplySchema>;
