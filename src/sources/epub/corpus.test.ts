import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GroundglassError } from '../../evidence/errors.js';
import { limitsFrom } from '../limits.js';
import { openEpub } from './open-epub.js';

const FOLDER = new URL('../../../../shared/corpus/epub/', import.meta.url);
const present = existsSync(FOLDER);
if (!present) process.stderr.write(`Skipped: real EPUB files are not at ${FOLDER.pathname}\n`);
const limits = limitsFrom({});
const read = (name: string): Uint8Array => readFileSync(new URL(name, FOLDER));

describe.skipIf(!present)('real publications', () => {
  it.each(present ? readdirSync(FOLDER) : [])(
    '%s opens with all it holds, or fails with a typed error',
    async (name) => {
      const book = await openEpub(read(name), limits).catch((error: unknown) => error);
      if (book instanceof GroundglassError) {
        expect(name).toMatch(/not-ocf|no-end-header/);
        expect(book.code).toBe('file_damaged');
        return;
      }
      if (book instanceof Error) throw book;
      const { chapters, images, chapter, image } = book as Awaited<ReturnType<typeof openEpub>>;
      for (const { href } of chapters) expect((await chapter(href)).info.href).toBe(href);
      for (const { href } of images) expect((await image(href)).widthPx).toBeGreaterThan(0);
    },
  );

  it('finds the chapters and the cover of an EPUB 2 by Gutenberg', async () => {
    const book = await openEpub(read('leaves-of-grass-epub2.epub'), limits);
    expect([book.title, book.chapters.length, book.images.length]).toEqual(['Leaves of Grass', 383, 1]);
    expect(book.images[0]).toMatchObject({ cover: true, mediaType: 'image/jpeg' });
  });

  it('follows a link that climbs out of its folder, but not out of the container', async () => {
    const book = await openEpub(read('w3c-ocf-url_link-leaking-relative.epub'), limits);
    expect(book.images).toMatchObject([
      { href: 'media/imgs/monastery.jpg', caption: 'Photograph of a medieval monastery' },
    ]);
  });

  it('reads the words of a formula', async () => {
    const book = await openEpub(read('w3c-cnt-mathml-support.epub'), limits);
    const { blocks } = await book.chapter('EPUB/content_001.xhtml');
    expect(blocks.at(-1)!.text).toContain('x equals');
  });
});
