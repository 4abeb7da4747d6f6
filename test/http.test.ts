import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERROR_CODES, type ErrorCode, GroundglassError } from '../src/evidence/errors.js';
import type { PictureReply } from '../src/evidence/wire/picture.js';
import type { InspectReply } from '../src/evidence/wire/plan.js';
import { createApp } from '../src/faces/http/app.js';
import { type ServeOptions, type Serving, serve } from '../src/faces/http/serve.js';
import { type LibraryOperationName, OPERATIONS } from '../src/faces/operations.js';
import type { Library } from '../src/library/library.js';
import { rectangle } from './support/dxf.js';
import { dxf } from './support/dxf-file.js';
import { makeLibrary, type TestLibrary } from './support/faces-library.js';

let made: TestLibrary;
let serving: Serving;
const started: Serving[] = [];

beforeAll(async () => {
  made = await makeLibrary();
  mkdirSync(join(made.files, 'shelf'));
  const entities = [
    rectangle([0, 0], [100, 100], { layer: 'pipes' }),
    rectangle([5, 5], [105, 105], { layer: 'walls' }),
  ];
  writeFileSync(join(made.files, 'shelf/plan.dxf'), dxf({ entities }));
  writeFileSync(join(made.files, 'shelf/note.pdf'), readFileSync(join(made.files, 'pages.pdf')));
  mkdirSync(join(made.files, 'shelf-2'));
  writeFileSync(join(made.files, 'shelf-2/note.pdf'), readFileSync(join(made.files, 'pages.pdf')));
  writeFileSync(join(made.files, 'secret.pdf'), 'no one’s business');
  symlinkSync(join(made.files, 'secret.pdf'), join(made.files, 'shelf/way-out.pdf'));
  symlinkSync(made.files, join(made.files, 'shelf/up'));
  symlinkSync(join(made.files, 'shelf'), join(made.files, 'shelf-link'));
  serving = await start({ roots: [join(made.files, 'shelf')] });
});
afterAll(async () => {
  await Promise.all(started.map((each) => each.close()));
  await made?.close();
});

async function start(options: Partial<ServeOptions> = {}, library: Library = made.library): Promise<Serving> {
  const server = await serve(library, { version: '0.0.0', port: 0, ...options });
  started.push(server);
  return server;
}

const post = (name: string, body: unknown, init: RequestInit = {}): Promise<Response> =>
  fetch(new URL(`/api/v1/${name}`, serving.url), {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...init,
  });

const errorOf = async (response: Response): Promise<{ code: string; message: string; next_step: string }> =>
  ((await response.json()) as { error: { code: string; message: string; next_step: string } }).error;

