import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

const open = new Set<Server>();
let isWatched = false;

/** Lets a server listen on this machine until the tests of the file are over. @returns its URL */
export async function listening(server: Server | RequestListener): Promise<string> {
  const it = typeof server === 'function' ? createServer(server) : server;
  open.add(it);
  if (!isWatched) {
    isWatched = true;
    afterAll(async () => {
      await Promise.all([...open].map(closed));
    });
  }
  await new Promise<void>((done) => it.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(it.address() as AddressInfo).port}`;
}

const closed = (server: Server): Promise<void> =>
  new Promise((done) => {
    open.delete(server);
    server.close(() => done()).closeAllConnections();
  });

export async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}
