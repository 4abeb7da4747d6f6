import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BoundedLines } from './bounded-lines.js';

const MAX = 20;

async function through(chunks: readonly Buffer[]): Promise<{ passed: string; tooLong: string[][] }> {
  const tooLong: string[][] = [];
  const lines = new BoundedLines(MAX, (...ends) => void tooLong.push(ends));
  return { passed: (await buffer(Readable.from(chunks).pipe(lines))).toString(), tooLong };
}

it('lines pass whole and in order, those that are too long are told, however the stream is cut (property)', async () => {
  const line = fc.stringMatching(/^[a-z]{0,40}$/);
  await fc.assert(
    fc.asyncProperty(fc.array(line), fc.array(fc.integer({ min: 1, max: 30 })), async (lines, cuts) => {
      let rest = Buffer.from(lines.map((text) => `${text}\n`).join(''));
      const chunks = cuts.map((cut) => {
        const chunk = rest.subarray(0, cut);
        rest = rest.subarray(cut);
        return chunk;
      });
      const { passed, tooLong } = await through([...chunks, rest].filter(({ length }) => length > 0));
      const short = lines.filter(({ length }) => length <= MAX);
      expect(passed).toBe(short.map((text) => `${text}\n`).join(''));
      expect(tooLong).toEqual(lines.filter(({ length }) => length > MAX).map((text) => [text, text]));
    }),
  );
});

it('of a line that is too long both ends are told, and no more', async () => {
  const { tooLong } = await through([Buffer.from(`head ${'x'.repeat(1e6)}`), Buffer.from(`${'y'.repeat(1e6)} tail\n`)]);
  expect(tooLong[0]?.map(({ length }) => length)).toEqual([256, 256]);
  expect(tooLong[0]?.[0]).toMatch(/^head x+$/);
  expect(tooLong[0]?.[1]).toMatch(/^y+ tail$/);
});
