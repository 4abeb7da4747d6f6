import { meansNoPictures } from '../refusals.js';

/** What an event larger than this is, is not looked at: errors are short, messages with pictures are not. */
const MAX_LOOKED_AT = 256 * 1024;

/** Cuts a stream of server-sent events at the blank lines between them; no byte is changed or lost. */
export async function* eventFrames(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer = Buffer.alloc(0);
  for await (const piece of pieces) {
    held = held.length === 0 ? piece : Buffer.concat([held, piece]);
    for (let end = endOfFrame(held); end > 0; end = endOfFrame(held)) {
      yield held.subarray(0, end);
      held = held.subarray(end);
    }
    if (held.length > MAX_LOOKED_AT) {
      yield held;
      held = Buffer.alloc(0);
    }
  }
  if (held.length > 0) yield held;
}

function endOfFrame(bytes: Buffer): number {
  const ends = ['\n\n', '\r\n\r\n'].map((blank) => ({ blank, at: bytes.indexOf(blank) })).filter(({ at }) => at >= 0);
  return Math.min(...ends.map(({ blank, at }) => at + blank.length), ends.length === 0 ? 0 : Number.POSITIVE_INFINITY);
}

/** What an Error event says; null for any other event. */
export function errorIn(frame: Buffer): { readonly error: string; readonly requestId: string | null } | null {
  if (frame.length > MAX_LOOKED_AT || !frame.includes('Error')) return null;
  const data = frame
    .toString('utf8')
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).trimStart())
    .join('\n');
  const event = jsonOf(data);
  if (event?.type !== 'Error') return null;
  const [id] = [event.chat_request_id, event.request_id].filter((it) => typeof it === 'string');
  return { error: String(event.error), requestId: id ?? null };
}

/** Whether an event says that the model takes no pictures. */
export const refusesPictures = (frame: Buffer): boolean => meansNoPictures(200, errorIn(frame)?.error ?? '');

/** An Error event of the gateway's own. */
export const errorFrame = (error: string, requestId: string | null = null): string =>
  `data: ${JSON.stringify({ type: 'Error', error, ...(requestId === null ? {} : { chat_request_id: requestId, request_id: requestId }) })}\n\n`;

function jsonOf(text: string): (Record<string, unknown> & { chat_request_id?: string; request_id?: string }) | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
