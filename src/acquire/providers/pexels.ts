import { z } from 'zod';
import type { ApiClient } from '../http/api-client.js';
import { siteLicence } from '../licences.js';
import { type AcquireSettings, below } from '../settings.js';
import { scriptLanguage } from './language.js';
import type { Provider, Work } from './provider.js';

const photoSchema = z.object({
  id: z.number(),
  width: z.number(),
  height: z.number(),
  url: z.string(),
  photographer: z.string().nullish(),
  alt: z.string().nullish(),
  src: z.object({
    original: z.string().nullish(),
    large2x: z.string().nullish(),
    large: z.string().nullish(),
    medium: z.string().nullish(),
  }),
});
const replySchema = z.object({ photos: z.array(photoSchema), next_page: z.string().nullish() });

const PER_PAGE = '20';
const LOCALES: Readonly<Record<string, string>> = {
  zh: 'zh-CN',
  ja: 'ja-JP',
  ko: 'ko-KR',
  ru: 'ru-RU',
  th: 'th-TH',
  el: 'el-GR',
};

/** Pexels: one licence for all, the key in a header (https://www.pexels.com/api/documentation/). */
export function pexels({ bases, keys }: AcquireSettings, api: ApiClient): Provider {
  return {
    name: 'pexels',
    async search({ text, orientation, signal }, page) {
      const locale = LOCALES[scriptLanguage(text) ?? ''];
      const url = below(bases.pexels, '/v1/search', {
        query: text,
        page: String(page),
        per_page: PER_PAGE,
        ...(orientation === 'any' ? {} : { orientation }),
        ...(locale === undefined ? {} : { locale }),
      });
      const headers = { authorization: keys.pexels ?? '' };
      const { photos, next_page } = await api.call({ provider: 'pexels', url, headers, schema: replySchema, signal });
      return { works: photos.map(workOf), hasMore: Boolean(next_page) };
    },
    // Neither the API nor its reply knows of licences: the site has one.
    reread: async () => null,
  };
}

function workOf({ id, width, height, url, photographer, alt, src }: z.infer<typeof photoSchema>): Work {
  return {
    provider: 'pexels',
    id: String(id),
    title: alt?.trim() || 'Pexels photo',
    author: photographer?.trim() ?? '',
    sourcePageUrl: url,
    downloadUrl: src.original || src.large2x || src.large || '',
    // Those of its renditions that are not cropped.
    previewUrl: src.large || src.medium || '',
    licence: siteLicence('pexels'),
    width,
    height,
    rendition: null,
    restrictions: [],
  };
}
