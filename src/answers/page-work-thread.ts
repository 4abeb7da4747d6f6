import { serveThread } from '../sources/engine-thread-entry.js';
import { type ObjectRef, ObjectStore } from '../store/objects.js';
import { PAGE_WORK, type PageParts, type PageWork } from './page-work.js';

/** Where the parts of a page are stored. */
export interface StoredParts {
  readonly painted: ObjectRef;
  readonly evidence?: ObjectRef;
}

/** The calls that the thread answers; it reads the page from the library's objects itself, and gives JSON, ready to be stored. */
const calls = {
  work: async (root: string, name: PageWork, { painted, evidence }: StoredParts, given: unknown) => {
    const objects = new ObjectStore(root);
    const { rest } = await objects.getJson<{ rest: Omit<PageParts['painted'], 'svg'> }>(painted);
    const parts: PageParts = {
      painted: { ...rest, svg: '' },
      ...(evidence ? { evidence: await objects.getJson(evidence) } : {}),
    };
    const work = PAGE_WORK[name] as (parts: PageParts, given: unknown) => unknown;
    const value = new TextEncoder().encode(JSON.stringify(work(parts, given)));
    return { value, transfer: [value.buffer] };
  },
};
export type PageWorkCalls = typeof calls;

serveThread(calls);
