import { createHash } from 'node:crypto';
import { GroundglassError } from '../evidence/errors.js';
import { type FetchedBytes, type FetchOptions, fetchBytes } from '../sources/web/fetch-bytes.js';

/** A picture by its content: bytes are null where the server says that they are those of last time. */
export interface PictureContent {
  /** SHA-256 of the bytes. */
  readonly digest: string;
  readonly bytes: Uint8Array | null;
}

export const contentOf = (bytes: Uint8Array): PictureContent & { readonly bytes: Uint8Array } => ({
  digest: createHash('sha256').update(bytes).digest('hex'),
  bytes,
});

/** Waited for pictures that lie elsewhere, and how large they may be. */
const TIMEOUT_MS = 10_000;
const MAX_BYTES = 20 * 2 ** 20;
/** Addresses that are remembered: a history is sent again with every turn. */
const MAX_KNOWN = 1_000;

type Known = Pick<FetchedBytes, 'etag' | 'lastModified'> & { readonly digest: string };

/**
 * Pictures at public addresses. What an address shows may change, so its server is asked in every turn; one that gave a validator
 * (RFC 9110, 8.8) is asked whether it still is what it was, and sends the bytes again only where not.
 */
export class RemotePictures {
  private readonly known = new Map<string, Known>();

  constructor(private readonly fetch: (address: string, options: FetchOptions) => Promise<FetchedBytes> = fetchBytes) {}

  /**
   * @param isAnew asks for the bytes whatever is known
   * @throws GroundglassError `address_refused`, `too_many_bytes`, `upstream_refused`
   */
  async content(address: string, isAnew: boolean, signal?: AbortSignal): Promise<PictureContent> {
    const known = isAnew ? undefined : this.known.get(address);
    const options = { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, headers: conditions(known) };
    try {
      const { bytes, etag, lastModified } = await this.fetch(address, signal ? { ...options, signal } : options);
      const content = contentOf(bytes);
      if (etag !== null || lastModified !== null)
        this.remember(address, { etag, lastModified, digest: content.digest });
      return content;
    } catch (error) {
      if (known === undefined || !isNotModified(error)) throw error;
      return { digest: known.digest, bytes: null };
    }
  }

  private remember(address: string, known: Known): void {
    this.known.delete(address);
    this.known.set(address, known);
    if (this.known.size > MAX_KNOWN) this.known.delete(this.known.keys().next().value ?? '');
  }
}

const conditions = (known: Known | undefined): Record<string, string> => ({
  ...(known?.etag ? { 'if-none-match': known.etag } : {}),
  ...(known?.lastModified ? { 'if-modified-since': known.lastModified } : {}),
});

const isNotModified = (error: unknown): boolean => error instanceof GroundglassError && error.details.status === 304;
