import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compared, faultsOf } from '../../../../test/fixtures/painted.js';
import { GroundglassError } from '../../../evidence/errors.js';
import { limitsFrom } from '../../limits.js';
import { openPdf } from '../open.js';

const CORPUS = new URL('../../../../../shared/corpus/', import.meta.url);
const present = existsSync(CORPUS);
if (!present) process.stderr.write(`Skipped: real PDF files are not at ${CORPUS.pathname}\n`);
const file = (path: string): Uint8Array => readFileSync(new URL(path, CORPUS));
const pdfs = present
  ? (readdirSync(CORPUS, { recursive: true }) as string[]).filter((path) => path.endsWith('.pdf')).sort()
  : [];
const isBroken = (path: string): boolean => path.startsWith('broken/');
/** resvg makes a picture smaller by leaving pixels out: a scan of fine print then looks rough, whoever wrote the SVG. */
const SCANS = new Set(['ocrmypdf-rotated-skew-scan.pdf', 'ocrmypdf-ccitt-scan.pdf']);

describe.skipIf(!present)('first pages of real files', () => {
  it.each(pdfs.filter((path) => !isBroken(path)))('%s', async (path) => {
    const { page, error } = await compared(file(path));
    expect(faultsOf(page)).toEqual([]);
    expect(page.elements.length).toBeGreaterThan(0);
    if (!SCANS.has(path.split('/').at(-1) as string)) expect(error).toBeLessThan(8);
  });

  it('are read alike by both parsers', async () => {
    const source = await openPdf(file('finance/icdar-us-002.pdf'), limitsFrom({}));
    const [{ spans }, { elements }] = [await source.page(0), await source.painted(0)];
    await source.close();
    const squeezed = (text: string) => [...text.replace(/\s+/g, '')].sort().join('');
    const runs = elements.flatMap((element) => (element.kind === 'text' ? [element.text] : []));
    expect(squeezed(runs.join(''))).toBe(squeezed(spans.map(({ text }) => text).join('')));
  });
});

describe.skipIf(!present)('broken files', () => {
  it.each(pdfs.filter(isBroken))('%s', async (path) => {
    const source = await openPdf(file(path), limitsFrom({})).catch((error: unknown) => error);
    if (source instanceof Error) {
      expect(source).toBeInstanceOf(GroundglassError);
      return;
    }
    const { pages, painted, close } = source as Awaited<ReturnType<typeof openPdf>>;
    for (const index of pages.slice(0, 3).keys()) {
      const page = await painted(index).catch((error: unknown) => error);
      if (page instanceof Error)
        expect(page).toMatchObject({ class: expect.stringMatching(/^(?:bad_input|too_large)$/) });
      else expect(faultsOf(page as Awaited<ReturnType<typeof painted>>)).toEqual([]);
    }
    await close();
  });
});