/** A request whose every header is ours: `fetch` lets nobody set Host. */
function raw(
  url: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<{ status: number; headers: IncomingHttpHeaders; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      new URL(path, url),
      { method: body === undefined ? 'GET' : 'POST', headers },
      (response) => {
        let text = '';
        response.on('data', (chunk) => (text += chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

describe('every operation has a route', () => {
  const requests = (): Record<
    Exclude<LibraryOperationName, 'add' | 'remove' | 'inspect'>,
    Record<string, unknown>
  > => ({
    list: {},
    search: { query: 'turbine efficiency', limit: 3 },
    advise: { query: 'What does Figure 3 show?', hints: { figure_ids: ['Figure 3'] } },
    figures: { doc: made.epub },
    locate: { figure: 'Figure 3', doc: made.pdf },
    read: { doc: made.pdf, page: 2, format: 'markdown' },
    chapters: { doc: made.epub },
    render: { doc: made.pdf, page: 2, crop: '0,0,300,200', dpi: 96 },
    image: { doc: made.epub, href: 'OEBPS/pics/dot.png' },
    page: { doc: made.pdf, page: 2, crop: '0,0,300,200', inline: true },
    prove: { doc: made.pdf, page: 2, text: 'turbine' },
    tables: { doc: made.pdf },
    ask: { question: 'What was revenue in 2020?', doc: made.pdf },
    charts: { doc: made.pdf, full: true },
    collisions: { file: join(made.files, 'shelf/plan.dxf'), narrow: true },
    plan: { file: join(made.files, 'shelf/note.pdf'), frames: 1 },
    entities: { file: join(made.files, 'shelf/plan.dxf') },
    'review-page': { doc: made.pdf, page: 2, inline: true },
  });

  it.each(
    Object.keys(OPERATIONS).filter(
      (name) => !['add', 'remove', 'inspect', 'image_search', 'image_promote', 'credit_check'].includes(name),
    ) as (keyof ReturnType<typeof requests>)[],
  )('%s replies with the library’s own JSON', async (name) => {
    const request = requests()[name];
    const response = await post(name, request);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('application/json');
    const { run, request: schema } = OPERATIONS[name];
    const own = await run(made.library, schema.parse(request) as never, {});
    expect(await response.json()).toEqual(JSON.parse(JSON.stringify(own)));
  });

  it('inspect gives pictures that the route of pictures serves, each under a label of its own', async () => {
    const inspect = async (request: object) => (await post('inspect', request)).json() as Promise<InspectReply>;
    const file = join(made.files, 'shelf/note.pdf');
    const [first] = (await inspect({ file, window: '0,0,200,100' })).tiles;
    const [second] = (await inspect({ file, label: first?.label, cx: 0.5, cy: 0.5, span: 0.5 })).tiles;
    expect(second?.label).not.toBe(first?.label);
    const served = await fetch(`${serving.url}/api/v1/pictures/${basename(second?.file ?? '')}`);
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect((await post('inspect', { file: made.pdf, label: 'overall' })).status).toBe(400);
  });

  it('add and remove change the library', async () => {
    writeFileSync(join(made.files, 'shelf/other.pdf'), await changed());
    const added = await post('add', { paths: [join(made.files, 'shelf/other.pdf')] });
    const { documents } = (await added.json()) as { documents: { document: string; reused: boolean }[] };
    expect(documents).toMatchObject([{ reused: false }]);
    const removed = await post('remove', { doc: documents[0]?.document });
    expect(await removed.json()).toMatchObject({ removed: documents[0]?.document });
    expect((await post('remove', { doc: documents[0]?.document })).status).toBe(404);
  });

  it('takes an empty body as a request without options', async () => {
    expect((await post('list', '')).status).toBe(200);
  });

  it('serves many at once', async () => {
    const replies = await Promise.all(
      Array.from({ length: 24 }, (_, index) => post('render', { doc: made.pdf, page: 2, dpi: 60 + (index % 6) })),
    );
    const pictures = (await Promise.all(replies.map((each) => each.json()))) as PictureReply[];
    expect(replies.map((each) => each.status)).toEqual(Array(24).fill(200));
    expect(new Set(pictures.map((each) => each.sha256)).size).toBe(6);
  });
});

describe('pictures', () => {
  it('are had by the name of the file in the reply', async () => {
    const { file } = (await (await post('render', { doc: made.pdf, page: 2 })).json()) as PictureReply;
    const response = await fetch(new URL(`/api/v1/pictures/${file.split(/[/\\]/).at(-1)}`, serving.url));
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await response.arrayBuffer())).toEqual(readFileSync(file));
  });

  it.each([
    `${'0'.repeat(64)}.png`,
    `${'0'.repeat(64)}.bin`,
    '..%2f..%2fcatalogue.sqlite',
    '..%2F..%2F..%2Fpages.pdf',
    '%00',
  ])('are nothing else: %s is not found', async (name) => {
    const { status } = await raw(serving.url, `/api/v1/pictures/${name}`);
    expect(status).toBe(404);
  });
});

describe('wrong requests', () => {
  it.each(['{', '[]', '"x"', 'null', '7', 'query=x'])('the body %s is no JSON object: 400', async (body) => {
    const response = await post('search', body);
    expect(response.status).toBe(400);
    expect(await errorOf(response)).toMatchObject({ code: 'bad_argument' });
  });

  it.each<[LibraryOperationName, unknown]>([
    ['search', {}],
    ['search', { query: 'x', limit: 0 }],
    ['render', { doc: 'abcd', page: 'one' }],
    ['render', { doc: 'abcd', page: 1, crop: '1,2,3' }],
    ['advise', { query: 'x', hints: { figure_id: ['Figure 3'] } }],
    ['add', { paths: [] }],
  ])('%s does not take %j: 422', async (name, body) => {
    const response = await post(name, body);
    expect(response.status).toBe(422);
    expect(await errorOf(response)).toMatchObject({ code: 'bad_argument', next_step: expect.stringMatching(/\w/) });
  });

  it.each<[LibraryOperationName, number, string, () => unknown]>([
    ['read', 404, 'document_not_found', () => ({ doc: 'ffffffffffffffff', page: 1 })],
    ['read', 404, 'document_not_found', () => ({ doc: '/etc/passwd', page: 1 })],
    ['render', 400, 'page_out_of_range', () => ({ doc: made.pdf, page: 99 })],
    ['read', 400, 'chapter_not_found', () => ({ doc: made.epub, chapter: 'none.xhtml' })],
    ['image', 400, 'image_not_found', () => ({ doc: made.epub, href: 'none.png' })],
    ['render', 400, 'bad_argument', () => ({ doc: made.pdf, page: 1, crop: [5, 5, 5, 9] })],
    ['render', 400, 'crop_outside_page', () => ({ doc: made.pdf, page: 1, crop: [9000, 0, 9001, 9] })],
    ['render', 413, 'too_many_pixels', () => ({ doc: made.pdf, page: 1, dpi: 2400 })],
    ['render', 422, 'unsupported_operation', () => ({ doc: made.epub, page: 1 })],
  ])('%s of what is not there, or can’t be, gets %i %s', async (name, status, code, body) => {
    const response = await post(name, body());
    expect([response.status, (await errorOf(response)).code]).toEqual([status, code]);
  });

  it('larger than 8 MB are refused, whether they say their length or not', async () => {
    const body = JSON.stringify({ query: 'x'.repeat(9 * 2 ** 20) });
    const stream = new Blob([body]).stream();
    const chunked = { body: stream, duplex: 'half' } as RequestInit;
    for (const response of [await post('search', body), await post('search', '', chunked)]) {
      expect([response.status, (await errorOf(response)).code]).toEqual([413, 'too_many_bytes']);
    }
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    expect((await fetch(new URL('/mcp', serving.url), { method: 'POST', headers, body })).status).toBe(413);
    expect((await post('list', {})).status).toBe(200);
  });

  it('for a route that does not exist get an error that names it', async () => {
    const response = await fetch(new URL('/api/v1/search', serving.url));
    expect([response.status, (await errorOf(response)).message]).toEqual([404, 'There is no GET /api/v1/search.']);
  });
});

describe('an error', () => {
  const expected: Partial<Record<ErrorCode, number>> = {
    document_ambiguous: 400,
    too_slow: 413,
    password_needed: 422,
    content_encrypted: 422,
    object_damaged: 409,
    library_damaged: 409,
    engine_missing: 503,
    library_busy: 503,
    upstream_refused: 502,
    internal: 500,
  };
  it.each(Object.entries(expected))('%s has status %i', async (code, status) => {
    const app = createApp(failing(code as ErrorCode), { version: '0.0.0' });
    const response = await app.fetch(
      new Request('http://127.0.0.1/api/v1/figures', {
        method: 'POST',
        headers: { host: '127.0.0.1' },
        body: '{"doc":"abcd"}',
      }),
    );
    expect(response.status).toBe(status);
    expect(await errorOf(response)).toMatchObject({ code, class: ERROR_CODES[code as ErrorCode], next_step: 'Next.' });
    expect(response.headers.get('retry-after')).toBe(code === 'library_busy' ? '1' : null);
  });

  function failing(code: ErrorCode): Library {
    const find = () => Promise.reject(new GroundglassError(code, 'What happened.', 'Next.'));
    return Object.create(made.library, { find: { value: find } });
  }
});

describe('files', () => {
  const refused = async (path: string): Promise<{ code: string; message: string; next_step: string }> => {
    const response = await post('add', { paths: [path] });
    expect(response.status).toBe(400);
    return errorOf(response);
  };

  it('under a root are read, by their path or through a link to the root', async () => {
    for (const path of ['shelf/note.pdf', 'shelf-link/note.pdf', 'shelf/../shelf/note.pdf']) {
      const response = await post('add', { paths: [join(made.files, path)] });
      expect(await response.json(), path).toMatchObject({
        documents: [{ document: made.pdf, reused: true }],
        failed: [],
      });
    }
  });

  it.each([
    'secret.pdf',
    'shelf/../secret.pdf',
    'shelf/way-out.pdf',
    'shelf/up/secret.pdf',
    'shelf-2/note.pdf',
    'shelf/none.pdf',
    'none.pdf',
    '',
  ])('anywhere else are not: %s', async (path) => {
    const spelled = `${made.files}/${path}`;
    const { code, message } = await refused(spelled);
    expect(code).toBe('path_not_allowed');
    expect(message).toBe(`No file ${JSON.stringify(spelled)} may be read for callers of this server.`);
  });

  it('that are refused do not show whether they exist', async () => {
    const [there, not] = [
      await refused(join(made.files, 'secret.pdf')),
      await refused(join(made.files, 'nothing.pdf')),
    ];
    expect(there.next_step).toBe(not.next_step);
    expect(there.message.replace('secret', 'nothing')).toBe(not.message);
  });

  it('of a folder are added without those that its links lead out to', async () => {
    const response = await post('add', { paths: [join(made.files, 'shelf')] });
    const added = (await response.json()) as { documents: { document: string }[]; skipped: { path: string }[] };
    expect(added.skipped.map(({ path }) => path.split('/').at(-1))).toEqual(['plan.dxf', 'up', 'way-out.pdf']);
  });

  it('are not read at all without a root', async () => {
    const { url } = await start();
    const body = JSON.stringify({ paths: [join(made.files, 'shelf/note.pdf')] });
    const response = await fetch(new URL('/api/v1/add', url), { method: 'POST', body });
    expect([response.status, (await errorOf(response)).code]).toEqual([400, 'path_not_allowed']);
  });

  it('are not added any more once the client has gone', async () => {
    const app = createApp(made.library, { version: '0.0.0', roots: [join(made.files, 'shelf')] });
    const body = JSON.stringify({ paths: [join(made.files, 'shelf/note.pdf')] });
    const response = await app.fetch(
      new Request('http://127.0.0.1/api/v1/add', {
        method: 'POST',
        headers: { host: '127.0.0.1' },
        body,
        signal: AbortSignal.abort(),
      }),
    );
    expect(response.ok).toBe(false);
  });

  it('need a root that exists', async () => {
    await expect(start({ roots: [join(made.files, 'nowhere')] })).rejects.toMatchObject({ code: 'bad_argument' });
  });
});

describe('who may ask', () => {
  it.each([
    ['/healthz', {}, 200],
    ['/healthz', { host: 'localhost:1' }, 200],
    ['/healthz', { host: '[::1]:1' }, 200],
    ['/healthz', { host: 'evil.example' }, 403],
    ['/healthz', { host: '127.0.0.1.evil.example' }, 403],
    ['/api/v1/openapi.json', { host: 'evil.example:8787' }, 403],
    ['/mcp', { host: 'evil.example' }, 403],
    ['/healthz', { origin: 'http://localhost:3000' }, 200],
    ['/healthz', { origin: 'https://evil.example' }, 403],
    ['/healthz', { origin: 'http://localhost.evil.example' }, 403],
    ['/healthz', { origin: 'null' }, 403],
    ['/healthz', { origin: '' }, 403],
    ['/healthz', { origin: 'ftp://localhost' }, 403],
    ['/healthz', { origin: 'javascript://localhost' }, 403],
    ['/healthz', { origin: 'chrome-extension://localhost' }, 403],
    ['/mcp', { origin: 'https://evil.example' }, 403],
  ])('%s with %j gets %i', async (path, headers, status) => {
    expect((await raw(serving.url, path, headers)).status).toBe(status);
  });

  it('is widened by allowed hosts, as host and as origin', async () => {
    const { url } = await start({ allowedHosts: ['library.example'] });
    const headers = { host: 'library.example', origin: 'https://library.example' };
    expect((await raw(url, '/healthz', headers)).status).toBe(200);
    expect((await raw(url, '/healthz', { host: 'other.example' })).status).toBe(403);
  });

  it('is guarded by the token, everywhere but at the health check', async () => {
    const { url } = await start({ token: 'correct horse' });
    const authorized = { authorization: 'Bearer correct horse' };
    expect((await raw(url, '/healthz')).status).toBe(200);
    for (const path of ['/api/v1/openapi.json', `/api/v1/pictures/${'0'.repeat(64)}.png`, '/mcp', '/nowhere']) {
      const refused = await raw(url, path);
      expect([refused.status, refused.headers['www-authenticate']], path).toEqual([401, 'Bearer']);
      expect((await raw(url, path, authorized)).status, path).not.toBe(401);
    }
    for (const authorization of [
      'Bearer wrong',
      'Bearer ',
      'Bearer correct horse ',
      'Basic correct horse',
      'correct horse',
    ]) {
      const { status } = await raw(url, '/api/v1/list', { authorization }, '{}');
      // White space at the end of a header is no part of its value.
      expect(status, authorization).toBe(authorization.endsWith('horse ') ? 200 : 401);
    }
  });

  it.each(['naïve', '密码', 'two\nlines', ' before', 'after ', '\u0000'])(
    'takes no token that no header can carry: %j',
    async (token) => {
      await expect(start({ token })).rejects.toMatchObject({
        code: 'bad_argument',
        message: expect.stringMatching(/token/),
      });
    },
  );

  it('needs a token off loopback', async () => {
    await expect(start({ host: '0.0.0.0' })).rejects.toMatchObject({ code: 'bad_argument' });
    await expect(start({ token: '' })).rejects.toMatchObject({ code: 'bad_argument' });
    const { url } = await start({ host: '0.0.0.0', token: 'secret' });
    const here = url.replace('0.0.0.0', '127.0.0.1');
    expect((await raw(here, '/api/v1/list', { host: '192.0.2.1:8787' }, '{}')).status).toBe(401);
    const authorization = 'Bearer secret';
    for (const host of ['192.0.2.1', '[2001:db8::1]:8787']) {
      expect((await raw(here, '/api/v1/list', { host, authorization }, '{}')).status, host).toBe(200);
    }
    for (const host of ['library.example', '192.0.2.1.evil.example']) {
      expect((await raw(here, '/api/v1/list', { host, authorization }, '{}')).status, host).not.toBe(200);
    }
    const named = await start({ host: '0.0.0.0', token: 'secret', allowedHosts: ['library.example'] });
    const there = named.url.replace('0.0.0.0', '127.0.0.1');
    expect((await raw(there, '/api/v1/list', { host: 'library.example', authorization }, '{}')).status).toBe(200);
    expect((await raw(here, '/healthz', { origin: 'https://evil.example' })).status).toBe(403);
  });

  it('gets headers that keep answers from being sniffed, kept or embedded, and no CORS', async () => {
    for (const path of ['/healthz', '/api/v1/openapi.json', '/nowhere', '/mcp']) {
      const { headers } = await raw(serving.url, path, { origin: 'http://localhost:3000' });
      expect(headers, path).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(headers['access-control-allow-origin'], path).toBeUndefined();
    }
  });
});

describe('the server', () => {
  it('describes itself in OpenAPI 3.1', async () => {
    const response = await fetch(new URL('/api/v1/openapi.json', serving.url));
    const document = (await response.json()) as {
      openapi: string;
      paths: Record<string, unknown>;
      components: { schemas: Record<string, unknown> };
    };
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toEqual([
      ...Object.keys(OPERATIONS).map((name) => `/api/v1/${name}`),
      '/api/v1/pictures/{name}',
    ]);
    const text = JSON.stringify(document);
    for (const [, name] of text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)) {
      expect(document.components.schemas, name).toHaveProperty(name as string);
    }
    await expect(JSON.stringify(document, null, 2)).toMatchFileSnapshot('snapshots/openapi.snap');
  });

  it('says that a port is taken', async () => {
    const port = Number(new URL(serving.url).port);
    await expect(start({ port })).rejects.toMatchObject({ code: 'bad_argument', details: { port } });
  });

  it('lets a running request finish when it closes, and takes no new one', async () => {
    const find = async () => {
      await wait(300);
      throw new GroundglassError('document_not_found', 'Late.', 'Next.');
    };
    const own = await start({}, Object.create(made.library, { find: { value: find } }));
    const running = raw(own.url, '/api/v1/figures', {}, '{"doc":"abcd"}');
    await wait(100);
    await own.close();
    expect((await running).status).toBe(404);
    await expect(raw(own.url, '/healthz')).rejects.toThrow('ECONNREFUSED');
  });
});

/** Another document than `pages.pdf`: bytes after the end of a PDF change nothing but its digest. */
const changed = async (): Promise<Uint8Array> =>
  Buffer.concat([readFileSync(join(made.files, 'pages.pdf')), Buffer.from('\n% another\n')]);
