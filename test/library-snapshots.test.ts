import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { add } from '../src/library/add.js';
import { list, remove } from '../src/library/documents.js';
import { Library } from '../src/library/library.js';
import { render } from '../src/library/render.js';
import { search } from '../src/library/search.js';
import { epub, oneChapter } from './fixtures/epub.js';
import { type CliResult, cli } from './support/library-cli.js';
import { FakeEmbedder } from './support/library-embedder.js';
import { digitRaster, tempFolder, textPdf } from './support/library-files.js';

const folder = tempFolder();
const embedder = await FakeEmbedder.start();
const files: string[] = [];
let libraries = 0;
const fresh = (): string => join(folder, `library-${libraries++}`);
const open = (root: string): Library => Library.open(root, { create: true, environment: embedder.env });
const run = (library: string, ...args: string[]): Promise<CliResult> =>
  cli([...args, '--json'], { library, env: embedder.env });

beforeAll(async () => {
  for (let i = 0; i < 6; i++) {
    files.push(join(folder, `newts-${i}.pdf`));
    writeFileSync(files[i] as string, await textPdf(`Newts of kind ${i} live in ponds.`, `Frogs of kind ${i} do too.`));
  }
  files.push(join(folder, 'book.epub'), join(folder, 'scan.png'));
  writeFileSync(files[6] as string, epub(oneChapter('<h1>Newts</h1><p>A chapter on newts.</p>')));
  writeFileSync(files[7] as string, (await digitRaster('7')).png);
});

describe('the id of a snapshot depends on its members alone', () => {
  it('not on the order of adding, nor on the folder or name of the files, nor on what was there meanwhile', async () => {
    const [one, other] = [open(fresh()), open(fresh())];
    const first = await add(one, { paths: files });
    const moved = join(folder, 'moved');
    mkdirSync(moved);
    const renamed = files.map((file, i) => {
      const to = join(moved, `other name ${9 - i}`);
      copyFileSync(file, to);
      return to;
    });
    for (const path of [...renamed].reverse()) await add(other, { paths: [path] });
    const extra = join(moved, 'extra.pdf');
    writeFileSync(extra, await textPdf('An extra one.'));
    const added = await add(other, { paths: [extra] });
    await remove(other, { doc: added.documents[0]?.document as string });
    expect((await list(other)).snapshot).toBe(first.snapshot);
    expect((await list(one)).snapshot).toBe(first.snapshot);
    await Promise.all([one.close(), other.close()]);
  });

  it('while the title that is shown is still the name that the file had', async () => {
    const library = open(fresh());
    const { documents } = await add(library, { paths: [files[0] as string, files[7] as string] });
    expect(documents.map((document) => document.title)).toEqual(['newts-0', 'scan']);
    await library.close();
  });
});

describe('writers and readers in processes of their own', () => {
  it('two that add different files to a new library both get theirs in', async () => {
    const library = fresh();
    const results = await Promise.all([
      run(library, 'add', ...files.slice(0, 4)),
      run(library, 'add', ...files.slice(4)),
    ]);
    expect(results.map(({ code }) => code)).toEqual([0, 0]);
    const reader = open(library);
    expect((await list(reader)).documents).toHaveLength(files.length);
    const { snapshot } = await add(reader, { paths: files });
    const alone = open(fresh());
    expect((await add(alone, { paths: files })).snapshot).toBe(snapshot);
    await Promise.all([reader.close(), alone.close()]);
  });

  it('two that add the same files both succeed, and the vectors of neither are lost', async () => {
    const library = fresh();
    const results = await Promise.all([run(library, 'add', ...files), run(library, 'add', ...files)]);
    expect(results.map(({ code }) => code)).toEqual([0, 0]);
    const found = await run(library, 'search', 'newts in ponds');
    expect(found.json.warnings).toEqual([]);
    expect(found.json.hits.every((hit: { channels: { vector: unknown } }) => hit.channels.vector !== null)).toBe(true);
    expect((await run(library, 'list')).json.documents).toHaveLength(files.length);
  });

  it('removing while another adds loses neither, and a reader sees only whole states', async () => {
    const root = fresh();
    const library = open(root);
    const [first, second, ...rest] = files as [string, string, ...string[]];
    const { documents } = await add(library, { paths: [first, second] });
    const ids = documents.map((document) => document.document);
    let writing = true;
    const replies: { snapshot: string | null; hits: number }[] = [];
    const reading = (async () => {
      const reader = open(root);
      while (writing) {
        const listed = await list(reader);
        const { hits, snapshot, warnings } = await search(reader, { query: 'newts frogs', limit: 100 });
        // Between a document's two publications its vectors are still to come.
        expect(warnings.every((warning) => warning.code === 'not_embedded')).toBe(true);
        expect(listed.documents.length).toBeLessThanOrEqual(files.length);
        replies.push({ snapshot, hits: hits.length });
      }
      await reader.close();
    })();
    const [added, removed] = await Promise.all([run(root, 'add', ...rest), run(root, 'remove', ids[0] as string)]);
    expect([added.code, removed.code]).toEqual([0, 0]);
    for (let i = 0; i < 5; i++) {
      await remove(library, { doc: ids[1] as string });
      await add(library, { paths: [second] });
    }
    writing = false;
    await reading;
    expect((await list(library)).documents.map(({ document }) => document)).not.toContain(ids[0]);
    expect((await list(library)).documents).toHaveLength(files.length - 1);
    // The same state always gives the same answer.
    const bySnapshot = new Map<string | null, Set<number>>();
    for (const { snapshot, hits } of replies)
      bySnapshot.set(snapshot, (bySnapshot.get(snapshot) ?? new Set()).add(hits));
    for (const counts of bySnapshot.values()) expect(counts.size).toBe(1);
    await library.close();
  });
});

describe('one library used by many calls at once', () => {
  it('renders more documents together than it keeps open, and closes none under a call', async () => {
    const library = open(fresh());
    const many = [...files.slice(0, 6)];
    const { documents } = await add(library, { paths: many });
    const pictures = await Promise.all(
      [...documents, ...documents].map(({ document }) => render(library, { doc: document, page: 2, dpi: 40 })),
    );
    expect(pictures.map((picture) => picture.width_px)).toEqual(Array(12).fill(222));
    await library.close();
  });

  it('adds through one library at the same time without losing a file', async () => {
    const library = open(fresh());
    await Promise.all(files.map((path) => add(library, { paths: [path] })));
    expect((await list(library)).documents).toHaveLength(files.length);
    await library.close();
  });
});

it('old snapshots do not pile up', async () => {
  const root = fresh();
  const library = open(root);
  const first = await add(library, { paths: [files[0] as string] });
  for (let i = 0; i < 12; i++) {
    await remove(library, { doc: first.documents[0]?.document as string });
    await add(library, { paths: [files[0] as string] });
    await add(library, { paths: [files[1 + (i % 5)] as string] });
  }
  expect(readdirSync(join(root, 'objects', 'sha256')).length).toBeLessThan(16 + 6 * 6 + 2);
  await library.close();
});
