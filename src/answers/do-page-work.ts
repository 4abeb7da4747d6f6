import pLimit from 'p-limit';
import { RawJson } from '../evidence/raw-json.js';
import type { Library } from '../library/library.js';
import { EngineThread, LOOK_INSTEAD, type Task } from '../sources/engine-thread.js';
import type { ObjectRef } from '../store/objects.js';
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
  prove: 'Looking for a text on',
  page: 'Cutting up',
  review: 'Drawing the evidence of',
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
  if (isLight(stored)) return workOf(name)(await here(), given);
  return inThread(library, name, pageIndex, stored, (thread, task) =>
    thread.call('work', [library.root, name, stored, given], task),
  );
}

/** As {@link doPageWork}, for a result that is not stored: its fields, each to be read, or handed on unread. */
export async function pagePieces<N extends PageWork>(
  library: Library,
  name: N,
  pageIndex: number,
  stored: StoredParts,
  here: () => Promise<PageParts>,
  given: GivenTo<N>,
): Promise<Pieces<ResultOf<N>>> {
  if (isLight(stored)) {
    const result: object = workOf(name)(await here(), given);
    return Object.fromEntries(Object.entries(result).map(([key, value]) => [key, { value }])) as Pieces<ResultOf<N>>;
  }
  return inThread(library, name, pageIndex, stored, (thread, task) =>
    thread.call('pieces', [library.root, name, stored, given], task),
  ) as Promise<Pieces<ResultOf<N>>>;
}

/** A field of a result: as it is, as bytes where it is bytes, or as JSON from a thread. */
export type Piece<T> = { readonly value: T } | { readonly bytes: T } | { readonly json: Uint8Array };
export type Pieces<R> = { readonly [K in keyof R]: Piece<R[K]> };

export function contentOf<T>(piece: Piece<T>): T {
  if ('json' in piece) return JSON.parse(new TextDecoder().decode(piece.json)) as T;
  return 'value' in piece ? piece.value : piece.bytes;
}

/** The field as JSON in UTF-8. */
export const jsonOf = (piece: Piece<unknown>): Uint8Array =>
  'json' in piece ? piece.json : new TextEncoder().encode(JSON.stringify(contentOf(piece)));

/** The field for a reply that is written as JSON, without reading what a thread wrote. It is typed as what it stands for. */
export const unread = <T>(piece: Piece<T>): T =>
  'json' in piece ? (new RawJson(piece.json) as unknown as T) : contentOf(piece);

const refsOf = ({ painted, evidence, tables }: StoredParts): ObjectRef[] =>
  [painted, evidence, tables].flatMap((ref) => ref ?? []);
const isLight = (stored: StoredParts): boolean =>
  refsOf(stored).reduce((sum, { bytes }) => sum + bytes, 0) <= MAX_HERE_BYTES;

/** The table pairs each kind of work with what it is given; the union of them can't be called as one. */
const workOf = <N extends PageWork>(name: N) => PAGE_WORK[name] as (parts: PageParts, given: GivenTo<N>) => ResultOf<N>;

function inThread<T>(
  library: Library,
  name: PageWork,
  pageIndex: number,
  stored: StoredParts,
  call: (thread: EngineThread<PageWorkCalls>, task: Task) => Promise<T>,
): Promise<T> {
  return oneByOne(async () => {
    const thread = new EngineThread<PageWorkCalls>(THREAD_ENTRY, {}, MAX_HEAP_MIB);
    try {
      return await call(thread, {
        what: `${DOING[name]} page ${pageIndex + 1}`,
        timeoutMs: library.limits.pageTimeoutMs,
        instead: LOOK_INSTEAD,
      });
    } catch (error) {
      await library.forgetDamaged(error, refsOf(stored));
      throw error;
    } finally {
      await thread.close();
    }
  });
}
