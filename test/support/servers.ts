import { createServer, type IncomingMessage, Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

const open = new Set<Server>();
let isWatched = false;

/** Lets a server listen on this machine until the tests of the file are over. @returns its URL */
export async function listening(server: Server | Handler): Promise<string> {
  const it =
    server instanceof Server ? server : createServer((request, response) => answered(server, request, response));
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

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** A fake that fails says so at once, and leaves nobody waiting. */
async function answered(handler: Handler, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    await handler(request, response);
  } catch (error) {
    if (!response.headersSent) response.writeHead(500);
    response.end(JSON.stringify({ error: { message: String(error) } }));
  }
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
