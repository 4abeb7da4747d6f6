import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { GroundglassError } from '../../evidence/errors.js';

/**
 * The whole body of a request, unpacked.
 * @throws GroundglassError `too_many_bytes` (413), `bad_argument` for an encoding that is none or not known
 */
export async function readRequestBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > maxBytes) throw tooLarge(maxBytes);
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > maxBytes) throw tooLarge(maxBytes);
    pieces.push(piece);
  }
  const body = pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces, length);
  const encoding = (request.headers['content-encoding'] ?? 'identity').toLowerCase();
  if (encoding === 'identity') return body;
  const unpack = UNPACKED[encoding];
  if (unpack === undefined) throw notUnpacked(encoding);
  try {
    return await unpack(body, { maxOutputLength: maxBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(maxBytes);
    throw notUnpacked(encoding);
  }
}

const UNPACKED: Readonly<Record<string, (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

const tooLarge = (limit: number): GroundglassError =>
  new GroundglassError(
    'too_many_bytes',
    `The request has more than ${limit} bytes.`,
    'Send fewer or smaller pictures.',
    {
      limit,
    },
  );

const notUnpacked = (encoding: string): GroundglassError =>
  new GroundglassError(
    'bad_argument',
    `The body can't be unpacked as ${JSON.stringify(encoding.slice(0, 40))}.`,
    'Send it as it is, or packed with gzip, deflate or br.',
  );
