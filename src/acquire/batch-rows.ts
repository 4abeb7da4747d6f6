import { GroundglassError } from '../evidence/errors.js';
import type { ImageRequest, ImageRow } from '../evidence/wire/candidates.js';
import { nameKey, pictureName, stemOf } from './filenames.js';
import { readQueries } from './queries-file.js';

/** Smallest picture for a slide, px, where nobody asks for another. */
const DEFAULT_SIZE = { width: 1_200, height: 800 } as const;

/**
 * The rows of a batch, each with a name of its own.
 * @param thumbnails two pictures may not share a folder of candidates then, which is named without the ending
 * @throws GroundglassError `bad_argument`, `bad_filename`
 */
export function openBatch(path: string, thumbnails: boolean): ImageRow[] {
  const { items } = readQueries(path);
  const seen = new Map<string, string>();
  for (const { filename } of items) {
    const name = pictureName(filename);
    const keys = [nameKey(name), ...(thumbnails ? [`${nameKey(stemOf(name))} as a stem`] : [])];
    const other = keys.map((key) => seen.get(key)).find((it) => it !== undefined);
    if (other !== undefined) throw sameName(path, filename, other);
    for (const key of keys) seen.set(key, filename);
  }
  return items;
}

/** What a row asks for. */
export function requestOf(row: ImageRow): ImageRequest {
  const { required_terms: terms = [] } = row;
  return {
    query: row.query,
    query_variants: row.query_variants ?? [],
    slide: String(row.slide ?? ''),
    purpose: row.purpose ?? '',
    orientation: row.orientation ?? 'any',
    provider: row.provider ?? null,
    strict_no_attribution: row.strict_no_attribution ?? false,
    required_terms: typeof terms === 'string' ? [terms] : terms,
    min_width: row.min_width ?? DEFAULT_SIZE.width,
    min_height: row.min_height ?? DEFAULT_SIZE.height,
  };
}

const sameName = (path: string, filename: string, other: string): GroundglassError =>
  new GroundglassError(
    'bad_argument',
    `${path} has the name ${filename} beside ${other}: they would be one file, or one folder of candidates.`,
    'Give each row a name of its own.',
    { filename },
  );
