import { BINARY_SENTINEL } from './binary-tags.js';
import { valueTypeOf } from './tag-table.js';

/** A group code and its value; texts one character a byte (Latin-1). */
export type NewTag = readonly [code: number, value: string | number];

/** Writes tags as the file at hand has them: ASCII with its line ends, or binary with codes of its width. */
export function tagWriter(file: Uint8Array, isBinary: boolean): (tags: readonly NewTag[]) => Uint8Array {
  if (isBinary) {
    const begin = BINARY_SENTINEL.length;
    const wide = file[begin] === 0 && file[begin + 1] === 0;
    return (tags) =>
      Buffer.concat(tags.map(([code, value]) => Buffer.concat([codeBytes(code, wide), valueBytes(code, value)])));
  }
  const eol = lineEndOf(file);
  return (tags) =>
    Buffer.from(tags.map(([code, value]) => `${String(code).padStart(3)}${eol}${value}${eol}`).join(''), 'latin1');
}

function lineEndOf(file: Uint8Array): string {
  const feed = file.indexOf(LF);
  if (feed < 0) return '\r';
  return file[feed - 1] === CR ? '\r\n' : '\n';
}

const LF = 10;
const CR = 13;
/** One-byte codes end here; this byte announces a longer one. */
const LONG_CODE = 255;

function codeBytes(code: number, wide: boolean): Buffer {
  if (!wide && code < LONG_CODE) return Buffer.of(code);
  const bytes = Buffer.alloc(2);
  bytes.writeInt16LE(code);
  return wide ? bytes : Buffer.concat([Buffer.of(LONG_CODE), bytes]);
}

function valueBytes(code: number, value: string | number): Buffer {
  const type = valueTypeOf(code);
  const bytes = Buffer.alloc(8);
  switch (type) {
    case 'double':
      bytes.writeDoubleLE(Number(value));
      return bytes;
    case 'int16':
      bytes.writeInt16LE(Number(value));
      return bytes.subarray(0, 2);
    case 'int32':
      bytes.writeInt32LE(Number(value));
      return bytes.subarray(0, 4);
    case 'int64':
      bytes.writeBigInt64LE(BigInt(value));
      return bytes;
    case 'byte':
      return Buffer.of(Number(value));
    case 'chunk':
      return Buffer.concat([Buffer.of(String(value).length / 2), Buffer.from(String(value), 'hex')]);
    case 'text':
      return Buffer.from(`${value}\0`, 'latin1');
  }
}
