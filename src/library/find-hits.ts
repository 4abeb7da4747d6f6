import { toGroundglassError } from '../evidence/errors.js';
import type { Warning } from '../evidence/wire/document.js';
import type { SearchRequest } from '../evidence/wire/requests.js';
import type { Hit } from '../evidence/wire/search.js';
import type { Passage } from '../pipeline/passages.js';
import { fuse } from '../retrieval/fusion.js';
import { searchPassages } from '../retrieval/text-index.js';
import { findIn, type Library } from './library.js';
import { chapterLocator, pageLocator, wireBox } from './locators.js';
import type { Snapshot, SnapshotEntry } from './snapshot.js';

/** Hits that each channel brings into the fusion. */
const CHANNEL_DEPTH = 100;

/** The passages for a question, by words and by meaning, over one snapshot of the library. */
export async function findHits(
  library: Library,
  request: SearchRequest,
): Promise<{ snapshot: Snapshot; hits: Hit[]; warnings: Warning[] }> {
  // The pointer and the word index change in one transaction: reading both in one gives one state of the library.
  const scope = request.doc === undefined ? null : (await library.find(request.doc)).document;
  const { ref, words } = library.catalogue.read(() => ({
    ref: library.snapshots.currentRef(),
    words: searchPassages(library.catalogue.database, request.query, scope, CHANNEL_DEPTH),
  }));
  const snapshot = await library.snapshots.load(ref);
  if (scope !== null) findIn(snapshot, scope);
  if (snapshot.documents.length === 0) return { snapshot, hits: [], warnings: [] };

  const { found: meanings, warnings } = await byMeaning(library, snapshot, request.query, scope);
  const channel = (found: readonly { document: string; ordinal: number; score: number }[]) =>
    found.map(({ document, ordinal, score }) => ({ id: `${document}#${ordinal}`, score }));
  const fused = fuse(channel(words), channel(meanings)).slice(0, request.limit);
  const hits = await Promise.all(
    fused.map(async ({ id, score, bm25, vector }, i): Promise<Hit> => {
      const [document, ordinal] = id.split('#') as [string, string];
      const entry = snapshot.documents.find((candidate) => candidate.document === document) as SnapshotEntry;
      const passage = (await library.passages(entry))[Number(ordinal)] as Passage;
      return {
        ref: id,
        rank: i + 1,
        score,
        channels: { bm25, vector },
        text: passage.text,
        kind: passage.kind,
        headings: [...passage.headings],
        locator: await locatorOf(library, entry, passage),
        suggested_crop: passage.crop === null ? null : wireBox(passage.crop),
        broken_images: [...passage.brokenImages],
      };
    }),
  );
  return { snapshot, hits, warnings };
}

/** The vector channel. Where the embedder can't be reached, words alone are searched, and a warning says so. */
async function byMeaning(library: Library, snapshot: Snapshot, query: string, scope: string | null) {
  try {
    const embedder = await library.embedder();
    const index = await library.vectorIndex(snapshot, embedder);
    const [vector] = await embedder.embed([query]);
    return { found: index.search(vector as Float32Array, scope, CHANNEL_DEPTH), warnings: [] };
  } catch (thrown) {
    const error = toGroundglassError(thrown);
    if (error.class !== 'upstream_refused' && error.class !== 'missing_dependency') throw error;
    const message = `Searched by words only: ${error.message} ${error.nextStep}`;
    return { found: [], warnings: [{ code: 'vectors_unavailable', message, page_index: null }] };
  }
}

async function locatorOf(library: Library, entry: SnapshotEntry, passage: Passage) {
  return passage.pageIndex === null
    ? chapterLocator(entry, passage.chapter, passage.element, passage.pageLabel)
    : pageLocator(entry, await library.record(entry), passage.pageIndex, passage.box);
}
