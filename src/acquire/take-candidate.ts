import type { ImageCandidate, ImageItem, ImageOrientation } from '../evidence/wire/images.js';
import { confirmLicence } from './confirm-licence.js';
import { formatOf, pictureName } from './filenames.js';
import { keepPicture } from './keep-picture.js';
import { FLOOR_PIXELS, fetchOriginal } from './originals.js';
import type { Providers } from './providers/providers.js';
import type { AcquireSettings } from './settings.js';

export interface Taking {
  readonly candidate: ImageCandidate;
  readonly filename: string;
  readonly folder: string;
  readonly manifestPath: string;
  /** What was asked for. */
  readonly query: string;
  readonly slide: string;
  readonly purpose: string;
  readonly orientation: ImageOrientation;
  readonly minWidth: number;
  readonly minHeight: number;
  readonly stage: ImageItem['stage'];
  readonly selectionMethod: 'visual-thumbnail' | 'metadata-ranked';
  readonly checkedBy: ImageItem['checked_by'];
}

export interface TakingContext {
  readonly settings: AcquireSettings;
  readonly providers: Pick<Providers, 'reread'>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Takes one candidate: its licence is read again, its original downloaded and held against the gates, and kept with its entry.
 * @throws GroundglassError `license_changed`, `image_gate_failed`, `address_refused`, `bad_filename`, `manifest_damaged`,
 *   `upstream_refused`, `rate_limited`; nothing is kept then
 */
export async function takeCandidate(
  taking: Taking,
  { settings, providers, signal }: TakingContext,
): Promise<ImageItem> {
  const { candidate, folder, manifestPath } = taking;
  const filename = pictureName(taking.filename);
  const confirmed = await confirmLicence(candidate, providers, signal);
  const original = await fetchOriginal({
    url: candidate.download_url,
    trustedOrigins: settings.trustedOrigins,
    headers: { 'user-agent': settings.userAgent },
    minWidth: taking.minWidth,
    minHeight: taking.minHeight,
    floorPixels: FLOOR_PIXELS,
    format: formatOf(filename),
    signal,
  });
  const item = {
    slide: taking.slide,
    purpose: taking.purpose,
    search_query: taking.query,
    matched_query: candidate.matched_query,
    selection_method: taking.selectionMethod,
    orientation: taking.orientation,
    provider: candidate.provider,
    stage: taking.stage,
    title: candidate.title,
    source_page_url: candidate.source_page_url,
    download_url: candidate.download_url,
    license_tier: candidate.license_tier,
    ...confirmed,
    provider_requires_credit: candidate.provider_requires_credit,
    checked_by: taking.checkedBy,
    claimed: { width: candidate.width, height: candidate.height },
  };
  return keepPicture({ folder, manifestPath, filename, original, item });
}
