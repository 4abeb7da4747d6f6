import { decodeText } from '../epub/decode-text.js';

/** Where HTML must declare its encoding (HTML Living Standard, 4.2.5.4). */
const DECLARATION_BYTES = 1024;
const DECLARED = /<meta[^>]+charset\s*=\s*["']?\s*([\w.:-]+)/i;

/** Bytes of a web page as text: by the encoding that its markup declares, else as XML has it, else UTF-8. */
export function decodeHtml(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, DECLARATION_BYTES)).toString('latin1');
  const declared = DECLARED.exec(start)?.[1];
  if (declared === undefined || /^utf-?16/i.test(declared)) return decodeText(bytes);
  try {
    return new TextDecoder(declared).decode(bytes);
  } catch {
    return decodeText(bytes);
  }
}
