import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { ZodType } from 'zod';
import { GroundglassError } from '../../evidence/errors.js';
import type { ImageProviderName } from '../../evidence/wire/images.js';
import { type Pace, rateLimited } from './pace.js';
import { redact } from './redact.js';
import type { ReplyCache } from './reply-cache.js';
import { askedToWait, learnLimits } from './reply-limits.js';

export interface ApiCall<T> {
  readonly provider: ImageProviderName;
  readonly url: URL;
  readonly schema: ZodType<T>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** What the reply is kept under, without a key; a call that has none is made each time. */
  readonly keptAs?: string | undefined;
  /** What an error in the body of a good status comes to, as MediaWiki gives them; null where there is none. */
  readonly faultIn?: (body: unknown) => { readonly busy: boolean; readonly message: string } | null;
}

export interface ApiOptions {
  readonly paces: Readonly<Record<ImageProviderName, Pace>>;
  readonly userAgent: string;
  /** Never shown, in no error and no log. */
  readonly keys: readonly string[];
  /** Longest time that one call may wait for a busy server, in all. */
  readonly patienceMs: number;
  /** Where replies are kept that a provider asks to keep. */
  readonly cache?: ReplyCache | undefined;
}

/** Whole replies of these APIs have some 200 kB. */
const MAX_REPLY_BYTES = 8 * 2 ** 20;
const TIMEOUT_MS = 20_000;
const ATTEMPTS = 4;
/** First pause where a server does not say how long; doubled each time. */
const PAUSE_MS = 1_000;
/** Words of a server in an error. */
const MAX_WORDS = 200;

/** Calls of the providers' APIs: each at its provider's pace, asked again while the server is busy, checked against a schema. */
export class ApiClient {
  readonly #options: ApiOptions;
  readonly #agent = new Agent({ connections: 8 });

  constructor(options: ApiOptions) {
    this.#options = options;
  }

  /**
   * @returns the JSON of a 2xx reply. Other bodies are never read as JSON: Pixabay's errors are plain text.
   * @throws GroundglassError `upstream_refused` (details: status, said), `rate_limited`; no key is in any of them
   */
  async call<T>(call: ApiCall<T>): Promise<T> {
    const kept = call.keptAs === undefined ? null : (this.#options.cache?.get(call.keptAs) ?? null);
    const known = kept === null ? null : this.#read(call, kept, null);
    if (known?.kind === 'json') return known.value;
    const pace = this.#options.paces[call.provider];
    let patience = this.#options.patienceMs;
    for (let attempt = 1; ; attempt += 1) {
      const reply = await pace.run(() => this.#send(call, pace), call.signal);
      if (reply.kind === 'json') {
        if (call.keptAs !== undefined) this.#options.cache?.set(call.keptAs, reply.text);
        return reply.value;
      }
      const pauseMs = reply.waitMs ?? PAUSE_MS * 2 ** (attempt - 1);
      if (reply.kind === 'refused' || attempt === ATTEMPTS || pauseMs > patience) {
        throw reply.limited ? rateLimited(call.provider, pauseMs, reply.message) : this.#refused(call, reply);
      }
      patience -= pauseMs;
      if (reply.limited) pace.block(pauseMs, reply.message);
      else await sleep(pauseMs, undefined, call.signal === undefined ? {} : { signal: call.signal });
    }
  }

  async close(): Promise<void> {
    await this.#agent.close();
  }

  async #send<T>(call: ApiCall<T>, pace: Pace): Promise<Reply<T>> {
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const signal = call.signal === undefined ? timeout : AbortSignal.any([call.signal, timeout]);
    const busy = { kind: 'busy', waitMs: null, status: null, said: '', limited: false } as const;
    try {
      const {
        statusCode: status,
        headers,
        body,
      } = await request(call.url, {
        dispatcher: this.#agent,
        signal,
        headers: { accept: 'application/json', 'user-agent': this.#options.userAgent, ...call.headers },
      });
      learnLimits(call.provider, headers, pace);
      const text = await textOf(body);
      if (text === null)
        return { ...busy, kind: 'refused', status, message: `sends more than ${MAX_REPLY_BYTES} bytes` };
      const waitMs = askedToWait(headers, text);
      if (status >= 200 && status <= 299) return this.#read(call, text, waitMs);
      const said = headers['content-type']?.includes('html') ? '' : text.slice(0, MAX_WORDS).trim();
      const limited = status === 429 || (status === 503 && waitMs !== null);
      const message = limited ? `it answered with HTTP status ${status}` : `answers with HTTP status ${status}`;
      return { kind: limited || status >= 500 ? 'busy' : 'refused', waitMs, status, said, limited, message };
    } catch (thrown) {
      if (call.signal?.aborted) throw thrown;
      if (timeout.aborted)
        return { ...busy, kind: 'refused', message: `does not answer within ${TIMEOUT_MS / 1_000} s` };
      return { ...busy, message: 'cannot be reached' };
    }
  }

  #read<T>({ schema, faultIn }: ApiCall<T>, text: string, waitMs: number | null): Reply<T> {
    const bad = { kind: 'refused', waitMs, status: 200, said: '', limited: false } as const;
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      return { ...bad, message: 'does not answer with JSON' };
    }
    const fault = faultIn?.(body) ?? null;
    if (fault?.busy) return { ...bad, kind: 'busy', waitMs: waitMs ?? BUSY_MS, limited: true, message: fault.message };
    if (fault !== null) return { ...bad, said: fault.message, message: 'answers with an error' };
    const parsed = schema.safeParse(body);
    if (parsed.success) return { kind: 'json', value: parsed.data, text };
    const at = parsed.error.issues[0]?.path.join('.') ?? '';
    return { ...bad, message: `answers in a form that is not known here (at ${at || 'the top'})` };
  }

  #refused({ provider, url }: ApiCall<unknown>, { message, status, said }: Fault): GroundglassError {
    const clean = (text: string): string => redact(text, this.#options.keys);
    const words = said === '' ? '' : `: ${clean(said)}`;
    return new GroundglassError(
      'upstream_refused',
      clean(`${provider} (${url.host}) ${message}${words}.`),
      status === 401 || status === 403
        ? `Check ${provider.toUpperCase()}_API_KEY where ${provider} takes one; ask another provider meanwhile.`
        : 'Try again later, or ask another provider with --provider.',
      { provider, status, said: clean(said) },
    );
  }
}

/** What MediaWiki asks for at least where its copies lag behind (Manual:Maxlag parameter). */
const BUSY_MS = 5_000;

interface Fault {
  readonly kind: 'busy' | 'refused';
  /** What the server asked for; null where it did not say. */
  readonly waitMs: number | null;
  readonly status: number | null;
  readonly said: string;
  /** The server is well and has had enough of us. */
  readonly limited: boolean;
  readonly message: string;
}
type Reply<T> = { readonly kind: 'json'; readonly value: T; readonly text: string } | Fault;

/** Null for a body that is too long. */
async function textOf(body: AsyncIterable<Buffer>): Promise<string | null> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > MAX_REPLY_BYTES) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}
