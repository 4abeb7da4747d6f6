import { randomInt } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { epub, oneChapter } from './fixtures/epub.js';
import { cli } from './support/library-cli.js';
import { digitRaster, PAGE, pdf, tempFolder } from './support/library-files.js';

/** Drawn anew on every run: nobody can have learned it. */
const NUMBER = String(randomInt(10_000_000, 100_000_000));
const PICTURE = { x: 70, y: 150, width: 264, height: 56 } as const;
const QUESTION = 'What does Figure 3 show about the throughput?';

const raster = await digitRaster(NUMBER);
const folder = tempFolder();
const library = join(folder, 'library');
const run = (...args: string[]) => cli([...args, '--json'], { library });

describe('a number that only a raster image in a PDF bears', async () => {
  const file = join(folder, 'report.pdf');
  await writeFile(
    file,
    await pdf([
      ({ text }) => text('An introduction that is about other matters altogether.', 40, 60),
      async ({ text, page }, document) => {
        text('The measured throughput of the line is shown in Figure 3 for all months.', 40, 60);
        text('Figure 3: Throughput of the line', 100, 230);
        page.drawImage(await document.embedPng(raster.png), {
          x: PICTURE.x,
          y: PAGE.height - PICTURE.y - PICTURE.height,
          width: PICTURE.width,
          height: PICTURE.height,
        });
      },
      ({ text }) => text('Closing remarks without any figures.', 40, 60),
    ]),
  );
  const added = (await run('add', file)).json;
  const doc: string = added.documents[0].document;

  it('is in no native text, in no Markdown and in no reply of search', async () => {
    for (const page of ['1', '2', '3']) {
      for (const format of ['text', 'markdown']) {
        const { stdout, code } = await run('read', doc, '--page', page, '--format', format, '--hidden');
        expect(code).toBe(0);
        expect(stdout).not.toContain(NUMBER);
      }
    }
    for (const query of [QUESTION, NUMBER, 'throughput']) {
      expect(JSON.stringify((await run('search', query)).json.hits)).not.toContain(NUMBER);
    }
  });

  it('is looked for where the search finds the reference, because the advice says so', async () => {
    const { hits, advice } = (await run('search', QUESTION)).json;
    expect(hits[0].text).toContain('Figure 3');
    expect(advice.visual_required).toBe(true);
    expect(advice.candidates[0].locator).toMatchObject({ document: doc, page_index: 1, page: 2 });
    expect(advice.reasons.map(({ reason }: { reason: string }) => reason)).toContain('visual_content_likely');
    expect(advice.next_step).toContain('Do not infer');
  });

  it('is on the page that locate finds, inside of the crop that it suggests', async () => {
    const { candidates, ambiguous } = (await run('locate', '--figure', 'Figure 3')).json;
    expect(ambiguous).toBe(false);
    expect(candidates[0].locator).toMatchObject({ document: doc, page_index: 1, page: 2 });
    const [x0, y0, x1, y1] = candidates[0].suggested_crop;
    expect(x0).toBeLessThanOrEqual(PICTURE.x);
    expect(y0).toBeLessThanOrEqual(PICTURE.y);
    expect(x1).toBeGreaterThanOrEqual(PICTURE.x + PICTURE.width);
    expect(y1).toBeGreaterThanOrEqual(PICTURE.y + PICTURE.height);
  });

  it.each([
    ['the whole page', null],
    ['the suggested crop', 'crop'],
  ])('is in the pixels of %s that render delivers, and nobody says that a model read it', async (_, how) => {
    const crop: number[] | null =
      how && (await run('locate', '--figure', 'Figure 3')).json.candidates[0].suggested_crop;
    const dpi = 144;
    const { json, code } = await run(
      'render',
      doc,
      '--page',
      '2',
      '--dpi',
      String(dpi),
      ...(crop ? ['--crop', crop.join(',')] : []),
    );
    expect(code).toBe(0);
    expect(json).toMatchObject({
      dpi,
      media_type: 'image/png',
      image_generated: true,
      image_delivery_method: 'local_file',
      host_image_support: 'unknown',
      ocr_used: false,
      model_visual_understanding_verified: false,
      source_locator: { page: 2, box: crop ?? [0, 0, PAGE.width, PAGE.height] },
    });
    const bytes = await readFile(json.file);
    expect(bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
    const scale = dpi / 72;
    const [left, top] = [(PICTURE.x - (crop?.[0] ?? 0)) * scale, (PICTURE.y - (crop?.[1] ?? 0)) * scale];
    const shown = await sharp(bytes)
      .extract({
        left: Math.round(left),
        top: Math.round(top),
        width: PICTURE.width * scale,
        height: PICTURE.height * scale,
      })
      .resize(raster.width, raster.height)
      .greyscale()
      .raw()
      .toBuffer();
    expect(correlation(shown, raster.grey)).toBeGreaterThan(0.95);
    const other = await digitRaster(String(99_999_999 - Number(NUMBER)).padStart(8, '0'));
    expect(correlation(shown, other.grey)).toBeLessThan(0.9);
  });
});

describe('a number that only a PNG in an EPUB bears', async () => {
  const file = join(folder, 'book.epub');
  await writeFile(
    file,
    epub({
      ...oneChapter(
        '<h1>Throughput</h1><p>The yield of the press is shown in Figure 7 below.</p>' +
          '<figure><img src="yield.png" alt="a bar"/><figcaption>Figure 7: Yield of the press</figcaption></figure>',
        { 'yield.png': raster.png },
      ),
      manifest: '<item id="y" href="yield.png" media-type="image/png"/>',
    }),
  );
  const doc: string = (await run('add', file)).json.documents[0].document;

  it('is in no text, and comes as the very bytes of the publication', async () => {
    const { chapters } = (await run('chapters', doc)).json;
    for (const { href } of chapters) {
      expect((await run('read', doc, '--chapter', href, '--format', 'markdown')).stdout).not.toContain(NUMBER);
    }
    const { hits, advice } = (await run('search', 'What does Figure 7 show of the press?')).json;
    expect(JSON.stringify(hits)).not.toContain(NUMBER);
    expect(advice.visual_required).toBe(true);
    expect(advice.candidates[0].locator).toMatchObject({ document: doc, chapter: 'OEBPS/c1.xhtml', page: null });
    const { figures } = (await run('figures', doc)).json;
    expect(figures).toMatchObject([{ label: 'Figure 7', alt: 'a bar', href: 'OEBPS/yield.png' }]);
    const { json } = await run('image', doc, '--href', figures[0].href);
    expect(json).toMatchObject({
      media_type: 'image/png',
      image_generated: false,
      dpi: null,
      ocr_used: false,
      model_visual_understanding_verified: false,
      source_locator: { chapter: 'OEBPS/c1.xhtml', page: null },
    });
    expect(Buffer.compare(await readFile(json.file), raster.png)).toBe(0);
  });
});

/** Pearson's, over grey values. */
function correlation(a: Uint8Array, b: Uint8Array): number {
  const mean = (values: Uint8Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  let [covariance, varianceA, varianceB] = [0, 0, 0];
  for (let i = 0; i < b.length; i++) {
    const [da, db] = [(a[i] as number) - meanA, (b[i] as number) - meanB];
    covariance += da * db;
    varianceA += da * da;
    varianceB += db * db;
  }
  return covariance / Math.sqrt(varianceA * varianceB);
}
