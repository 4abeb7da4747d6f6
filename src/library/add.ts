import { lstat, readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, parse, resolve } from 'node:path';
import { type ErrorWire, GroundglassError, toGroundglassError } from '../evidence/errors.js';
import type { AddReply } from '../evidence/wire/document.js';
import type { AddRequest } from '../evidence/wire/requests.js';
import { type Passage, searchText } from '../pipeline/passages.js';
import { READ_VERSION, readDocument } from '../pipeline/read-document.js';
import { packVectors } from '../retrieval/vector-index.js';
import { openSource } from '../sources/open.js';
import { sniff } from '../sources/sniff.js';
import { fingerprint, runStage } from '../store/catalogue.js';
import { digestOf, type ObjectRef } from '../store/objects.js';
import { wireDocument } from './documents.js';
import type { DocumentRecord, Library } from './library.js';
import type { SnapshotEntry } from './snapshot.js';

/** Digits of the digest that make a document's id: 64 bits, no collision in any real library. */
const ID_DIGITS = 16;
/** Bumped when what is given to the embedder, or how vectors are packed, changes. */
const EMBED_VERSION = 1;
/** Bytes that tell what a file is. */
const SNIFF_BYTES = 96 * 1024;

export interface AddProgress {
  readonly path: string;
  /** `reading`: pages or chapters; `embedding`: passages. */
  readonly stage: 'reading' | 'embedding';
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
  readonly warnings: { code: string; message: string; page_index: number | null }[];
}

/**
 * Adds files, and the files of folders, to the library. Each file is published as soon as it can be found by words, then
 * again with its vectors; an interrupted run keeps what it published and goes on from there. A bad file stops no other.
 */
export async function add(library: Library, request: AddRequest, options: AddOptions = {}): Promise<AddReply> {
  const { files, skipped, failed } = await collectFiles(request.paths);
  const added: Added[] = [];
  const seen = new Set<string>();
  for (const path of files) {
    options.signal?.throwIfAborted();
    try {
      const one = await addFile(library, path, options);
      if (!seen.has(one.entry.document)) added.push(one);
      seen.add(one.entry.document);
    } catch (error) {
      if (options.signal?.aborted) throw error;
      failed.push({ path, error: toGroundglassError(error).toWire() });
    }
  }
  for (const one of added) await embed(library, one, options);

  const documents = [];
  for (const { entry, reused, warnings } of added) {
    const document = wireDocument(entry, await library.record(entry));
    documents.push({ ...document, warnings: [...document.warnings, ...warnings], reused });
  }
  return { snapshot: library.snapshots.currentRef()?.digest ?? null, documents, failed, skipped };
}

/** Reads one file and publishes it; a file that is already there, read by this version, costs its digest. */
async function addFile(library: Library, path: string, options: AddOptions): Promise<Added> {
  const facts = await stat(path).catch((error: unknown) => {
    throw readError(path, error);
  });
  const bytes = await readWhole(library, path, facts.size);
  const digest = digestOf(bytes);
  const document = digest.slice(0, ID_DIGITS);
  const snapshot = await library.snapshots.current();
  const known = snapshot.documents.find((entry) => entry.digest === digest && entry.readVersion === READ_VERSION);
  const origin = { path: resolve(path), document, bytes: facts.size, modifiedMs: facts.mtimeMs };
  if (known) {
    library.catalogue.write(() => library.catalogue.setOrigin(origin));
    return { path, entry: known, reused: true, warnings: [] };
  }

  const name = basename(path);
  const result = await runStage(
    library.catalogue,
    library.objects,
    fingerprint('read', READ_VERSION, { digest, max_pages: library.limits.maxPages }),
    () => readStage(library, path, name, bytes, options),
  );
  const read = await library.objects.getJson<ReadResult>(result);
  const record = await library.objects.getJson<DocumentRecord>(read.record);
  const passages = await library.objects.getJson<Passage[]>(read.passages);
  const entry: SnapshotEntry = {
    document,
    digest,
    kind: record.kind,
    title: record.title ?? parse(path).name,
    pages: record.kind === 'epub' ? record.chapters.length : record.pages.length,
    members: passages.length,
    readVersion: READ_VERSION,
    source: await library.objects.put(bytes),
    ...read,
    vectors: null,
  };
  await library.snapshots.publish(entry, passages.map(searchText));
  library.catalogue.write(() => library.catalogue.setOrigin(origin));
  return { path, entry, reused: false, warnings: [] };
}

