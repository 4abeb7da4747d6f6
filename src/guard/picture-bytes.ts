/** What a picture is by its first bytes, whatever it is called; null for no picture. */
export function mediaTypeOf(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, SNIFFED_BYTES)).toString('latin1');
  return SIGNS.find(([, sign]) => sign.test(head))?.[0] ?? null;
}

/** Enough for an SVG behind an XML declaration, a comment and a doctype. */
const SNIFFED_BYTES = 1_024;

const SIGNS: readonly (readonly [mediaType: string, sign: RegExp])[] = [
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF.{4}WEBP/s],
  ['image/bmp', /^BM.{4}\0{4}/s],
  ['image/tiff', /^(?:II\*\0|MM\0\*)/],
  ['image/avif', /^.{4}ftypavi[fs]/s],
  ['image/heic', /^.{4}ftyp(?:heic|heix|hevc|mif1|msf1)/s],
  ['image/x-icon', /^\0\0\x01\0.\0?/s],
  [
    'image/svg+xml',
    /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*(?:<!DOCTYPE svg[^>]*>\s*)?<svg[\s>]/is,
  ],
];

/** Bytes that a base64 text stands for; blanks and padding do not count. */
export function decodedLength(base64: string): number {
  const isBroken = /\s/.test(base64.slice(0, LONGEST_LINE_CHARS));
  return Buffer.byteLength(isBroken ? base64.replace(/\s/g, '') : base64.trimEnd(), 'base64');
}

/** Where base64 is written in lines, the first of them ends before this. */
const LONGEST_LINE_CHARS = 1_024;

/** What a text that is base64 as a whole holds; null where it is no base64 or holds no picture. */
export function pictureInBase64(text: string): string | null {
  if (text.length < MIN_BASE64_CHARS || !BASE64.test(text)) return null;
  return mediaTypeOf(Buffer.from(text.slice(0, (SNIFFED_BYTES * 4) / 3), 'base64'));
}

/** The smallest picture of all, a GIF of 26 bytes, takes 36 characters. */
const MIN_BASE64_CHARS = 32;
const BASE64 = /^[A-Za-z0-9+/_-][A-Za-z0-9+/_\-\r\n]*={0,2}\s*$/;

/** Like {@link pictureInBase64}, of a text that nothing calls a picture: only what begins with one of {@link VALUE_SIGNS}. */
export const pictureInValue = (text: string): string | null =>
  VALUE_SIGNS.some(({ sign, at }) => text.startsWith(sign, at)) ? pictureInBase64(text) : null;

/** How base64 begins of pictures that are not looked for in the middle of texts: SVG (`<sv`, `<?x`, `<!`), BMP, ICO; HEIC and AVIF (`ftyp`). */
export const VALUE_SIGNS: readonly { readonly sign: string; readonly at: number }[] = [
  ...['PHN2', 'PD94', 'PCE', 'Qk', 'AAABA'].map((sign) => ({ sign, at: 0 })),
  { sign: 'Z0eXB', at: 6 },
];

/** Whether a text may be a file in base64: a name or an id is shorter. */
export const isBase64 = (text: string): boolean => text.length >= MIN_FILE_CHARS && BASE64.test(text);
const MIN_FILE_CHARS = 88;
