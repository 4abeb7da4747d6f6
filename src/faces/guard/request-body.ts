import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { GroundglassError } from '../../evidence/errors.js';
import { type JsonUnit, JsonUnits } from '../../guard/json-units.js';
import { mayHoldPicture } from '../../guard/signs.js';

/** The body of a request: in hand as a whole, or begun to be read, with nothing so far that is to be changed. */
export type RequestBody = Whole | { readonly begun: AsyncGenerator<Buffer, Rest> };

interface Whole {
  readonly whole: Buffer;
  /** The bytes that it came as, where they were packed; else null. */
  readonly packed: Buffer | null;
}

/** What is left of a long body from the first unit on that is held, and where in the document that is; null where there is none. */
export type Rest = { readonly bytes: Buffer; readonly unit: JsonUnit } | null;

export interface BodyOptions {
  readonly maxBytes: number;
  /** Whether a unit may have to be changed, and so all that follows it. */
  readonly isHeld: (unit: Buffer, at: JsonUnit) => boolean;
}

/**
 * Bodies up to this are read before anything is sent on: most end here, and then what is sent has a length, and can be sent
 * again. Longer ones go on as they come, message by message, until one of them is held.
 */
const HOLD_BYTES = 2 ** 20;

/**
 * Reads a body as far as it takes to know how it goes on.
 * @throws GroundglassError `too_many_bytes` (413), `bad_argument` for an encoding that is none or not known
 */
export async function openRequestBody(request: IncomingMessage, options: BodyOptions): Promise<RequestBody> {
  const encoding = (request.headers['content-encoding'] ?? 'identity').toLowerCase();
  if (Number(request.headers['content-length'] ?? 0) > options.maxBytes) throw tooLarge(options.maxBytes);
  if (encoding !== 'identity') {
    const packed = await all(limited(request, options.maxBytes));
    return { whole: await unpacked(packed, encoding, options.maxBytes), packed };
  }
  const pieces = limited(request, options.maxBytes);
  const first: Buffer[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await pieces.next();
    if (done) return { whole: Buffer.concat(first, length), packed: null };
    first.push(value);
    length += value.length;
    if (length > HOLD_BYTES) break;
  }
  const long = pictureless(Buffer.concat(first, length), pieces, options);
  const begun = await long.next();
  // Held before anything has gone on: all of it is in hand, as of a short one.
  if (begun.done) return { whole: begun.value?.bytes ?? Buffer.alloc(0), packed: null };
  return { begun: prepended(begun.value, long) };
}

/** Reads a body to its end and unpacks it. @throws GroundglassError as {@link openRequestBody} does */
export async function wholeBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const body = await all(limited(request, maxBytes));
  const encoding = (request.headers['content-encoding'] ?? 'identity').toLowerCase();
  return encoding === 'identity' ? body : unpacked(body, encoding, maxBytes);
}

/** Passes on what is checked, unit by unit; returns the rest from the first unit that is held. */
async function* pictureless(
  first: Buffer,
  pieces: AsyncGenerator<Buffer>,
  { isHeld }: BodyOptions,
): AsyncGenerator<Buffer, Rest> {
  const scanner = new JsonUnits();
  let held = [first];
  /** Offset in the body of the first byte that is held. */
  let from = 0;
  for (let fresh: Buffer | undefined = first; fresh !== undefined; ) {
    const units = scanner.push(fresh);
    if (units.length > 0) {
      const bytes = Buffer.concat(held);
      const found = units.find((unit) => isHeld(bytes.subarray(unit.start - from, unit.end - from), unit));
      const checked = found?.start ?? units.at(-1)?.end ?? from;
      if (found !== undefined && from === 0)
        return { bytes: Buffer.concat([bytes, ...(await list(pieces))]), unit: found };
      yield bytes.subarray(0, checked - from);
      held = [bytes.subarray(checked - from)];
      from = checked;
      if (found !== undefined) return { bytes: Buffer.concat([...held, ...(await list(pieces))]), unit: found };
    }
    const next = await pieces.next();
    fresh = next.done ? undefined : next.value;
    if (fresh !== undefined) held.push(fresh);
  }
  const rest = Buffer.concat(held);
  if (mayHoldPicture(rest)) {
    // No object of JSON in UTF-8: nobody has looked at this, though a server may still make something of it.
    if (from > 0) throw notRead();
    return { bytes: rest, unit: { key: '', inList: false, start: 0, end: rest.length } };
  }
  yield rest;
  return null;
}

async function* prepended(first: Buffer, rest: AsyncGenerator<Buffer, Rest>): AsyncGenerator<Buffer, Rest> {
  yield first;
  return yield* rest;
}

async function* limited(request: IncomingMessage, maxBytes: number): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > maxBytes) throw tooLarge(maxBytes);
    yield piece;
  }
}

async function list(pieces: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const held: Buffer[] = [];
  for await (const piece of pieces) held.push(piece);
  return held;
}

const all = async (pieces: AsyncIterable<Buffer>): Promise<Buffer> => Buffer.concat(await list(pieces));

/** @throws GroundglassError `too_many_bytes`, `bad_argument` for an encoding that it is not, or that is not known */
export async function unpacked(body: Buffer, encoding: string, maxBytes: number): Promise<Buffer> {
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

const notRead = (): GroundglassError =>
  new GroundglassError('bad_argument', 'The body is no JSON object in UTF-8.', 'Send one JSON document.');

const notUnpacked = (encoding: string): GroundglassError =>
  new GroundglassError(
    'bad_argument',
    `The body can't be unpacked as ${JSON.stringify(encoding.slice(0, 40))}.`,
    'Send it as it is, or packed with gzip, deflate or br.',
  );
