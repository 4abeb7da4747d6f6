import { findIn, type Library } from '../library/library.js';
import type { SnapshotEntry } from '../library/snapshot.js';
import type { ObjectRef } from '../store/objects.js';
import type { Member } from './member.js';
import { type DocumentMembers, type MemberOptions, membersOf } from './members.js';

/** Points at the snapshot that was published last. */
const PROCESSING = 'current-processing';
/** Points at the snapshot that readers are served from. */
const MANIFEST = 'current-manifest';

/** What questions are answered from: a scope of documents and their members. Its digest is its name. */
export interface AnswerSnapshot {
  readonly format: 'answers-v1';
  /** Digests of the files, sorted. */
  readonly scope: readonly string[];
  readonly documents: readonly {
    readonly document: string;
    readonly digest: string;
    readonly stage: string;
    readonly members: ObjectRef;
  }[];
}

export interface PublishedSnapshot {
  /** The digest of the snapshot's object; null where no document is in it. */
  readonly ref: ObjectRef;
  readonly snapshot: AnswerSnapshot;
}

/**
 * The snapshot in which these documents are, published first where they are not yet. Documents that were published before
 * stay in it as long as the library has them.
 *
 * @throws GroundglassError what reading a page throws; the snapshot that was published before still serves then
 */
export async function snapshotWith(
  library: Library,
  entries: readonly SnapshotEntry[],
  options: MemberOptions = {},
): Promise<PublishedSnapshot> {
  for (;;) {
    const before = library.catalogue.pointer(MANIFEST);
    const known = before === null ? [] : await knownDocuments(library, before);
    const { documents } = await library.snapshots.current();
    const present = known.filter(({ digest }) => documents.some((entry) => entry.digest === digest));
    const wanted = new Map(present.map((one) => [one.digest, one]));
    for (const entry of entries) {
      const published = wanted.get(entry.digest);
      const made = await membersOf(library, entry, options);
      const isFresh = published?.stage === made.stage && library.catalogue.hasStageOf(published.members);
      if (!isFresh) wanted.set(entry.digest, await writeMembers(entry, made));
    }
    const ref = await writeSnapshot(library, [...wanted.values()]);
    if (await switchPointers(library, before, ref)) {
      return { ref, snapshot: await library.object<AnswerSnapshot>(ref) };
    }
  }
}

/** Step 1: the members and their objects. Done again, it writes the same objects. */
export async function writeMembers(
  entry: SnapshotEntry,
  { stage, ref }: DocumentMembers,
): Promise<AnswerSnapshot['documents'][number]> {
  return { document: entry.document, digest: entry.digest, stage, members: await ref() };
}

/** Step 2: the snapshot's own object. */
export function writeSnapshot(library: Library, documents: AnswerSnapshot['documents']): Promise<ObjectRef> {
  const sorted = [...documents].sort((a, b) => (a.digest < b.digest ? -1 : 1));
  const snapshot: AnswerSnapshot = {
    format: 'answers-v1',
    scope: sorted.map(({ digest }) => digest),
    documents: sorted,
  };
  return library.objects.putJson(snapshot);
}

/** Step 3: both pointers, in one transaction, unless another process was quicker. */
export function switchPointers(library: Library, before: ObjectRef | null, ref: ObjectRef): Promise<boolean> {
  const { catalogue } = library;
  if (before?.digest === ref.digest && catalogue.pointer(PROCESSING)?.digest === ref.digest)
    return Promise.resolve(true);
  return catalogue.write(() => {
    if (catalogue.pointer(MANIFEST)?.digest !== before?.digest) return false;
    catalogue.setPointer(PROCESSING, ref);
    catalogue.setPointer(MANIFEST, ref);
    return true;
  });
}

/** The members of a document of a snapshot. */
export function membersIn(
  library: Library,
  { snapshot }: PublishedSnapshot,
  digest: string,
): Promise<readonly Member[]> {
  const found = snapshot.documents.find((one) => one.digest === digest);
  return found === undefined ? Promise.resolve([]) : library.object<readonly Member[]>(found.members);
}

/** Forgets the members that stand on a damaged object, so that they are made anew. */
export async function forgetMembersWith(library: Library, digest: string): Promise<void> {
  const current = library.catalogue.pointer(MANIFEST);
  for (const { members } of current === null ? [] : await knownDocuments(library, current).catch(() => [])) {
    const list = await library.objects.getJson<readonly Member[]>(members).catch((): readonly Member[] => []);
    const stands =
      list.length === 0 || list.some(({ ir, svg, receipt }) => [ir, svg, receipt].some((ref) => ref.digest === digest));
    if (stands) await library.catalogue.write(() => library.catalogue.forgetStages(members));
  }
}

async function knownDocuments(library: Library, ref: ObjectRef): Promise<AnswerSnapshot['documents']> {
  return (await library.object<AnswerSnapshot>(ref)).documents;
}

/** The documents that a question is about: one, or all that answers can be proven in. */
export async function scopeOf(library: Library, doc: string | undefined): Promise<SnapshotEntry[]> {
  const current = await library.snapshots.current();
  if (doc !== undefined) return [findIn(current, doc)].filter(isProvable);
  return current.documents.filter(isProvable);
}

const isProvable = ({ kind }: SnapshotEntry): boolean => kind === 'pdf';
