import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { GroundglassError } from '../../evidence/errors.js';
import type { Library } from '../../library/library.js';
import { type AppOptions, createApp } from './app.js';
import { isLoopback } from './guards.js';
import { openRoots } from './roots.js';

export interface ServeOptions extends AppOptions {
  /** Default 8787; 0 takes any free one. */
  readonly port?: number;
}

export interface Serving {
  readonly url: string;
  /** Takes no new requests, lets the running ones finish for a while, and ends. */
  readonly close: () => Promise<void>;
}

const DEFAULT_HOST = '127.0.0.1';
const DEFAULT_PORT = 8787;
/** A blank at an end would be cut off on the way, and what is not ASCII can't be sent at all. */
const SENDABLE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;
/** A rendering takes a second or two; what takes longer than this is cut off. */
const GRACE_MS = 5_000;

/**
 * Serves an open library over HTTP and MCP.
 * @throws GroundglassError `bad_argument` off loopback without a token, for a token that can't be sent, for a root that is none, for a port that is taken
 */
export async function serve(library: Library, options: ServeOptions): Promise<Serving> {
  const { host = DEFAULT_HOST, port = DEFAULT_PORT, token } = options;
  if (token === undefined && !isLoopback(host)) {
    throw new GroundglassError(
      'bad_argument',
      `${host} can be reached from other machines, and no token guards it.`,
      'Give a token, or bind to 127.0.0.1.',
      { host },
    );
  }
  if (token !== undefined && !SENDABLE.test(token)) {
    throw new GroundglassError(
      'bad_argument',
      token === '' ? 'The token is empty.' : 'The token holds characters that no Authorization header can carry.',
      'Give a token of ASCII letters, digits and signs, with no blank at its ends.',
    );
  }
  const app = createApp(library, { ...options, host, roots: await openRoots(options.roots ?? []) });
  // HTTP/1.1 without TLS: the adaptor's other kinds of server are not asked for.
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false }) as Server;
  await listening(server, host, port);
  const address = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await app.close();
      const cutOff = setTimeout(() => server.closeAllConnections(), GRACE_MS);
      await closed;
      clearTimeout(cutOff);
    },
  };
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      reject(
        new GroundglassError(
          'bad_argument',
          `The server can't listen on ${host}, port ${port} (${'code' in cause ? cause.code : cause.message}).`,
          'Choose another port, or end what uses this one.',
          { host, port },
          { cause },
        ),
      );
    });
    server.listen(port, host, resolve);
  });
}
