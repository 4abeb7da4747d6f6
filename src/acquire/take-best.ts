import { toGroundglassError } from '../evidence/errors.js';
import type { ImageError, ImageRequest } from '../evidence/wire/candidates.js';
import type { ImageCandidate, ImageItem } from '../evidence/wire/images.js';
import type { ChatService } from '../models/chat-service.js';
import type { Providers } from './providers/providers.js';
import type { AcquireSettings } from './settings.js';
import { takeCandidate } from './take-candidate.js';

/** Where a picture goes. */
export interface Target {
  readonly folder: string;
  readonly manifestPath: string;
  /** A checked name. */
  readonly filename: string;
}

export interface SearchContext {
  readonly settings: AcquireSettings;
  readonly providers: Providers;
  /** Looks at each page of thumbnails; null where nobody asked for it. */
  readonly reviewer?: ChatService | null;
  readonly signal?: AbortSignal | undefined;
}

/** Why a candidate was not taken, and whether another try could change that. */
export interface Missed {
  readonly error: ImageError;
  readonly isFinal: boolean;
}

/**
 * Takes a candidate that nobody has looked at, with its provenance.
 * @returns the manifest's entry, or why the next candidate is to be tried
 */
export async function takeUnseen(
  candidate: ImageCandidate,
  request: ImageRequest,
  target: Target,
  { settings, providers, signal }: SearchContext,
): Promise<ImageItem | Missed> {
  try {
    return await takeCandidate(
      {
        ...target,
        candidate,
        query: request.query,
        slide: request.slide,
        purpose: request.purpose,
        orientation: request.orientation,
        minWidth: request.min_width,
        minHeight: request.min_height,
        stage: stageOf(request),
        selectionMethod: 'metadata-ranked',
        checkedBy: 'none',
      },
      { settings, providers: { reread: justRead(providers) }, signal },
    );
  } catch (thrown) {
    const { code, message } = toGroundglassError(thrown);
    if (signal?.aborted || !NEXT.has(code)) throw thrown;
    return { error: { provider: candidate.provider, code, message }, isFinal: !RETRYABLE.has(code) };
  }
}

export const stageOf = ({ strict_no_attribution: isStrict }: ImageRequest): ImageItem['stage'] =>
  isStrict ? 'no-attribution-only' : 'all';

/** What a search has read at the source a moment ago need not be asked again; an index's word must. */
const justRead =
  (providers: Providers): Providers['reread'] =>
  async (picture, signal) => {
    const { provider, license_name, license_url, author } = picture as ImageCandidate;
    if (providers.isIndexed(picture)) return providers.reread(picture, signal);
    if (provider === 'pexels' || provider === 'pixabay') return null;
    return { license_name, license_url, author, raw: JSON.stringify({ license_name, license_url, author }) };
  };

const RETRYABLE = new Set(['upstream_refused', 'rate_limited']);
/** What makes it the next candidate's turn; anything else would stop that one as well. */
const NEXT = new Set([...RETRYABLE, 'image_gate_failed', 'address_refused', 'license_changed']);
