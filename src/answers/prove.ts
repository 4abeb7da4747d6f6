import { pageBox } from '../evidence/boxes.js';
import type { ProveReply } from '../evidence/wire/prove.js';
import type { ProveRequest } from '../evidence/wire/requests.js';
import type { Library } from '../library/library.js';
import { pageLocator } from '../library/locators.js';
import { pageIndexOf } from '../library/read.js';
import { contentOf } from './do-page-work.js';
import { proofIn } from './page-stages.js';

/** Whether a text is really visible on a page: by two parsers and by the pixels, or the reason why it is not proven. */
export function prove(library: Library, request: ProveRequest): Promise<ProveReply> {
  return library.withDocument(request.doc, async (entry) => {
    const pageIndex = pageIndexOf(entry, request.page);
    const box = request.box === undefined ? null : pageBox(...request.box);
    const { proven, occurrences, refused } = await proofIn(library, entry, pageIndex, { text: request.text, box });
    const record = await library.record(entry);
    return {
      proven: contentOf(proven),
      occurrences: contentOf(occurrences),
      refused: contentOf(refused),
      locator: pageLocator(entry, record, pageIndex),
    };
  });
}
