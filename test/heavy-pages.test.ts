import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAGE_WORK } from '../src/answers/page-work.js';
import { RawJson, writeJson } from '../src/evidence/raw-json.js';
import { add, Library, page, prove, reviewPage, tables } from '../src/index.js';
import { limitsFrom } from '../src/sources/limits.js';
import { openPdf } from '../src/sources/pdf/open.js';
import { onePage } from './fixtures/pdf.js';
import { embeddedFont } from './support/embedded-font.js';
import { FakeEmbedder } from './support/library-embedder.js';
import { tempFolder } from './support/library-files.js';

const ROWS = 100;
const COLUMNS = 100;
const PITCH_PT = 6;
const digitAt = (row: number, column: number): string => String((row * 7 + column * 3) % 10);

/** A ruled grid with a digit in each cell: more than a server may work on while others wait. */
function denseGrid(): Uint8Array {
  const [width, height] = [COLUMNS * PITCH_PT, ROWS * PITCH_PT];
  const at = (place: number): number => 10 + place * PITCH_PT;
  const lines = Array.from(
    { length: ROWS + 1 },
    (_, i) => `10 ${at(i)} m ${10 + width} ${at(i)} l S ${at(i)} 10 m ${at(i)} ${10 + height} l S`,
  );
  const digits = Array.from({ length: ROWS * COLUMNS }, (_, i) => {
    const [row, column] = [Math.floor(i / COLUMNS), i % COLUMNS];
    return `1 0 0 1 ${at(column) + 1.5} ${10 + height - (row + 1) * PITCH_PT + 1.5} Tm (${digitAt(row, column)}) Tj`;
  });
  return onePage({
    fonts: '/E 5 0 R',
    extra: embeddedFont(5),
    mediaBox: `0 0 ${width + 20} ${height + 20}`,
    content: `0.2 w ${lines.join(' ')} BT /E 5 Tf ${digits.join('\n')} ET`,
  });
}

const folder = tempFolder();
const file = join(folder, 'dense.pdf');
const root = join(folder, 'library');
const embedder = await FakeEmbedder.start();
const open = (settings: Record<string, string> = {}): Library =>
  Library.open(root, { create: true, environment: { ...embedder.env, ...settings } });
const library = open();
let doc = '';

beforeAll(async () => {
  writeFileSync(file, denseGrid());
  doc = (await add(library, { paths: [file] })).documents[0]?.document as string;
});
afterAll(() => library.close());

describe('a page of ten thousand cells', { timeout: 120_000 }, () => {
  it('gives in its thread what it gives in this one: proof, tables, regions', async () => {
    const pdf = await openPdf(denseGrid(), limitsFrom({}));
    const painted = await pdf.painted(0);
    const evidence = PAGE_WORK.proof({ painted }, await pdf.witness(0));
    const tablesHere = PAGE_WORK.tables({ painted, evidence }, 0);
    const { tables: expected } = tablesHere;
    const regions = PAGE_WORK.partition({ painted, tables: tablesHere }, { answer: null, otherLines: [] });
    await pdf.close();

    const proof = await prove(library, { doc, page: 1, text: digitAt(0, 0) });
    expect(proof.proven).toBe(true);
    const { tables: found } = await tables(library, { doc });
    expect(found.map(({ rows, columns }) => [rows, columns])).toEqual([[ROWS, COLUMNS]]);
    expect(found[0]?.cells.map(({ text, verified }) => [text, verified])).toEqual(
      found[0]?.cells.map(({ row, column }) => [digitAt(row, column), true]),
    );
    expect(found[0]?.cells.map(({ box }) => box)).toEqual(expected[0]?.cells.map(({ box }) => [...box]));
    const reply = await page(library, { doc, page: 1 });
    expect(reply.regions.map(({ kind, span_ids }) => [kind, span_ids])).toEqual(
      regions.regions.map(({ kind, span_ids }) => [kind, [...span_ids]]),
    );
    expect(reply.regions.every(({ verification }) => verification !== null)).toBe(true);
  });

  it('goes into a reply unread where that is only written as JSON, and says the same', async () => {
    const request = { doc, page: 1, inline: true };
    const written = (reply: object): unknown => JSON.parse(new TextDecoder().decode(writeJson(reply)));
    const review = await reviewPage(library, request);
    const raw = await reviewPage(library, request, { raw: true });
    expect(raw.html).toBeInstanceOf(RawJson);
    expect(written(raw)).toEqual(review);
    expect([review.spans, review.refused_spans, review.tables]).toEqual([ROWS * COLUMNS, 0, 1]);
    expect(written(await page(library, request, { raw: true }))).toEqual(await page(library, request));
  });

  it('leaves this thread free for others while it is worked on', async () => {
    const fresh = open();
    let [last, longest, working] = [performance.now(), 0, true];
    const ticking = (async () => {
      while (working) {
        await new Promise((tick) => setTimeout(tick, 5));
        longest = Math.max(longest, performance.now() - last);
        last = performance.now();
      }
    })();
    fresh.catalogue.database.exec('DELETE FROM stages');
    const began = performance.now();
    await tables(fresh, { doc });
    const took = performance.now() - began;
    working = false;
    await ticking;
    expect(longest).toBeLessThan(took / 2);
    await fresh.close();
  });

  it('past its time is stopped, says on what, and what to do instead; the next call is answered', async () => {
    await page(library, { doc, page: 1 });
    const impatient = open({ GROUNDGLASS_PAGE_TIMEOUT_MS: '20' });
    await expect(page(impatient, { doc, page: 1 })).rejects.toMatchObject({
      code: 'too_slow',
      message: 'Cutting up page 1 took longer than 0.02 s and was stopped.',
      nextStep: expect.stringMatching(/^Render the page.* or raise GROUNDGLASS_PAGE_TIMEOUT_MS\.$/),
    });
    expect((await tables(impatient, { doc })).tables).toHaveLength(1);
    await impatient.close();
  });
});
