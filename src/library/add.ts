import { readFile, stat } from 'node:fs/promises';
import { basename, parse, resolve } from 'node:path';
import { GroundglassError, toGroundglassError } from '../evidence/errors.js';
import type { AddReply, Warning } from '../evidence/wire/document.js';
import type { AddRequest } from '../evidence/wire/requests.js';
import { type Passage, searchText } from '../pipeline/passages.js';
import { READ_VERSION, readDocument } from '../pipeline/read-document.js';
import { packVectors } from '../retrieval/vector-index.js';
import { readError } from '../sources/input-file.js';
import { checkFileSize } from '../sources/limits.js';
import { openSource } from '../sources/open.js';
import { fingerprint, runStage } from '../store/catalogue.js';
import { digestOf, documentIdOf, type ObjectRef } from '../store/objects.js';
import { collectFiles } from './collect-files.js';
import { wireDocument } from './documents.js';
import type { DocumentRecord, Library } from './library.js';
import { refsOf, type SnapshotEntry } from './snapshot.js';

/** Bumped when what is given to the embedder, or how vectors are packed, changes. */
const EMBED_VERSION = 1;
/** How often a file is tried whose objects other processes delete meanwhile. */
const ATTEMPTS = 3;

export interface AddProgress {
  readonly path: string;
  /** `reading`: pages or chapters; `embedding`: passages; `proving`: pages. */
  readonly stage: 'reading' | 'embedding' | 'proving' | 'qualifying' | 'answering';
  readonly done: number;
  readonly total: number;
}

export interface AddOptions {
  readonly onProgress?: (progress: AddProgress) => void;
  readonly signal?: AbortSignal;
}

interface Added {
  readonly path: string;
  entry: SnapshotEntry;
  readonly reused: boolean;
  readonly warnings: Warning[];
}

/**
 * Adds files, and the files of folders, to the library. Each file is published as soon as it can be found by words, then
 * again with its vectors; an interrupted run keeps what it published and goes on from there. A bad file stops no other.
 *
 * @throws GroundglassError `no_files` where the paths hold nothing to add, `library_busy`; the signal's reason
 */
export async function add(library: Library, request: AddRequest, options: AddOptions = {}): Promise<AddReply> {
  const { files, skipped, failed } = await collectFiles(request.paths, [library.root, library.pictures.folder]);
  if (files.length === 0 && failed.length === 0) {
    throw new GroundglassError(
      'no_files',
      'The folder holds no file that can be read.',
      'Name a PDF, EPUB or picture, or a folder that has some; hidden files and links in folders are passed over.',
      { skipped: skipped.slice(0, 20) },
    );
  }
  // A library that is damaged as a whole is no fault of each file.
  await library.snapshots.current();
  await library.objects.sweep();
  const added = new Map<string, Added>();
  for (const path of files) {
    options.signal?.throwIfAborted();
    try {
      const one = await addFile(library, path, options);
      if (!added.has(one.entry.document)) added.set(one.entry.document, one);
    } catch (error) {
      if (options.signal?.aborted) throw error;
      failed.push({ path, error: toGroundglassError(error).toWire() });
    }
  }
  for (const one of added.values()) await embed(library, one, options);

  const documents = [];
  for (const { path, entry, reused, warnings } of added.values()) {
    try {
      const document = await wireDocument(library, entry);
      documents.push({ ...document, warnings: [...document.warnings, ...warnings], reused });
    } catch (error) {
      failed.push({ path, error: toGroundglassError(error).toWire() });
    }
  }
  return { snapshot: library.snapshots.currentRef()?.digest ?? null, documents, failed, skipped };
}

/** Reads one file and publishes it; a file that is already there, whole and read to the end, is left as it is. */
async function addFile(library: Library, path: string, options: AddOptions): Promise<Added> {
  const facts = await stat(path).catch((error: unknown) => {
    throw readError(path, error);
  });
  const bytes = await readWhole(library, path, facts.size);
  const digest = digestOf(bytes);
  const document = documentIdOf(digest);
  const origin = { path: resolve(path), document, bytes: bytes.length, modifiedMs: Math.round(facts.mtimeMs) };
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const { documents } = await library.snapshots.current();
    const known = documents.find((entry) => entry.digest === digest && entry.readVersion === READ_VERSION);
    const reused = known !== undefined && (await isWhole(library, known)) && (await isReadToTheEnd(library, known));
    const entry = reused ? known : await readFileOnce(library, path, bytes, digest, options);
    if (reused || (await publish(library, entry, path))) {
      await library.catalogue.write(() => library.catalogue.setOrigin(origin));
      return { path, entry, reused, warnings: [] };
    }
  }
  throw new GroundglassError(
    'library_busy',
    'Another process removed this document while it was being added.',
    'Add the file again.',
    { document },
  );
}

async function isWhole(library: Library, entry: SnapshotEntry): Promise<boolean> {
  for (const ref of refsOf(entry)) if (!(await library.objects.isSound(ref))) return false;
  return true;
}

