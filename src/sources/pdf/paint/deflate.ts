import { huffmanCodes, huffmanLengths } from './huffman.js';

const WINDOW = 32_768;
const MIN_MATCH = 4;
const MAX_MATCH = 258;
const HASH_BITS = 15;
/** Tokens of one block: enough for its code tables to pay, few enough to follow changes in the data. */
const BLOCK_TOKENS = 32_768;
const END_OF_BLOCK = 256;
/** The order that lengths of the code length code come in (RFC 1951, 3.2.7). */
const LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const MATCH_FLAG = 1 << 31;

/** Symbol, base and extra bits of a match length (3 to 258) and of a distance (RFC 1951, 3.2.5). */
const LENGTHS = table(29, [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0], 3);
const DISTANCES = table(
  30,
  [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13],
  1,
);
LENGTHS.bases[28] = MAX_MATCH;
const LENGTH_SYMBOL = Uint8Array.from({ length: MAX_MATCH + 1 }, (_, length) => symbolOf(LENGTHS.bases, length));
const DISTANCE_SYMBOL = Uint8Array.from({ length: WINDOW + 1 }, (_, distance) => symbolOf(DISTANCES.bases, distance));

/**
 * Compresses into a zlib stream (RFC 1950, 1951). Node's own zlib gives other bytes on other machines and versions, and a
 * page's digest is part of every citation.
 */
export function deflate(data: Uint8Array): Uint8Array {
  const out = new BitWriter(data.length);
  // 32 KiB window, fastest level; the two bytes are a multiple of 31.
  out.byte(0x78);
  out.byte(0x01);
  const heads = new Int32Array(1 << HASH_BITS).fill(-1);
  const tokens = new Int32Array(BLOCK_TOKENS + 1);
  const end = data.length - MIN_MATCH;
  for (let at = 0, count = 0; ; ) {
    if (at >= data.length || count === BLOCK_TOKENS) {
      writeBlock(out, tokens.subarray(0, count), at >= data.length);
      if (at >= data.length) break;
      count = 0;
    }
    if (at <= end) {
      const word =
        ((data[at] as number) |
          ((data[at + 1] as number) << 8) |
          ((data[at + 2] as number) << 16) |
          ((data[at + 3] as number) << 24)) >>>
        0;
      const hash = Math.imul(word, 0x9e3779b1) >>> (32 - HASH_BITS);
      const before = heads[hash] as number;
      heads[hash] = at;
      if (before >= 0 && at - before <= WINDOW) {
        const length = matchLength(data, before, at);
        if (length >= MIN_MATCH) {
          tokens[count++] = MATCH_FLAG | (length << 16) | (at - before);
          at += length;
          continue;
        }
      }
    }
    tokens[count++] = data[at++] as number;
  }
  return out.finish(adler32(data));
}

function matchLength(data: Uint8Array, before: number, at: number): number {
  const most = Math.min(MAX_MATCH, data.length - at);
  let length = 0;
  while (length < most && data[before + length] === data[at + length]) length++;
  return length;
}

/** Writes tokens as one block with code tables of its own. */
function writeBlock(out: BitWriter, tokens: Int32Array, last: boolean): void {
  const literalCounts = new Uint32Array(286);
  const distanceCounts = new Uint32Array(30);
  literalCounts[END_OF_BLOCK] = 1;
  for (const token of tokens) {
    if (token >= 0) bump(literalCounts, token);
    else {
      bump(literalCounts, 257 + (LENGTH_SYMBOL[(token >> 16) & 0x1ff] as number));
      bump(distanceCounts, DISTANCE_SYMBOL[distanceOf(token)] as number);
    }
  }
  const literalLengths = huffmanLengths(literalCounts, 15);
  const distanceLengths = huffmanLengths(distanceCounts, 15);
  // A distance code of its own even where there is none: decoders want one.
  if (distanceLengths.every((length) => length === 0)) distanceLengths[0] = 1;
  writeTables(out, literalLengths, distanceLengths, last);
  const literals = huffmanCodes(literalLengths);
  const distances = huffmanCodes(distanceLengths);
  for (const token of tokens) {
    if (token >= 0) {
      out.bits(literals[token] as number, literalLengths[token] as number);
      continue;
    }
    const length = (token >> 16) & 0x1ff;
    const l = LENGTH_SYMBOL[length] as number;
    out.bits(literals[257 + l] as number, literalLengths[257 + l] as number);
    out.bits(length - (LENGTHS.bases[l] as number), LENGTHS.extra[l] as number);
    const distance = distanceOf(token);
    const d = DISTANCE_SYMBOL[distance] as number;
    out.bits(distances[d] as number, distanceLengths[d] as number);
    out.bits(distance - (DISTANCES.bases[d] as number), DISTANCES.extra[d] as number);
  }
  out.bits(literals[END_OF_BLOCK] as number, literalLengths[END_OF_BLOCK] as number);
}

