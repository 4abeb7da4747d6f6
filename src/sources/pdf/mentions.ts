import { constants, inflateSync } from 'node:zlib';

/** Inflated bytes looked at in one object stream; it holds dictionaries, and those of a page are small. */
const MAX_OBJECT_STREAM_BYTES = 16 * 2 ** 20;
/** Bytes searched and inflated in one file, about a second's work: what goes round in circles ends here. */
const MAX_SEARCHED_BYTES = 256 * 2 ** 20;
/** Bytes between an object stream's /Type and its data. */
const MAX_DICTIONARY_BYTES = 1_024;

/**
 * Which of some names, such as `/UserUnit`, a PDF file may use in one of its dictionaries. Searches the plain objects
 * and the compressed ones; what can't be searched (encrypted, oddly coded, too much) counts as using them all.
 */
export function mentioned<N extends string>(bytes: Uint8Array, names: readonly N[]): ReadonlySet<N> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const found = new Set(names.filter((name) => file.includes(name)));
  let at = file.indexOf('/ObjStm');
  if (at >= 0 && file.includes('/Encrypt')) return new Set(names);
  let searched = 0;
  for (; at >= 0 && found.size < names.length; at = file.indexOf('/ObjStm', at + 1)) {
    const keyword = file.indexOf('stream', at);
    if (keyword < 0 || keyword - at > MAX_DICTIONARY_BYTES) continue;
    const start = keyword + 'stream'.length + (file[keyword + 'stream'.length] === 13 ? 2 : 1);
    const end = file.indexOf('endstream', start);
    const objects = end > start ? inflated(file.subarray(start, end)) : Buffer.of();
    searched += (end < 0 ? file.length : end) - start + (objects?.length ?? 0);
    if (searched > MAX_SEARCHED_BYTES) return new Set(names);
    for (const name of names) if (objects?.includes(name) !== false) found.add(name);
  }
  return found;
}

/** Null for what is no deflate stream, or too much. A stream that was cut off gives what there is. */
function inflated(data: Buffer): Buffer | null {
  try {
    return inflateSync(data, { maxOutputLength: MAX_OBJECT_STREAM_BYTES, finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return null;
  }
}
