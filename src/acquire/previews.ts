import pLimit from 'p-limit';
import sharp from 'sharp';
import { GroundglassError, toGroundglassError } from '../evidence/errors.js';
import type { ImageError } from '../evidence/wire/candidates.js';
import type { ImageCandidate } from '../evidence/wire/images.js';
import { fetchBytes } from '../sources/web/fetch-bytes.js';
import { looksSame, pictureHash } from './ranking/picture-hash.js';
import type { SearchContext } from './take-best.js';

/** A candidate with its thumbnail. */
export interface Previewed {
  readonly candidate: ImageCandidate;
  /** JPEG, its longest side at most {@link LONGEST} px */
  readonly picture: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly hash: string;
}

export interface Previews {
  readonly shown: readonly Previewed[];
  readonly errors: readonly ImageError[];
  /** Candidates whose thumbnail looks like that of a better one. */
  readonly duplicates: number;
}

/** Enough to choose by: sheets show less, models that look closer scale down what is larger. */
const LONGEST = 1_024;
/** Thumbnails have some 200 kB; a larger file is an original in disguise. */
const MAX_BYTES = 8 * 2 ** 20;
const MAX_PIXELS = 40_000_000;
const TIMEOUT_MS = 30_000;
const AT_ONCE = 3;

/** Fetches the thumbnails of a page of candidates; no original is asked for. Those that fail, or show a picture again, are left out. */
export async function fetchPreviews(candidates: readonly ImageCandidate[], context: SearchContext): Promise<Previews> {
  const errors: ImageError[] = [];
  const limit = pLimit(AT_ONCE);
  const fetched = await Promise.all(
    candidates.map((candidate) =>
      limit(async () => {
        try {
          return await previewOf(candidate, context);
        } catch (thrown) {
          if (context.signal?.aborted) throw thrown;
          const { code, message } = toGroundglassError(thrown);
          errors.push({
            provider: candidate.provider,
            code,
            message: `Preview of candidate ${candidate.number}: ${message}`,
          });
          return null;
        }
      }),
    ),
  );
  const all = fetched.filter((it) => it !== null);
  const shown = all.filter((it, i) => !all.slice(0, i).some((better) => looksSame(better.hash, it.hash)));
  return { shown, errors, duplicates: all.length - shown.length };
}

async function previewOf(candidate: ImageCandidate, { settings, signal }: SearchContext): Promise<Previewed> {
  const { bytes } = await fetchBytes(candidate.preview_url, {
    maxBytes: MAX_BYTES,
    timeoutMs: TIMEOUT_MS,
    trustedOrigins: settings.trustedOrigins,
    headers: { 'user-agent': settings.userAgent },
    ...(signal === undefined ? {} : { signal }),
  });
  try {
    const { format } = await sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata();
    if (!RASTER.has(format)) throw new Error(`${format} is no photograph`);
    const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .autoOrient()
      .flatten({ background: '#fff' })
      .resize(LONGEST, LONGEST, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .jpeg({ quality: 85 })
      .toBuffer({ resolveWithObject: true });
    return { candidate, picture: data, width: info.width, height: info.height, hash: await pictureHash(data) };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.split('\n')[0] : String(cause);
    throw new GroundglassError(
      'image_gate_failed',
      `It can't be read as a picture (${why}).`,
      'Take another one.',
      {},
      { cause },
    );
  }
}

/** Formats that sharp can read and a site may send; SVG is drawn by its author's code, and no photograph. */
const RASTER = new Set(['jpeg', 'png', 'webp', 'gif', 'tiff', 'heif']);
