/** JSON that was written elsewhere, in a thread: part of a reply that is sent without being read again. */
export class RawJson {
  /** @param bytes one JSON value in UTF-8 */
  constructor(readonly bytes: Uint8Array) {}
}

/** A reply as JSON in UTF-8; what is raw in its top level is copied as it is. */
export function writeJson(reply: object): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const raw = Object.entries(reply).filter((entry): entry is [string, RawJson] => entry[1] instanceof RawJson);
  if (raw.length === 0) return encoder.encode(JSON.stringify(reply));
  const rest = Object.entries(reply).filter(([, value]) => !(value instanceof RawJson));
  const head = JSON.stringify(Object.fromEntries(rest)).slice(0, -1);
  const parts: Uint8Array[] = [encoder.encode(head)];
  raw.forEach(([key, { bytes }], i) => {
    parts.push(encoder.encode(`${rest.length === 0 && i === 0 ? '' : ','}${JSON.stringify(key)}:`), bytes);
  });
  parts.push(encoder.encode('}'));
  return joined(parts);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
