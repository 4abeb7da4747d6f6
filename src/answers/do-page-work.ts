import pLimit from 'p-limit';
import type { Library } from '../library/library.js';
import { EngineThread, LOOK_INSTEAD } from '../sources/engine-thread.js';
import { type GivenTo, PAGE_WORK, type PageParts, type PageWork, type ResultOf } from './page-work.js';
import type { PageWorkCalls, StoredParts } from './page-work-thread.js';

const THREAD_ENTRY = '#threads/page-work';
/**
 * Pages of which no more than this is stored are worked on where the call is: a page of 9,000 glyphs, which takes a
 * third of a second. A larger one would keep a server from answering others; the densest of a report has a third of it.
 */
const MAX_HERE_BYTES = 4_000_000;
/** What a page of 90,000 digits in as many cells takes, twice. */
const MAX_HEAP_MIB = 1_024;
/** One page at a time: each may take as much memory as the rest of the process. */
const oneByOne = pLimit(1);

const DOING: Readonly<Record<PageWork, string>> = {
  proof: 'Proving',
  tables: 'Looking for tables on',
  charts: 'Looking for charts on',
  partition: 'Cutting up',
};

/**
 * Does work on a page: a heavy page's in a thread that is ended when it takes too much time or memory.
 *
 * @param stored where the parts are that the work needs @param here the same parts, for a page that is light
 * @returns the result, or its JSON where it was made in the thread
 * @throws GroundglassError `too_slow`, `out_of_memory`, `object_missing`, `object_damaged`
 */
export async function doPageWork<N extends PageWork>(
  library: Library,
  name: N,
  pageIndex: number,
  stored: StoredParts,
  here: () => Promise<PageParts>,
  given: GivenTo<N>,
): Promise<ResultOf<N> | Uint8Array> {
  const refs = [stored.painted, ...(stored.evidence ? [stored.evidence] : [])];
  if (refs.reduce((sum, { bytes }) => sum + bytes, 0) <= MAX_HERE_BYTES) {
    // The table pairs each kind of work with what it is given; the union of them can't be called as one.
    const work = PAGE_WORK[name] as (parts: PageParts, given: GivenTo<N>) => ResultOf<N>;
    return work(await here(), given);
  }
  return oneByOne(async () => {
    const thread = new EngineThread<PageWorkCalls>(THREAD_ENTRY, {}, MAX_HEAP_MIB);
    try {
      return await thread.call('work', [library.root, name, stored, given], {
        what: `${DOING[name]} page ${pageIndex + 1}`,
        timeoutMs: library.limits.pageTimeoutMs,
        instead: LOOK_INSTEAD,
      });
    } catch (error) {
      await library.forgetDamaged(error, refs);
      throw error;
    } finally {
      await thread.close();
    }
  });
}
