import { inflateSync } from 'node:zlib';
import type { Limits } from '../limits.js';
import { openPdfJs } from './pdfjs.js';

/** Inflated bytes looked at in one object stream; it holds dictionaries, and page dictionaries are small. */
const MAX_OBJECT_STREAM_BYTES = 16 * 2 ** 20;
/** Bytes between an object stream's /Type and its data. */
const MAX_DICTIONARY_BYTES = 1_024;

/**
 * /UserUnit by page index, for the pages where it is not 1. PDFium does not tell it. The file is searched for the key
 * first, and only the rare file that has it is opened with the second parser.
 */
export async function readUserUnits(
  bytes: Uint8Array,
  password: string,
  limits: Limits,
): Promise<ReadonlyMap<number, number>> {
  const units = new Map<number, number>();
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (!mentionsUserUnit(file)) return units;
  const document = await openPdfJs(bytes, password, limits.pageTimeoutMs);
  if (document === null) return units;
  try {
    for (let index = 0; index < Math.min(document.numPages, limits.maxPages); index++) {
      const unit = (await document.getPage(index + 1)).userUnit;
      if (Number.isFinite(unit) && unit > 0 && unit !== 1) units.set(index, unit);
    }
  } catch {
    // A file that the second parser can't follow keeps the standard unit: PDFium reports its damage itself.
  } finally {
    await document.destroy();
  }
  return units;
}

function mentionsUserUnit(file: Buffer): boolean {
  if (file.includes('/UserUnit')) return true;
  const encrypted = file.includes('/Encrypt');
  for (let at = file.indexOf('/ObjStm'); at >= 0; at = file.indexOf('/ObjStm', at + 1)) {
    if (encrypted) return true;
    const keyword = file.indexOf('stream', at);
    if (keyword < 0 || keyword - at > MAX_DICTIONARY_BYTES) continue;
    const start = keyword + 'stream'.length + (file[keyword + 'stream'.length] === 13 ? 2 : 1);
    const end = file.indexOf('endstream', start);
    if (end > start && inflated(file.subarray(start, end))?.includes('/UserUnit')) return true;
  }
  return false;
}

/** Null for what is no complete deflate stream, or too much. */
function inflated(data: Buffer): Buffer | null {
  try {
    return inflateSync(data, { maxOutputLength: MAX_OBJECT_STREAM_BYTES, finishFlush: 2 });
  } catch {
    return null;
  }
}
