import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Readable } from 'node:stream';
import ipaddr from 'ipaddr.js';
import { Agent, buildConnector, request } from 'undici';
import { GroundglassError } from '../../evidence/errors.js';

export interface FetchOptions {
  readonly maxBytes: number;
  /** For all of it, redirects included. */
  readonly timeoutMs: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Origins (`http://127.0.0.1:8080`) that may lie on this machine or in a private net, because a person configured them. */
  readonly trustedOrigins?: ReadonlySet<string>;
  readonly signal?: AbortSignal;
  /** Addresses of a name; those that this machine's resolver gives by default. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
}

export interface FetchedBytes {
  readonly bytes: Uint8Array;
  readonly mediaType: string | null;
  /** What the server tells these bytes from others by (RFC 9110, 8.8); null where it tells none. */
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** Where it came from in the end. */
  readonly url: string;
}

/**
 * What lies at an address that somebody else chose. Only http and https, and only public addresses: names are resolved
 * once, every address of theirs is checked, and the connection goes to the one that was checked, so that no second answer
 * of a name server leads elsewhere. Redirects are followed by hand and checked alike.
 *
 * @throws GroundglassError `address_refused` (bad_input), `too_many_bytes`, `upstream_refused`
 */
export async function fetchBytes(address: string, options: FetchOptions): Promise<FetchedBytes> {
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  let url = parsed(address);
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const reply = await fetchOnce(url, options, signal);
    if (!('location' in reply)) return { ...reply, url: url.href };
    url = parsed(reply.location, url);
  }
  throw unavailable(url, `redirects more than ${MAX_REDIRECTS} times`);
}

const MAX_REDIRECTS = 5;

type Reply = { readonly location: string } | Omit<FetchedBytes, 'url'>;

async function fetchOnce(url: URL, options: FetchOptions, signal: AbortSignal): Promise<Reply> {
  const trusted = options.trustedOrigins?.has(url.origin) ?? false;
  // One connection, ended with the reply: nothing is kept that an address could change under.
  const agent = new Agent({
    connect: trusted ? buildConnector({}) : publicConnector(options.resolve ?? resolved),
    pipelining: 0,
  });
  try {
    const { statusCode, headers, body } = await request(url, {
      dispatcher: agent,
      signal,
      headers: options.headers ?? {},
      headersTimeout: options.timeoutMs,
      bodyTimeout: options.timeoutMs,
    });
    const { location } = headers;
    if (REDIRECTS.has(statusCode) && typeof location === 'string') {
      unread(body);
      return { location };
    }
    if (statusCode < 200 || statusCode > 299) {
      unread(body);
      throw unavailable(url, `answers with HTTP status ${statusCode}`, { status: statusCode });
    }
    const pieces: Buffer[] = [];
    let length = 0;
    for await (const piece of body as AsyncIterable<Buffer>) {
      length += piece.length;
      if (length > options.maxBytes) throw tooLarge(url, options.maxBytes);
      pieces.push(piece);
    }
    const { 'content-type': type, etag, 'last-modified': lastModified } = headers;
    return {
      etag: typeof etag === 'string' ? etag : null,
      lastModified: typeof lastModified === 'string' ? lastModified : null,
      bytes: Buffer.concat(pieces),
      mediaType: typeof type === 'string' ? (type.split(';')[0]?.trim().toLowerCase() ?? null) : null,
    };
  } catch (thrown) {
    if (options.signal?.aborted) throw thrown;
    const known = thrown instanceof GroundglassError ? thrown : causeOf(thrown);
    if (known !== null) throw known;
    throw unavailable(
      url,
      signal.aborted ? `does not answer within ${options.timeoutMs} ms` : 'cannot be reached',
      {},
      thrown,
    );
  } finally {
    await agent.destroy();
  }
}

/** Ends a body that nobody reads; that it ends early is no error to anyone. */
const unread = (body: Readable): Readable => body.on('error', () => undefined).destroy();

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Connects to an address that was looked at, under the name that was asked for. */
function publicConnector(resolve: Resolve): buildConnector.connector {
  const connect = buildConnector({});
  return (options, callback) => {
    const { hostname } = options;
    const bare = hostname.replace(/^\[|\]$/g, '');
    resolvePublic(bare, resolve).then(
      (address) => connect({ ...options, hostname: address, servername: isIP(bare) ? '' : bare }, callback),
      (error: Error) => callback(error, null),
    );
  };
}

type Resolve = NonNullable<FetchOptions['resolve']>;

const resolved: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

/** @throws GroundglassError `address_refused` where any of a name's addresses is not public */
async function resolvePublic(host: string, resolve: Resolve): Promise<string> {
  const addresses = isIP(host) ? [host] : await resolve(host);
  const [first] = addresses;
  if (first === undefined || !addresses.every(isPublic)) throw refused(host);
  return first;
}

/** Whether an IP address belongs to the public internet; IPv4 inside IPv6 counts as what it is. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.process(address);
  // 64:ff9b::/96 and 2002::/16 carry an IPv4 address; ipaddr.js calls them rfc6052 and 6to4, which is not unicast.
  if (ip.range() !== 'unicast') return false;
  return ip instanceof ipaddr.IPv4 || ip.match(GLOBAL_UNICAST);
}

/** All that is given out of IPv6 (RFC 4291, 2.4): beyond it are ::/96, which once carried IPv4, and what nobody has. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

function parsed(address: string, base?: URL): URL {
  const url = URL.canParse(address, base) ? new URL(address, base) : null;
  if (url !== null && (url.protocol === 'http:' || url.protocol === 'https:')) return url;
  throw new GroundglassError(
    'address_refused',
    'The address is no http or https URL.',
    'Give a public http or https address.',
  );
}

const refused = (host: string): GroundglassError =>
  new GroundglassError(
    'address_refused',
    `${host} is on this machine or in a private net; nothing is fetched from there.`,
    'Give a public http or https address.',
    { host },
  );

const tooLarge = (url: URL, limit: number): GroundglassError =>
  new GroundglassError('too_many_bytes', `${url.host} sends more than ${limit} bytes.`, 'Give a smaller file.', {
    limit,
  });

const unavailable = (url: URL, what: string, details = {}, cause?: unknown): GroundglassError =>
  new GroundglassError(
    'upstream_refused',
    `${url.host} ${what}.`,
    'Try again later, or give another address.',
    details,
    {
      cause,
    },
  );

/** What a connector refused, which the client wraps. */
function causeOf(thrown: unknown): GroundglassError | null {
  for (let it = thrown; it instanceof Error; it = it.cause) if (it instanceof GroundglassError) return it;
  return null;
}
