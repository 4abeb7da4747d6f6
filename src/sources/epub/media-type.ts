import { fileTypeFromBuffer } from 'file-type';

export const SVG_TYPE = 'image/svg+xml';
/** Raster types that every EPUB reader shows and that are handed on as they are. */
export const RASTER_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

const CONTENT_TYPES = new Set([
  'application/xhtml+xml',
  'text/html',
  'application/xml',
  'text/x-oeb1-document',
  SVG_TYPE,
]);
const CONTENT_EXTENSION = /\.(?:xhtml?|html?|svg)$/i;
const IMAGE_EXTENSION = /\.(?:png|jpe?g|gif|webp|svg|avif|tiff?|bmp|heic)$/i;

/** Media type of a picture by its first bytes (`Container.head`); null for anything that is not a known picture. */
export async function sniffMediaType(head: Uint8Array): Promise<string | null> {
  if (startsWithSvg(new TextDecoder().decode(head))) return SVG_TYPE;
  const type = await fileTypeFromBuffer(head);
  return type?.mime.startsWith('image/') ? type.mime : null;
}

/** Whether a path or a declared media type claims a picture; the bytes have the last word. */
export function looksLikeImage(path: string, declared: string | undefined): boolean {
  return declared ? declared.startsWith('image/') : IMAGE_EXTENSION.test(path);
}

/** Whether a path or a declared media type claims a content document, which a chapter can be read from. */
export function looksLikeContent(path: string, declared: string): boolean {
  return CONTENT_TYPES.has(declared) || CONTENT_EXTENSION.test(path);
}

/** Whether the root is <svg>, after nothing but a declaration, comments and a DOCTYPE. */
function startsWithSvg(text: string): boolean {
  for (let rest = text.trimStart(); ; rest = rest.trimStart()) {
    const end = prologueEnd(rest);
    if (end === null) return /^<(?:\w+:)?svg[\s>]/.test(rest);
    const at = rest.indexOf(end);
    if (at < 0) return false;
    rest = rest.slice(at + end.length);
  }
}

/** What ends the piece of prologue that `text` begins with; null where it begins with none. */
function prologueEnd(text: string): string | null {
  if (text.startsWith('<?')) return '?>';
  if (text.startsWith('<!--')) return '-->';
  if (!text.startsWith('<!')) return null;
  const subset = text.indexOf('[');
  return subset >= 0 && subset < text.indexOf('>') ? ']>' : '>';
}
