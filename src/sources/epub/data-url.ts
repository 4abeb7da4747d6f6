import { percentDecoded } from './hrefs.js';

/** The bytes of a `data:` URL; null for one that is malformed. Its declared media type is not believed. */
export function decodeDataUrl(url: string): Uint8Array | null {
  const comma = url.indexOf(',');
  if (!/^data:/i.test(url) || comma < 0) return null;
  const payload = url.slice(comma + 1);
  if (!/;\s*base64\s*$/i.test(url.slice(0, comma))) return new TextEncoder().encode(percentDecoded(payload));
  return Buffer.from(percentDecoded(payload), 'base64');
}

/** Bytes as a `data:` URL, as the SVG renderer takes embedded pictures. */
export function encodeDataUrl(mediaType: string, bytes: Uint8Array): string {
  return `data:${mediaType};base64,${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')}`;
}
