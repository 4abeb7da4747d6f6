import { join, resolve } from 'node:path';
import { GroundglassError } from '../evidence/errors.js';
import type { Language } from '../evidence/notices.js';
import type { HostSupport } from '../evidence/wire/picture.js';
import type { Embedder } from '../models/embedding.js';
import type { Passage } from '../pipeline/passages.js';
import type { DocumentEvidence } from '../pipeline/read-document.js';
import { TEXT_INDEX_TABLES } from '../retrieval/text-index.js';
import { VectorIndex } from '../retrieval/vector-index.js';
import { type Limits, limitsFrom } from '../sources/limits.js';
import { openSource } from '../sources/open.js';
import type { Source } from '../sources/source.js';
import { Catalogue, fingerprint } from '../store/catalogue.js';
import { isDamage, type ObjectRef, ObjectStore } from '../store/objects.js';
import { Lru } from './lru.js';
import { PictureCache } from './picture-cache.js';
import { type Snapshot, type SnapshotEntry, Snapshots } from './snapshot.js';

/** What reading a document gave, less what is kept in objects of its own. */
export type DocumentRecord = Omit<DocumentEvidence, 'lines' | 'passages'>;

export interface LibraryOptions {
  /** Whether to make the folder where there is none; without it a missing library reads as an empty one. */
  readonly create?: boolean;
  readonly environment?: NodeJS.ProcessEnv;
  /** What is known of the host's way with pictures; `unknown` unless independently established. */
  readonly hostSupport?: HostSupport;
  /** Language of notices; `en` where it is not said. */
  readonly language?: Language;
  /** Passwords tried on encrypted files. */
  readonly password?: string;
}

/** Open files kept ready for the next call. Each PDF holds an engine thread or two. */
const OPEN_SOURCES = 4;
/** Parsed records and passages kept in memory: those of 500 documents, which for 100,000 passages are about 150 MB. */
const KEPT_OBJECTS = 1_024;

/** Results of stages on demand kept in memory: a busy page's is 5 MB. */
const KEPT_DERIVED = 32;

/** How long a failed attempt to open the embedder stands, so that an outage does not slow down every search. */
const EMBEDDER_RETRY_MS = 30_000;

/** What became of a file that a document was added from. */
export type OriginState = 'unchanged' | 'changed' | 'gone';

/** A file that is open, and how many calls are using it: it is closed by the last one, never under a call. */
interface OpenSource {
  readonly opening: Promise<Source>;
  users: number;
  evicted: boolean;
}

/** What the result of a stage depends on besides its code and the document. */
type StageInputs = Readonly<Record<string, string | number>>;

/**
 * A library folder, opened: the state that all operations share. The operations are functions of their own
 * (`search(library, …)`), one file each.
 */
export class Library {
  readonly snapshots: Snapshots;
  readonly pictures: PictureCache;
  /** What files looked at again turned out to be, by document, path and date: hashing one costs more than a search. */
  readonly originStates = new Lru<OriginState>(KEPT_OBJECTS);
  private embedderOnce: Promise<Embedder> | undefined;
  private readonly closing = new AbortController();
  private readonly sources = new Lru<OpenSource>(OPEN_SOURCES, (source) => {
    source.evicted = true;
    closeIfIdle(source);
  });
  private readonly parsed = new Lru<Promise<unknown>>(KEPT_OBJECTS);
  private readonly derived = new Lru<Promise<unknown>>(KEPT_DERIVED);
  private readonly making = new Map<string, Promise<ObjectRef>>();
  private vectors: { readonly key: string; readonly index: Promise<VectorIndex> } | undefined;

  private constructor(
    readonly root: string,
    readonly catalogue: Catalogue,
    readonly objects: ObjectStore,
    readonly limits: Limits,
    readonly options: LibraryOptions,
  ) {
    this.snapshots = new Snapshots(catalogue, objects);
    const environment = this.environment;
    this.pictures = new PictureCache(
      join(environment.GROUNDGLASS_CACHE ? resolve(environment.GROUNDGLASS_CACHE) : root, 'cache', 'images'),
      environment,
    );
  }

