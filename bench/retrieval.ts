import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { add, Library } from '../src/index.js';
import { findHits } from '../src/library/find-hits.js';
import { serveMiniLm } from './retrieval/minilm-endpoint.js';
import { markdownTable, type Question, score } from './retrieval/score.js';
import { CORPUS } from './support.js';

/** Hits that each channel is asked for: the fused reply reports every channel's rank of its hits. */
const DEPTH = 100;

/** Recall of each channel and of the fusion, through the library itself, over the whole corpus. */
export async function benchRetrieval(): Promise<void> {
  await recallWith('the table that ships', {});
}

/**
 * The table beside the network that it was made from, all-MiniLM-L6-v2 in WebAssembly, behind a local endpoint. It takes
 * minutes, and so runs only when it is named.
 */
export async function benchMiniLm(): Promise<void> {
  await benchRetrieval();
  const endpoint = await serveMiniLm();
  try {
    await recallWith('MiniLM in WebAssembly', {
      GROUNDGLASS_EMBEDDING_URL: endpoint.url,
      GROUNDGLASS_EMBEDDING_MODEL: 'all-MiniLM-L6-v2',
    });
  } finally {
    endpoint.close();
  }
}

async function recallWith(embedder: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const questions = JSON.parse(
    readFileSync(new URL('retrieval/questions.json', import.meta.url), 'utf8'),
  ) as Question[];
  const folder = mkdtempSync(join(tmpdir(), 'groundglass-bench-'));
  const library = Library.open(folder, { create: true, environment });
  try {
    const start = performance.now();
    const files = new Map<string, string>();
    for (const path of new Set(questions.map((question) => question.file))) {
      const { documents } = await add(library, { paths: [join(CORPUS, path)] });
      for (const document of documents) files.set(document.document, relative(CORPUS, join(CORPUS, path)));
    }
    const seconds = (performance.now() - start) / 1000;
    const result = await score(questions, async ({ question }) => {
      const { hits } = await findHits(library, { query: question, limit: DEPTH });
      const places = hits.map((hit) => ({
        bm25: hit.channels.bm25?.rank ?? null,
        vector: hit.channels.vector?.rank ?? null,
        place: {
          file: files.get(hit.locator.document) ?? '',
          page: hit.locator.page,
          chapter: hit.locator.chapter,
        },
      }));
      const by = (channel: 'bm25' | 'vector') =>
        places
          .filter((hit) => hit[channel] !== null)
          .sort((a, b) => (a[channel] as number) - (b[channel] as number))
          .map((hit) => hit.place);
      return { bm25: by('bm25'), vector: by('vector'), fused: places.map((hit) => hit.place) };
    });
    console.log(
      `\n## Retrieval with ${embedder}, ${questions.length} questions; adding took ${seconds.toFixed(0)} s\n`,
    );
    console.log(markdownTable(result));
  } finally {
    await library.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
