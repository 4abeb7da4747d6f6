import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { type AddProgress, add, Library, render, search } from '../src/index.js';
import { findHits } from '../src/library/find-hits.js';
import type { SnapshotEntry } from '../src/library/snapshot.js';
import type { Passage } from '../src/pipeline/passages.js';
import { searchText } from '../src/pipeline/passages.js';
import { packVectors } from '../src/retrieval/vector-index.js';
import { corpusPdfs, median, milliseconds, table } from './support.js';

const PAGES = 300;
const SYNTHETIC_PASSAGES = 100_000;
const SYNTHETIC_DOCUMENTS = 250;
const REPEATS = 41;

/** Corpus pages with a text layer, joined until there are 300. */
async function threeHundredPages(): Promise<Uint8Array> {
  const joined = await PDFDocument.create();
  const sources = corpusPdfs().filter((path) => !path.includes('drawings'));
  for (let round = 0; joined.getPageCount() < PAGES; round++) {
    for (const path of sources) {
      const source = await PDFDocument.load(readFileSync(path), { ignoreEncryption: true });
      for (const page of await joined.copyPages(source, source.getPageIndices())) {
        if (joined.getPageCount() < PAGES) joined.addPage(page);
      }
    }
    // Each round is told apart, or the same pages would be stored once.
    joined.setSubject(`round ${round}`);
  }
  return joined.save();
}

/** `add` of 300 real pages: when it can be found by words, when by meaning, and what adding it again costs. */
export async function benchAdd(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'groundglass-bench-'));
  try {
    const path = join(folder, 'three-hundred.pdf');
    writeFileSync(path, await threeHundredPages());
    const library = Library.open(join(folder, 'library'), { create: true });
    const marks = { read: 0, embedding: 0 };
    const start = performance.now();
    const onProgress = ({ stage, done, total }: AddProgress) => {
      if (stage === 'reading' && done === total) marks.read = performance.now() - start;
      if (stage === 'embedding' && marks.embedding === 0) marks.embedding = performance.now() - start;
    };
    const { documents } = await add(library, { paths: [path] }, { onProgress });
    const all = performance.now() - start;
    const again = await milliseconds(() => add(library, { paths: [path] }));
    const crop: [number, number, number, number] = [72, 72, 400, 300];
    const doc = documents[0]?.document as string;
    await render(library, { doc, page: 1, crop });
    let page = 1;
    const cropMs = await median(REPEATS, () => render(library, { doc, page: (page += 7) % PAGES || 1, crop }));
    await library.close();
    const s = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
    table(`add, ${PAGES} pages, ${documents[0]?.members} passages`, [
      ['stage', 'time', 'target'],
      ['pages read and cut into passages', s(marks.read), ''],
      ['published: found by words after (upper bound: first vectors done)', s(marks.embedding), '≤ 20 s'],
      ['vectors published: found by meaning after', s(all), '≤ 240 s'],
      ['added again', s(again), '≤ 0.5 s'],
      ['peak memory of the process', `${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`, '≤ 1200 MB'],
      [`render of a crop, p50 of ${REPEATS}, another page each time`, `${cropMs.toFixed(0)} ms`, '≤ 60 ms'],
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `search` in a running process over 100,000 synthetic passages with random vectors. */
export async function benchSearch(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'groundglass-bench-'));
  try {
    const library = Library.open(folder, { create: true });
    await fillSynthetic(library);
    const queries = Array.from(
      { length: REPEATS },
      (_, i) => `${word(i * 7)} ${word(i * 13 + 1)} ${word(i * 29 + 2)} growth`,
    );
    let next = 0;
    const query = () => queries[next++ % queries.length] as string;
    // Every question once before: a running process has the passages of the documents it is asked about in memory.
    for (const text of queries) await search(library, { query: text, limit: 10 });
    const embedder = await library.embedder();
    const withEmbedding = await median(REPEATS, () => findHits(library, { query: query(), limit: 10 }));
    const whole = await median(REPEATS, () => search(library, { query: query(), limit: 10 }));
    const embedding = await median(REPEATS, () => embedder.embed([query()]));
    await library.close();
    table(`search in a running process, ${SYNTHETIC_PASSAGES} passages in ${SYNTHETIC_DOCUMENTS} documents`, [
      ['', 'p50', 'target'],
      ['hits, without the query’s embedding', `${(withEmbedding - embedding).toFixed(1)} ms`, '≤ 40 ms'],
      ['hits, with it', `${withEmbedding.toFixed(1)} ms`, '≤ 120 ms'],
      ['search: hits and advice', `${whole.toFixed(1)} ms`, ''],
      ['the query’s embedding alone', `${embedding.toFixed(2)} ms`, ''],
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const SYLLABLES = 'ka lo mi ren tu sa vi don par es ga le no ri sta fu wen cho bri al'.split(' ');
const VOCABULARY = 20_000;
const word = (i: number): string => {
  const n = i % VOCABULARY;
  return [n % 20, Math.floor(n / 20) % 20, Math.floor(n / 400) % 20, Math.floor(n / 8000)]
    .map((k) => SYLLABLES[k])
    .join('');
};

/** Publishes documents as `add` would, with words drawn by a Zipf-like law and pseudo-random vectors. */
async function fillSynthetic(library: Library): Promise<void> {
  const embedder = await library.embedder();
  let seed = 1;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const perDocument = SYNTHETIC_PASSAGES / SYNTHETIC_DOCUMENTS;
  for (let d = 0; d < SYNTHETIC_DOCUMENTS; d++) {
    const passages = Array.from(
      { length: perDocument },
      (_, i): Passage => ({
        kind: 'text',
        text:
          Array.from({ length: 60 }, () => word(Math.floor(VOCABULARY ** random()))).join(' ') +
          (i % 9 === 0 ? ' growth' : ''),
        headings: [`Chapter ${d}`],
        pageIndex: 0,
        pageLabel: null,
        chapter: null,
        element: null,
        box: null,
        crop: null,
        brokenImages: [],
      }),
    );
    const vectors = passages.map(() => Float32Array.from({ length: embedder.dimensions }, () => (random() - 0.5) / 8));
    const source = await library.objects.put(new TextEncoder().encode(`synthetic document ${d}`));
    const info = { width: 612, height: 792, label: null };
    const entry: SnapshotEntry = {
      document: source.digest.slice(0, 16),
      digest: source.digest,
      kind: 'pdf',
      title: `Synthetic ${d}`,
      pages: 1,
      members: passages.length,
      readVersion: 0,
      source,
      reading: source,
      record: await library.objects.putJson({
        kind: 'pdf',
        title: `Synthetic ${d}`,
        pages: [info],
        chapters: [],
        figures: [],
        warnings: [],
      }),
      lines: await library.objects.putJson([[]]),
      passages: await library.objects.putJson(passages),
      vectors: {
        model: embedder.id,
        dimensions: embedder.dimensions,
        ref: await library.objects.put(new Uint8Array(packVectors(vectors, embedder.dimensions).buffer)),
      },
    };
    await library.snapshots.publish(entry, passages.map(searchText));
  }
}
