import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type FixtureWork, matches, type ProviderName } from './catalogue.js';
import { bomb, type FileFault, picture } from './pictures.js';
import { fileTitle, numberOf, sizeOf, uuid, WORDED } from './replies.js';

/** A request that the server has seen. */
export interface Seen {
  readonly provider: ProviderName | null;
  readonly kind: 'search' | 'record' | 'preview' | 'original';
  readonly url: string;
  readonly at: number;
}

/** So many requests in a stretch of time; the server says so in its headers, and counts those that break it. */
export interface FixtureLimit {
  readonly requests: number;
  readonly perMs: number;
}

export interface FixtureOptions {
  readonly works: readonly FixtureWork[];
  readonly latencyMs?: number;
  readonly limits?: Readonly<Partial<Record<ProviderName, FixtureLimit>>>;
}

/** What an API does instead of answering. */
export type Outage = (response: ServerResponse) => void;

export interface Fixture {
  readonly origin: string;
  /** What a program needs to know to ask here instead of the real ones, keys included. */
  readonly env: Readonly<Record<string, string>>;
  readonly seen: Seen[];
  /** Requests beyond a limit. */
  readonly broken: Seen[];
  /** The next so many requests to an API get this. */
  fail(provider: ProviderName, outage: Outage, times?: number): void;
  close(): Promise<void>;
}

const NAMES: readonly ProviderName[] = ['pexels', 'pixabay', 'openverse', 'wikimedia'];
/** What a key is here: seen in a log or an error, it is a fault. */
export const FIXTURE_KEY = 'fixture-secret-key';
/** The widths that thumbnails of Commons come in. */
const THUMB_WIDTHS = /^\/thumbs\/(?:20|40|60|120|250|330|500|960|1280|1920|3840)px\//;
const PREVIEW_WIDTH = 480;

