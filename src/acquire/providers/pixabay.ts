import { z } from 'zod';
import { GroundglassError } from '../../evidence/errors.js';
import type { ApiClient } from '../http/api-client.js';
import { siteLicence } from '../licences.js';
import { type AcquireSettings, below, OWN_BASES } from '../settings.js';
import { scriptLanguage } from './language.js';
import type { Provider, Work } from './provider.js';

const hitSchema = z.object({
  id: z.number(),
  pageURL: z.string(),
  tags: z.string().nullish(),
  previewURL: z.string().nullish(),
  webformatURL: z.string().nullish(),
  largeImageURL: z.string().nullish(),
  fullHDURL: z.string().nullish(),
  imageURL: z.string().nullish(),
  imageWidth: z.number(),
  imageHeight: z.number(),
  user: z.string().nullish(),
});
type Hit = z.infer<typeof hitSchema>;
const replySchema = z.object({ totalHits: z.number(), hits: z.array(hitSchema) });

const PER_PAGE = 20;
/** Longer queries are refused. */
const MAX_QUERY = 100;
/** Longest sides, in px, of the renditions (https://pixabay.com/api/docs/). */
const RENDITIONS = { fullHDURL: 1920, largeImageURL: 1280, webformatURL: 640, previewURL: 150 } as const;
/** Its orientations; it has no square. */
const ORIENTATIONS: Readonly<Record<string, string>> = { landscape: 'horizontal', portrait: 'vertical' };

/** Pixabay: one licence for all, the key in the query, errors in plain text, no more than 500 hits a query. */
export function pixabay({ bases, keys }: AcquireSettings, api: ApiClient): Provider {
  return {
    name: 'pixabay',
    async search({ text, orientation, signal }, page) {
      const lang = scriptLanguage(text);
      const asked = {
        q: [...text].slice(0, MAX_QUERY).join(''),
        image_type: 'photo',
        safesearch: 'true',
        page: String(page),
        per_page: String(PER_PAGE),
        ...(ORIENTATIONS[orientation] === undefined ? {} : { orientation: ORIENTATIONS[orientation] }),
        ...(lang === null ? {} : { lang }),
      };
      const url = below(bases.pixabay, '/api/', { key: keys.pixabay ?? '', ...asked });
      // A mirror has terms of its own.
      const isItself = bases.pixabay.origin === OWN_BASES.pixabay;
      const keptAs = isItself ? `pixabay ${JSON.stringify(asked)}` : undefined;
      try {
        const { hits, totalHits } = await api.call({ provider: 'pixabay', url, keptAs, schema: replySchema, signal });
        return { works: hits.map(workOf), hasMore: hits.length > 0 && page * PER_PAGE < totalHits };
      } catch (error) {
        if (isPastTheEnd(error)) return { works: [], hasMore: false };
        throw error;
      }
    },
    reread: async () => null,
  };
}

/** `[ERROR 400] "page" is out valid range.`: 400 is also its answer to a wrong key. */
const isPastTheEnd = (error: unknown): boolean =>
  error instanceof GroundglassError && error.details.status === 400 && /"page" is out/.test(String(error.details.said));

function workOf(hit: Hit): Work {
  const key = (['fullHDURL', 'largeImageURL', 'webformatURL', 'previewURL'] as const).find((it) => hit[it]);
  const { imageWidth: width, imageHeight: height } = hit;
  return {
    provider: 'pixabay',
    id: String(hit.id),
    title: hit.tags?.trim() || 'Pixabay photo',
    author: hit.user?.trim() ?? '',
    sourcePageUrl: hit.pageURL,
    downloadUrl: hit.imageURL || (key === undefined ? '' : (hit[key] ?? '')),
    previewUrl: hit.webformatURL || hit.previewURL || '',
    licence: siteLicence('pixabay'),
    width,
    height,
    rendition: hit.imageURL || key === undefined ? null : within(width, height, RENDITIONS[key]),
    restrictions: [],
  };
}

function within(width: number, height: number, longest: number): { width: number; height: number } {
  const scale = Math.min(1, longest / Math.max(width, height, 1));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
