import type { SearchRequest } from '../evidence/wire/requests.js';
import type { SearchReply } from '../evidence/wire/search.js';
import { adviceFor } from './advise.js';
import { type FindOptions, findHits } from './find-hits.js';
import type { Library } from './library.js';

/** Finds passages by words and by meaning over one snapshot, and says whether their text is enough. */
export async function search(
  library: Library,
  request: SearchRequest,
  options: FindOptions = {},
): Promise<SearchReply> {
  const { snapshot, hits, warnings } = await findHits(library, request, options);
  const advice = await adviceFor(library, snapshot, { query: request.query, hits, hints: {} });
  return { query: request.query, snapshot: snapshot.ref?.digest ?? null, hits, advice, warnings };
}
