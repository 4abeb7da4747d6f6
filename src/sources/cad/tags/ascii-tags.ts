import type { TagTable } from './tag-table.js';

const LF = 10;
const CR = 13;
const SPACE = 32;
const TAB = 9;
/** Group codes lie between -5 (internal) and 1071; anything else on a code line is no code. */
const LOWEST_CODE = -5;
const HIGHEST_CODE = 1071;

/**
 * The tags of an ASCII DXF: a line with a group code, then a line with its value. A line that should be a group code and is
 * none (a text with a raw line break, binary junk) is left out and counted, so that the rest of the file is read.
 */
export function readAsciiTags(bytes: Uint8Array): TagTable {
  const data = withLineFeeds(bytes);
  const start = data[0] === 0xef && data[1] === 0xbb && data[2] === 0xbf ? 3 : 0;
  const capacity = (countLines(data) >> 1) + 1;
  const codes = new Int16Array(capacity);
  const starts = new Uint32Array(capacity);
  const from = new Uint32Array(capacity);
  const to = new Uint32Array(capacity);
  let count = 0;
  let strayLines = 0;
  let truncated = false;
  for (let at = start; at < data.length; ) {
    const lineEnd = endOfLine(data, at);
    const code = codeIn(data, at, lineEnd);
    if (code === null) {
      // The last line of a file may be empty.
      if (lineEnd < data.length || lineEnd > at) strayLines++;
      at = lineEnd + 1;
      continue;
    }
    const valueFrom = lineEnd + 1;
    if (valueFrom > data.length) {
      truncated = true;
      break;
    }
    const valueEnd = endOfLine(data, valueFrom);
    codes[count] = code;
    starts[count] = at;
    from[count] = valueFrom;
    to[count] = valueEnd > valueFrom && data[valueEnd - 1] === CR ? valueEnd - 1 : valueEnd;
    count++;
    at = valueEnd + 1;
  }
  const buffer = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const text = (index: number): string => buffer.toString('latin1', from[index], to[index]);
  return {
    count,
    codes: codes.subarray(0, count),
    text,
    number: (index) => parseNumber(text(index)),
    startOf: (index) => (index < count ? (starts[index] as number) : data.length),
    valueOf: (index) => [from[index] as number, to[index] as number],
    damage: { truncated, strayLines },
  };
}

/** Old Macintosh files end their lines with a carriage return alone. */
function withLineFeeds(bytes: Uint8Array): Uint8Array {
  if (bytes.includes(LF) || !bytes.includes(CR)) return bytes;
  return bytes.map((byte) => (byte === CR ? LF : byte));
}

function countLines(bytes: Uint8Array): number {
  let lines = 1;
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) lines++;
  return lines;
}

function endOfLine(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== LF) at++;
  return at;
}

/** The group code on a line, or null where the line holds none. */
function codeIn(bytes: Uint8Array, from: number, to: number): number | null {
  let at = from;
  let end = to;
  while (at < end && isBlank(bytes[at] as number)) at++;
  while (end > at && isBlank(bytes[end - 1] as number)) end--;
  const negative = bytes[at] === 0x2d;
  if (negative) at++;
  if (at >= end || end - at > 4) return null;
  let code = 0;
  for (; at < end; at++) {
    const digit = (bytes[at] as number) - 0x30;
    if (digit < 0 || digit > 9) return null;
    code = code * 10 + digit;
  }
  if (negative) code = -code;
  return code >= LOWEST_CODE && code <= HIGHEST_CODE ? code : null;
}

const isBlank = (byte: number): boolean => byte === SPACE || byte === TAB || byte === CR;

/** Decimal numbers only; `Number` itself would take '' for 0 and read hex. */
function parseNumber(text: string): number {
  const value = Number(text);
  return value === 0 && !/\d/.test(text) ? Number.NaN : value;
}
