import { mkdtempSync } from 'node:fs';
import { createServer, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { type GuardOptions, guardBefore } from '../../../test/support/guard-gateway.js';
import { listening } from '../../../test/support/servers.js';
import type { PictureDescriber } from '../../models/picture-describer.js';

let png: string;
beforeAll(async () => {
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c00' } })
    .png()
    .toBuffer();
  png = bytes.toString('base64');
});

interface Got {
  readonly path: string;
  readonly body: string;
  readonly headers: IncomingMessage['headers'];
}

/** A text model as strict as DeepSeek's: any image part is refused, in the words of a typed parser. */
async function textModel(reply: (got: Got) => string = () => '{"ok":true}'): Promise<{ url: string; got: Got[] }> {
  const got: Got[] = [];
  const server = createServer(async (incoming, response) => {
    let body = '';
    for await (const piece of incoming) body += piece;
    const one = { path: incoming.url ?? '', body, headers: incoming.headers };
    got.push(one);
    const refused = /"type":\s*"(?:image_url|image|input_image)"/.test(body);
    const text = refused
      ? '{"error":{"message":"Failed to deserialize the JSON body into the target type: messages[0]: unknown variant `image_url`, expected `text` at line 1 column 48","type":"invalid_request_error"}}'
      : reply(one);
    response.writeHead(refused ? 400 : 200, { 'content-type': 'application/json', 'X-Upstream': 'Yes' }).end(text);
  });
  return { url: await listening(server), got };
}

const gateway = async (upstream: string, options: GuardOptions = {}): Promise<string> =>
  (await guardBefore(upstream, { maxBodyBytes: 2 ** 22, ...options })).url;

const chat = (model: string, content: unknown, more = {}): string =>
  JSON.stringify({ model, messages: [{ role: 'user', content }], ...more });
const picture = () => ({ type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } });
const post = (url: string, body: string, path = '/v1/chat/completions') =>
  fetch(`${url}${path}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', authorization: 'Bearer k' },
  });

describe('the gateway', () => {
  it('hands a conversation without pictures on byte for byte, whatever is in it', async () => {
    const upstream = await textModel((got) => got.body);
    const url = await gateway(upstream.url, { textOnly: ['*'] });
    await fc.assert(
      fc.asyncProperty(
        fc.json(),
        fc.constantFrom('/v1/chat/completions', '/v1/responses', '/v1/messages', '/x?y=1'),
        async (json, path) => {
          const body = `{"model":"m", "messages":[{"role":"user","content":"image inline file"}],\n "extra":${json}}`;
          const reply = await post(url, body, path);
          expect(await reply.text()).toBe(body);
          expect(upstream.got.at(-1)).toMatchObject({ path, body });
        },
      ),
      { numRuns: 60 },
    );
    expect(upstream.got.at(-1)?.headers).toMatchObject({ authorization: 'Bearer k' });
  });

  it('puts pictures into words for a model that takes none, and withholds tools that load more', async () => {
    const upstream = await textModel();
    const url = await gateway(upstream.url, { textOnly: ['deep*'] });
    const tools = ['load_skill', 'developer__read_image', 'write_file'].map((name) => ({
      type: 'function',
      function: { name },
    }));
    const reply = await post(url, chat('deepseek-chat', [{ type: 'text', text: '做成主题页' }, picture()], { tools }));
    expect([reply.status, reply.headers.get('x-upstream')]).toEqual([200, 'Yes']);
    const sent = JSON.parse(upstream.got[0]?.body ?? '');
    const texts = sent.messages[0].content.map((it: { text: string }) => it.text);
    expect(texts).toEqual([
      '做成主题页',
      expect.stringContaining('A red rectangle.'),
      expect.stringContaining('read_image'),
    ]);
    expect(texts[1]).toMatch(/40 × 30 px.*untrusted.*not byte-exact/su);
    expect(sent.tools.map((it: { function: { name: string } }) => it.function.name)).toEqual([
      'load_skill',
      'write_file',
    ]);
    expect(upstream.got[0]?.body).not.toContain(png);
  });

  it('keeps the tool in a turn without pictures, though an earlier one had some', async () => {
    const upstream = await textModel();
    const url = await gateway(upstream.url, { textOnly: ['*'] });
    const messages = [
      { role: 'user', content: [picture()] },
      { role: 'assistant', content: 'red' },
      { role: 'user', content: 'thanks' },
    ];
    const tools = [{ type: 'function', function: { name: 'read_image' } }];
    await post(url, JSON.stringify({ model: 'm', messages, tools }));
    const sent = JSON.parse(upstream.got[0]?.body ?? '');
    expect(sent.tools).toEqual(tools);
    expect(sent.messages.slice(1)).toEqual(messages.slice(1));
    expect(upstream.got[0]?.body).not.toContain(png);
  });

  it.each<[string, PictureDescriber | null]>([
    ['with no vision model', null],
    ['with one that fails', { name: 'x', describe: () => Promise.reject(new Error('dead')) }],
  ])('forbids inventing pictures %s', async (_, describer) => {
    const upstream = await textModel();
    const url = await gateway(upstream.url, { textOnly: ['*'], describer });
    expect((await post(url, chat('m', [picture()]))).status).toBe(200);
    const body = upstream.got[0]?.body ?? '';
    expect(body).toContain('do not invent picture details');
    expect(body).not.toContain('descriptions above');
    expect(body).not.toContain(png);
  });

  it('learns from the first refusal of an unknown model, tries once more in words, and remembers it over a restart', async () => {
    const upstream = await textModel();
    const state = mkdtempSync(join(tmpdir(), 'guard-'));
    const url = await gateway(upstream.url, { state });
    expect((await post(url, chat('new-model', [picture()]))).status).toBe(200);
    expect(upstream.got.map(({ body }) => body.includes(png))).toEqual([true, false]);
    const restarted = await gateway(upstream.url, { state, vision: ['*'] });
    expect((await post(restarted, chat('new-model', [picture()]))).status).toBe(200);
    expect(upstream.got.map(({ body }) => body.includes(png))).toEqual([true, false, false]);
  });

  it('hands any other refusal on, once, and learns nothing from it', async () => {
    const refusals = createServer((_, response) => response.writeHead(429).end('{"error":{"message":"Rate limit"}}'));
    const url = await gateway(await listening(refusals));
    const reply = await post(url, chat('m', [picture()]));
    expect([reply.status, await reply.text()]).toEqual([429, '{"error":{"message":"Rate limit"}}']);
  });

  it.each<[string, () => string]>([
    [
      'a web page that is called a PNG',
      () => Buffer.from('<!doctype html><title>404</title>'.repeat(9)).toString('base64'),
    ],
    ['a picture that is cut off', () => png.slice(0, 60)],
    ['nothing at all', () => ''],
  ])('never hands on %s, even to a model that sees', async (_, base64) => {
    const got: string[] = [];
    const seeing = createServer(async (incoming, response) => {
      let body = '';
      for await (const piece of incoming) body += piece;
      got.push(body);
      response.end('{}');
    });
    const url = await gateway(await listening(seeing), { vision: ['*'] });
    const broken = { type: 'image_url', image_url: { url: `data:image/png;base64,${base64()}` } };
    expect((await post(url, chat('gpt', [{ type: 'text', text: 'and this?' }, broken, picture()]))).status).toBe(200);
    const [, first, second] = JSON.parse(got[0] ?? '').messages[0].content;
    expect([first.type, second]).toEqual(['text', picture()]);
    expect(first.text).toContain('is not shown');
  });

  it('streams a long conversation on while it comes, and puts its late pictures into words', async () => {
    const got: Buffer[] = [];
    const server = createServer(async (incoming, response) => {
      for await (const piece of incoming as AsyncIterable<Buffer>) got.push(piece);
      response.end('{}');
    });
    const url = await gateway(await listening(server), { textOnly: ['deep*'] });
    const said = Array.from({ length: 300 }, (_, i) => ({
      role: i % 2 ? 'assistant' : 'user',
      content: `${i} 图 ${'x'.repeat(10_000)}`,
    }));
    const tools = [{ name: 'read_image' }, { name: 'f' }];
    const messages = [...said, { role: 'user', content: [{ type: 'text', text: 'look' }, picture()] }];
    expect((await post(url, JSON.stringify({ model: 'deepseek', messages, tools }))).status).toBe(200);
    const sent = JSON.parse(Buffer.concat(got).toString());
    expect(sent.messages.slice(0, 300)).toEqual(said);
    expect(sent.messages[300].content[1].text).toContain('A red rectangle.');
    expect(sent.tools).toEqual([{ name: 'f' }]);
    got.length = 0;
    const plain = JSON.stringify({ model: 'deepseek', messages: said, tools }, null, 1);
    await post(url, plain);
    expect(Buffer.concat(got).toString()).toBe(plain);
  });

  it('reads a body that comes packed', async () => {
    const upstream = await textModel();
    const url = await gateway(upstream.url, { textOnly: ['*'] });
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const body = gzipSync(chat('m', [picture()]));
    expect((await fetch(`${url}/v1/chat/completions`, { method: 'POST', body, headers })).status).toBe(200);
    expect(upstream.got[0]?.body).toContain('A red rectangle.');
    expect(upstream.got[0]?.headers['content-encoding']).toBeUndefined();
    const plain = gzipSync(chat('m', 'hi'));
    await fetch(`${url}/v1/messages`, { method: 'POST', body: plain, headers });
    expect(upstream.got[1]?.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-length': String(plain.length),
    });
  });

  it.each([
    '/v1/chat/completions/',
    '/v1//chat//completions',
    '//v1/chat/completions',
    '/v1/%63hat/completions',
    '/v1/chat/./completions',
    '/v1/Chat/Completions?a=/b',
    '/openai/deployments/x/chat/completions?api-version=1',
  ])('guards a path however it is written: %s', async (path) => {
    const upstream = await textModel();
    const { port } = new URL(await gateway(upstream.url, { textOnly: ['*'] }));
    // By hand: fetch would write it anew.
    const status = await new Promise((done, failed) => {
      request({ port, path, method: 'POST' }, (reply) => done(reply.resume().statusCode))
        .on('error', failed)
        .end(chat('m', [picture()]));
    });
    expect([status, upstream.got[0]?.path, upstream.got[0]?.body.includes(png)]).toEqual([200, path, false]);
  });

  it.each<[string, (body: string) => Buffer, number]>([
    ['in UTF-16', (body) => Buffer.from(body, 'utf16le'), 400],
    ['in UTF-16, and long', (body) => Buffer.from(body + ' '.repeat(2 ** 20), 'utf16le'), 400],
    ['as a long list', (body) => Buffer.from(`[${body}${' '.repeat(2 ** 20)}]`), 200],
    ['behind a byte order mark', (body) => Buffer.from(`\ufeff${body}`), 200],
    ['twice under one name', (body) => Buffer.from(body.replace('"content":', '"content":"x","content":')), 200],
  ])('lets no picture through that comes %s', async (_, written, status) => {
    const got: string[] = [];
    const lenient = createServer(async (incoming, response) => {
      let body = '';
      for await (const piece of incoming) body += piece;
      got.push(body.replaceAll('\0', ''));
      response.end('{}');
    });
    const url = await gateway(await listening(lenient), { textOnly: ['*', ''] });
    const message = { role: 'user', content: [picture()] };
    const body = written(_ === 'as a long list' ? JSON.stringify(message) : chat('m', [picture()]));
    const reply = await fetch(`${url}/v1/chat/completions`, { method: 'POST', body: new Uint8Array(body) });
    expect([reply.status, got.filter((it) => it.includes(png))]).toEqual([status, []]);
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ] as const)('learns from a refusal that comes packed (%s)', async (encoding, pack) => {
    const asked: (string | undefined)[] = [];
    const packing = createServer(async (incoming, response) => {
      let body = '';
      for await (const piece of incoming) body += piece;
      asked.push(incoming.headers['accept-encoding']?.toString());
      const refusal = '{"error":{"message":"This model does not support image input"}}';
      if (body.includes(png)) response.writeHead(400, { 'content-encoding': encoding }).end(pack(refusal));
      else response.writeHead(200, { 'content-encoding': encoding }).end(pack('{"ok":true}'));
    });
    const url = await gateway(await listening(packing));
    const reply = await post(url, chat('m', [picture()]));
    expect([reply.status, await reply.json()]).toEqual([200, { ok: true }]);
    expect([asked.length, asked[0]]).toEqual([2, 'identity']);
  });

  it('changes nothing in a dry run', async () => {
    const upstream = await textModel();
    const url = await gateway(upstream.url, { textOnly: ['*'], dryRun: true });
    const body = chat('m', [picture()]);
    expect((await post(url, body)).status).toBe(400);
    expect(upstream.got.map((it) => it.body)).toEqual([body]);
  });

  it.each([
    ['', '{"model":"m","messages":[]}', 'data: 1\n\n'],
    [
      ', in the first event after pictures too',
      chat('m', [{ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }]),
      'data: {"a',
    ],
  ])('streams what the upstream streams, and cuts off what it cuts off%s', async (_, body, event) => {
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(event);
      setTimeout(() => response.destroy(), 50);
    });
    const url = await gateway(await listening(server));
    const pieces: string[] = [];
    const cut = new Promise<boolean>((resolve) => {
      const sent = request(`${url}/v1/chat/completions`, { method: 'POST' }, (reply) => {
        reply.on('data', (it: Buffer) => pieces.push(it.toString()));
        reply.on('end', () => resolve(false));
        reply.on('error', () => resolve(true));
      });
      sent.end(body);
    });
    expect([await cut, pieces]).toEqual([true, [event]]);
  });

  it('answers what it refuses itself in JSON: too large, no JSON, an upstream that is not there', async () => {
    const upstream = await textModel();
    const url = await gateway(upstream.url);
    const large = await post(url, chat('m', 'x'.repeat(2 ** 22)));
    expect([large.status, (await large.json()).error.code]).toEqual([413, 'too_many_bytes']);
    const broken = await post(url, '{"model":"m","messages":[{"type":"image_url"');
    expect([broken.status, (await broken.json()).error.code]).toEqual([400, 'bad_argument']);
    const dead = await gateway('http://127.0.0.1:1');
    expect([(await post(dead, chat('m', 'hi'))).status, upstream.got.length]).toEqual([502, 0]);
  });

  it('tells its health and what it counted', async () => {
    const url = await gateway((await textModel()).url, { textOnly: ['*'] });
    await post(url, chat('m', [picture()]));
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' });
    expect(await (await fetch(`${url}/metrics`)).text()).toContain(
      'groundglass_guard_pictures_total{outcome="replaced"} 1',
    );
  });
});
