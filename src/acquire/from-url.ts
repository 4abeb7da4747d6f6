import type { ImageItem } from '../evidence/wire/images.js';
import type { ImageTakeReply } from '../evidence/wire/take.js';
import { type Destination, takeFor } from './destination.js';
import { formatOf } from './filenames.js';
import { type ItemDraft, keepPicture } from './keep-picture.js';
import { fetchOriginal, type PhotoGates } from './originals.js';
import type { AcquireSettings } from './settings.js';

export interface UrlRequest extends Destination {
  readonly url: string;
  readonly slide: string;
  readonly purpose: string;
  readonly minWidth: number;
  readonly minHeight: number;
}

/**
 * Takes the picture at an address that a person chose. Its rights are theirs to see to: the tier is `manual`.
 * @throws GroundglassError `bad_filename`, `manifest_damaged`
 */
export function fromUrl(
  request: UrlRequest,
  { settings, signal }: { readonly settings: AcquireSettings; readonly signal?: AbortSignal | undefined },
): Promise<ImageTakeReply> {
  const { url, folder, filename, manifestPath } = request;
  return takeFor(request, 'Failed', async () => {
    const original = await fetchOriginal({
      ...gatesFor(request),
      url,
      trustedOrigins: settings.trustedOrigins,
      headers: { 'user-agent': settings.userAgent },
      signal,
    });
    const item = manualItem(request, {
      license_name: 'unverified — direct URL',
      source_page_url: url,
      download_url: url,
    });
    return keepPicture({ folder, manifestPath, filename, original, item });
  });
}

/** A person's choice has no floor of its own. */
export const gatesFor = ({
  filename,
  minWidth,
  minHeight,
}: Pick<UrlRequest, 'filename' | 'minWidth' | 'minHeight'>): PhotoGates => ({
  minWidth,
  minHeight,
  floorPixels: 0,
  format: formatOf(filename),
});

/** An entry for a picture whose rights nobody here has looked at. */
export const manualItem = (
  { slide, purpose }: Pick<UrlRequest, 'slide' | 'purpose'>,
  known: Pick<ImageItem, 'license_name' | 'source_page_url' | 'download_url'> & { readonly title?: string },
): ItemDraft => ({
  slide,
  purpose,
  search_query: '',
  matched_query: '',
  selection_method: 'manual',
  orientation: 'any',
  provider: 'manual',
  stage: 'all',
  title: '',
  author: '',
  license_url: '',
  license_tier: 'manual',
  provider_requires_credit: false,
  checked_by: 'none',
  license_checked: null,
  claimed: { width: 0, height: 0 },
  ...known,
});
