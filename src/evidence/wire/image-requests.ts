import { z } from 'zod';
import { imageOrientationSchema, imageProviderSchema } from './images.js';

const name = z.string().min(1).max(300);
const path = z.string().min(1).max(4096);
const words = z.array(z.string().min(1).max(300)).max(20).default([]);

/** What `image_search` takes: as `images search`, thumbnails unless `best` is asked for. */
export const imageSearchRequestSchema = z.strictObject({
  query: z.string().min(1).max(300),
  filename: name,
  folder: path,
  query_variants: words,
  require_terms: words,
  orientation: imageOrientationSchema.default('any'),
  best: z.boolean().default(false).describe('take one by its words'),
  candidate_page: z.int().positive().default(1),
  review: z.boolean().default(false),
  strict_no_attribution: z.boolean().default(false),
  provider: imageProviderSchema.optional(),
  min_width: z.int().positive().default(1200),
  min_height: z.int().positive().default(800),
  max_candidates: z.int().nonnegative().max(100).default(8),
  slide: z.string().max(300).default(''),
  purpose: z.string().max(1_000).default(''),
});

export const imagePromoteRequestSchema = z.strictObject({
  candidate: z.string().min(1).max(100).optional(),
  filename: name,
  folder: path,
  checked_by: z.enum(['model', 'person', 'none']).optional(),
});

export const creditCheckRequestSchema = z.strictObject({
  paths: z.array(path).min(1).max(1_000),
  manifest: path.optional(),
});
