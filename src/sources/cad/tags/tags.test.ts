import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAsciiTags } from './ascii-tags.js';
import { BINARY_SENTINEL, readBinaryTags } from './binary-tags.js';
import { valueTypeOf } from './tag-table.js';

const ascii = (...tags: readonly (readonly [number, string])[]) =>
  readAsciiTags(Buffer.from(tags.map(([code, value]) => `${code}\n${value}\n`).join(''), 'latin1'));
const pairs = (table: ReturnType<typeof readAsciiTags>) =>
  Array.from({ length: table.count }, (_, i) => [table.codes[i], table.text(i)]);

const code = fc.integer({ min: 0, max: 1071 });
const value = fc.string({ unit: fc.integer({ min: 32, max: 255 }).map((c) => String.fromCharCode(c)), maxLength: 40 });

describe('tags of an ASCII file', () => {
  it('are read as they were written, byte by byte', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(code, value), { minLength: 1 }), fc.constantFrom('\n', '\r\n'), (tags, end) => {
        const text = tags.map(([c, v]) => `${c}${end}${v}${end}`).join('');
        expect(pairs(readAsciiTags(Buffer.from(text, 'latin1')))).toEqual(tags);
      }),
    );
  });

  it('go on behind lines that are no group codes, which are counted', () => {
    const table = readAsciiTags(Buffer.from('  0\nTEXT\n  1\nfirst line\nsecond line\n 40\n2.5\n'));
    expect(pairs(table)).toEqual([
      [0, 'TEXT'],
      [1, 'first line'],
      [40, '2.5'],
    ]);
    expect(table.damage).toEqual({ truncated: false, strayLines: 1 });
  });

  it('may have the line ends of old Macintosh files and a byte order mark', () => {
    expect(pairs(readAsciiTags(Buffer.from('0\rSECTION\r2\rHEADER\r')))).toEqual([
      [0, 'SECTION'],
      [2, 'HEADER'],
    ]);
    expect(pairs(readAsciiTags(Buffer.from('\ufeff0\nEOF\n')))).toEqual([[0, 'EOF']]);
  });

  it('are numbers only where they are written as such', () => {
    const table = ascii([10, '1.5'], [10, ''], [10, 'abc'], [10, '1e400'], [10, ' -2 ']);
    expect([0, 1, 2, 3, 4].map((i) => table.number(i))).toEqual([1.5, Number.NaN, Number.NaN, Infinity, -2]);
  });

  it('never end in anything but a table', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => readAsciiTags(bytes).count >= 0));
  });
});

/** A tag as a binary file has it. */
function binaryTag([c, v]: readonly [number, string | number], wide: boolean): Buffer {
  const head = wide ? Buffer.alloc(2) : c >= 255 ? Buffer.alloc(3, 255) : Buffer.from([c]);
  if (wide) head.writeInt16LE(c);
  else if (c >= 255) head.writeInt16LE(c, 1);
  const type = valueTypeOf(c);
  if (type === 'text') return Buffer.concat([head, Buffer.from(`${v}\0`, 'latin1')]);
  const body = Buffer.alloc({ double: 8, int16: 2, int32: 4, int64: 8, byte: 1, chunk: 0 }[type]);
  if (type === 'double') body.writeDoubleLE(Number(v));
  else if (type === 'int16') body.writeInt16LE(Number(v));
  else if (type === 'int32') body.writeInt32LE(Number(v));
  else if (type === 'int64') body.writeBigInt64LE(BigInt(v));
  else if (type === 'byte') body.writeUInt8(Number(v));
  return Buffer.concat([head, body]);
}

describe('tags of a binary file', () => {
  const numeric = fc.oneof(
    fc.tuple(fc.constantFrom(10, 20, 40, 140, 210, 1010), fc.double({ noNaN: true })),
    fc.tuple(fc.constantFrom(62, 70, 170, 280, 370, 1070), fc.integer({ min: -32768, max: 32767 })),
    fc.tuple(fc.constantFrom(90, 420, 440, 1071), fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
    fc.tuple(fc.constantFrom(290), fc.integer({ min: 0, max: 255 })),
  );

  it.each([true, false])('are read as they were written, with codes of two bytes: %s', (wide) => {
    fc.assert(
      fc.property(fc.array(numeric), (tags) => {
        const all = [[0, 'SECTION'] as const, ...tags];
        const table = readBinaryTags(
          Buffer.concat([Buffer.from(BINARY_SENTINEL, 'latin1'), ...all.map((tag) => binaryTag(tag, wide))]),
        );
        expect(table.text(0)).toBe('SECTION');
        expect(tags.map((_, i) => [table.codes[i + 1], table.number(i + 1)])).toEqual(tags);
      }),
    );
  });

  it('that break off are read up to there', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (junk) => {
        const table = readBinaryTags(Buffer.concat([Buffer.from(BINARY_SENTINEL, 'latin1'), junk]));
        for (let i = 0; i < table.count; i++) table.text(i);
        return table.count >= 0;
      }),
    );
  });
});
