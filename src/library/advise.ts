import { readFile, stat } from 'node:fs/promises';
import type { Advice, Hints } from '../evidence/wire/advice.js';
import type { AdviseRequest } from '../evidence/wire/requests.js';
import { digestOf } from '../store/objects.js';
import type { Library } from './library.js';
import { evaluate } from './policy/evaluate.js';
import type { PolicyHit } from './policy/hit.js';
import { findHits } from './find-hits.js';
import type { Snapshot } from './snapshot.js';

/** A changed file is read again to be sure, up to this size; a larger one counts as changed by its date. */
const MAX_REHASH_BYTES = 64 * 2 ** 20;
const SEARCH_LIMIT = 10;

/** Whether the text found is enough for a question, why not, and where to look. Without hits the library is searched. */
export async function advise(library: Library, request: AdviseRequest): Promise<Advice> {
  const { query, hints = {} } = request;
  if (request.hits !== undefined) {
    return adviceFor(library, await library.snapshots.current(), { query, hits: request.hits, hints });
  }
  const { snapshot, hits } = await findHits(library, {
    query,
    limit: SEARCH_LIMIT,
    ...(request.doc === undefined ? {} : { doc: request.doc }),
  });
  return adviceFor(library, snapshot, { query, hits, hints });
}

/** The policy's answer, with what the library alone knows: page counts, and files that changed since they were added. */
export async function adviceFor(
  library: Library,
  snapshot: Snapshot,
  { query, hits, hints }: { query: string; hits: readonly PolicyHit[]; hints: Hints },
): Promise<Advice> {
  const documents = [...new Set(hits.map((hit) => hit.locator.document))];
  const changed = await Promise.all(documents.map((document) => originChanged(library, document)));
  return evaluate(query, hits, changed.includes(true) ? { ...hints, source_conflict: true } : hints, {
    page_counts: Object.fromEntries(snapshot.documents.map((entry) => [entry.document, entry.pages])),
  });
}

/** Whether the file that a document was added from holds something else by now. A file that is gone says nothing. */
async function originChanged(library: Library, document: string): Promise<boolean> {
  for (const origin of library.catalogue.originsOf(document)) {
    const facts = await stat(origin.path).catch(() => null);
    if (facts === null || (facts.size === origin.bytes && Math.round(facts.mtimeMs) === origin.modifiedMs)) continue;
    if (facts.size !== origin.bytes || facts.size > MAX_REHASH_BYTES) return true;
    const bytes = await readFile(origin.path).catch(() => null);
    if (bytes !== null && !digestOf(bytes).startsWith(document)) return true;
  }
  return false;
}
