import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

const DIMENSIONS = 32;

/** An OpenAI-compatible embedding endpoint: the vector of a text counts its words, by a hash of each. */
export class FakeEmbedder {
  /** While true every request is refused, in a way that is not worth a retry. */
  down = false;
  /** Requests that are answered; those after them are kept waiting without end. */
  answers = Number.POSITIVE_INFINITY;
  requests = 0;
  onRequest: (() => void) | undefined;
  private constructor(private readonly server: Server) {}

  /** Started for the tests of a file, and stopped after them. */
  static async start(): Promise<FakeEmbedder> {
    const fake: FakeEmbedder = new FakeEmbedder(
      createServer((request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          fake.requests += 1;
          fake.onRequest?.();
          if (fake.requests > fake.answers) return;
          if (fake.down) {
            response.writeHead(401).end('{}');
            return;
          }
          const { input } = JSON.parse(Buffer.concat(chunks).toString()) as { input: string[] };
          const data = input.map((text, index) => ({ index, embedding: vectorOf(text) }));
          response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
        });
      }),
    );
    await new Promise<void>((ready) => fake.server.listen(0, '127.0.0.1', ready));
    afterAll(() => {
      fake.server.close();
      fake.server.closeAllConnections();
    });
    return fake;
  }

  get env(): Record<string, string> {
    const { port } = this.server.address() as AddressInfo;
    return { GROUNDGLASS_EMBEDDING_URL: `http://127.0.0.1:${port}/v1`, GROUNDGLASS_EMBEDDING_MODEL: 'fake' };
  }
}

function vectorOf(text: string): number[] {
  const vector = new Array<number>(DIMENSIONS).fill(0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['?']) {
    let hash = 0;
    for (const character of word) hash = (hash * 31 + (character.codePointAt(0) as number)) >>> 0;
    vector[hash % DIMENSIONS] = (vector[hash % DIMENSIONS] as number) + 1;
  }
  return vector;
}
