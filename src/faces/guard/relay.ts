import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { GroundglassError } from '../../evidence/errors.js';
import { unpacked } from './request-body.js';
import { answerHeaders } from './upstream.js';

/** The start of an answer that may be a refusal: all of an error, the first event of a stream; nothing of any other. */
export async function refusalIn(reply: IncomingMessage): Promise<{ readonly text: string; readonly bytes: Buffer[] }> {
  const status = reply.statusCode ?? 0;
  const isStream = /event-stream/i.test(reply.headers['content-type'] ?? '');
  if (status < 400 && !isStream) return { text: '', bytes: [] };
  const bytes: Buffer[] = [];
  let text = '';
  try {
    for await (const piece of reply.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes.push(piece);
      text += piece.toString('latin1');
      if (text.length > MAX_REFUSAL_CHARS || (isStream && /\n\r?\n/.test(text))) break;
    }
  } catch {
    // Cut off above: whoever asked gets what came, and sees it cut off too.
    return { text: '', bytes };
  }
  if (status >= 400)
    text = (await unpackedAs(reply.headers['content-encoding'], Buffer.concat(bytes))).toString('utf8');
  // In a stream only an error event is a refusal: what a model says may speak of pictures too.
  return {
    text: status < 400 && !/^(?:event: ?error|data: ?\{"(?:type":"error"|error"))/m.test(text) ? '' : text,
    bytes,
  };
}

const MAX_REFUSAL_CHARS = 64 * 1024;

/** A refusal is read though the server packs what it was asked not to pack. */
const unpackedAs = (encoding: string | undefined, bytes: Buffer): Promise<Buffer> =>
  encoding === undefined ? Promise.resolve(bytes) : unpacked(bytes, encoding, MAX_REFUSAL_CHARS).catch(() => bytes);

/** An answer as it comes, at the pace of whoever reads it. */
export async function pass(
  reply: IncomingMessage,
  response: ServerResponse,
  head: readonly Buffer[] = [],
): Promise<void> {
  response.writeHead(reply.statusCode ?? 502, reply.statusMessage, answerHeaders(reply.rawHeaders));
  response.flushHeaders();
  for (const piece of head) response.write(piece);
  if (reply.readableEnded) {
    response.end();
    return;
  }
  try {
    await pipeline(reply, response);
  } catch {
    // Cut off on either side: the other side must see it cut off too, and not as a whole answer.
    response.destroy();
    reply.destroy();
  }
}

/** A body as text, without the mark that some put before it. @throws GroundglassError `bad_argument` for what is not UTF-8 */
export function decoded(body: Buffer): string {
  if (!isUtf8(body)) throw new GroundglassError('bad_argument', 'The body is not UTF-8.', 'Send JSON in UTF-8.');
  const text = body.toString('utf8');
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

export function answer(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body);
}
