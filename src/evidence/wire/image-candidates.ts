import { z } from 'zod';
import { imageCandidateSchema, imageOrientationSchema } from './images.js';

/** `candidates/<stem>/candidates.json`: one page of candidates with the request that they answer. No original is there yet. */
export const imageCandidatesFileSchema = z.object({
  target_filename: z.string(),
  searched_at: z.string(),
  license_stage: z.enum(['all', 'no-attribution-only']),
  candidate_page: z.int().positive(),
  page_size: z.int().positive(),
  candidate_total: z.int().nonnegative(),
  has_more_candidates: z.boolean(),
  review_sheet: z.string().describe('beside this file'),
  request: z.object({
    query: z.string(),
    query_variants: z.array(z.string()),
    purpose: z.string(),
    slide: z.string(),
    orientation: imageOrientationSchema,
    required_terms: z.array(z.string()),
    min_width: z.int().positive(),
    min_height: z.int().positive(),
  }),
  candidates: z.array(imageCandidateSchema.extend({ review: z.string().describe('its preview, beside this file') })),
});
export type ImageCandidatesFile = z.infer<typeof imageCandidatesFileSchema>;
