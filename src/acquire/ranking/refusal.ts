import type { Licence, LicenceRejection } from '../licences.js';
import { FLOOR_PIXELS } from '../originals.js';
import type { Work } from '../providers/provider.js';
import type { Need } from './judge.js';

/** Why a work is no candidate. */
export type Rejection =
  | LicenceRejection
  | 'non_free'
  | 'under_deletion'
  | 'author_unknown'
  | 'attribution_required'
  | 'no_download'
  | 'no_preview'
  | 'too_small'
  | 'irrelevant'
  | 'nothing_to_compare'
  | 'required_terms_missing'
  | 'duplicate'
  | 'license_disputed';

/** A work whose licence is one to use. */
export type Usable = Work & { readonly licence: Licence };

/** What no rank can make good: rights, a credit that could not be given, nothing to fetch, known to be too small. */
export function usable(work: Work, need: Need): Usable | Rejection {
  const { licence, author, downloadUrl, previewUrl } = work;
  if (typeof licence === 'string') return licence;
  if (licence.tier === 'attribution-required' && author === '') return 'author_unknown';
  if (need.strict && licence.tier !== 'no-attribution') return 'attribution_required';
  if (!isWeb(downloadUrl)) return 'no_download';
  if (need.thumbnails && !isWeb(previewUrl)) return 'no_preview';
  const { width, height } = work.rendition ?? work;
  const isSmall =
    (width > 0 && height > 0 && width * height < FLOOR_PIXELS) ||
    (width > 0 && width < need.minWidth) ||
    (height > 0 && height < need.minHeight);
  return isSmall ? 'too_small' : { ...work, licence };
}

const isWeb = (address: string): boolean => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
