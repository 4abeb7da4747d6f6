import { GroundglassError } from '../evidence/errors.js';
import type { Embedder, EmbedOptions } from './embedder.js';
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
  const request = requester(endpoint);
  const [probe] = await request(['dimension'], signal);
  const dimensions = probe!.length;
  const embedBatch = async (batch: readonly string[], signal: AbortSignal | undefined): Promise<Float32Array[]> => {
    const vectors = await request(batch, signal);
    for (const vector of vectors) {
      if (vector.length !== dimensions) {
        throw refused(`changed the length of its vectors from ${dimensions} to ${vector.length}`, {
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
const ATTEMPTS = 4;
const RETRY_PAUSE_MS = 500;
/** A server that asks for more patience than this has run out of quota: waiting would look like hanging. */
const MAX_RETRY_AFTER_MS = 30_000;

type Request = (texts: readonly string[], signal: AbortSignal | undefined) => Promise<Float32Array[]>;

function requester(endpoint: EmbeddingEndpoint): Request {
  const url = embeddingsUrl(endpoint.url);
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (endpoint.key) headers.authorization = `Bearer ${endpoint.key}`;
  return async (texts, signal) => {
    const body = JSON.stringify({ model: endpoint.model, input: texts, encoding_format: 'float' });
    for (let attempt = 1; ; attempt += 1) {
      const reply = await send(url, headers, body, signal);
      if (reply instanceof Response && reply.ok) return parseVectors(await readJson(reply, signal), texts.length);
      if (reply instanceof Response) await reply.body?.cancel();
      const pauseMs = retryPause(reply, attempt, endpoint.retryPauseMs ?? RETRY_PAUSE_MS);
      if (pauseMs === undefined) throw refusal(reply, url);
      await pause(pauseMs, signal);
    }
  };
}

function embeddingsUrl(base: string): URL {
  const nextStep = 'Set GROUNDGLASS_EMBEDDING_URL to a base URL such as http://127.0.0.1:11434/v1.';
  if (!URL.canParse(base)) {
    throw new GroundglassError('bad_argument', 'GROUNDGLASS_EMBEDDING_URL is not a URL.', nextStep);
  }
  const url = new URL(base);
  const isHttp = url.protocol === 'http:' || url.protocol === 'https:';
  if (!isHttp || url.username !== '' || url.password !== '') {
    const message = 'GROUNDGLASS_EMBEDDING_URL must be an http or https URL without a user name or password.';
    throw new GroundglassError('bad_argument', message, `${nextStep} A key goes into GROUNDGLASS_EMBEDDING_KEY.`);
  }
  if (!url.pathname.endsWith('/embeddings')) url.pathname = `${url.pathname.replace(/\/+$/u, '')}/embeddings`;
  return url;
}

/** The reply, or `'timeout'` or `'unreachable'` where none came. */
type Reply = Response | 'timeout' | 'unreachable';

async function send(
  url: URL,
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal | undefined,
): Promise<Reply> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    return await fetch(url, {
      method: 'POST',
      headers,
      body,
      // A redirect would carry the texts to a server that nobody configured.
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
  } catch (thrown) {
    if (signal?.aborted) throw thrown;
    return timeout.aborted ? 'timeout' : 'unreachable';
  }
}

/** Milliseconds to wait before the next attempt, or `undefined` where another one would not help. */
function retryPause(reply: Reply, attempt: number, firstPauseMs: number): number | undefined {
  if (attempt >= ATTEMPTS) return undefined;
  const backoffMs = firstPauseMs * 2 ** (attempt - 1);
  if (!(reply instanceof Response)) return reply === 'timeout' ? undefined : backoffMs;
  if (reply.status !== 429 && reply.status < 500) return undefined;
  const asked = retryAfterMs(reply.headers.get('retry-after'));
  if (asked === undefined) return backoffMs;
  return asked <= MAX_RETRY_AFTER_MS ? asked : undefined;
}

/** Retry-After is a number of seconds or an HTTP date. */
function retryAfterMs(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/u.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) stop();
  });
}

/** A batch of vectors of 4,096 numbers each is a few megabytes of JSON. */
const MAX_REPLY_BYTES = 64 * 2 ** 20;

async function readJson(reply: Response, signal: AbortSignal | undefined): Promise<unknown> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const piece of reply.body ?? []) {
      bytes += piece.length;
      if (bytes > MAX_REPLY_BYTES) break;
      pieces.push(piece);
    }
    if (bytes <= MAX_REPLY_BYTES) return JSON.parse(Buffer.concat(pieces).toString('utf8'));
  } catch (thrown) {
    if (signal?.aborted) throw thrown;
    throw refused('did not answer with whole JSON', { status: reply.status });
  }
  throw refused(`answered more than ${MAX_REPLY_BYTES} bytes`, { status: reply.status });
}

function parseVectors(reply: unknown, count: number): Float32Array[] {
  const rows = isRecord(reply) && Array.isArray(reply.data) ? reply.data : [];
  const vectors = new Array<Float32Array | undefined>(count).fill(undefined);
  rows.forEach((row: unknown, position) => {
    if (!isRecord(row)) return;
    const index = typeof row.index === 'number' ? row.index : position;
    if (index in vectors) vectors[index] = parseVector(row.embedding);
  });
  const complete = vectors.filter((vector) => vector !== undefined);
  if (complete.length !== count) {
    throw refused(`answered ${complete.length} usable vectors for ${count} texts`, {
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

function refusal(reply: Reply, url: URL): GroundglassError {
  if (reply === 'timeout') return refused(`did not answer within ${TIMEOUT_MS / 1000} s`, { origin: url.origin });
  if (reply === 'unreachable') return refused('cannot be reached', { origin: url.origin });
  return refused(`answered with HTTP status ${reply.status}`, { origin: url.origin, status: reply.status });
}

function refused(what: string, details: Record<string, unknown>): GroundglassError {
  return new GroundglassError(
    'upstream_refused',
    `The embedding endpoint ${what}.`,
    'Check GROUNDGLASS_EMBEDDING_URL, _MODEL and _KEY, or unset them to use the embedding that ships with groundglass.',
    details,
  );
}
