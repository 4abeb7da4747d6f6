import { z } from 'zod';
import type { ApiClient } from '../http/api-client.js';
import { classifyLicence } from '../licences.js';
import { type AcquireSettings, below, moved, OWN_BASES } from '../settings.js';
import { knownAuthor } from './author.js';
import type { Provider, Reread, Work } from './provider.js';

const resultSchema = z.object({
  id: z.string(),
  title: z.string().nullish(),
  foreign_landing_url: z.string().nullish(),
  url: z.string().nullish(),
  creator: z.string().nullish(),
  license: z.string().nullish(),
  license_version: z.string().nullish(),
  license_url: z.string().nullish(),
  thumbnail: z.string().nullish(),
  width: z.number().nullish(),
  height: z.number().nullish(),
});
type Result = z.infer<typeof resultSchema>;
const replySchema = z.object({ page_count: z.number().nullish(), results: z.array(resultSchema) });

/** What may be asked for without an account: more in a page is answered with 401, deeper pages with nothing. */
const PAGE_SIZE = 20;
const MAX_PAGES = 20;
const MAX_QUERY = 200;
/** px up to which it calls a picture small. */
const SMALL_PIXELS = 640 * 480;

/**
 * Openverse, an index of other sites (https://api.openverse.org/v1/). The shape is not asked for: what is rare should not be
 * missed for it, and the ranking knows it.
 */
export function openverse({ bases }: AcquireSettings, api: ApiClient): Provider {
  const base = bases.openverse;
  return {
    name: 'openverse',
    async search({ text, strict, minWidth, minHeight, signal }, page) {
      const url = below(base, '/v1/images/', {
        q: [...text].slice(0, MAX_QUERY).join(''),
        license: strict ? 'cc0,pdm' : 'by,by-sa,cc0,pdm',
        page: String(page),
        page_size: String(PAGE_SIZE),
        ...(minWidth * minHeight > SMALL_PIXELS ? { size: 'medium,large' } : {}),
      });
      const { results, page_count } = await api.call({ provider: 'openverse', url, schema: replySchema, signal });
      const works = results.map((result) => workOf(result, base));
      return { works, hasMore: page < Math.min(page_count ?? 0, MAX_PAGES) };
    },
    async reread({ preview_url, source_page_url }, signal) {
      const id = RECORD.exec(preview_url)?.[1] ?? RECORD.exec(source_page_url)?.[1];
      if (id === undefined) return null;
      const url = below(base, `/v1/images/${id}/`);
      return saidOf(await api.call({ provider: 'openverse', url, schema: resultSchema, signal }));
    },
  };
}

const RECORD = /\/images?\/([0-9a-f]{8}-[0-9a-f-]{27})(?:\/|$)/i;

function workOf(result: Result, base: URL): Work {
  const { license: code, license_version: version, license_url: url } = result;
  return {
    provider: 'openverse',
    id: result.id,
    title: result.title?.trim() ?? '',
    author: knownAuthor(result.creator ?? ''),
    sourcePageUrl: result.foreign_landing_url ?? '',
    downloadUrl: result.url || '',
    previewUrl: moved(result.thumbnail ?? '', base, OWN_BASES.openverse),
    licence: classifyLicence({ name: nameOf(code, version), url: url ?? null, code: code ?? null }),
    width: result.width ?? 0,
    height: result.height ?? 0,
    rendition: null,
    restrictions: [],
  };
}

/** `by-sa` and `4.0` are two fields; in one they are a name. */
const nameOf = (code: string | null | undefined, version: string | null | undefined): string =>
  code && version && /^by(?:-|$)/i.test(code) ? `CC ${code} ${version}` : '';

function saidOf(result: Result): Reread {
  const { license: code, license_version: version, license_url: url, creator } = result;
  const licence = classifyLicence({ name: nameOf(code, version), url: url ?? null, code: code ?? null });
  const raw = JSON.stringify({ license: code, license_version: version, license_url: url, creator });
  const author = knownAuthor(creator ?? '');
  return typeof licence === 'string'
    ? { license_name: `${code ?? ''} ${version ?? ''}`.trim(), license_url: url ?? '', author, raw }
    : { license_name: licence.name, license_url: licence.url, author, raw };
}
