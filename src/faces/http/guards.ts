import { createHash, timingSafeEqual } from 'node:crypto';
import { localhostAllowedHostnames, validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server';
import type { MiddlewareHandler } from 'hono';
import { errorResponse } from './error-response.js';

/** Whether a server bound to this host is reachable from this machine alone. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);

/** Told with every answer: it is data for this client, not to be kept, sniffed, framed or embedded. */
export const securityHeaders: MiddlewareHandler = async (context, next) => {
  await next();
  context.header('X-Content-Type-Options', 'nosniff');
  context.header('Cache-Control', 'no-store');
  context.header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  context.header('Cross-Origin-Resource-Policy', 'same-origin');
  context.header('Referrer-Policy', 'no-referrer');
};

/**
 * Refuses what a browser sends on behalf of some other page: a name that was rebound to this address, or a foreign origin.
 * @param host what the server is bound to; off loopback it is reached by any of the machine's addresses, which can't be
 *   rebound, and by the names that were allowed
 */
export function sameMachine(host: string, allowedHosts: readonly string[]): MiddlewareHandler {
  const allowed = [...localhostAllowedHostnames(), ...allowedHosts];
  const names = [...allowed, bracketed(host)];
  return async (context, next) => {
    const asked = context.req.header('host');
    const isAddress = !isLoopback(host) && IP_ADDRESS.test(asked ?? '');
    if (!isAddress && !validateHostHeader(asked, names).ok) {
      return errorResponse(context, 403, 'This name is not one that the server answers to.', HOSTS_HINT);
    }
    const origin = context.req.header('origin');
    if (!WEB_ORIGIN.test(origin ?? 'http:') || !validateOriginHeader(origin, names).ok) {
      return errorResponse(context, 403, 'Pages of this origin may not use the server.', HOSTS_HINT);
    }
    return next();
  };
}

/** The SDK looks at an origin's name only: an extension or a file of another scheme may call itself localhost too. */
const WEB_ORIGIN = /^https?:/i;

/** An IPv4 or bracketed IPv6 address, with or without a port. */
const IP_ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])(?::\d+)?$/i;

const HOSTS_HINT = 'Use localhost or 127.0.0.1, or start the server with this name as an allowed host.';

const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** Demands `Authorization: Bearer TOKEN`. Digests are compared, so that neither time nor length tells anything. */
export function bearer(token: string): MiddlewareHandler {
  const expected = sha256(token);
  return async (context, next) => {
    const given = /^Bearer +(.+)$/i.exec(context.req.header('authorization') ?? '')?.[1];
    if (given !== undefined && timingSafeEqual(sha256(given), expected)) return next();
    context.header('WWW-Authenticate', 'Bearer');
    return errorResponse(
      context,
      401,
      'The token is missing or wrong.',
      'Send the header Authorization: Bearer TOKEN.',
    );
  };
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
