import { GroundglassError } from '../../evidence/errors.js';

/** The largest request that makes sense is `advise` with the hits of several searches. */
export const MAX_BODY_BYTES = 8 * 2 ** 20;

/** The body as text. @throws GroundglassError `too_many_bytes` before more than {@link MAX_BODY_BYTES} are held */
export async function readBody(request: Request): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // The length may be left out, or wrong.
  for await (const chunk of request.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const tooLarge = (): GroundglassError =>
  new GroundglassError(
    'too_many_bytes',
    `The request is larger than ${MAX_BODY_BYTES} bytes.`,
    'Send less at once, for example fewer hits.',
    { max_bytes: MAX_BODY_BYTES },
  );