  /**
   * @throws GroundglassError `library_damaged`, `library_busy`, `library_version` for a library of another version,
   * `file_not_readable`, `bad_argument` for a limit that is none
   */
  static open(root: string, options: LibraryOptions = {}): Library {
    const limits = limitsFrom(options.environment ?? process.env);
    const folder = resolve(root);
    const catalogue = Catalogue.open(folder, options.create ?? false, [TEXT_INDEX_TABLES]);
    return new Library(folder, catalogue, new ObjectStore(folder), limits, options);
  }

  get environment(): NodeJS.ProcessEnv {
    return this.options.environment ?? process.env;
  }

  /**
   * The embedder in use. One that could not be opened is tried again after a while.
   * @param signal ends the caller's waiting; the opening goes on for the others
   */
  embedder(signal?: AbortSignal): Promise<Embedder> {
    if (!this.embedderOnce) {
      this.embedderOnce = import('../models/embedding.js').then(({ openEmbedder }) =>
        openEmbedder(this.environment, this.closing.signal),
      );
      this.embedderOnce.catch(() => {
        setTimeout(() => {
          this.embedderOnce = undefined;
        }, EMBEDDER_RETRY_MS).unref();
      });
    }
    return unlessAborted(this.embedderOnce, signal);
  }

  /** A document of the current snapshot, by id or by the start of its digest. */
  async find(doc: string): Promise<SnapshotEntry> {
    return findIn(await this.snapshots.current(), doc);
  }

  /**
   * Does `work` on a document of one state of the library; where the document changes hands meanwhile, on the next one.
   * @throws GroundglassError `document_not_found`, also where it is removed while the work goes on
   */
  withDocument<T>(doc: string, work: (entry: SnapshotEntry) => Promise<T>): Promise<T> {
    return this.snapshots.steady(async () => work(await this.find(doc)));
  }

  record(entry: SnapshotEntry): Promise<DocumentRecord> {
    return this.json(entry.record);
  }

  passages(entry: SnapshotEntry): Promise<Passage[]> {
    return this.json(entry.passages);
  }

  lines(entry: SnapshotEntry): Promise<DocumentEvidence['lines']> {
    return this.json(entry.lines);
  }

  /** Uses the document's own file; it stays open for the next call, as long as few others are asked for. */
  async withSource<T>(entry: SnapshotEntry, use: (source: Source) => Promise<T>): Promise<T> {
    const source = this.sources.get(entry.digest) ?? this.openSource(entry);
    source.users += 1;
    try {
      return await use(await source.opening);
    } finally {
      source.users -= 1;
      closeIfIdle(source);
    }
  }

  /**
   * What a stage makes of a document on demand. It is made once, in this process and on disk, and goes with the document.
   *
   * @param version of the stage's code @param inputs what it depends on besides the document's bytes
   * @param make the result, or its JSON where it was written already
   * @param open gets what callers need of what is stored, where that has objects of its own
   * @throws GroundglassError `object_missing`, `object_damaged` once for what was damaged on disk; then it is made anew;
   *   `document_not_found` where the document is removed meanwhile
   */
  async derive<T, Stored = T>(
    entry: SnapshotEntry,
    stage: string,
    version: number,
    inputs: StageInputs,
    make: () => Promise<Stored | Uint8Array>,
    open = async (stored: Stored): Promise<T> => stored as unknown as T,
  ): Promise<T> {
    const ref = await this.deriveRef(entry, stage, version, inputs, make);
    const key = `${stage} ${ref.digest}`;
    const known = this.derived.get(key);
    if (known) return known as Promise<T>;
    const result = this.objects.getJson<Stored>(ref).then(open);
    this.derived.set(key, result);
    try {
      return await result;
    } catch (error) {
      this.derived.delete(key);
      await this.forgetDamaged(error, [ref]);
      throw error;
    }
  }

  /** As {@link derive}, but only says where the result is stored. */
  async deriveRef(
    entry: SnapshotEntry,
    stage: string,
    version: number,
    inputs: StageInputs,
    make: () => Promise<unknown>,
  ): Promise<ObjectRef> {
    const name = fingerprint(stage, version, { digest: entry.digest, ...inputs });
    const cached = this.catalogue.cachedStage(name);
    if (cached !== null) return cached;
    const store = async (): Promise<ObjectRef> => {
      const made = await make();
      const bytes = made instanceof Uint8Array ? made : new TextEncoder().encode(JSON.stringify(made));
      return this.snapshots.keep(entry, bytes, (ref) => this.catalogue.cacheStage(name, ref));
    };
    const making = this.making.get(name) ?? store().finally(() => this.making.delete(name));
    this.making.set(name, making);
    return making;
  }

