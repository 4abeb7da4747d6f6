import { GroundglassError } from '../evidence/errors.js';
import { indexPassages, removePassages } from '../retrieval/text-index.js';
import type { Catalogue } from '../store/catalogue.js';
import type { ObjectRef, ObjectStore } from '../store/objects.js';

/** One document as a snapshot holds it: everything that readers need, by reference. */
export interface SnapshotEntry {
  readonly document: string;
  readonly digest: string;
  readonly kind: 'pdf' | 'epub' | 'image';
  readonly title: string | null;
  readonly pages: number;
  readonly members: number;
  /** The version of the reading code that made it. */
  readonly readVersion: number;
  readonly source: ObjectRef;
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
      const { documents } = await this.objects.getJson<{ documents: SnapshotEntry[] }>(ref);
      this.last = { ref, documents };
    }
    return this.last;
  }

  async current(): Promise<Snapshot> {
    return this.load(this.currentRef());
  }

  /**
   * Puts one document into the library, or in the place of its former entry.
   *
   * @param texts what the text index holds of the document; null leaves the index as it is
   */
  publish(entry: SnapshotEntry, texts: readonly string[] | null): Promise<Snapshot> {
    return this.switch(
      (documents) => [...documents.filter((other) => other.document !== entry.document), entry],
      () => {
        const missing = refsOf(entry).find((ref) => !this.objects.has(ref));
        // Another process removed the same document while this one was being read: what was stored is gone.
        if (missing) {
          throw new GroundglassError(
            'library_busy',
            'Another process removed this document while it was being added.',
            'Add the file again.',
            { document: entry.document },
          );
        }
        if (texts !== null) indexPassages(this.catalogue.database, entry.document, texts);
      },
    );
  }

  /** Takes a document out, then deletes the objects that nothing refers to any more. */
  async remove(entry: SnapshotEntry): Promise<Snapshot> {
    const snapshot = await this.switch(
      (documents) => documents.filter((other) => other.document !== entry.document),
      () => {
        removePassages(this.catalogue.database, entry.document);
        this.catalogue.forgetOrigins(entry.document);
      },
    );
    await this.collect(refsOf(entry));
    return snapshot;
  }

  /**
   * Writes the next snapshot and moves the pointer to it, unless another process was quicker: then it starts again from
   * what that one published. `alongside` runs in the same transaction.
   */
  private async switch(
    change: (documents: readonly SnapshotEntry[]) => SnapshotEntry[],
    alongside: () => void,
  ): Promise<Snapshot> {
    for (;;) {
      const before = await this.current();
      const documents = change(before.documents).sort((a, b) => (a.digest < b.digest ? -1 : 1));
      const ref = await this.objects.putJson({ format: FORMAT, documents });
      const switched = this.catalogue.write(() => {
        if (this.currentRef()?.digest !== before.ref?.digest) return false;
        alongside();
        this.catalogue.setPointer(CURRENT, ref);
        this.catalogue.recordSnapshot(ref);
        return true;
      });
      if (switched) {
        this.forgetOldSnapshots();
        return { ref, documents };
      }
    }
  }

  private forgetOldSnapshots(): void {
    this.catalogue.write(() => {
      for (const ref of this.catalogue.takeOldSnapshots(KEPT_SNAPSHOTS)) this.objects.deleteNow(ref);
    });
  }

  /** Deletes those of `refs` that the current snapshot does not need. The write lock keeps others from publishing. */
  private async collect(refs: readonly ObjectRef[]): Promise<void> {
    for (;;) {
      const snapshot = await this.current();
      const needed = new Set(snapshot.documents.flatMap(refsOf).map((ref) => ref.digest));
      const done = this.catalogue.write(() => {
        if (this.currentRef()?.digest !== snapshot.ref?.digest) return false;
        for (const ref of refs.filter((candidate) => !needed.has(candidate.digest))) {
          this.catalogue.forgetStages(ref);
          this.objects.deleteNow(ref);
        }
        return true;
      });
      if (done) return;
    }
  }
}

function refsOf(entry: SnapshotEntry): ObjectRef[] {
  return [entry.source, entry.record, entry.lines, entry.passages, ...(entry.vectors ? [entry.vectors.ref] : [])];
}
