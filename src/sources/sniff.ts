import { fileTypeFromBuffer } from 'file-type';

/**
 * A file name that promises a readable format. It never decides how a file is read, only what is said of one that can't be.
 */
export const PROMISING_NAME = /\.(?:pdf|epub|png|jpe?g|webp|tiff?|gif)$/i;

/** The readers there are. */
export type SniffedKind = 'pdf' | 'epub' | 'image' | 'cad';

/** PDF readers look for `%PDF-` this far into a file (ISO 32000-1, annex H.3.4.1): mail gateways put lines before it. */
const PDF_HEADER_WINDOW = 1024;
/** A DXF may open with comments (group 999); a header further down than this is no DXF that a CAD program wrote. */
const DXF_WINDOW = 16_384;
/** The end record of a zip file: 22 bytes, and a comment of up to 65,535. */
const ZIP_END_WINDOW = 22 + 65_535;

const IMAGE_TYPES = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/tiff', 'image/gif']);
const DXF_BINARY = 'AutoCAD Binary DXF\r\n\x1a\0';
/** DWG files begin with their version, AC1.2 (1983) to AC1032 (2018). */
const DWG_VERSION = /^(?:AC10\d\d|AC1\.[2-5]|AC2\.(?:10|21|22)|MC0\.0)/;
/** Group code 0 and SECTION, each on its own line, after nothing but comments. */
const DXF_ASCII = /^(?:\uFEFF|ï»¿)?(?:\s*999[ \t]*\r?\n[^\n]*\n)*\s*0[ \t]*\r?\n[ \t]*SECTION[ \t]*\r?\n/;

/**
 * Which reader a file is for, by its content alone; null where none reads it (SVG, AVIF, HEIC, BMP, ICO, text…).
 * A damaged file is still sniffed as what its header says, so that its reader can say what is wrong with it.
 */
export async function sniff(bytes: Uint8Array): Promise<SniffedKind | null> {
  const head = latin1(bytes, 0, DXF_WINDOW);
  if (head.startsWith('PK')) return isEpub(bytes, head) ? 'epub' : null;
  if (DWG_VERSION.test(head) || head.startsWith(DXF_BINARY) || DXF_ASCII.test(head)) return 'cad';
  const type = await fileTypeFromBuffer(bytes);
  if (type && IMAGE_TYPES.has(type.mime)) return 'image';
  // Last, because the header may stand behind anything: a picture with such a comment stays a picture.
  return head.slice(0, PDF_HEADER_WINDOW).includes('%PDF-') ? 'pdf' : null;
}

/** Told by the names in the zip, which stand as they are in local headers and in the central directory at the end. */
function isEpub(bytes: Uint8Array, head: string): boolean {
  if (head.slice(0, 128).includes('mimetypeapplication/epub+zip')) return true;
  if (head.includes('META-INF/container.xml')) return true;
  return directoryOf(bytes).includes('META-INF/container.xml');
}

/** The central directory as text; empty where the end record is lost. */
function directoryOf(bytes: Uint8Array): string {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = view.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (end < 0 || end < view.length - ZIP_END_WINDOW || end + 20 > view.length) return '';
  const offset = view.readUInt32LE(end + 16);
  return latin1(bytes, Math.min(offset, end), end);
}

function latin1(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', from, to);
}
