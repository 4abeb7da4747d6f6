import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { GroundglassError } from '../evidence/errors.js';
import { openEmbedder } from './embedding.js';
import { openEndpointEmbedder } from './embedding-endpoint.js';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

type Body = { model: string; input: string[]; encoding_format: string };
type Answer = (body: Body, response: ServerResponse, request: IncomingMessage) => void;

/** A peer that records what it was asked and answers as told. */
async function peer(answer: Answer): Promise<{ url: string; bodies: Body[]; requests: IncomingMessage[] }> {
  const bodies: Body[] = [];
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Body;
      bodies.push(body);
      requests.push(request);
      answer(body, response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, bodies, requests };
}

const sendVectors: Answer = (body, response) => {
  const data = body.input.map((text, index) => ({ index, embedding: [text.length, 1, 0] }));
  response.setHeader('content-type', 'application/json');
  // Out of order on purpose: the index counts, not the place.
  response.end(JSON.stringify({ data: data.reverse() }));
};

async function errorOf(work: Promise<unknown>): Promise<GroundglassError> {
  const thrown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(GroundglassError);
  return thrown as GroundglassError;
}

test('an endpoint set in the environment is used, with its model, key and float encoding', async () => {
  const { url, bodies, requests } = await peer(sendVectors);
  const embedder = await openEmbedder({
    GROUNDGLASS_EMBEDDING_URL: url,
    GROUNDGLASS_EMBEDDING_MODEL: 'text-small',
    GROUNDGLASS_EMBEDDING_KEY: 'sk-secret',
  });
  expect(embedder).toMatchObject({ id: 'endpoint:text-small:3', dimensions: 3 });
  expect(bodies[0]).toMatchObject({ model: 'text-small', encoding_format: 'float' });
  expect(requests[0]).toMatchObject({ url: '/v1/embeddings' });
  expect(requests[0]?.headers.authorization).toBe('Bearer sk-secret');
});

test('vectors come back unit-length, in the order of the texts, in batches, with progress', async () => {
  const { url, bodies } = await peer(sendVectors);
  const embedder = await openEndpointEmbedder({ url, model: 'm' });
  const texts = Array.from({ length: 70 }, (_, i) => 'x'.repeat(i + 1));
  const progress: number[] = [];
  const vectors = await embedder.embed(texts, { onProgress: (done) => progress.push(done) });
  expect(vectors).toHaveLength(70);
  vectors.forEach((vector, i) => {
    expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
    expect(vector[0]! / vector[1]!).toBeCloseTo(i + 1, 3);
  });
  expect(bodies.slice(1).map(({ input }) => input.length)).toEqual([64, 6]);
  expect(progress).toEqual([64, 70, 70]);
});

test('a blank text is not sent and has the zero vector', async () => {
  const { url, bodies } = await peer(sendVectors);
  const embedder = await openEndpointEmbedder({ url, model: 'm' });
  const [blank, filled] = await embedder.embed([' \n', 'x']);
  expect([...blank!]).toEqual([0, 0, 0]);
  expect(Math.hypot(...filled!)).toBeCloseTo(1, 5);
  expect(bodies.at(-1)?.input).toEqual(['x']);
});

test.each([429, 500, 503])('status %i is tried again', async (status) => {
  let calls = 0;
  const { url } = await peer((body, response, request) => {
    calls += 1;
    if (calls === 1) response.writeHead(status, { 'retry-after': '0' }).end();
    else sendVectors(body, response, request);
  });
  await openEndpointEmbedder({ url, model: 'm', retryPauseMs: 1 });
  expect(calls).toBe(2);
});

test('Retry-After is waited for', async () => {
  const times: number[] = [];
  const { url } = await peer((body, response, request) => {
    times.push(Date.now());
    if (times.length === 1) response.writeHead(429, { 'retry-after': '1' }).end();
    else sendVectors(body, response, request);
  });
  await openEndpointEmbedder({ url, model: 'm', retryPauseMs: 1 });
  expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(990);
});

