import { existsSync, linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { add, image, Library, page, render, reviewPage, tables } from '../src/index.js';
import { epub, oneChapter } from './fixtures/epub.js';
import { cli } from './support/library-cli.js';
import { FakeEmbedder } from './support/library-embedder.js';
import { digitRaster, tempFolder } from './support/library-files.js';
import { seenPage } from './support/seen-pages.js';

const folder = tempFolder();
const root = join(folder, 'library');
const pdf = join(folder, 'page.pdf');
const book = join(folder, 'book.epub');
const embedder = await FakeEmbedder.start();
const library = Library.open(root, { create: true, environment: embedder.env });
let [pdfId, bookId] = ['', ''];

beforeAll(async () => {
  writeFileSync(pdf, seenPage(0, 1));
  const { png } = await digitRaster('7');
  writeFileSync(
    book,
    epub({
      ...oneChapter('<h1>Newts</h1><img src="p.png"/>', { 'p.png': png }),
      manifest: '<item id="p" href="p.png" media-type="image/png"/>',
    }),
  );
  const { documents } = await add(library, { paths: [pdf, book] });
  const idOf = (kind: string) => documents.find((document) => document.kind === kind)?.document as string;
  [pdfId, bookId] = [idOf('pdf'), idOf('epub')];
});
afterAll(() => library.close());

/** Everything that is written for a caller: in the very file that is named, or under its own name in a folder. */
const WRITERS: Readonly<Record<string, (output: string) => Promise<unknown>>> = {
  'render --output': (output) => render(library, { doc: pdfId, page: 1 }, { output }),
  'image --output': (output) => image(library, { doc: bookId, href: 'OEBPS/p.png' }, { output }),
  'page --svg': (svg) => page(library, { doc: pdfId, page: 1 }, { svg }),
  'page --spans': (spans) => page(library, { doc: pdfId, page: 1 }, { spans }),
  'review-page --output': (output) => reviewPage(library, { doc: pdfId, page: 1 }, { output }),
  'tables --csv': (output) => tables(library, { doc: pdfId }, { csv: dirname(output) }),
  'tables --html': (output) => tables(library, { doc: pdfId }, { html: dirname(output) }),
};

describe.each(Object.entries(WRITERS))('%s', (name, write) => {
  const file = name === 'tables --csv' ? 't1-1.csv' : name === 'tables --html' ? 't1-1.html' : 'file.out';
  /** A folder of this writer's own, and the file in it that is written. */
  const own = (sub: string): string => join(folder, name.replace(/\W+/g, '-'), sub, file);
  const made = (sub: string): string => {
    mkdirSync(dirname(own(sub)), { recursive: true });
    return own(sub);
  };
  const refuses = async (output: string): Promise<void> => {
    await expect(write(output)).rejects.toMatchObject({
      code: 'bad_argument',
      nextStep: 'Name another file to write to.',
    });
  };

  it('writes in folders that are made, and replaces a file that is there, longer or shorter', async () => {
    await write(own('out/deep'));
    const written = readFileSync(own('out/deep'));
    expect(written.length).toBeGreaterThan(0);
    for (const before of ['', 'x'.repeat(2 * written.length)]) {
      writeFileSync(own('out/deep'), before);
      await write(own('out/deep'));
      expect(readFileSync(own('out/deep')).equals(written)).toBe(true);
    }
  });

  it('never over the file that the document was added from, by whatever name', async () => {
    const source = name.startsWith('image') ? book : pdf;
    const before = readFileSync(source);
    linkSync(source, made('hard'));
    await refuses(own('hard'));
    if (file === 'file.out') {
      symlinkSync(folder, join(dirname(made('elsewhere')), 'back'));
      for (const path of [source, join(dirname(own('elsewhere')), 'back', source.slice(folder.length))])
        await refuses(path);
    }
    expect(readFileSync(source).equals(before)).toBe(true);
  });

  it('never into the library, nor by a way around', async () => {
    const before = readFileSync(join(root, 'catalogue.sqlite'));
    const around = join(dirname(made('around')), 'link');
    symlinkSync(root, around);
    for (const path of [join(root, file), join(root, 'deep', file), join(around, file), join(around, 'deep', file)]) {
      await refuses(path);
      expect(existsSync(path)).toBe(false);
    }
    if (file === 'file.out') await refuses(join(root, 'catalogue.sqlite'));
    expect(existsSync(join(root, 'deep'))).toBe(false);
    expect(readFileSync(join(root, 'catalogue.sqlite')).equals(before)).toBe(true);
  });

  it('never through a link, to a file or to nothing', async () => {
    const [target, nothing] = [join(dirname(made('links')), 'target'), join(dirname(made('dangling')), 'nothing')];
    writeFileSync(target, 'kept');
    symlinkSync(target, own('links'));
    symlinkSync(nothing, own('dangling'));
    for (const sub of ['links', 'dangling']) await refuses(own(sub));
    expect([readFileSync(target, 'utf8'), existsSync(nothing)]).toEqual(['kept', false]);
  });
});

describe('the command line', () => {
  const run = (...args: string[]) => cli([...args, '--json', '--quiet'], { library: root, env: embedder.env });
  const OPTIONS: readonly (readonly string[])[] = [
    ['render', pdf, '--page', '1', '-o'],
    ['image', book, '--href', 'OEBPS/p.png', '-o'],
    ['page', pdf, '--page', '1', '--svg'],
    ['page', pdf, '--page', '1', '--spans'],
    ['review-page', pdf, '--page', '1', '-o'],
    ['tables', pdf, '--csv'],
    ['tables', pdf, '--html'],
  ];

  it.each(OPTIONS.map((args) => [args.join(' '), args] as const))('%s: no output without a name', async (_, args) => {
    const { code, json } = await run(...args, '');
    expect([code, json.error.code, json.error.message]).toEqual([2, 'bad_argument', 'An output has no name.']);
  });

  it('does not write over the file that a call names, nor over one that holds its password', async () => {
    const [fresh, password] = [join(folder, 'fresh.pdf'), join(folder, 'password.txt')];
    writeFileSync(fresh, seenPage(90, 1));
    writeFileSync(password, 'secret');
    for (const file of [fresh, password]) {
      const before = readFileSync(file);
      const { code, json } = await run('page', fresh, '--page', '1', '--svg', file, '--password-file', password);
      expect([code, json.error.code]).toEqual([2, 'bad_argument']);
      expect(readFileSync(file).equals(before)).toBe(true);
    }
  });
});
