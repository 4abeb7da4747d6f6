import { readFile, stat } from 'node:fs/promises';
import type { Advice, Hints } from '../evidence/wire/advice.js';
import type { AdviseRequest } from '../evidence/wire/requests.js';
import type { Origin } from '../store/catalogue.js';
import { digestOf } from '../store/objects.js';
import { type FindOptions, findHits } from './find-hits.js';
import type { Library, OriginState } from './library.js';
import { evaluate } from './policy/evaluate.js';
import type { PolicyHit } from './policy/hit.js';
import type { Snapshot } from './snapshot.js';

/** A changed file is read again to be sure, up to this size; a larger one counts as changed by its date. */
const MAX_REHASH_BYTES = 64 * 2 ** 20;
const SEARCH_LIMIT = 10;

/** Whether the text found is enough for a question, why not, and where to look. Without hits the library is searched. */
export async function advise(library: Library, request: AdviseRequest, options: FindOptions = {}): Promise<Advice> {
  const { query, hints = {} } = request;
  if (request.hits !== undefined) {
    return adviceFor(library, await library.snapshots.current(), { query, hits: request.hits, hints });
  }
  const within = request.doc === undefined ? {} : { doc: request.doc };
  const { snapshot, hits } = await findHits(library, { query, limit: SEARCH_LIMIT, ...within }, options);
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
  return evaluate(query, hits, hints, {
    documents: Object.fromEntries(
      snapshot.documents.map(({ document, digest, pages }) => [document, { digest, pages }]),
    ),
    changed: documents.filter((_, i) => changed[i]),
  });
}

/**
 * Whether a file that a document was added from holds something else by now, and no other still holds the document. A
 * file that is gone says nothing.
 */
async function originChanged(library: Library, document: string): Promise<boolean> {
  const states = await Promise.all(library.catalogue.originsOf(document).map((origin) => stateOf(library, origin)));
  return states.includes('changed') && !states.includes('unchanged');
}

async function stateOf(library: Library, { path, document, bytes, modifiedMs }: Origin): Promise<OriginState> {
  const facts = await stat(path).catch(() => null);
  if (facts === null) return 'gone';
  if (facts.size !== bytes) return 'changed';
  if (Math.round(facts.mtimeMs) === modifiedMs) return 'unchanged';
  if (facts.size > MAX_REHASH_BYTES) return 'changed';
  const seen = `${document} ${path} ${facts.mtimeMs}`;
  const known = library.originStates.get(seen);
  if (known) return known;
  const content = await readFile(path).catch(() => null);
  if (content === null) return 'gone';
  const state = digestOf(content).startsWith(document) ? 'unchanged' : 'changed';
  library.originStates.set(seen, state);
  return state;
}
