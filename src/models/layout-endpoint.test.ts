import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { GroundglassError } from '../evidence/errors.js';
import { layoutModelFrom, openLayoutEndpoint } from './layout-endpoint.js';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

interface Asked {
  readonly body: { model: string; messages: { role: string; content: unknown }[] };
  readonly request: IncomingMessage;
}

async function peer(
  answer: (response: ServerResponse, asked: number) => void,
): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      asked.push({ body: JSON.parse(Buffer.concat(chunks).toString('utf8')), request });
      answer(response, asked.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked };
}

const says = (content: string) => (response: ServerResponse) => {
  response.end(JSON.stringify({ choices: [{ message: { content } }] }));
};
const GOOD = JSON.stringify({
  regions: [
    { kind: 'Title', box: [0, 0, 1, 0.2] },
    { kind: 'chart', box: [0, 0.2, 0.5, 1] },
  ],
});
const png = new Uint8Array([1, 2, 3]);

async function errorOf(work: Promise<unknown>): Promise<GroundglassError> {
  const thrown = await work.catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(GroundglassError);
  return thrown as GroundglassError;
}

describe('a layout model behind an endpoint', () => {
  it('is given the picture and the key, and answers regions in their order', async () => {
    const { url, asked } = await peer(says(GOOD));
    const model = layoutModelFrom({
      GROUNDGLASS_VISION_URL: url,
      GROUNDGLASS_VISION_MODEL: 'eyes',
      GROUNDGLASS_VISION_KEY: 'sk-1',
    });
    expect(model?.id).toBe('layout-endpoint:eyes');
    expect(await model?.regions(png)).toEqual([
      { kind: 'title', box: [0, 0, 1, 0.2] },
      { kind: 'chart', box: [0, 0.2, 0.5, 1] },
    ]);
    expect(asked[0]?.request).toMatchObject({ url: '/v1/chat/completions', headers: { authorization: 'Bearer sk-1' } });
    expect(asked[0]?.body.messages[1]?.content).toEqual([
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AQID' } },
    ]);
  });

  it('may put its JSON into a code block', async () => {
    const { url } = await peer(says(`\`\`\`json\n${GOOD}\n\`\`\``));
    expect(await openLayoutEndpoint({ url, model: 'm' }).regions(png)).toHaveLength(2);
  });

  it('is asked again where the server is busy, and not where it refuses', async () => {
    const busy = await peer((response, count) => (count < 3 ? response.writeHead(503).end() : says(GOOD)(response)));
    expect(await openLayoutEndpoint({ url: busy.url, model: 'm', retryPauseMs: 1 }).regions(png)).toHaveLength(2);
    const refusing = await peer((response) => response.writeHead(401).end('key sk-secret is wrong'));
    const error = await errorOf(openLayoutEndpoint({ url: refusing.url, model: 'm', key: 'sk-secret' }).regions(png));
    expect(error.code).toBe('upstream_refused');
    expect(JSON.stringify(error.toWire())).not.toContain('sk-secret');
    expect(refusing.asked).toHaveLength(1);
  });

  it.each([
    ['prose', 'The page has a title and a chart.'],
    ['another shape', '{"boxes": []}'],
    ['no regions', '{"regions": []}'],
    ['boxes in pixels', '{"regions": [{"kind": "text", "box": [0, 0, 612, 792]}]}'],
    ['boxes of three numbers', '{"regions": [{"kind": "text", "box": [0, 0, 1]}]}'],
    ['numbers that are none', '{"regions": [{"kind": "text", "box": [0, 0, "1", null]}]}'],
    ['a thousand regions', JSON.stringify({ regions: Array(1000).fill({ kind: 'text', box: [0, 0, 1, 1] }) })],
    ['a kind as long as a page', JSON.stringify({ regions: [{ kind: 'x'.repeat(5000), box: [0, 0, 1, 1] }] })],
    ['a prototype', '{"regions": [{"__proto__": {"kind": "text"}, "box": [0, 0, 1, 1]}]}'],
  ])('is refused where it answers with %s', async (_, content) => {
    const { url } = await peer(says(content));
    expect((await errorOf(openLayoutEndpoint({ url, model: 'm' }).regions(png))).code).toBe('upstream_refused');
  });

  it.each([
    ['no JSON', 'hello'],
    ['no completion', '{"choices": []}'],
    ['more than a megabyte', `{"choices": [{"message": {"content": "${'x'.repeat(1_200_000)}"}}]}`],
  ])('is refused where the server answers with %s', async (_, body) => {
    const { url } = await peer((response) => response.end(body));
    expect((await errorOf(openLayoutEndpoint({ url, model: 'm' }).regions(png))).code).toBe('upstream_refused');
  });

  it('stops where its caller does', async () => {
    const { url } = await peer(() => undefined);
    const stop = new AbortController();
    const work = openLayoutEndpoint({ url, model: 'm' }).regions(png, { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(work).rejects.toThrow('enough');
  });

  it('is none where nothing is set, and needs a model and a sound address', () => {
    expect(layoutModelFrom({})).toBeNull();
    expect(() => layoutModelFrom({ GROUNDGLASS_VISION_URL: 'http://127.0.0.1/v1' })).toThrow(
      /GROUNDGLASS_VISION_MODEL/,
    );
    expect(() => openLayoutEndpoint({ url: 'file:///etc/passwd', model: 'm' })).toThrow(/http or https/);
    expect(() => openLayoutEndpoint({ url: 'http://me:pw@127.0.0.1', model: 'm' })).toThrow(/without a user name/);
  });
});