/**
 * Whether no page or chapter was left out for its time or size. Such a one may be read the next time, with other limits or
 * on a quieter machine, so that its document is read anew; one that is damaged stays so.
 */
async function isReadToTheEnd(library: Library, entry: SnapshotEntry): Promise<boolean> {
  const { warnings } = await library.record(entry);
  if (!warnings.some(({ code }) => code === 'page_too_large' || code === 'chapter_too_large')) return true;
  await library.catalogue.write(() => library.catalogue.forgetStages(entry.reading));
  return false;
}

/** @returns false where another process has removed what the entry needs */
async function publish(library: Library, entry: SnapshotEntry, path: string): Promise<boolean> {
  if (!library.objects.has(entry.passages)) return false;
  const passages = await library.objects.getJson<Passage[]>(entry.passages);
  // A picture or scan is found by its name at least; where there is text, names would only crowd out what it says.
  const texts = passages.length > 0 ? passages.map(searchText) : [entry.title ?? parse(path).name];
  return library.snapshots.publish(entry, texts);
}

/** The objects that reading a file leaves. */
interface Reading {
  readonly record: ObjectRef;
  readonly lines: ObjectRef;
  readonly passages: ObjectRef;
}

/** The file's entry; what was read of the same bytes before is taken from the stage cache. */
async function readFileOnce(
  library: Library,
  path: string,
  bytes: Uint8Array,
  digest: string,
  options: AddOptions,
): Promise<SnapshotEntry> {
  const { objects } = library;
  const name = fingerprint('read', READ_VERSION, { digest, max_pages: library.limits.maxPages });
  const read = await runStage(
    library.catalogue,
    objects,
    name,
    () => readStage(library, path, bytes, options),
    async (reading) => {
      const refs = await objects.getJson<Reading>(reading);
      const record = await objects.getJson<DocumentRecord>(refs.record);
      const passages = await objects.getJson<Passage[]>(refs.passages);
      await objects.get(refs.lines);
      return { reading, refs, record, members: passages.length };
    },
  );
  return {
    document: documentIdOf(digest),
    digest,
    kind: read.record.kind,
    title: read.record.title,
    pages: read.record.kind === 'epub' ? read.record.chapters.length : read.record.pages.length,
    members: read.members,
    readVersion: READ_VERSION,
    source: await objects.put(bytes),
    reading: read.reading,
    ...read.refs,
    vectors: null,
  };
}

async function readStage(
  library: Library,
  path: string,
  bytes: Uint8Array,
  { onProgress, signal }: AddOptions,
): Promise<Uint8Array> {
  const { password } = library.options;
  const source = await openSource(bytes, basename(path), library.limits, password === undefined ? {} : { password });
  try {
    const { lines, passages, ...record } = await readDocument(source, {
      onProgress: (done, total) => onProgress?.({ path, stage: 'reading', done, total }),
      ...(signal ? { signal } : {}),
    });
    const result: Reading = {
      // A picture's title is the name of its file, which is no part of its content.
      record: await library.objects.putJson(record.kind === 'image' ? { ...record, title: null } : record),
      lines: await library.objects.putJson(lines),
      passages: await library.objects.putJson(passages),
    };
    return new TextEncoder().encode(JSON.stringify(result));
  } finally {
    await source.close();
  }
}

/**
 * Computes the vectors of a document that has none of the embedder in use, and publishes it with them. Where that fails
 * the document is found by words, and a warning says so.
 */
async function embed(library: Library, one: Added, { onProgress, signal }: AddOptions): Promise<void> {
  const { entry } = one;
  try {
    const embedder = await library.embedder(signal);
    if (entry.vectors?.model === embedder.id) return;
    const ref = await runStage(
      library.catalogue,
      library.objects,
      fingerprint('embed', EMBED_VERSION, { passages: entry.passages.digest, model: embedder.id }),
      async () => {
        const texts = (await library.passages(entry)).map(searchText);
        const vectors = await embedder.embed(texts, {
          onProgress: (done, total) => onProgress?.({ path: one.path, stage: 'embedding', done, total }),
          ...(signal ? { signal } : {}),
        });
        return new Uint8Array(packVectors(vectors, embedder.dimensions).buffer);
      },
      async (packed) => {
        await library.objects.get(packed);
        return packed;
      },
    );
    one.entry = { ...entry, vectors: { model: embedder.id, dimensions: embedder.dimensions, ref } };
    await library.snapshots.publish(one.entry, null);
  } catch (error) {
    if (signal?.aborted) throw error;
    // It has vectors already; which embedder they are of can't be told while the one in use is away.
    if (entry.vectors !== null) return;
    const { message, nextStep } = toGroundglassError(error);
    one.warnings.push({
      code: 'not_embedded',
      message: `Found by words only: ${message} ${nextStep} Then add the file again.`,
      page_index: null,
    });
  }
}

async function readWhole(library: Library, path: string, size: number): Promise<Uint8Array> {
  checkFileSize(size, library.limits);
  return readFile(path).catch((error: unknown) => {
    throw readError(path, error);
  });
}
