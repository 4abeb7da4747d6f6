import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Readable } from 'node:stream';
import { GroundglassError } from '../../evidence/errors.js';

/** What a request goes on as. */
export interface Forwarded {
  readonly method: string;
  /** Path and query as they came in. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Bytes, or a stream, which can't be sent twice. */
  readonly body: Uint8Array | Readable;
  /** Whether the bytes are packed as the headers say; else they were unpacked. */
  readonly isPacked?: boolean;
}

/** The server behind the gateway: its connections are kept alive, and what it answers is a stream. */
export class Upstream {
  /** Scheme, host and port: what models are known under. */
  readonly origin: string;
  private readonly base: URL;
  private readonly agent: HttpAgent | HttpsAgent;

  /** @throws GroundglassError `bad_argument` for what is no http or https URL */
  constructor(
    url: string,
    private readonly timeoutMs: number,
  ) {
    const base = URL.canParse(url) ? new URL(url) : null;
    if (base === null || (base.protocol !== 'http:' && base.protocol !== 'https:')) {
      throw new GroundglassError(
        'bad_argument',
        `--upstream ${JSON.stringify(url)} is no http or https URL.`,
        'Give scheme, host and port, such as http://127.0.0.1:8000.',
      );
    }
    this.base = base;
    this.origin = base.origin;
    const Agent = base.protocol === 'https:' ? HttpsAgent : HttpAgent;
    this.agent = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS, scheduling: 'lifo' });
  }

  /**
   * Sends a request on and gives the head of the answer; the body is read by whoever asked.
   * A kept connection that the server closed in between is tried once more: nothing of the request has arrived then.
   *
   * @throws GroundglassError `upstream_refused` where no answer comes
   */
  async send(forwarded: Forwarded, signal: AbortSignal): Promise<IncomingMessage> {
    try {
      return await this.sendOnce(forwarded, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      const { code, reused } = error as { code?: string; reused?: boolean };
      const safe = code === 'ECONNREFUSED' || (code === 'ECONNRESET' && reused === true);
      if (safe && forwarded.body instanceof Uint8Array) {
        return this.sendOnce(forwarded, signal).catch((again) => Promise.reject(unreachable(this.origin, again)));
      }
      throw unreachable(this.origin, error);
    }
  }

  private sendOnce(forwarded: Forwarded, signal: AbortSignal): Promise<IncomingMessage> {
    const { method, path, body } = forwarded;
    return new Promise((resolve, reject) => {
      const send = this.base.protocol === 'https:' ? httpsRequest : httpRequest;
      const request = send({
        protocol: this.base.protocol,
        hostname: this.base.hostname.replace(/^\[|\]$/g, ''),
        port: this.base.port,
        method,
        path: `${this.base.pathname.replace(/\/$/, '')}${path}`,
        headers: onward(forwarded, this.base.host),
        agent: this.agent,
        signal,
      });
      request.setTimeout(this.timeoutMs, () =>
        request.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })),
      );
      request.on('response', resolve);
      request.on('error', (error) => reject(Object.assign(error, { reused: request.reusedSocket })));
      if (body instanceof Uint8Array) request.end(body);
      else {
        body.on('error', (error) => request.destroy(error));
        body.pipe(request);
      }
    });
  }

  close(): void {
    this.agent.destroy();
  }
}

/** Asks for an answer that is not packed: one that is to be looked at while it comes. */
export const unpackedReply = (headers: IncomingHttpHeaders): IncomingHttpHeaders => ({
  ...headers,
  'accept-encoding': 'identity',
});

const MAX_SOCKETS = 512;

/** Headers of one connection only (RFC 9110, 7.6.1); they are never passed on. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

function onward({ headers, body, isPacked }: Forwarded, host: string): IncomingHttpHeaders {
  const named = (headers.connection ?? '').toLowerCase().split(/\s*,\s*/);
  const kept = Object.entries(headers).filter(
    ([name]) => !HOP_BY_HOP.has(name) && !named.includes(name) && !name.startsWith('x-groundglass-'),
  );
  const sent: IncomingHttpHeaders = { ...Object.fromEntries(kept), host };
  if (body instanceof Uint8Array) {
    // What was read was also unpacked, and may have another length now.
    if (!isPacked) delete sent['content-encoding'];
    if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined || body.length > 0) {
      sent['content-length'] = String(body.length);
    }
    delete sent.expect;
  } else if (!(body instanceof IncomingMessage)) {
    // How long it becomes is not known yet.
    delete sent['content-length'];
    delete sent.expect;
  }
  return sent;
}

/** Headers of an answer as they came, in their order and spelling, without those of the connection. */
export function answerHeaders(rawHeaders: readonly string[]): string[] {
  const kept: string[] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const [name = '', value = ''] = [rawHeaders[i], rawHeaders[i + 1]];
    if (!HOP_BY_HOP.has(name.toLowerCase())) kept.push(name, value);
  }
  return kept;
}

function unreachable(origin: string, cause: unknown): GroundglassError {
  const code = (cause as { code?: string }).code ?? 'unknown';
  return new GroundglassError(
    'upstream_refused',
    `The upstream ${origin} does not answer (${code}).`,
    'Check that it runs and that --upstream names it; the request can be sent again.',
    { origin, code },
    { cause },
  );
}
