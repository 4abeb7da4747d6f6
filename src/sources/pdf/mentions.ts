import { constants, inflateSync } from 'node:zlib';

/** Inflated bytes looked at in one object stream; it holds dictionaries, and those of a page are small. */
const MAX_OBJECT_STREAM_BYTES = 16 * 2 ** 20;
/** Bytes between an object stream's /Type and its data. */
const MAX_DICTIONARY_BYTES = 1_024;

/**
 * Whether a PDF file may use a name, such as `/UserUnit`, in one of its dictionaries. Searches the plain objects and
 * the compressed ones; what can't be searched (encrypted, oddly coded) counts as yes.
 */
export function mentions(bytes: Uint8Array, name: string): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (file.includes(name)) return true;
  const encrypted = file.includes('/Encrypt');
  for (let at = file.indexOf('/ObjStm'); at >= 0; at = file.indexOf('/ObjStm', at + 1)) {
    if (encrypted) return true;
    const keyword = file.indexOf('stream', at);
    if (keyword < 0 || keyword - at > MAX_DICTIONARY_BYTES) continue;
    const start = keyword + 'stream'.length + (file[keyword + 'stream'.length] === 13 ? 2 : 1);
    const end = file.indexOf('endstream', start);
    if (end > start && inflated(file.subarray(start, end))?.includes(name) !== false) return true;
  }
  return false;
}

/** Null for what is no deflate stream, or too much. A stream that was cut off gives what there is. */
function inflated(data: Buffer): Buffer | null {
  try {
    return inflateSync(data, { maxOutputLength: MAX_OBJECT_STREAM_BYTES, finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return null;
  }
}
