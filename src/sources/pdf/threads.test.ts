import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { onePage, type PdfObject, pages, shown } from '../../../test/fixtures/pdf.js';
import { limitsFrom } from '../limits.js';
import { openPdf } from './open.js';

const limits = limitsFrom({});
/** A pattern of tiles so small that drawing it never ends. */
const ENDLESS = {
  dict: '/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 1 1]/XStep 0.0001/YStep 0.0001/Resources<<>>',
  data: '0 0 1 1 re f',
};
/** Forms that paint each other without end: the engine runs out of memory. */
const TRAP = {
  dict: '/Type/XObject/Subtype/Form/BBox[0 0 200 100]/Resources<</XObject<</X 9 0 R>>>>',
  data: '/X Do /X Do',
};

/** Three pages, of which the second has this resource (object 9) in place of its font. */
function withResource(contents: readonly string[], resource: string, object: PdfObject): Uint8Array {
  const file = Buffer.from(pages(contents, { extra: [object] })).toString('latin1');
  const second = '/Contents 5 0 R/Resources<<';
  return Buffer.from(file.replace(`${second}/Font<</F1 2 0 R>>`, second + resource), 'latin1');
}

describe('the threads of a PDF', () => {
  it('go on after a page that took too long, and lose no other page', async () => {
    const impatient = limitsFrom({ GROUNDGLASS_PAGE_TIMEOUT_MS: '4000' });
    const contents = [shown('Before', 20, 40), '/Pattern cs /P scn 0 0 200 100 re f', shown('After', 20, 40)];
    const pdf = await openPdf(withResource(contents, '/Pattern<</P 9 0 R>>', ENDLESS), impatient);
    const render = (index: number) => pdf.render(index, { crop: null, dpi: 72 });
    const results = await Promise.allSettled([render(0), render(1), render(2), render(0), render(2), render(0)]);
    for (const [i, result] of results.entries()) {
      if (i !== 1) expect(result.status).toBe('fulfilled');
      else expect(result).toMatchObject({ reason: { code: 'too_slow', message: expect.stringContaining('page 2') } });
    }
    expect((await pdf.page(0)).spans).toHaveLength(1);
    await pdf.close();
  });

  it('go on after a page that made the engine trap, and lose no other page', async () => {
    const contents = [shown('Before', 20, 40), '/X Do', shown('After', 20, 40)];
    const pdf = await openPdf(withResource(contents, '/XObject<</X 9 0 R>>', TRAP), limits);
    const results = await Promise.allSettled([0, 1, 2, 0, 2].map((index) => pdf.page(index)));
    expect(results.map((result) => result.status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
      'fulfilled',
    ]);
    expect(results[1]).toMatchObject({ reason: { code: 'out_of_memory', class: 'too_large' } });
    await pdf.close();
  });

  it('serve two documents at once, each its own', async () => {
    const [one, two] = await Promise.all([
      openPdf(onePage({ content: shown('One', 20, 40) }), limits),
      openPdf(onePage({ content: shown('Two', 20, 40) }), limits),
    ]);
    const texts = await Promise.all(
      Array.from({ length: 20 }, async (_, i) => (await (i % 2 ? one : two).page(0)).spans[0]!.text),
    );
    expect(texts).toEqual(Array.from({ length: 20 }, (_, i) => (i % 2 ? 'One' : 'Two')));
    await Promise.all([one.close(), two.close()]);
  });

  it('answer what is under way, and what comes late, when the document is closed', async () => {
    const pdf = await openPdf(pages(Array.from({ length: 8 }, (_, i) => shown(`Page ${i}`, 20, 40))), limits);
    const reading = Promise.all(pdf.pages.map((_, index) => pdf.page(index)));
    await pdf.close();
    expect((await reading).map(({ spans }) => spans[0]!.text)).toEqual(pdf.pages.map((_, i) => `Page ${i}`));
    expect((await pdf.page(3)).spans[0]!.text).toBe('Page 3');
    await pdf.close();
  });

  it('are not mixed up by a document opened in a thread of another', async () => {
    for (let i = 0; i < 6; i++) {
      const pdf = await openPdf(
        onePage({ content: shown(`Turn ${i}`, 20, 40), mediaBox: `0 0 ${200 + i} 100` }),
        limits,
      );
      expect(pdf.pages[0]!.width).toBe(200 + i);
      expect((await pdf.page(0)).spans[0]!.text).toBe(`Turn ${i}`);
      await pdf.close();
    }
  });

  it('let the process end, even with the document left open', () => {
    const program = `
      import { readFileSync } from 'node:fs';
      const { openPdf } = await import('./src/sources/pdf/open.ts');
      const { limitsFrom } = await import('./src/sources/limits.ts');
      const pdf = await openPdf(readFileSync(0), limitsFrom({}));
      await pdf.page(0);
      process.stdout.write('read');`;
    const root = fileURLToPath(new URL('../../..', import.meta.url));
    const output = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
      cwd: root,
      input: onePage({ content: shown('Word', 20, 40) }),
      timeout: 30_000,
    });
    expect(output.toString()).toBe('read');
  });
});