test('a refusal is reported at once, without the key or the reply that echoes it', async () => {
  let calls = 0;
  const { url } = await peer((_, response, request) => {
    calls += 1;
    response.writeHead(401).end(`Incorrect API key: ${request.headers.authorization}`);
  });
  const error = await errorOf(openEndpointEmbedder({ url, model: 'm', key: 'sk-secret' }));
  expect(error).toMatchObject({ code: 'upstream_refused', details: { status: 401 } });
  expect(JSON.stringify(error.toWire()) + String(error.stack)).not.toContain('sk-secret');
  expect(calls).toBe(1);
});

test('an endpoint that keeps failing is given up on after four attempts', async () => {
  let calls = 0;
  const { url } = await peer((_, response) => {
    calls += 1;
    response.writeHead(500).end();
  });
  const error = await errorOf(openEndpointEmbedder({ url, model: 'm', retryPauseMs: 1 }));
  expect(error.code).toBe('upstream_refused');
  expect(calls).toBe(4);
});

test.each([
  ['fewer vectors than texts', { data: [] }],
  ['a number that is not finite', { data: [{ index: 0, embedding: [1, null] }] }],
  ['no data at all', { error: 'no' }],
])('%s is refused', async (_, reply) => {
  const { url } = await peer((__, response) => response.end(JSON.stringify(reply)));
  expect((await errorOf(openEndpointEmbedder({ url, model: 'm' }))).code).toBe('upstream_refused');
});

test('vectors whose length changes between calls are refused', async () => {
  let calls = 0;
  const { url } = await peer((_, response) => {
    calls += 1;
    response.end(JSON.stringify({ data: [{ index: 0, embedding: calls === 1 ? [1, 0] : [1, 0, 0] }] }));
  });
  const embedder = await openEndpointEmbedder({ url, model: 'm' });
  const error = await errorOf(embedder.embed(['x']));
  expect(error).toMatchObject({ code: 'upstream_refused', details: { expected: 2, received: 3 } });
});

test('a server that is not there is upstream_refused', async () => {
  const { url } = await peer(sendVectors);
  for (const close of closing.splice(0)) close();
  expect((await errorOf(openEndpointEmbedder({ url, model: 'm', retryPauseMs: 1 }))).code).toBe('upstream_refused');
});

test('an abort ends the wait for a retry', async () => {
  let calls = 0;
  const { url } = await peer((body, response, request) => {
    calls += 1;
    if (calls === 1) sendVectors(body, response, request);
    else response.writeHead(503, { 'retry-after': '20' }).end();
  });
  const embedder = await openEndpointEmbedder({ url, model: 'm' });
  const controller = new AbortController();
  setTimeout(() => controller.abort(new Error('stopped')), 50);
  await expect(embedder.embed(['x'], { signal: controller.signal })).rejects.toThrow('stopped');
});

test.each([
  ['not a URL', 'localhost'],
  ['not http', 'file:///etc/hosts'],
  ['with a password', 'http://user:sk-secret@127.0.0.1/v1'],
])('a base URL that is %s is a bad argument, and is not echoed', async (_, url) => {
  const error = await errorOf(openEndpointEmbedder({ url, model: 'm' }));
  expect(error.code).toBe('bad_argument');
  expect(JSON.stringify(error.toWire())).not.toContain('sk-secret');
});

test('an endpoint without a model is a bad argument', async () => {
  expect((await errorOf(openEmbedder({ GROUNDGLASS_EMBEDDING_URL: 'http://127.0.0.1:1/v1' }))).code).toBe(
    'bad_argument',
  );
});

test('an endpoint that never stops answering is refused', async () => {
  const endless = await peer((_, response) => {
    const more = (): void => {
      // Until the pipe is full, and again when it is emptied; the caller hangs up.
      while (!response.destroyed && response.write(' '.repeat(1 << 20)));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  });
  const error = await errorOf(openEndpointEmbedder({ url: endless.url, model: 'm' }));
  expect(error.code).toBe('upstream_refused');
});
