import { createHash, randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { GroundglassError } from '../evidence/errors.js';

/** SHA-256 of an object's bytes, 64 hexadecimal digits: its name. */
export type Digest = string;

/** How one object refers to another: both facts are checked on every read. */
export interface ObjectRef {
  readonly digest: Digest;
  readonly bytes: number;
}

/** What helps where an object of a document is lost: adding checks every object of the document and makes it anew. */
const REPAIR_STEP = "Add the document's file again: what is missing or damaged is made anew.";

/** A file that was being written when its process ended; nobody writes one object for longer. */
const ABANDONED_AFTER_MS = 60 * 60_000;

export const digestOf = (bytes: Uint8Array): Digest => createHash('sha256').update(bytes).digest('hex');

/** Digits of the digest that make a document's id: 64 bits, no collision in any real library. */
const ID_DIGITS = 16;
export const documentIdOf = (digest: Digest): string => digest.slice(0, ID_DIGITS);

/** Where an object lies below the library folder, as errors and documentation name it. */
export const objectPath = (digest: Digest): string => `objects/sha256/${digest}`;

/**
 * Immutable objects named by their content, one file each. An object appears whole or not at all (written aside, synced,
 * renamed), and every read checks its length and digest.
 */
export class ObjectStore {
  private readonly folder: string;

  constructor(root: string) {
    this.folder = join(root, 'objects', 'sha256');
  }

  /** Stores bytes. An object that is there already is looked through, and written again where it was damaged. */
  async put(bytes: Uint8Array): Promise<ObjectRef> {
    const digest = digestOf(bytes);
    const ref = { digest, bytes: bytes.length };
    if (await this.isSound(ref)) return ref;
    const path = join(this.folder, digest);
    await mkdir(this.folder, { recursive: true });
    const aside = join(this.folder, `.${digest}.${randomBytes(6).toString('hex')}`);
    try {
      const file = await open(aside, 'wx');
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(aside, path);
      await this.syncFolder();
    } catch (error) {
      await rm(aside, { force: true });
      throw error;
    }
    return ref;
  }

  /** @throws GroundglassError `library_damaged` for what is no digest: a catalogue that was tampered with names no paths */
  private pathOf(digest: Digest): string {
    if (/^[0-9a-f]{64}$/.test(digest)) return join(this.folder, digest);
    throw new GroundglassError(
      'library_damaged',
      'The catalogue refers to an object by something that is no digest.',
      'Do not trust this library: make it anew from the files.',
    );
  }

  /** Makes a rename survive a power cut. Where folders can't be synced (Windows) the file system sees to it. */
  private async syncFolder(): Promise<void> {
    const folder = await open(this.folder, 'r').catch(() => null);
    await folder?.sync().catch(() => undefined);
    await folder?.close();
  }

  /** Whether the object is there; says nothing about its content. */
  has(ref: ObjectRef): boolean {
    return existsSync(this.pathOf(ref.digest));
  }

  /** Whether the object is there and whole. Reads all of it. */
  async isSound(ref: ObjectRef): Promise<boolean> {
    return (
      this.has(ref) &&
      this.get(ref).then(
        () => true,
        () => false,
      )
    );
  }

  /** @throws GroundglassError `object_missing` or `object_damaged`, naming the object */
  async get({ digest, bytes: length }: ObjectRef): Promise<Uint8Array> {
    const path = this.pathOf(digest);
    let bytes: Buffer;
    try {
      bytes = await readFile(path);
    } catch (error) {
      throw new GroundglassError(
        'object_missing',
        `The library refers to ${objectPath(digest)}, which can't be read.`,
        REPAIR_STEP,
        { object: digest },
        { cause: error },
      );
    }
    if (bytes.length !== length || digestOf(bytes) !== digest) {
      throw new GroundglassError(
        'object_damaged',
        `${objectPath(digest)} no longer matches its digest: it was changed or cut off on disk.`,
        REPAIR_STEP,
        { object: digest, expected_bytes: length, bytes: bytes.length },
      );
    }
    return bytes;
  }

  async putJson(value: unknown): Promise<ObjectRef> {
    return this.put(new TextEncoder().encode(JSON.stringify(value)));
  }

  async getJson<T>(ref: ObjectRef): Promise<T> {
    return JSON.parse(new TextDecoder().decode(await this.get(ref))) as T;
  }

  /** Deletes an object. Callers hold the catalogue's write lock and have seen that nothing refers to it. */
  deleteNow({ digest }: ObjectRef): void {
    rmSync(this.pathOf(digest), { force: true });
  }

  /** Deletes what writers that were killed left half-written. */
  async sweep(nowMs = Date.now()): Promise<void> {
    const names = await readdir(this.folder).catch((): string[] => []);
    for (const name of names.filter((candidate) => candidate.startsWith('.'))) {
      const path = join(this.folder, name);
      const facts = await stat(path).catch(() => null);
      if (facts !== null && nowMs - facts.mtimeMs > ABANDONED_AFTER_MS) await rm(path, { force: true });
    }
  }
}

/** Whether an error says that an object is missing or damaged. */
export const isDamage = (error: unknown): boolean =>
  error instanceof GroundglassError && (error.code === 'object_missing' || error.code === 'object_damaged');
