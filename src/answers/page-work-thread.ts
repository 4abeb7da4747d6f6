import { serveThread } from '../sources/engine-thread-entry.js';
import { type ObjectRef, ObjectStore } from '../store/objects.js';
import { PAGE_WORK, type PageParts, type PageWork } from './page-work.js';

/** Where the parts of a page are stored. */
export interface StoredParts {
  readonly painted: ObjectRef;
  readonly evidence?: ObjectRef;
  readonly tables?: ObjectRef;
}

/** Work that looks at the text of the SVG, which is an object of its own. */
const WITH_SVG: ReadonlySet<PageWork> = new Set<PageWork>(['page', 'review']);

/** The calls that the thread answers; it reads the page from the library's objects itself. */
const calls = {
  /** The result as JSON, ready to be stored. */
  work: async (root: string, name: PageWork, stored: StoredParts, given: unknown) => {
    const value = jsonOf(await resultOf(root, name, stored, given));
    return { value, transfer: [value.buffer as ArrayBuffer] };
  },
  /** Each field of the result as JSON, or as it is where it is bytes: what only goes into a reply need not be read again. */
  pieces: async (root: string, name: PageWork, stored: StoredParts, given: unknown) => {
    const result = (await resultOf(root, name, stored, given)) as Record<string, unknown>;
    const pieces = Object.entries(result).map(
      ([key, value]) => [key, value instanceof Uint8Array ? { bytes: value } : { json: jsonOf(value) }] as const,
    );
    const transfer = pieces.map(([, piece]) => ('bytes' in piece ? piece.bytes : piece.json).buffer as ArrayBuffer);
    return { value: Object.fromEntries(pieces), transfer };
  },
};
export type PageWorkCalls = typeof calls;

async function resultOf(root: string, name: PageWork, stored: StoredParts, given: unknown): Promise<unknown> {
  const objects = new ObjectStore(root);
  const work = PAGE_WORK[name] as (parts: PageParts, given: unknown) => unknown;
  const { svg, rest } = await objects.getJson<{ svg: ObjectRef; rest: Omit<PageParts['painted'], 'svg'> }>(
    stored.painted,
  );
  const text = WITH_SVG.has(name) ? new TextDecoder().decode(await objects.get(svg)) : '';
  const parts: PageParts = {
    painted: { ...rest, svg: text },
    svg,
    ...(stored.evidence ? { evidence: await objects.getJson(stored.evidence) } : {}),
    ...(stored.tables ? { tables: await objects.getJson(stored.tables) } : {}),
  };
  return work(parts, given);
}

const jsonOf = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

serveThread(calls);
