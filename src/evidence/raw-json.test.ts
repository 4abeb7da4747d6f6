import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RawJson, writeJson } from './raw-json.js';

const raw = (value: unknown): RawJson => new RawJson(new TextEncoder().encode(JSON.stringify(value)));
const read = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes));

describe('a reply with raw JSON in it', () => {
  it('says the same as one that was written at once', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.tuple(fc.jsonValue(), fc.boolean())), (fields) => {
        const entries = Object.entries(fields);
        const mixed = Object.fromEntries(entries.map(([key, [value, isRaw]]) => [key, isRaw ? raw(value) : value]));
        const plain = Object.fromEntries(entries.map(([key, [value]]) => [key, value]));
        expect(read(writeJson(mixed))).toEqual(JSON.parse(JSON.stringify(plain)));
      }),
    );
  });
});