/** The block's header: both tables, their lengths written one by one in a code for lengths. */
function writeTables(out: BitWriter, literalLengths: Uint8Array, distanceLengths: Uint8Array, last: boolean): void {
  const lengths = [...literalLengths, ...distanceLengths];
  const counts = new Uint32Array(19);
  for (const length of lengths) bump(counts, length);
  const codeLengths = huffmanLengths(counts, 7);
  const codes = huffmanCodes(codeLengths);
  out.bits(last ? 1 : 0, 1);
  out.bits(2, 2);
  out.bits(literalLengths.length - 257, 5);
  out.bits(distanceLengths.length - 1, 5);
  out.bits(LENGTH_ORDER.length - 4, 4);
  for (const symbol of LENGTH_ORDER) out.bits(codeLengths[symbol] as number, 3);
  for (const length of lengths) out.bits(codes[length] as number, codeLengths[length] as number);
}

const distanceOf = (token: number): number => token & 0xffff;
const bump = (counts: Uint32Array, symbol: number): void => {
  counts[symbol] = (counts[symbol] as number) + 1;
};

function table(count: number, extra: readonly number[], first: number): { bases: number[]; extra: readonly number[] } {
  const bases: number[] = [];
  for (let i = 0, base = first; i < count; i++) {
    bases.push(base);
    base += 1 << (extra[i] as number);
  }
  return { bases, extra };
}

function symbolOf(bases: readonly number[], value: number): number {
  let symbol = 0;
  while (symbol + 1 < bases.length && (bases[symbol + 1] as number) <= value) symbol++;
  return symbol;
}

/** RFC 1950, 8.2. */
function adler32(data: Uint8Array): number {
  let [a, b] = [1, 0];
  for (let at = 0; at < data.length; ) {
    // As many as fit before the sums could pass 32 bits.
    const end = Math.min(data.length, at + 3_800);
    while (at < end) {
      a += data[at++] as number;
      b += a;
    }
    a %= 65_521;
    b %= 65_521;
  }
  return ((b << 16) | a) >>> 0;
}

/** Bits from the lowest of each byte up. */
class BitWriter {
  private bytes: Uint8Array;
  private at = 0;
  private held = 0;
  private heldBits = 0;

  constructor(likely: number) {
    this.bytes = new Uint8Array(Math.max(1024, likely >> 1));
  }

  bits(value: number, count: number): void {
    this.held |= value << this.heldBits;
    this.heldBits += count;
    while (this.heldBits >= 8) {
      this.byte(this.held & 0xff);
      this.held >>>= 8;
      this.heldBits -= 8;
    }
  }

  byte(value: number): void {
    if (this.at === this.bytes.length) {
      const larger = new Uint8Array(this.bytes.length * 2);
      larger.set(this.bytes);
      this.bytes = larger;
    }
    this.bytes[this.at++] = value;
  }

  finish(checksum: number): Uint8Array {
    if (this.heldBits > 0) this.bits(0, 8 - this.heldBits);
    for (const shift of [24, 16, 8, 0]) this.byte((checksum >>> shift) & 0xff);
    return this.bytes.subarray(0, this.at);
  }
}
