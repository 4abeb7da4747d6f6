import { resolve } from 'node:path';
import type { z } from 'zod';
import { pictureName } from '../acquire/filenames.js';
import { manifestIn } from '../acquire/manifest.js';
import { openProviders, type Providers } from '../acquire/providers/providers.js';
import { type AcquireSettings, acquireSettingsFrom } from '../acquire/settings.js';
import type { ImageSearchReply } from '../evidence/wire/candidates.js';
import type {
  creditCheckRequestSchema,
  imagePromoteRequestSchema,
  imageSearchRequestSchema,
} from '../evidence/wire/image-requests.js';
import type { CreditCheckReply, ImageTakeReply } from '../evidence/wire/take.js';
import type { Library } from '../library/library.js';
import { VERSION } from './cli/version.js';

export function imageSearch(
  library: Library,
  request: z.infer<typeof imageSearchRequestSchema>,
  signal?: AbortSignal,
): Promise<ImageSearchReply> {
  const { query, query_variants, slide, purpose, orientation, strict_no_attribution, min_width, min_height } = request;
  const task = {
    request: {
      ...{ query, query_variants, slide, purpose, orientation, strict_no_attribution, min_width, min_height },
      provider: request.provider ?? null,
      required_terms: request.require_terms,
    },
    target: targetIn(request),
    thumbnails: !request.best,
    pageSize: request.max_candidates,
    page: request.candidate_page,
  };
  return asking(library, async (context) => {
    const { reviewerFrom } = await import('../acquire/look/model-review.js');
    const reviewer = request.review && task.thumbnails ? reviewerFrom(library.environment) : null;
    return (await import('../acquire/search.js')).searchImages(task, { ...context, reviewer, signal });
  });
}

export function imagePromote(
  library: Library,
  { candidate, checked_by: checkedBy, ...place }: z.infer<typeof imagePromoteRequestSchema>,
  signal?: AbortSignal,
): Promise<ImageTakeReply> {
  const promotion = { ...targetIn(place), candidate, checkedBy };
  return asking(library, async (context) =>
    (await import('../acquire/promote.js')).promote(promotion, { ...context, signal }),
  );
}

export const creditCheck = async ({
  paths,
  manifest,
}: z.infer<typeof creditCheckRequestSchema>): Promise<CreditCheckReply> =>
  (await import('../acquire/check/check-credits.js')).checkCredits(paths, manifest ?? null);

function targetIn({ folder, filename }: { readonly folder: string; readonly filename: string }) {
  const place = resolve(folder);
  return { folder: place, manifestPath: manifestIn(place), filename: pictureName(filename) };
}

async function asking<T>(
  library: Library,
  work: (context: { settings: AcquireSettings; providers: Providers }) => Promise<T>,
): Promise<T> {
  const settings = acquireSettingsFrom(library.environment, VERSION);
  const providers = openProviders(settings);
  try {
    return await work({ settings, providers });
  } finally {
    await providers.close();
  }
}
