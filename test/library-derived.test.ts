import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from '../src/answers/page.js';
import { prove } from '../src/answers/prove.js';
import { reviewPage } from '../src/answers/review-page.js';
import { tables } from '../src/answers/tables.js';
import { pageRequestSchema, reviewPageRequestSchema } from '../src/evidence/wire/requests.js';
import { add } from '../src/library/add.js';
import { remove } from '../src/library/documents.js';
import { Library } from '../src/library/library.js';
import { read } from '../src/library/read.js';
import { onePage } from './fixtures/pdf.js';
import { embeddedFont } from './support/embedded-font.js';
import { FakeEmbedder } from './support/library-embedder.js';
import { tempFolder } from './support/library-files.js';

const folder = tempFolder();
const file = join(folder, 'plain.pdf');
writeFileSync(
  file,
  onePage({ fonts: '/E 5 0 R', content: 'BT /E 12 Tf 20 70 Td (Agency 72%) Tj ET', extra: embeddedFont(5) }),
);
const { env: environment } = await FakeEmbedder.start();

let libraries = 0;
const opened: Library[] = [];
const open = (root: string): Library => {
  const library = Library.open(root, { create: true, environment });
  opened.push(library);
  return library;
};
afterEach(async () => {
  for (const library of opened.splice(0)) await library.close();
});

/** Two libraries over one folder, as two processes have them, and a document in it. */
async function shared(): Promise<{ one: Library; other: Library; doc: string; root: string }> {
  const root = join(folder, `library-${libraries++}`);
  const [one, other] = [open(root), open(root)];
  const { documents } = await add(one, { paths: [file] });
  return { one, other, doc: documents[0]?.document as string, root };
}

const askedOf = (library: Library, doc: string) => ({
  page: () => page(library, pageRequestSchema.parse({ doc, page: 1 })),
  crop: () => page(library, pageRequestSchema.parse({ doc, page: 1, crop: [0, 0, 50, 50] })),
  prove: () => prove(library, { doc, page: 1, text: '72%' }),
  tables: () => tables(library, { doc }),
  review: () => reviewPage(library, reviewPageRequestSchema.parse({ doc, page: 1 })),
});
type Asked = keyof ReturnType<typeof askedOf>;
const ASKED: readonly Asked[] = ['page', 'crop', 'prove', 'tables', 'review'];

/** What lies in the store besides lists of documents. */
const objectsIn = (root: string): string[] =>
  readdirSync(join(root, 'objects', 'sha256')).filter(
    (name) => !readFileSync(join(root, 'objects', 'sha256', name), 'utf8').startsWith('{"format":'),
  );

/** A document that another process removes right after it was found. */
async function goneOnceFound() {
  const { one, other, doc } = await shared();
  const { find } = one;
  one.find = async (wanted) => {
    const entry = await find.call(one, wanted);
    await remove(other, { doc });
    return entry;
  };
  return { one, doc };
}

describe('what is made of a page while its document is removed elsewhere', () => {
  it.each(ASKED)('%s leaves nothing behind, and says that the document is gone', async (name) => {
    const { one, other, doc, root } = await shared();
    const { keep } = one.snapshots;
    // The moment that matters: the work is done, and its result is about to be kept.
    one.snapshots.keep = async (...args) => {
      if ((await other.snapshots.current()).documents.length > 0) await remove(other, { doc });
      return keep.apply(one.snapshots, args);
    };
    await expect(askedOf(one, doc)[name]()).rejects.toMatchObject({ code: 'document_not_found' });
    expect(objectsIn(root)).toEqual([]);
    expect(one.catalogue.takeDerived(doc)).toEqual([]);
  });

  it.each(ASKED)('%s on a document that is gone between finding and reading it says so', async (name) => {
    const { one, doc } = await goneOnceFound();
    await expect(askedOf(one, doc)[name]()).rejects.toMatchObject({ code: 'document_not_found' });
  });

  it('reading a page of it says so too', async () => {
    const { one, doc } = await goneOnceFound();
    await expect(read(one, { doc, page: 1, format: 'text', hidden: false })).rejects.toMatchObject({
      code: 'document_not_found',
    });
  });

  it('a document that was removed and added again has all objects that replies name', async () => {
    const { one, other, doc, root } = await shared();
    const before = await askedOf(one, doc).page();
    await remove(other, { doc });
    expect(objectsIn(root)).toEqual([]);
    await add(other, { paths: [file] });
    expect(await askedOf(one, doc).page()).toEqual(before);
    expect(objectsIn(root)).toContain(before.svg.digest);
  });

  it('an object that another document has too stays', async () => {
    const { one, other, doc, root } = await shared();
    const copy = join(folder, 'copy.pdf');
    // The same page in another file: equal objects, two documents.
    writeFileSync(copy, Buffer.concat([readFileSync(file), Buffer.from('\n')]));
    const twin = (await add(one, { paths: [copy] })).documents[0]?.document as string;
    const [mine, theirs] = [await askedOf(one, doc).page(), await askedOf(other, twin).page()];
    expect(theirs.svg).toEqual(mine.svg);
    await remove(other, { doc });
    expect(objectsIn(root)).toContain(mine.svg.digest);
    expect((await askedOf(open(root), twin).page()).svg).toEqual(mine.svg);
  });
});
