import { z } from 'zod';

/** Answers "may this be used, and who must be named" once: nobody downstream reads a licence string. */
const licenseTierSchema = z.enum(['no-attribution', 'attribution-required', 'manual']);
export type LicenseTier = z.infer<typeof licenseTierSchema>;

export const imageProviderSchema = z.enum(['pexels', 'pixabay', 'openverse', 'wikimedia']);
export type ImageProviderName = z.infer<typeof imageProviderSchema>;

export const imageOrientationSchema = z.enum(['any', 'landscape', 'portrait', 'square']);
export type ImageOrientation = z.infer<typeof imageOrientationSchema>;

/** What a picture is and whose, as its provider says. `author` is '' where the provider names nobody. */
const workShape = {
  title: z.string(),
  author: z.string(),
  source_page_url: z.string(),
  download_url: z.string(),
  license_name: z.string(),
  license_url: z.string().describe("'' where the provider gives none"),
  license_tier: licenseTierSchema,
};

const identityEvidenceSchema = z.enum(['metadata-verified', 'visual-verification-required']);

/** One candidate of a search, in the order of the ranking. Sizes are the provider's word: px, 0 where it gives none. */
export const imageCandidateSchema = z.object({
  number: z.int().positive().describe('1-based over all pages: page 2 of 8 begins with 9'),
  provider: imageProviderSchema,
  ...workShape,
  license_tier: licenseTierSchema.exclude(['manual']),
  provider_requires_credit: z
    .boolean()
    .describe("the API's terms ask for a link to the source, whatever the licence says"),
  preview_url: z.string(),
  width: z.int().nonnegative(),
  height: z.int().nonnegative(),
  matched_query: z.string(),
  score: z.number(),
  why: z.array(z.string()).describe('what moved it up or down, the strongest first'),
  identity_evidence: identityEvidenceSchema,
  missing_required_terms: z.array(z.string()),
});
export type ImageCandidate = z.infer<typeof imageCandidateSchema>;

/** The literal that stands at the top of every manifest. */
export const LICENSE_VERIFICATION = 'provider metadata used; manual review recommended for external delivery';

/** A picture that lies in the folder, with where it came from, as we write it. */
export const imageItemSchema = z.object({
  filename: z.string(),
  slide: z.string(),
  purpose: z.string(),
  search_query: z.string(),
  matched_query: z.string(),
  selection_method: z.enum(['visual-thumbnail', 'metadata-ranked', 'manual']),
  orientation: imageOrientationSchema,
  provider: z.enum([...imageProviderSchema.options, 'manual']),
  stage: z.enum(['all', 'no-attribution-only']),
  ...workShape,
  provider_requires_credit: z.boolean(),
  attribution_required: z.boolean(),
  width: z.int().positive().describe('measured, EXIF orientation applied'),
  height: z.int().positive(),
  metadata_dimensions: z.object({ width: z.int(), height: z.int(), note: z.string() }).optional(),
  attribution_text: z.string().describe("'' for a manual picture"),
  checked_by: z.enum(['model', 'person', 'none']).describe('who looked at it; never more than what happened'),
  sha256: z.string(),
  license_checked: z
    .object({
      at: z.string(),
      how: z.enum(['source-api', 'provider-metadata']),
      sha256: z.string().describe('of what the source said'),
    })
    .nullable()
    .describe('the licence as it was read again when the picture was taken; null for a manual one'),
  status: z.literal('sourced'),
});
export type ImageItem = z.infer<typeof imageItemSchema>;

/** An item as a manifest may hold it: people and other tools write fewer keys than we do, and more. */
const storedImageItemSchema = z.looseObject({
  filename: z.string(),
  provider: z.string().nullish(),
  title: z.string().nullish(),
  author: z.string().nullish(),
  source_page_url: z.string().nullish(),
  download_url: z.string().nullish(),
  license_name: z.string().nullish(),
  license_url: z.string().nullish(),
  license_tier: z.string().nullish(),
  attribution_text: z.string().nullish(),
  provider_requires_credit: z.boolean().nullish(),
  width: z.number().nullish(),
  height: z.number().nullish(),
  sha256: z.string().nullish(),
  status: z.string().nullish(),
});
export type StoredImageItem = z.infer<typeof storedImageItemSchema>;

/** `image_sources.json`. */
export const imageManifestSchema = z.looseObject({
  license_verification: z.string(),
  generated_at: z.string(),
  items: z.array(storedImageItemSchema),
});
export type ImageManifest = z.infer<typeof imageManifestSchema>;
