import { toGroundglassError } from '../evidence/errors.js';
import type { Warning } from '../evidence/wire/document.js';
import { wireBox } from '../evidence/wire/locator.js';
import type { SearchRequest } from '../evidence/wire/requests.js';
import type { Hit } from '../evidence/wire/search.js';
import type { Embedder } from '../models/embedding.js';
import type { Passage } from '../pipeline/passages.js';
import { fuse } from '../retrieval/fusion.js';
import { queryTokens } from '../retrieval/segment.js';
import { searchPassages } from '../retrieval/text-index.js';
import type { VectorHit } from '../retrieval/vector-index.js';
import { titleOf } from './documents.js';
import { findIn, type Library } from './library.js';
import { chapterLocator, pageLocator } from './locators.js';
import type { Snapshot, SnapshotEntry } from './snapshot.js';

/** Hits that each channel brings into the fusion. */
const CHANNEL_DEPTH = 100;

const EMPTY_LIBRARY: Warning = {
  code: 'library_empty',
  message: 'The library is empty: add files first, or name another library folder.',
  page_index: null,
};

export interface FindOptions {
  /** Ends the waiting for an embedding endpoint. */
  readonly signal?: AbortSignal;
}

interface Found {
  readonly snapshot: Snapshot;
  readonly hits: Hit[];
  readonly warnings: Warning[];
}

/** The passages for a question, by words and by meaning, over one snapshot of the library. */
export function findHits(library: Library, request: SearchRequest, options: FindOptions = {}): Promise<Found> {
  return library.snapshots.steady(() => findOnce(library, request, options));
}

async function findOnce(library: Library, request: SearchRequest, options: FindOptions): Promise<Found> {
  const scope = request.doc === undefined ? null : (await library.find(request.doc)).document;
  // The pointer and the word index change in one transaction: reading both in one gives one state of the library.
  const { ref, words } = library.catalogue.read(() => ({
    ref: library.snapshots.currentRef(),
    words: searchPassages(library.catalogue.database, request.query, scope, CHANNEL_DEPTH),
  }));
  const snapshot = await library.snapshots.load(ref);
  if (scope !== null) findIn(snapshot, scope);
  // An embedder makes a vector of punctuation too, and every passage is somewhere near it.
  const tokens = queryTokens(request.query);
  if (snapshot.documents.length === 0) return { snapshot, hits: [], warnings: [EMPTY_LIBRARY] };
  if (tokens.length === 0) return { snapshot, hits: [], warnings: [] };

  const { found: meanings, warnings } = await byMeaning(library, snapshot, request.query, scope, options);
  const byWords = words.map(({ document, ordinal, score, coverage }) => ({
    id: refOf(document, ordinal),
    score,
    coverage,
  }));
  const byVector = meanings.map(({ document, ordinal, score }) => ({ id: refOf(document, ordinal), score }));
  const fused = fuse(byWords, byVector).slice(0, request.limit);
  const hits = await Promise.all(
    fused.map(async ({ id, score, bm25, vector }, i): Promise<Hit> => {
      const [document, ordinal] = id.split('#') as [string, string];
      const entry = findIn(snapshot, document);
      const title = titleOf(library, entry);
      const passage = (await library.passages(entry))[Number(ordinal)] ?? wholeDocument(entry, title);
      return {
        ref: id,
        rank: i + 1,
        score,
        channels: { bm25, vector },
        text: passage.text,
        kind: passage.kind,
        title,
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
async function byMeaning(
  library: Library,
  snapshot: Snapshot,
  query: string,
  scope: string | null,
  options: FindOptions,
): Promise<{ found: VectorHit[]; warnings: Warning[] }> {
  try {
    const embedder = await library.embedder(options.signal);
    const index = await library.vectorIndex(snapshot, embedder);
    const [vector] = await embedder.embed([query], options);
    return {
      found: index.search(vector as Float32Array, scope, CHANNEL_DEPTH),
      warnings: unembedded(snapshot, embedder, scope),
    };
  } catch (thrown) {
    if (options.signal?.aborted) throw thrown;
    const error = toGroundglassError(thrown);
    if (error.class !== 'upstream_refused' && error.class !== 'missing_dependency') throw error;
    const message = `Searched by words only: ${error.message} ${error.nextStep}`;
    return { found: [], warnings: [{ code: 'vectors_unavailable', message, page_index: null }] };
  }
}

/** Documents whose vectors are missing, or come from another embedder, are only found by words; nobody may take it for more. */
function unembedded(snapshot: Snapshot, embedder: Embedder, scope: string | null): Warning[] {
  const silent = snapshot.documents.filter(
    ({ document, members, vectors }) =>
      members > 0 && vectors?.model !== embedder.id && (scope ?? document) === document,
  );
  if (silent.length === 0) return [];
  const names = silent
    .slice(0, 5)
    .map(({ document }) => document)
    .join(', ');
  const message = `Searched by words only in ${silent.length} of ${snapshot.documents.length} documents (${names}${silent.length > 5 ? ', …' : ''}), which have no vectors of the embedder in use. Add them again.`;
  return [{ code: 'not_embedded', message, page_index: null }];
}

const refOf = (document: string, ordinal: number): string => `${document}#${ordinal}`;

/** A document without passages is found by its title alone, which stands like a caption for what only a look shows. */
const wholeDocument = (entry: SnapshotEntry, title: string | null): Passage => ({
  kind: 'caption',
  text: title ?? '',
  headings: [],
  pageIndex: entry.kind === 'epub' ? null : 0,
  pageLabel: null,
  chapter: null,
  element: null,
  box: null,
  crop: null,
  brokenImages: [],
});

async function locatorOf(library: Library, entry: SnapshotEntry, passage: Passage) {
  return passage.pageIndex === null
    ? chapterLocator(entry, passage.chapter, passage.element, passage.pageLabel)
    : pageLocator(entry, await library.record(entry), passage.pageIndex, passage.box);
}