/** A server that behaves like the four APIs: their shapes, rules, limits and errors, and the files that they lead to. */
export async function startFixture({ works, latencyMs = 0, limits = {} }: FixtureOptions): Promise<Fixture> {
  const seen: Seen[] = [];
  const broken: Seen[] = [];
  const outages = new Map<ProviderName, { outage: Outage; left: number }>();
  const server = createServer(async (request, response) => {
    if (latencyMs > 0) await new Promise((done) => setTimeout(done, latencyMs));
    const url = new URL(request.url ?? '/', origin);
    const provider = NAMES.find((it) => url.pathname.startsWith(`/${it}/`)) ?? null;
    const kind = kindOf(url.pathname);
    const it: Seen = { provider, kind, url: request.url ?? '', at: performance.now() };
    seen.push(it);
    if (provider === null) return file(url.pathname, works, response);
    const outage = outages.get(provider);
    if (outage !== undefined && outage.left > 0) {
      outage.left -= 1;
      return outage.outage(response);
    }
    if (kind === 'preview') return file(url.pathname, works, response);
    const limit = limits[provider];
    if (limit !== undefined && isBroken(it, limit, provider, seen, response)) {
      broken.push(it);
      return response.writeHead(429, { 'retry-after': String(Math.ceil(limit.perMs / 1_000)) }).end('slow down');
    }
    APIS[provider](
      url,
      request,
      response,
      works.filter(({ at }) => at === provider),
      origin,
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const bases = NAMES.map((name) => [`${name.toUpperCase()}_BASE_URL`, `${origin}/${name}`]);
  return {
    origin,
    env: { ...Object.fromEntries(bases), PEXELS_API_KEY: FIXTURE_KEY, PIXABAY_API_KEY: FIXTURE_KEY },
    seen,
    broken,
    fail: (provider, outage, times = 1_000_000) => void outages.set(provider, { outage, left: times }),
    close: () => new Promise((done) => server.close(() => done()).closeAllConnections()),
  };
}

function kindOf(path: string): Seen['kind'] {
  if (path.startsWith('/files/')) return 'original';
  if (path.startsWith('/thumbs/') || path.endsWith('/thumb/')) return 'preview';
  return /\/images\/[0-9a-f-]{36}\/$/.test(path) ? 'record' : 'search';
}

/** Says what is left of a limit, as each API does, and whether this request was too much. */
function isBroken(
  it: Seen,
  { requests, perMs }: FixtureLimit,
  provider: ProviderName,
  seen: Seen[],
  response: ServerResponse,
) {
  const used = seen.filter(
    (other) => other.provider === provider && other.kind !== 'preview' && other.at > it.at - perMs,
  ).length;
  const left = String(Math.max(0, requests - used));
  if (provider === 'openverse') {
    response.setHeader('x-ratelimit-limit-anon_burst', `${requests}/${perMs < 60_000 ? 'sec' : 'min'}`);
    response.setHeader('x-ratelimit-available-anon_burst', left);
  } else {
    response.setHeader('x-ratelimit-limit', String(requests));
    response.setHeader('x-ratelimit-remaining', left);
    response.setHeader('x-ratelimit-reset', String(Math.ceil(perMs / 1_000)));
  }
  return used > requests;
}

type Api = (
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
  works: readonly FixtureWork[],
  origin: string,
) => unknown;

const json = (response: ServerResponse, body: unknown, status = 200): unknown =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const plain = (response: ServerResponse, status: number, text: string): unknown =>
  response.writeHead(status, { 'content-type': 'text/plain' }).end(text);

const APIS: Readonly<Record<ProviderName, Api>> = {
  pexels(url, request, response, works, origin) {
    if (request.headers.authorization !== FIXTURE_KEY) return json(response, { error: 'unauthorized' }, 401);
    const { found, page, size, isLast } = paged(works, url.searchParams.get('query') ?? '', url, 'per_page', 15);
    return json(response, {
      page,
      per_page: size,
      total_results: found.length,
      photos: found.slice((page - 1) * size, page * size).map((it, i) => WORDED.pexels(it, origin, i)),
      ...(isLast ? {} : { next_page: `https://api.pexels.com/v1/search/?page=${page + 1}` }),
    });
  },
  pixabay(url, _request, response, works, origin) {
    if (url.searchParams.get('key') !== FIXTURE_KEY)
      return plain(response, 400, '[ERROR 400] Invalid or missing API key (https://pixabay.com/api/docs/).');
    const { found, page, size } = paged(works, url.searchParams.get('q') ?? '', url, 'per_page', 20);
    if (size < 3 || size > 200) return plain(response, 400, '[ERROR 400] "per_page" is out of valid range.');
    if (page > 1 && (page - 1) * size >= found.length)
      return plain(response, 400, '[ERROR 400] "page" is out valid range.');
    const hits = found.slice((page - 1) * size, page * size).map((it, i) => WORDED.pixabay(it, origin, i));
    return json(response, { total: found.length, totalHits: Math.min(500, found.length), hits });
  },
  openverse(url, _request, response, works, origin) {
    const id = /\/v1\/images\/([0-9a-f-]{36})\/$/.exec(url.pathname)?.[1];
    if (id !== undefined) {
      const work = works.find((it) => uuid(it.id) === id);
      return work === undefined
        ? json(response, { detail: 'Not found.' }, 404)
        : json(response, WORDED.openverse(work, origin, 0));
    }
    const licences = new Set((url.searchParams.get('license') ?? '').split(','));
    const allowed = works.filter(({ license = '' }) => licences.has(license.split(' ')[0] ?? ''));
    const { found, page, size } = paged(allowed, url.searchParams.get('q') ?? '', url, 'page_size', 20);
    if (size > 20) return json(response, { detail: 'Authentication credentials were not provided.' }, 401);
    return json(response, {
      result_count: found.length,
      page_count: Math.ceil(found.length / size),
      page_size: size,
      page,
      results: found.slice((page - 1) * size, page * size).map((it, i) => WORDED.openverse(it, origin, i)),
    });
  },
  wikimedia(url, request, response, works, origin) {
    // The policy: name yourself, and somebody to write to.
    if (!/\(.*(?:https?:|@).*\)/.test(request.headers['user-agent'] ?? ''))
      return plain(response, 403, 'set a user-agent');
    const [titles, ids] = [url.searchParams.get('titles'), url.searchParams.get('pageids')];
    if (titles !== null || ids !== null) {
      const work = works.find((it) => fileTitle(it) === titles || String(numberOf(it.id)) === ids);
      const pages =
        work === undefined
          ? { '-1': { ns: 6, title: titles ?? '', missing: '' } }
          : { 1: WORDED.wikimedia(work, origin, 1) };
      return json(response, { batchcomplete: '', query: { pages } });
    }
    const text = (url.searchParams.get('gsrsearch') ?? '').replace(/ filetype:bitmap$/, '');
    const offset = Number(url.searchParams.get('gsroffset') ?? 0);
    const limit = Number(url.searchParams.get('gsrlimit') ?? 10);
    const found = works.filter((it) => matches(it, text));
    const hits = found.slice(offset, offset + limit);
    // Pages are an object by id: their order means nothing.
    const pages = Object.fromEntries(
      hits.map((it, i) => [numberOf(it.id), WORDED.wikimedia(it, origin, offset + i + 1)]),
    );
    return json(response, {
      batchcomplete: '',
      ...(offset + limit < found.length ? { continue: { gsroffset: offset + limit, continue: 'gsroffset||' } } : {}),
      ...(hits.length === 0 ? {} : { query: { pages } }),
    });
  },
};

function paged(works: readonly FixtureWork[], query: string, url: URL, sizeName: string, byDefault: number) {
  const found = works.filter((it) => matches(it, query));
  const page = Number(url.searchParams.get('page') ?? 1);
  const size = Number(url.searchParams.get(sizeName) ?? byDefault);
  return { found, page, size, isLast: page * size >= found.length };
}

async function file(path: string, works: readonly FixtureWork[], response: ServerResponse): Promise<unknown> {
  const thumb = /\/v1\/images\/([0-9a-f-]{36})\/thumb\/$/.exec(path)?.[1];
  const isPreview = thumb !== undefined || path.startsWith('/thumbs/');
  if (path.startsWith('/thumbs/') && !THUMB_WIDTHS.test(path))
    return plain(response, 429, 'use one of the listed steps');
  const name = path.replace(/^\/(?:files|thumbs\/\d+px)\//, '');
  const work = works.find((it) =>
    thumb === undefined
      ? name === (it.path ?? `${it.at}/${it.id}.jpg`) || name === `${it.at}/${it.id}.jpg`
      : uuid(it.id) === thumb,
  );
  const fault: FileFault | undefined = work === undefined ? 'dead' : isPreview ? work.preview : work.file;
  if (work === undefined || fault !== undefined) return broken(fault ?? 'dead', response);
  const [width, height] = work.fileSize ?? sizeOf(work);
  const scale = isPreview ? PREVIEW_WIDTH / width : 1;
  const bytes = await picture(work.looks ?? work.id, Math.round(width * scale), Math.round(height * scale));
  return response.writeHead(200, { 'content-type': 'image/jpeg' }).end(bytes);
}

async function broken(fault: FileFault, response: ServerResponse): Promise<unknown> {
  const jpeg = { 'content-type': 'image/jpeg' };
  switch (fault) {
    case 'dead':
      return plain(response, 404, 'gone');
    case 'forbidden':
      return plain(response, 403, 'hot-linking is not allowed');
    case 'html':
      return response.writeHead(200, jpeg).end('<!doctype html><title>Log in</title>');
    case 'svg':
      return response.writeHead(200, jpeg).end('<svg xmlns="http://www.w3.org/2000/svg" width="2400" height="1600"/>');
    case 'truncated':
      return response.writeHead(200, jpeg).end((await picture('truncated', 2_400, 1_600)).subarray(0, 9_000));
    case 'bomb':
      return response.writeHead(200, { 'content-type': 'image/png' }).end(await bomb());
    case 'private-redirect':
      return response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end();
    case 'huge-headers':
      return response.writeHead(200, { ...jpeg, 'x-filler': 'x'.repeat(200_000) }).end();
    case 'slow':
      return setTimeout(() => response.destroy(), 3_000);
  }
}