  /** Forgets results of stages that an error calls damaged: it is told once, and the next call makes them anew. */
  async forgetDamaged(error: unknown, refs: readonly ObjectRef[]): Promise<void> {
    if (!isDamage(error)) return;
    await this.catalogue.write(() => {
      for (const ref of refs) this.catalogue.forgetStages(ref);
    });
  }

  /** Stores an object that was made of a document on demand; it goes with the document. */
  keep(entry: SnapshotEntry, bytes: Uint8Array): Promise<ObjectRef> {
    return this.snapshots.keep(entry, bytes, () => undefined);
  }

  /**
   * A JSON object, parsed once.
   * @throws GroundglassError `object_missing`, `object_damaged`
   */
  object<T>(ref: ObjectRef): Promise<T> {
    return this.json(ref);
  }

  private openSource(entry: SnapshotEntry): OpenSource {
    const { password } = this.options;
    const opening = this.objects
      .get(entry.source)
      .then((bytes) =>
        openSource(bytes, entry.title ?? entry.document, this.limits, password === undefined ? {} : { password }),
      );
    const source: OpenSource = { opening, users: 0, evicted: false };
    this.sources.set(entry.digest, source);
    opening.catch(() => this.sources.delete(entry.digest));
    return source;
  }

  /** The vectors of all documents of a snapshot that were embedded with the embedder in use. */
  vectorIndex(snapshot: Snapshot, embedder: Embedder): Promise<VectorIndex> {
    const key = `${snapshot.ref?.digest} ${embedder.id}`;
    if (this.vectors?.key !== key) {
      this.vectors = { key, index: this.loadVectors(snapshot, embedder) };
      this.vectors.index.catch(() => {
        this.vectors = undefined;
      });
    }
    return this.vectors.index;
  }

  async close(): Promise<void> {
    this.closing.abort();
    this.sources.clear();
    this.catalogue.close();
    // An embedder that could not be opened has told whoever asked for it; there is nothing to close.
    const embedder = await this.embedderOnce?.catch(() => null);
    await embedder?.close();
  }

  private async loadVectors(snapshot: Snapshot, embedder: Embedder): Promise<VectorIndex> {
    const blocks = [];
    for (const entry of snapshot.documents) {
      if (entry.vectors === null || entry.vectors.model !== embedder.id) continue;
      const bytes = await this.objects.get(entry.vectors.ref);
      blocks.push({ document: entry.document, rows: new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length) });
    }
    return new VectorIndex(blocks, embedder.dimensions);
  }

  private json<T>(ref: ObjectRef): Promise<T> {
    const known = this.parsed.get(ref.digest);
    if (known) return known as Promise<T>;
    const reading = this.objects.getJson<T>(ref);
    this.parsed.set(ref.digest, reading);
    reading.catch(() => this.parsed.delete(ref.digest));
    return reading;
  }
}

/** The promise's outcome, or the signal's reason if that comes first. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

function closeIfIdle(source: OpenSource): void {
  if (!source.evicted || source.users > 0) return;
  source.opening.then(
    (open) => open.close(),
    () => undefined,
  );
}

/** @throws GroundglassError `document_not_found`, `document_ambiguous` */
export function findIn(snapshot: Snapshot, doc: string): SnapshotEntry {
  const wanted = doc.toLowerCase();
  const found = snapshot.documents.filter((entry) => wanted !== '' && entry.digest.startsWith(wanted));
  if (found.length === 1) return found[0] as SnapshotEntry;
  if (found.length > 1) {
    throw new GroundglassError(
      'document_ambiguous',
      `${found.length} documents begin with ${doc}.`,
      'Give more digits of the digest.',
      { documents: found.map((entry) => entry.document) },
    );
  }
  throw new GroundglassError(
    'document_not_found',
    `The library has no document ${JSON.stringify(doc.slice(0, 200))}.`,
    snapshot.documents.length === 0
      ? 'The library is empty: add files first, or name another folder with --library.'
      : 'List the documents to see their ids, or add the file.',
    { doc: doc.slice(0, 200) },
  );
}
