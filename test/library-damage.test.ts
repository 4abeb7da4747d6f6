import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { add } from '../src/library/add.js';
import { list } from '../src/library/documents.js';
import { Library } from '../src/library/library.js';
import { read } from '../src/library/read.js';
import { search } from '../src/library/search.js';
import { cli } from './support/library-cli.js';
import { FakeEmbedder } from './support/library-embedder.js';
import { tempFolder, textPdf } from './support/library-files.js';

const folder = tempFolder();
const embedder = await FakeEmbedder.start();
const file = join(folder, 'newts.pdf');
writeFileSync(file, await textPdf('Newts live in ponds.', 'They eat gnats.'));

let library = '';
let runs = 0;
const run = (...args: string[]) => cli([...args, '--json'], { library, env: embedder.env, alone: true });
const objects = (): string => join(library, 'objects', 'sha256');

beforeEach(async () => {
  library = join(folder, `library-${runs++}`);
  expect((await run('add', file)).code).toBe(0);
});

describe('damage to any one object', () => {
  const inLibrary = async <T>(use: (opened: Library) => Promise<T>): Promise<T> => {
    const opened = Library.open(library, { environment: embedder.env });
    try {
      return await use(opened);
    } finally {
      await opened.close();
    }
  };
  const searched = () => inLibrary((opened) => search(opened, { query: 'newts', limit: 10 }));
  const readAs = (doc: string) => () =>
    inLibrary((opened) => read(opened, { doc, page: 1, format: 'text', hidden: false }));

  it.each([
    ['a flipped bit', (path: string) => flip(path)],
    ['a lost end', (path: string) => truncateSync(path, 3)],
    ['a deleted file', (path: string) => rmSync(path)],
  ])('(%s) is told by the name of the object, never guessed around; adding again mends it', async (_, damage) => {
    const { documents, snapshot } = await inLibrary(list);
    // The search sees all objects but the source, the page the source.
    const readers = [searched, readAs(documents[0]?.document as string)];
    const expected = await Promise.all(readers.map((reader) => reader()));
    let told = 0;
    for (const name of readdirSync(objects())) {
      damage(join(objects(), name));
      const outcomes = await Promise.allSettled(readers.map((reader) => reader()));
      const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
      for (const failure of failures) {
        expect(failure).toMatchObject({ class: 'damaged_evidence', details: { object: name } });
        expect(failure.message).toContain(`objects/sha256/${name}`);
      }
      if (failures.length > 0) told += 1;
      if (name === snapshot) {
        for (const failure of failures) expect(failure.nextStep).toContain('Delete catalogue.sqlite');
        deleteCatalogue();
      }
      const mended = Library.open(library, { create: true, environment: embedder.env });
      expect((await add(mended, { paths: [file] })).failed).toEqual([]);
      await mended.close();
    }
    // Source, record, passages, vectors and the snapshot; lines and the note of the reading stage are needed by none of the two.
    expect(told).toBeGreaterThanOrEqual(5);
    expect(await Promise.all(readers.map((reader) => reader()))).toEqual(expected);
  });

  it('is exit 4 of the command line', async () => {
    for (const name of readdirSync(objects())) truncateSync(join(objects(), name), 1);
    for (const args of [['list'], ['search', 'newts'], ['add', file]]) {
      const { code, json } = await run(...args);
      expect([code, json.error.code]).toEqual([4, 'object_damaged']);
    }
  });
});

describe('a damaged catalogue', () => {
  it.each([
    ['garbage', (path: string) => writeFileSync(path, 'garbage '.repeat(2_000))],
    ['cut off', (path: string) => truncateSync(path, 4_096)],
    ['cut off to nothing', (path: string) => truncateSync(path, 0)],
  ])(
    '(%s) is library_damaged, exit 4, for every command; its next step works, and reuses the objects',
    async (_, damage) => {
      const before = (await run('list')).json;
      const kept = readdirSync(objects()).sort();
      damage(join(library, 'catalogue.sqlite'));
      for (const args of [['add', file], ['list'], ['render', before.documents[0].document, '--page', '1']]) {
        const { code, json } = await run(...args);
        expect([args[0], code, json.error?.code]).toEqual([args[0], 4, 'library_damaged']);
        expect(json.error.next_step).toContain('Delete catalogue.sqlite');
      }
      deleteCatalogue();
      const added = await run('add', file);
      expect(added.code).toBe(0);
      expect(added.json.snapshot).toBe(before.snapshot);
      expect(readdirSync(objects()).sort()).toEqual(kept);
      expect((await run('list')).json).toEqual(before);
    },
  );
});

it('removing a document leaves none of its objects behind', async () => {
  const own = join(folder, 'other.pdf');
  writeFileSync(own, await textPdf('Salamanders are another matter.'));
  const isDocument = (name: string): boolean =>
    !readFileSync(join(objects(), name)).subarray(0, 20).toString().startsWith('{"format":');
  const before = readdirSync(objects()).filter(isDocument).sort();
  const { document } = (await run('add', own)).json.documents[0];
  expect(readdirSync(objects()).filter(isDocument).length).toBeGreaterThan(before.length);
  expect((await run('remove', document)).code).toBe(0);
  expect(readdirSync(objects()).filter(isDocument).sort()).toEqual(before);
});

function deleteCatalogue(): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(library, `catalogue.sqlite${suffix}`), { force: true });
}

function flip(path: string): void {
  const content = readFileSync(path);
  const middle = content.length >> 1;
  content[middle] = (content[middle] as number) ^ 4;
  writeFileSync(path, content);
}
