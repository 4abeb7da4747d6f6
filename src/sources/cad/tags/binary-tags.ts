import { type TagTable, type ValueType, valueTypeOf } from './tag-table.js';

/** What a binary DXF begins with, 22 bytes. */
export const BINARY_SENTINEL = 'AutoCAD Binary DXF\r\n\x1a\0';
/** In files of R12 and before a code is one byte, and this byte announces a code of two bytes behind it. */
const LONG_CODE = 255;
/** Bytes of the shortest tag: a code of one byte and an empty text. */
const SHORTEST_TAG = 2;

const SIZES: Readonly<Record<Exclude<ValueType, 'text' | 'chunk'>, number>> = {
  double: 8,
  int16: 2,
  int32: 4,
  int64: 8,
  byte: 1,
};

/**
 * The tags of a binary DXF. Codes are one byte up to R12 and two bytes later, which the first tag (0, SECTION) tells. A
 * file that breaks off, or whose bytes make no tag, is read up to there.
 */
export function readBinaryTags(bytes: Uint8Array): TagTable {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const begin = BINARY_SENTINEL.length;
  const wide = data[begin] === 0 && data[begin + 1] === 0;
  const capacity = Math.floor((data.length - begin) / SHORTEST_TAG) + 1;
  const codes = new Int16Array(capacity);
  const starts = new Uint32Array(capacity);
  const from = new Uint32Array(capacity);
  const to = new Uint32Array(capacity);
  let count = 0;
  let truncated = false;
  for (let at = begin; at < data.length; ) {
    const long = !wide && data[at] === LONG_CODE;
    const codeBytes = wide ? 2 : long ? 3 : 1;
    if (at + codeBytes > data.length) {
      truncated = true;
      break;
    }
    const code = wide ? data.readInt16LE(at) : long ? data.readInt16LE(at + 1) : (data[at] as number);
    const valueAt = at + codeBytes;
    const type = valueTypeOf(code);
    const valueFrom = type === 'chunk' ? valueAt + 1 : valueAt;
    const valueEnd = endOfValue(data, valueAt, type);
    if (valueEnd < 0 || valueEnd > data.length) {
      truncated = true;
      break;
    }
    codes[count] = code;
    starts[count] = at;
    from[count] = valueFrom;
    to[count] = valueEnd;
    count++;
    at = type === 'text' ? valueEnd + 1 : valueEnd;
  }
  return {
    count,
    codes: codes.slice(0, count),
    text: (index) => {
      const type = valueTypeOf(codes[index] as number);
      if (type === 'text') return data.toString('latin1', from[index], to[index]);
      if (type === 'chunk') return data.toString('hex', from[index], to[index]);
      return String(numberAt(data, from[index] as number, type));
    },
    number: (index) => {
      const type = valueTypeOf(codes[index] as number);
      if (type === 'chunk') return Number.NaN;
      if (type === 'text') return Number(data.toString('latin1', from[index], to[index]) || Number.NaN);
      return numberAt(data, from[index] as number, type);
    },
    startOf: (index) => (index < count ? (starts[index] as number) : data.length),
    valueOf: (index) => [from[index] as number, to[index] as number],
    damage: { truncated, strayLines: 0 },
  };
}

function endOfValue(data: Buffer, at: number, type: ValueType): number {
  if (type === 'text') return data.indexOf(0, at);
  if (type === 'chunk') return at < data.length ? at + 1 + (data[at] as number) : -1;
  return at + SIZES[type];
}

function numberAt(data: Buffer, at: number, type: Exclude<ValueType, 'text' | 'chunk'>): number {
  switch (type) {
    case 'double':
      return data.readDoubleLE(at);
    case 'int16':
      return data.readInt16LE(at);
    case 'int32':
      return data.readInt32LE(at);
    case 'int64':
      return Number(data.readBigInt64LE(at));
    case 'byte':
      return data[at] as number;
  }
}
