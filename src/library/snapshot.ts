import { GroundglassError } from '../evidence/errors.js';
import { indexPassages, removePassages } from '../retrieval/text-index.js';
import type { Catalogue } from '../store/catalogue.js';
import { REBUILD_STEP } from '../store/database.js';
import { isDamage, type ObjectRef, type ObjectStore } from '../store/objects.js';

/** One document as a snapshot holds it: everything that readers need, by reference. */
export interface SnapshotEntry {
  readonly document: string;
  readonly digest: string;
  readonly kind: 'pdf' | 'epub' | 'image';
  /** What the file itself gives as its title; never its name, so that the name of a copy changes no snapshot. */
  readonly title: string | null;
  readonly pages: number;
  readonly members: number;
  /** The version of the reading code that made it. */
  readonly readVersion: number;
  readonly source: ObjectRef;
  /** The cached result of the reading stage, which names the three objects that follow. */
  readonly reading: ObjectRef;
  readonly record: ObjectRef;
  readonly lines: ObjectRef;
  readonly passages: ObjectRef;
  /** Null until the passages are embedded; they are found by words until then. */
  readonly vectors: { readonly model: string; readonly dimensions: number; readonly ref: ObjectRef } | null;
}

/** A complete, immutable state of the library. Its id is the digest of its content. */
export interface Snapshot {
  readonly ref: ObjectRef | null;
  readonly documents: readonly SnapshotEntry[];
}

/** The pointer that says which snapshot readers get. */
const CURRENT = 'current';
/** Superseded snapshots kept for readers that are just about to open one. */
const KEPT_SNAPSHOTS = 16;
const FORMAT = 1;

const EMPTY: Snapshot = { ref: null, documents: [] };

/** Reads snapshots and switches between them. A switch is one transaction over the pointer and the text index. */
export class Snapshots {
  private last: Snapshot = EMPTY;

  constructor(
    private readonly catalogue: Catalogue,
    private readonly objects: ObjectStore,
  ) {}

  currentRef(): ObjectRef | null {
    return this.catalogue.pointer(CURRENT);
  }

  async load(ref: ObjectRef | null): Promise<Snapshot> {
    if (ref === null) return EMPTY;
    if (this.last.ref?.digest !== ref.digest) {
      const { documents } = await this.objects.getJson<{ documents: SnapshotEntry[] }>(ref).catch(rethrowForRebuild);
      this.last = { ref, documents };
    }
    return this.last;
  }

  current(): Promise<Snapshot> {
    return this.steady(() => this.load(this.currentRef()));
  }

