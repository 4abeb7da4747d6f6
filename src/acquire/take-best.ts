import { createHash } from 'node:crypto';
import { GroundglassError, toGroundglassError } from '../evidence/errors.js';
import type { ImageError, ImageRequest } from '../evidence/wire/candidates.js';
import type { ImageCandidate, ImageItem } from '../evidence/wire/images.js';
import { formatOf } from './filenames.js';
import { type ItemDraft, isMuchSmaller, keepPicture } from './keep-picture.js';
import { classifyLicence } from './licences.js';
import { fetchOriginal, FLOOR_PIXELS } from './originals.js';
import type { Providers } from './providers/providers.js';
import type { AcquireSettings } from './settings.js';

/** Where a picture goes. */
export interface Target {
  readonly folder: string;
  readonly manifestPath: string;
  /** A checked name. */
  readonly filename: string;
}

export interface TakeContext {
  readonly settings: AcquireSettings;
  readonly providers: Providers;
  readonly signal?: AbortSignal | undefined;
}

/** A candidate that was not taken. */
export type Missed = ImageError & { readonly isFinal: boolean };

/**
 * Downloads one candidate without anybody having looked at it, and keeps it with its provenance.
 * @returns the manifest's entry, with a warning where the file is much smaller than was claimed; or why it was not taken
 */
export async function takeUnseen(
  candidate: ImageCandidate,
  request: ImageRequest,
  target: Target,
  context: TakeContext,
): Promise<{ readonly item: ImageItem; readonly warnings: string[] } | Missed> {
  const { settings, signal } = context;
  try {
    const draft = await draftOf(candidate, request, context);
    const original = await fetchOriginal({
      url: candidate.download_url,
      trustedOrigins: settings.trustedOrigins,
      headers: { 'user-agent': settings.userAgent },
      minWidth: request.min_width,
      minHeight: request.min_height,
      floorPixels: FLOOR_PIXELS,
      format: formatOf(target.filename),
      signal,
    });
    const item = await keepPicture({ ...target, original, item: draft });
    return { item, warnings: isMuchSmaller(item) ? [smallerThanClaimed(item)] : [] };
  } catch (thrown) {
    const error = toGroundglassError(thrown);
    if (signal?.aborted || !EXPECTED.has(error.code)) throw thrown;
    const isFinal = error.code !== 'upstream_refused' && error.code !== 'rate_limited';
    return { provider: candidate.provider, code: error.code, message: error.message, isFinal };
  }
}

/** What makes the next candidate's turn; anything else would stop it as well. */
const EXPECTED = new Set(['image_gate_failed', 'address_refused', 'upstream_refused', 'rate_limited', 'license_changed']);

const smallerThanClaimed = ({ filename, width, height, metadata_dimensions: claimed }: ImageItem): string =>
  `${filename} has ${width} × ${height} px; its source claims ${claimed?.width} × ${claimed?.height}.`;

/** @throws GroundglassError `license_changed` where the source does not say what the index said */
async function draftOf(candidate: ImageCandidate, request: ImageRequest, context: TakeContext): Promise<ItemDraft> {
  const { license_name, license_url, author } = candidate;
  // What comes from an index is asked for at its source, where that can be asked; the rest has just been read there.
  const isIndexed = context.providers.isIndexed(candidate);
  const said = isIndexed ? await context.providers.reread(candidate, context.signal) : null;
  if (said !== null) {
    const now = classifyLicence({ name: said.license_name, url: said.license_url });
    const isSame = typeof now === 'object' && now.tier === candidate.license_tier && now.name === license_name;
    if (!isSame || (now.tier === 'attribution-required' && said.author === '')) throw changed(candidate, said.license_name);
  }
  const raw = said?.raw ?? JSON.stringify({ license_name, license_url, author });
  return {
    slide: request.slide,
    purpose: request.purpose,
    search_query: request.query,
    matched_query: candidate.matched_query,
    selection_method: 'metadata-ranked',
    orientation: request.orientation,
    provider: candidate.provider,
    stage: request.strict_no_attribution ? 'no-attribution-only' : 'all',
    title: candidate.title,
    // The source's own word of who made it outweighs an index's.
    author: said?.author || author,
    source_page_url: candidate.source_page_url,
    download_url: candidate.download_url,
    license_name,
    license_url,
    license_tier: candidate.license_tier,
    provider_requires_credit: candidate.provider_requires_credit,
    checked_by: 'none',
    license_checked: {
      at: new Date().toISOString(),
      how: said === null ? 'provider-metadata' : 'source-api',
      sha256: createHash('sha256').update(raw).digest('hex'),
    },
    claimed: { width: candidate.width, height: candidate.height },
  };
}

const changed = ({ provider, license_name }: ImageCandidate, now: string): GroundglassError =>
  new GroundglassError(
    'license_changed',
    `${provider} says ${license_name}; the source says ${now || 'nothing that can be used'}.`,
    'Take another candidate.',
  );
