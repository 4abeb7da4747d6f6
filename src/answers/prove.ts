import { pageBox } from '../evidence/boxes.js';
import type { ProveReply } from '../evidence/wire/prove.js';
import type { ProveRequest } from '../evidence/wire/requests.js';
import type { Library } from '../library/library.js';
import { pageLocator } from '../library/locators.js';
import { pageIndexOf } from '../library/read.js';
import { prove as proveOn } from '../pipeline/prove.js';
import { proofOf } from './page-stages.js';

/** Whether a text is really visible on a page: by two parsers and by the pixels, or the reason why it is not proven. */
export function prove(library: Library, request: ProveRequest): Promise<ProveReply> {
  return library.withDocument(request.doc, async (entry) => {
    const pageIndex = pageIndexOf(entry, request.page);
    const evidence = await proofOf(library, entry, pageIndex);
    const record = await library.record(entry);
    return {
      ...proveOn(evidence, request.text, request.box === undefined ? null : pageBox(...request.box)),
      locator: pageLocator(entry, record, pageIndex),
    };
  });
}
