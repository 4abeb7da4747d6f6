import type { ImageOrientation, ImageProviderName } from '../../evidence/wire/images.js';
import type { Licence, LicenceRejection } from '../licences.js';

/** What a provider has of one picture, in one shape. Text is plain; addresses are whole; '' where it says nothing. */
export interface Work {
  readonly provider: ImageProviderName;
  /** The provider's own name of it. */
  readonly id: string;
  readonly title: string;
  readonly author: string;
  readonly sourcePageUrl: string;
  readonly downloadUrl: string;
  readonly previewUrl: string;
  readonly licence: Licence | LicenceRejection | 'non_free' | 'under_deletion';
  /** px of the work as the provider claims it, 0 where it does not. */
  readonly width: number;
  readonly height: number;
  /** px of what `downloadUrl` gives, where that is known to be another rendition. */
  readonly rendition: { readonly width: number; readonly height: number } | null;
  /** Rights beside copyright: `personality`, `trademarked`. */
  readonly restrictions: readonly string[];
}

export interface ProviderQuery {
  readonly text: string;
  readonly orientation: ImageOrientation;
  /** Only what needs no credit. */
  readonly strict: boolean;
  readonly minWidth: number;
  readonly minHeight: number;
  readonly signal?: AbortSignal | undefined;
}

interface ProviderPage {
  readonly works: readonly Work[];
  readonly hasMore: boolean;
}

/** What the source itself says of a picture now. */
export interface Reread {
  readonly license_name: string;
  readonly license_url: string;
  readonly author: string;
  /** Its words, as they came; what is hashed for the record. */
  readonly raw: string;
}

export interface Provider {
  readonly name: ImageProviderName;
  /** One page of hits, from 1 on. @throws GroundglassError `upstream_refused`, `rate_limited` */
  search(query: ProviderQuery, page: number): Promise<ProviderPage>;
  /** The licence as the source page has it now; null where the provider has nothing to ask. Throws as `search` does. */
  reread(picture: Rereadable, signal?: AbortSignal): Promise<Reread | null>;
}

/** What is needed of a candidate to find it again. */
export interface Rereadable {
  readonly provider: ImageProviderName;
  readonly source_page_url: string;
  readonly download_url: string;
  readonly preview_url: string;
}
