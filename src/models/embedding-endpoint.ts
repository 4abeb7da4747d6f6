import type { Embedder, EmbedOptions } from './embedder.js';
import { endpointUrl, type JsonEndpoint, postJson, refused } from './post-json.js';
import { toUnitLength } from './unit-vector.js';

export interface EmbeddingEndpoint {
  /** Base URL of an OpenAI-compatible API, for example `http://127.0.0.1:11434/v1`. */
  url: string;
  model: string;
  key?: string;
  /** First pause before a request is sent again, doubled each time. For tests; the default is half a second. */
  retryPauseMs?: number;
}

/**
 * An embedder behind an OpenAI-compatible `/embeddings` endpoint. It asks for one vector at once, since only that
 * tells how long the model's vectors are. Neither the key nor a reply's body ever goes into an error: providers echo
 * parts of the key in theirs.
 *
 * @param signal ends the opening; each call of `embed` has its own
 */
export async function openEndpointEmbedder(endpoint: EmbeddingEndpoint, signal?: AbortSignal): Promise<Embedder> {
  const service = serviceOf(endpoint);
  const request = async (texts: readonly string[], signal: AbortSignal | undefined): Promise<Float32Array[]> => {
    const body = { model: endpoint.model, input: texts, encoding_format: 'float' };
    return parseVectors(service, await postJson(service, body, signal), texts.length);
  };
  const [probe] = await request(['dimension'], signal);
  const dimensions = probe!.length;
  const embedBatch = async (batch: readonly string[], signal: AbortSignal | undefined): Promise<Float32Array[]> => {
    const vectors = await request(batch, signal);
    for (const vector of vectors) {
      if (vector.length !== dimensions) {
        throw refused(service, `changed the length of its vectors from ${dimensions} to ${vector.length}`, {
          expected: dimensions,
          received: vector.length,
        });
      }
    }
    return vectors.map(toUnitLength);
  };
  return {
    id: `endpoint:${endpoint.model}:${dimensions}`,
    dimensions,
    async embed(texts, options: EmbedOptions = {}) {
      // Endpoints refuse an empty text; it has nothing to say, so it keeps the zero vector.
      const result: Float32Array[] = texts.map(() => new Float32Array(dimensions));
      const filled = texts.flatMap((text, index) => (text.trim() === '' ? [] : [index]));
      for (let start = 0; start < filled.length; start += BATCH) {
        options.signal?.throwIfAborted();
        const batch = filled.slice(start, start + BATCH);
        const vectors = await embedBatch(
          batch.map((index) => texts[index]!),
          options.signal,
        );
        batch.forEach((index, i) => {
          result[index] = vectors[i]!;
        });
        options.onProgress?.(start + batch.length, texts.length);
      }
      if (texts.length > 0) options.onProgress?.(texts.length, texts.length);
      return result;
    },
    close: async () => undefined,
  };
}

/** Small enough for servers that cap a request at 100 inputs and for local ones that embed on a CPU. */
const BATCH = 64;
const TIMEOUT_MS = 60_000;
/** A batch of vectors of 4,096 numbers each is a few megabytes of JSON. */
const MAX_REPLY_BYTES = 64 * 2 ** 20;

function serviceOf({ url, key, retryPauseMs }: EmbeddingEndpoint): JsonEndpoint {
  return {
    url: endpointUrl(url, '/embeddings', 'GROUNDGLASS_EMBEDDING'),
    key,
    name: 'The embedding endpoint',
    nextStep:
      'Check GROUNDGLASS_EMBEDDING_URL, _MODEL and _KEY, or unset them to use the embedding that ships with groundglass.',
    timeoutMs: TIMEOUT_MS,
    maxReplyBytes: MAX_REPLY_BYTES,
    retryPauseMs,
  };
}

function parseVectors(service: JsonEndpoint, reply: unknown, count: number): Float32Array[] {
  const rows = isRecord(reply) && Array.isArray(reply.data) ? reply.data : [];
  const vectors = new Array<Float32Array | undefined>(count).fill(undefined);
  rows.forEach((row: unknown, position) => {
    if (!isRecord(row)) return;
    const index = typeof row.index === 'number' ? row.index : position;
    if (index in vectors) vectors[index] = parseVector(row.embedding);
  });
  const complete = vectors.filter((vector) => vector !== undefined);
  if (complete.length !== count) {
    throw refused(service, `answered ${complete.length} usable vectors for ${count} texts`, {
      expected: count,
      received: complete.length,
    });
  }
  return complete;
}

function parseVector(values: unknown): Float32Array | undefined {
  if (!Array.isArray(values) || values.length === 0) return undefined;
  return values.every((value) => typeof value === 'number' && Number.isFinite(value))
    ? Float32Array.from(values as number[])
    : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