  /**
   * Runs `work` on one state of the library. Where an object is missing because a document was removed meanwhile, the
   * work is done again on the state that followed; only what a state that still stands lacks is damage.
   */
  async steady<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      const before = this.currentRef()?.digest;
      try {
        return await work();
      } catch (error) {
        if (!isDamage(error) || this.currentRef()?.digest === before) throw error;
      }
    }
  }

  /**
   * Puts one document into the library, or in the place of its former entry.
   *
   * @param texts what the text index holds of the document; null leaves the index as it is
   * @returns false where objects of the entry are gone, because another process removed a document that has them too
   */
  publish(entry: SnapshotEntry, texts: readonly string[] | null): Promise<boolean> {
    return this.switch(
      (documents) => {
        const former = documents.find((other) => other.document === entry.document);
        // Another process may have embedded the same passages already.
        const vectors = entry.vectors ?? (former?.passages.digest === entry.passages.digest ? former.vectors : null);
        return [...documents.filter((other) => other !== former), { ...entry, vectors }];
      },
      () => {
        if (!refsOf(entry).every((ref) => this.objects.has(ref))) return false;
        if (texts !== null) indexPassages(this.catalogue.database, entry.document, texts);
        return true;
      },
    );
  }

  /** Takes a document out, then deletes the objects that nothing refers to any more. */
  async remove(entry: SnapshotEntry): Promise<void> {
    let derived: ObjectRef[] = [];
    await this.switch(
      (documents) => documents.filter((other) => other.document !== entry.document),
      () => {
        removePassages(this.catalogue.database, entry.document);
        this.catalogue.forgetOrigins(entry.document);
        derived = this.catalogue.takeDerived(entry.document);
        return true;
      },
    );
    await this.collect([...refsOf(entry), ...derived]);
  }

  /**
   * Keeps what was made of a document on demand: it goes when the document does. `alongside` runs in the same transaction.
   * @throws GroundglassError `document_not_found` where the document was removed meanwhile; then nothing is kept
   */
  async keep(entry: SnapshotEntry, bytes: Uint8Array, alongside: (ref: ObjectRef) => void): Promise<ObjectRef> {
    for (;;) {
      const ref = await this.objects.put(bytes);
      const snapshot = await this.current();
      const outcome = await this.catalogue.write(() => {
        // The same object may have belonged to a document that another process has just removed.
        if (this.currentRef()?.digest !== snapshot.ref?.digest || !this.objects.has(ref)) return 'overtaken';
        if (!snapshot.documents.some(({ digest }) => digest === entry.digest)) {
          this.deleteUnneeded([ref], snapshot);
          return 'removed';
        }
        this.catalogue.recordDerived(entry.document, ref);
        alongside(ref);
        return 'kept';
      });
      if (outcome === 'kept') return ref;
      if (outcome === 'removed') throw removedMeanwhile(entry);
    }
  }

  /**
   * Writes the next snapshot and moves the pointer to it, unless another process was quicker: then it starts again from
   * what that one published. `alongside` runs in the same transaction; where it returns false nothing is switched.
   */
  private async switch(
    change: (documents: readonly SnapshotEntry[]) => SnapshotEntry[],
    alongside: () => boolean,
  ): Promise<boolean> {
    for (;;) {
      const before = await this.current();
      const documents = change(before.documents).sort((a, b) => (a.digest < b.digest ? -1 : 1));
      const ref = await this.objects.putJson({ format: FORMAT, documents });
      const outcome = await this.catalogue.write(() => {
        // The same state may have been an old snapshot that another process has just deleted.
        const overtaken = this.currentRef()?.digest !== before.ref?.digest || !this.objects.has(ref);
        if (overtaken || !alongside()) {
          if (!this.catalogue.isListed(ref)) this.objects.deleteNow(ref);
          return overtaken ? 'overtaken' : 'refused';
        }
        this.catalogue.setPointer(CURRENT, ref);
        this.catalogue.recordSnapshot(ref);
        return 'switched';
      });
      if (outcome === 'overtaken') continue;
      if (outcome === 'switched') await this.forgetOldSnapshots();
      return outcome === 'switched';
    }
  }

  private forgetOldSnapshots(): Promise<void> {
    return this.catalogue.write(() => {
      for (const ref of this.catalogue.takeOldSnapshots(KEPT_SNAPSHOTS)) this.objects.deleteNow(ref);
    });
  }

  /** Deletes those of `refs` that the current snapshot does not need. The write lock keeps others from publishing. */
  private async collect(refs: readonly ObjectRef[]): Promise<void> {
    for (;;) {
      const snapshot = await this.current();
      const done = await this.catalogue.write(() => {
        if (this.currentRef()?.digest !== snapshot.ref?.digest) return false;
        this.deleteUnneeded(refs, snapshot);
        return true;
      });
      if (done) return;
    }
  }

  /** Callers hold the write lock, and `snapshot` is the current one. */
  private deleteUnneeded(refs: readonly ObjectRef[], snapshot: Snapshot): void {
    const needed = new Set(snapshot.documents.flatMap(refsOf).map((ref) => ref.digest));
    for (const ref of refs) {
      if (needed.has(ref.digest) || this.catalogue.isDerived(ref)) continue;
      this.catalogue.forgetStages(ref);
      this.objects.deleteNow(ref);
    }
  }
}

/** All objects that a document consists of. */
export function refsOf({ source, reading, record, lines, passages, vectors }: SnapshotEntry): ObjectRef[] {
  return [source, reading, record, lines, passages, ...(vectors ? [vectors.ref] : [])];
}

function removedMeanwhile({ document }: SnapshotEntry): GroundglassError {
  return new GroundglassError(
    'document_not_found',
    `The document ${document} was removed while it was being worked on.`,
    'Add its file again, or list the documents to see which there are.',
    { doc: document },
  );
}

/** Without the list of documents nothing can be removed or added: only starting over helps. */
function rethrowForRebuild(error: unknown): never {
  if (!isDamage(error)) throw error;
  const { code, message, details } = error as GroundglassError;
  throw new GroundglassError(code, message, REBUILD_STEP, details, { cause: error });
}
