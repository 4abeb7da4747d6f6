import { z } from 'zod';
import { htmlText } from '../../sources/web/html-text.js';
import type { ApiClient } from '../http/api-client.js';
import { classifyLicence } from '../licences.js';
import { type AcquireSettings, below } from '../settings.js';
import { knownAuthor } from './author.js';
import { commonsPage } from './commons-page.js';
import type { Provider, Reread, Work } from './provider.js';

/** Values are strings, but for what extensions put in. */
const metadataSchema = z.record(z.string(), z.object({ value: z.unknown() }));
const infoSchema = z.object({
  width: z.number().nullish(),
  height: z.number().nullish(),
  thumburl: z.string().nullish(),
  url: z.string().nullish(),
  descriptionurl: z.string().nullish(),
  mime: z.string().nullish(),
  extmetadata: metadataSchema.nullish(),
});
const pageSchema = z.object({
  pageid: z.number().nullish(),
  title: z.string(),
  index: z.number().nullish(),
  missing: z.unknown().optional(),
  imageinfo: z.array(infoSchema).nullish(),
});
type Page = z.infer<typeof pageSchema>;
type Metadata = z.infer<typeof metadataSchema> | null | undefined;
const replySchema = z.object({
  continue: z.record(z.string(), z.unknown()).nullish(),
  /** Absent where there is no hit. An object by page id, or in the newer form an array. */
  query: z.object({ pages: z.union([z.record(z.string(), pageSchema), z.array(pageSchema)]).nullish() }).nullish(),
});

const LIMIT = 20;
/** One of the widths that it makes thumbnails in (20, 40, 60, 120, 250, 330, 500, 960, 1280, 1920, 3840): others get 429. */
const THUMB_WIDTH = '960';
/** Seconds that its copies may lag behind before it asks a client to wait (Manual:Maxlag parameter). */
const MAX_LAG = '5';
const PHOTO_TYPES = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/tiff']);
const METADATA =
  'LicenseShortName|License|LicenseUrl|UsageTerms|Artist|Attribution|AttributionRequired|Credit|Restrictions|NonFree|DeletionReason|Copyrighted|ObjectName';

/** Wikimedia Commons: search and metadata in one call of MediaWiki's action API. */
export function wikimedia({ bases }: AcquireSettings, api: ApiClient): Provider {
  const ask = async (query: Readonly<Record<string, string>>, signal: AbortSignal | undefined) => {
    const url = below(bases.wikimedia, '/w/api.php', {
      action: 'query',
      format: 'json',
      maxlag: MAX_LAG,
      prop: 'imageinfo',
      iiprop: 'url|size|mime|extmetadata',
      iiurlwidth: THUMB_WIDTH,
      iiextmetadatafilter: METADATA,
      ...query,
    });
    return api.call({ provider: 'wikimedia', url, schema: replySchema, faultIn, signal });
  };
  return {
    name: 'wikimedia',
    async search({ text, signal }, page) {
      const search = {
        generator: 'search',
        gsrsearch: `${plainWords(text)} filetype:bitmap`,
        gsrnamespace: '6',
        gsrlimit: String(LIMIT),
        ...(page > 1 ? { gsroffset: String((page - 1) * LIMIT) } : {}),
      };
      const reply = await ask(search, signal);
      const pages = pagesOf(reply).sort((a, b) => (a.index ?? 0) - (b.index ?? 0));
      return { works: pages.flatMap(workOf), hasMore: reply.continue?.gsroffset !== undefined };
    },
    async reread({ source_page_url }, signal) {
      const page = commonsPage(source_page_url);
      if (page === null) return null;
      const [found] = pagesOf(await ask('id' in page ? { pageids: page.id } : { titles: page.title }, signal));
      return found === undefined || found.missing !== undefined ? null : saidOf(found);
    },
  };
}

/** Operators of the search engine would make another search of a name that has such a character. */
const plainWords = (text: string): string =>
  text
    .replace(/[:"!~*?\\|<>[\]{}^/]|(?<=^|\s)-+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** Errors come with the status 200. */
function faultIn(body: unknown): { busy: boolean; message: string } | null {
  const { error } = faultSchema.parse(body);
  if (error === undefined) return null;
  return { busy: BUSY.has(error.code), message: `${error.code}: ${error.info ?? ''}`.slice(0, 200) };
}
const faultSchema = z
  .looseObject({ error: z.object({ code: z.string(), info: z.string().optional() }).optional() })
  .catch({});
const BUSY = new Set(['maxlag', 'ratelimited', 'readonly', 'internal_api_error_DBQueryTimeoutError']);

function pagesOf({ query }: z.infer<typeof replySchema>): Page[] {
  return Object.values(query?.pages ?? {});
}

function workOf(page: Page): Work[] {
  const info = page.imageinfo?.[0];
  if (info === undefined || page.missing !== undefined || !PHOTO_TYPES.has(info.mime ?? '')) return [];
  const said = reader(info.extmetadata);
  const [name, objectName] = [page.title.replace(/^File:/, '').replace(/\.[a-z]{3,4}$/i, ''), said('ObjectName')];
  return [
    {
      provider: 'wikimedia',
      id: page.pageid ? String(page.pageid) : page.title,
      title: objectName && objectName !== name ? `${name} (${objectName})` : name,
      author: authorIn(said),
      sourcePageUrl: info.descriptionurl ?? '',
      downloadUrl: info.url ?? '',
      previewUrl: info.thumburl ?? '',
      licence: licenceIn(info.extmetadata, said),
      width: info.width ?? 0,
      height: info.height ?? 0,
      rendition: null,
      restrictions: said('Restrictions').split('|').filter(Boolean),
    },
  ];
}

type Reader = (field: string) => string;

const reader =
  (metadata: Metadata): Reader =>
  (field) => {
    const value = metadata?.[field]?.value;
    return value === undefined || value === null ? '' : htmlText(String(value));
  };

/** The line that an author asks for, where there is one. */
const authorIn = (said: Reader): string => knownAuthor(said('Attribution')) || knownAuthor(said('Artist'));

function licenceIn(metadata: Metadata, said: Reader): Work['licence'] {
  // That they are there says it, whatever they hold.
  if (metadata?.NonFree !== undefined) return 'non_free';
  if (metadata?.DeletionReason !== undefined) return 'under_deletion';
  return classifyLicence({
    name: said('LicenseShortName'),
    url: said('LicenseUrl'),
    code: said('License'),
    terms: said('UsageTerms'),
  });
}

function saidOf(page: Page): Reread | null {
  const metadata = page.imageinfo?.[0]?.extmetadata;
  if (!metadata) return null;
  const said = reader(metadata);
  const licence = licenceIn(metadata, said);
  const usable = typeof licence === 'object';
  return {
    license_name: usable
      ? licence.name
      : `${said('LicenseShortName')}${licence === 'under_deletion' ? ' (under deletion)' : ''}`,
    license_url: usable ? licence.url : said('LicenseUrl'),
    author: authorIn(said),
    raw: JSON.stringify(
      Object.fromEntries(METADATA.split('|').map((field) => [field, metadata[field]?.value ?? null])),
    ),
  };
}