/** The objects that reading a file leaves. */
interface ReadResult {
  readonly record: ObjectRef;
  readonly lines: ObjectRef;
  readonly passages: ObjectRef;
}

async function readStage(
  library: Library,
  path: string,
  name: string,
  bytes: Uint8Array,
  { onProgress, signal }: AddOptions,
): Promise<Uint8Array> {
  const { password } = library.options;
  const source = await openSource(bytes, name, library.limits, password === undefined ? {} : { password });
  try {
    const { lines, passages, ...record } = await readDocument(source, {
      onProgress: (done, total) => onProgress?.({ path, stage: 'reading', done, total }),
      ...(signal ? { signal } : {}),
    });
    const result: ReadResult = {
      record: await library.objects.putJson(record),
      lines: await library.objects.putJson(lines),
      passages: await library.objects.putJson(passages),
    };
    return new TextEncoder().encode(JSON.stringify(result));
  } finally {
    await source.close();
  }
}

/** Computes the vectors of a document that has none of the embedder in use, and publishes it with them. */
async function embed(library: Library, one: Added, { onProgress, signal }: AddOptions): Promise<void> {
  try {
    const embedder = await library.embedder();
    const { entry } = one;
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
    );
    one.entry = { ...entry, vectors: { model: embedder.id, dimensions: embedder.dimensions, ref } };
    await library.snapshots.publish(one.entry, null);
  } catch (error) {
    if (signal?.aborted) throw error;
    const { message, nextStep } = toGroundglassError(error);
    one.warnings.push({
      code: 'not_embedded',
      message: `Found by words only: ${message} ${nextStep} Then add the file again.`,
      page_index: null,
    });
  }
}

async function readWhole(library: Library, path: string, size: number): Promise<Uint8Array> {
  if (size > library.limits.maxFileBytes) {
    throw new GroundglassError(
      'file_too_large',
      `The file has ${size} bytes; the limit is ${library.limits.maxFileBytes}.`,
      'Split it, or raise GROUNDGLASS_MAX_FILE_BYTES.',
      { bytes: size, limit: library.limits.maxFileBytes },
    );
  }
  return readFile(path).catch((error: unknown) => {
    throw readError(path, error);
  });
}

interface Collected {
  readonly files: string[];
  readonly skipped: { path: string; why: string }[];
  readonly failed: { path: string; error: ErrorWire }[];
}

/** Named files as they are; of folders, the files that a reader is for. Links to folders are not followed. */
async function collectFiles(paths: readonly string[]): Promise<Collected> {
  const collected: Collected = { files: [], skipped: [], failed: [] };
  for (const path of paths) {
    try {
      if (!(await stat(path)).isDirectory()) collected.files.push(path);
      else await walk(path, collected);
    } catch (error) {
      collected.failed.push({ path, error: readError(path, error).toWire() });
    }
  }
  return collected;
}

async function walk(folder: string, collected: Collected): Promise<void> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.')).sort();
  for (const name of names) {
    const path = join(folder, name);
    const facts = await lstat(path);
    if (facts.isDirectory()) await walk(path, collected);
    else if (!facts.isFile()) collected.skipped.push({ path, why: 'not a regular file' });
    else if (PROMISING.test(name) || (await hasReader(path))) collected.files.push(path);
    else collected.skipped.push({ path, why: 'no reader for its content' });
  }
}

/** A name that promises a readable file: such a file is tried, and if it can't be read that is a failure, not a skip. */
const PROMISING = /\.(?:pdf|epub|png|jpe?g|webp|tiff?|gif)$/i;

async function hasReader(path: string): Promise<boolean> {
  const { open } = await import('node:fs/promises');
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
    const kind = await sniff(buffer.subarray(0, bytesRead));
    return kind !== null && kind !== 'cad';
  } finally {
    await file.close();
  }
}

function readError(path: string, error: unknown): GroundglassError {
  if (error instanceof GroundglassError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return new GroundglassError('file_not_found', `There is no file ${path}.`, 'Check the path.', { path });
  }
  if (['EACCES', 'EPERM', 'EISDIR', 'ELOOP', 'ENAMETOOLONG'].includes(code)) {
    return new GroundglassError('file_not_readable', `${path} can't be read (${code}).`, 'Check its permissions.', { path });
  }
  return toGroundglassError(error);
}
