import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GroundglassError } from '../../evidence/errors.js';
import { limitsFrom } from '../limits.js';
import { openPdf } from './open.js';

const CORPUS = new URL('../../../../shared/corpus/', import.meta.url);
const present = existsSync(CORPUS);
if (!present) process.stderr.write(`Skipped: real PDF files are not at ${CORPUS.pathname}\n`);
const limits = limitsFrom({});
const file = (path: string): Uint8Array => readFileSync(new URL(path, CORPUS));
const pdfsIn = (folder: string): string[] =>
  present
    ? readdirSync(new URL(`${folder}/`, CORPUS)).flatMap((name) => (name.endsWith('.pdf') ? [`${folder}/${name}`] : []))
    : [];

async function spansOf(path: string, index: number) {
  const pdf = await openPdf(file(path), limits);
  const { spans } = await pdf.page(index);
  await pdf.close();
  return spans;
}

describe.skipIf(!present)('real PDF files', () => {
  it.each([...pdfsIn('finance'), ...pdfsIn('tables'), ...pdfsIn('drawings')])(
    '%s is read and drawn without loss',
    async (path) => {
      const pdf = await openPdf(file(path), limits);
      for (const [index, { width, height }] of pdf.pages.slice(0, 3).entries()) {
        const { spans, warnings } = await pdf.page(index);
        expect(warnings.map(({ code }) => code).filter((code) => code !== 'font_missing')).toEqual([]);
        expect(JSON.stringify(spans)).not.toMatch(/\[null|null\]|[\u0000-\u0008\ud800-\udfff]/);
        for (const { text, sizePt, hidden } of spans) expect(text !== '' && (hidden || sizePt > 0)).toBe(true);
        const dpi = 36;
        const picture = await pdf.render(index, { crop: null, dpi });
        expect([picture.widthPx, picture.heightPx]).toEqual([Math.round(width / 2), Math.round(height / 2)]);
      }
      await pdf.close();
    },
  );

  it('shows each label of a pie once where a second copy lies under the picture', async () => {
    const spans = await spansOf('finance/tor-2012-annual-report.pdf', 7);
    const visible = spans.filter((span) => !span.hidden).map((span) => span.text);
    for (const label of ['18', '60%', '86', '11', '18%'])
      expect([label, visible.filter((t) => t === label).length]).toEqual([label, 1]);
    expect(spans.filter((span) => span.hidden)).toHaveLength(10);
    expect(visible.filter((text) => text === '4%')).toHaveLength(2);
  });

  it('hides the white placeholders of a form', async () => {
    const hidden = [];
    for (let index = 0; index < 4; index++) {
      hidden.push(...(await spansOf('finance/icdar-us-002.pdf', index)).filter((span) => span.hidden));
    }
    expect(hidden.map((span) => span.color)).toEqual(Array.from({ length: 10 }, () => '#ffffff'));
  });

  it('keeps columns of vertical script apart', async () => {
    const spans = await spansOf('tables/miyazawa-jo-vertical-ja.pdf', 0);
    const columns = spans.filter((span) => span.text.length > 5);
    for (const { box, sizePt } of columns) expect(box[2] - box[0]).toBeLessThan(1.5 * sizePt);
  });
});

describe.skipIf(!present)('real broken PDF files', () => {
  it.each(pdfsIn('broken'))('%s gives a result or a typed error, and the next file is read', async (path) => {
    const pdf = await openPdf(file(path), limits).catch((error: unknown) => error);
    if (pdf instanceof Error) {
      expect(pdf).toBeInstanceOf(GroundglassError);
      expect((pdf as GroundglassError).code).toMatch(/^(?:file_damaged|password_needed|no_pages)$/);
    } else {
      const { pages, page, render, close } = pdf as Awaited<ReturnType<typeof openPdf>>;
      for (const [index] of pages.slice(0, 5).entries()) {
        for (const result of await Promise.allSettled([page(index), render(index, { crop: null, dpi: 72 })])) {
          if (result.status === 'rejected') expect(result.reason.class).toMatch(/^(?:bad_input|too_large)$/);
        }
      }
      await close();
    }
    expect((await spansOf('finance/icdar-eu-002.pdf', 0)).length).toBeGreaterThan(50);
  });

  it.each([
    ['broken/pdfplumber-password-example.pdf', 'test'],
    ['broken/qpdf-enc-R3,V2,U=view,O=view.pdf', 'view'],
  ])('%s opens with its password only', async (path, password) => {
    const bytes = file(path);
    await expect(openPdf(bytes, limits)).rejects.toMatchObject({ code: 'password_needed' });
    await expect(openPdf(bytes, limits, { password: 'wrong' })).rejects.toMatchObject({ code: 'password_needed' });
    const pdf = await openPdf(bytes, limits, { password });
    expect((await pdf.page(0)).spans.length).toBeGreaterThan(0);
    await pdf.close();
  });

  it('one with an empty user password opens by itself', async () => {
    const pdf = await openPdf(file('broken/pdfjs-empty_protected.pdf'), limits);
    expect(pdf.pages.length).toBeGreaterThan(0);
    await pdf.close();
  });
});
