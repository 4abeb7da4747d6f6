import { GroundglassError } from '../evidence/errors.js';

/** A JSON service of a model, and how its faults are worded. Neither the key nor a reply's body ever goes into an error. */
export interface JsonEndpoint {
  readonly url: URL;
  readonly key?: string | undefined;
  /** Subject of its errors: `The embedding endpoint`. */
  readonly name: string;
  /** What the caller can do where it fails. */
  readonly nextStep: string;
  readonly timeoutMs: number;
  /** Replies longer than this are not read on. */
  readonly maxReplyBytes: number;
  /** First pause before a request is sent again, doubled each time; half a second where absent. */
  readonly retryPauseMs?: number | undefined;
  /** How often a request is sent at most; {@link ATTEMPTS} where absent. */
  readonly attempts?: number;
}

/**
 * Posts a body and reads the JSON of the reply. Busy and failing servers are asked again, a few times.
 *
 * @throws GroundglassError `upstream_refused`
 */
export async function postJson(
  endpoint: JsonEndpoint,
  body: unknown,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (endpoint.key) headers.authorization = `Bearer ${endpoint.key}`;
  const text = JSON.stringify(body);
  for (let attempt = 1; ; attempt += 1) {
    const reply = await send(endpoint, headers, text, signal);
    if (reply instanceof Response && reply.ok) return readJson(endpoint, reply, signal);
    if (reply instanceof Response) await reply.body?.cancel();
    const pauseMs = retryPause(reply, attempt, endpoint);
    if (pauseMs === undefined) throw refusal(endpoint, reply);
    await pause(pauseMs, signal);
  }
}

/**
 * The address of a service below an OpenAI-compatible base URL.
 *
 * @param setting the variable that the base comes from, for the errors: `GROUNDGLASS_VISION`
 * @throws GroundglassError `bad_argument`
 */
export function endpointUrl(base: string, path: string, setting: string): URL {
  const nextStep = `Set ${setting}_URL to a base URL such as http://127.0.0.1:11434/v1.`;
  if (!URL.canParse(base)) throw new GroundglassError('bad_argument', `${setting}_URL is not a URL.`, nextStep);
  const url = new URL(base);
  const isHttp = url.protocol === 'http:' || url.protocol === 'https:';
  if (!isHttp || url.username !== '' || url.password !== '') {
    const message = `${setting}_URL must be an http or https URL without a user name or password.`;
    throw new GroundglassError('bad_argument', message, `${nextStep} A key goes into ${setting}_KEY.`);
  }
  if (!url.pathname.endsWith(path)) url.pathname = `${url.pathname.replace(/\/+$/u, '')}${path}`;
  return url;
}

/** The endpoint did something that can't be used. */
export function refused(endpoint: JsonEndpoint, what: string, details: Record<string, unknown>): GroundglassError {
  return new GroundglassError('upstream_refused', `${endpoint.name} ${what}.`, endpoint.nextStep, details);
}

const ATTEMPTS = 4;
const RETRY_PAUSE_MS = 500;
/** A server that asks for more patience than this has run out of quota: waiting would look like hanging. */
const MAX_RETRY_AFTER_MS = 30_000;

/** The reply, or `'timeout'` or `'unreachable'` where none came. */
type Reply = Response | 'timeout' | 'unreachable';

async function send(
  endpoint: JsonEndpoint,
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal | undefined,
): Promise<Reply> {
  const timeout = AbortSignal.timeout(endpoint.timeoutMs);
  try {
    return await fetch(endpoint.url, {
      method: 'POST',
      headers,
      body,
      // A redirect would carry the texts and pictures to a server that nobody configured.
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
  } catch (thrown) {
    if (signal?.aborted) throw thrown;
    return timeout.aborted ? 'timeout' : 'unreachable';
  }
}

/** Milliseconds to wait before the next attempt, or `undefined` where another one would not help. */
function retryPause(reply: Reply, attempt: number, endpoint: JsonEndpoint): number | undefined {
  if (attempt >= (endpoint.attempts ?? ATTEMPTS)) return undefined;
  const backoffMs = (endpoint.retryPauseMs ?? RETRY_PAUSE_MS) * 2 ** (attempt - 1);
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

async function readJson(endpoint: JsonEndpoint, reply: Response, signal: AbortSignal | undefined): Promise<unknown> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const piece of reply.body ?? []) {
      bytes += piece.length;
      if (bytes > endpoint.maxReplyBytes) break;
      pieces.push(piece);
    }
    if (bytes <= endpoint.maxReplyBytes) return JSON.parse(Buffer.concat(pieces).toString('utf8'));
  } catch (thrown) {
    if (signal?.aborted) throw thrown;
    throw refused(endpoint, 'did not answer with whole JSON', { status: reply.status });
  }
  throw refused(endpoint, `answered more than ${endpoint.maxReplyBytes} bytes`, { status: reply.status });
}

function refusal(endpoint: JsonEndpoint, reply: Reply): GroundglassError {
  const { origin } = endpoint.url;
  if (reply === 'timeout') return refused(endpoint, `did not answer within ${endpoint.timeoutMs / 1000} s`, { origin });
  if (reply === 'unreachable') return refused(endpoint, 'cannot be reached', { origin });
  return refused(endpoint, `answered with HTTP status ${reply.status}`, { origin, status: reply.status });
}
