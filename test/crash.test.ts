import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { add } from '../src/library/add.js';
import { list } from '../src/library/documents.js';
import { Library } from '../src/library/library.js';
import { read } from '../src/library/read.js';
import { render } from '../src/library/render.js';
import { search } from '../src/library/search.js';
import { epub, oneChapter } from './fixtures/epub.js';
import { cli } from './support/library-cli.js';
import { FakeEmbedder } from './support/library-embedder.js';
import { tempFolder, textPdf } from './support/library-files.js';

/** Kills; the bench sets more. */
const KILLS = Number(process.env.GROUNDGLASS_TEST_KILLS ?? 12);

const folder = tempFolder();
const embedder = await FakeEmbedder.start();
const library = join(folder, 'library');
const files: string[] = [];
for (let i = 0; i < 5; i++) {
  files.push(join(folder, `newts-${i}.pdf`));
  writeFileSync(files[i] as string, await textPdf(`Newts of kind ${i} live in ponds.`, `Frogs of kind ${i} do too.`));
}
files.push(join(folder, 'book.epub'));
writeFileSync(files[5] as string, epub(oneChapter('<h1>Newts</h1><p>A chapter on newts.</p>')));

it(`an add that is killed at any moment (${KILLS} times) leaves a whole library, and adding again finishes`, {
  timeout: 60_000 + KILLS * 10_000,
}, async () => {
  const clean = Library.open(join(folder, 'clean'), { create: true, environment: embedder.env });
  const complete = (await add(clean, { paths: files })).snapshot;
  await clean.close();
  const started = Date.now();
  await cli(['add', ...files], { library: join(folder, 'timed'), env: embedder.env });
  const wholeRunMs = Date.now() - started;

  const states = new Set<number>();
  for (let kill = 0; kill < KILLS; kill++) {
    // Half of the kills interrupt a run into an empty library, where most is written.
    const root = kill % 2 === 0 ? join(folder, `library-${kill}`) : library;
    const delayMs = Math.random() * wholeRunMs;
    const { signal } = await cli(['add', ...files], {
      library: root,
      env: embedder.env,
      onStart: (child) => setTimeout(() => child.kill('SIGKILL'), delayMs),
    });
    const opened = Library.open(root, { environment: embedder.env });
    const { documents, snapshot } = await list(opened);
    states.add(documents.length);
    const what = `killed after ${Math.round(delayMs)} ms (${signal}), with ${documents.length} documents`;
    for (const { document, kind } of documents) {
      expect((await search(opened, { query: 'newts', doc: document, limit: 10 })).hits.length, what).toBeGreaterThan(0);
      if (kind !== 'pdf') continue;
      expect((await read(opened, { doc: document, page: 1, format: 'text', hidden: false })).text, what).toContain(
        'Newts',
      );
      expect((await render(opened, { doc: document, page: 2, dpi: 20 })).bytes, what).toBeGreaterThan(100);
    }
    expect((await search(opened, { query: 'newts', limit: 100 })).snapshot, what).toBe(snapshot);
    await opened.close();
  }
  for (const root of [library, join(folder, 'library-0')]) {
    const again = await cli(['add', ...files, '--json'], { library: root, env: embedder.env });
    expect(again.code).toBe(0);
    expect(again.json.snapshot).toBe(complete);
    // Each kill leaves one file half-written at most; sweeping takes them once they are old.
    const half = readdirSync(join(root, 'objects', 'sha256')).filter((name) => name.startsWith('.'));
    expect(half.length).toBeLessThanOrEqual(KILLS);
  }
  expect(states.size).toBeGreaterThan(1);
});
