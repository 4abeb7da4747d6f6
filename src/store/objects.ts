import { createHash, randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { GroundglassError } from '../evidence/errors.js';

/** SHA-256 of an object's bytes, 64 hexadecimal digits: its name. */
export type Digest = string;

/** How one object refers to another: both facts are checked on every read. */
export interface ObjectRef {
  readonly digest: Digest;
  readonly bytes: number;
}

export const digestOf = (bytes: Uint8Array): Digest => createHash('sha256').update(bytes).digest('hex');

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

  /** Stores bytes; storing the same bytes again costs a look. */
  async put(bytes: Uint8Array): Promise<ObjectRef> {
    const digest = digestOf(bytes);
    const ref = { digest, bytes: bytes.length };
    const path = join(this.folder, digest);
    if (existsSync(path)) return ref;
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
    } catch (error) {
      await rm(aside, { force: true });
      throw error;
    }
    return ref;
  }

  has(ref: ObjectRef): boolean {
    return existsSync(join(this.folder, ref.digest));
  }

  /** @throws GroundglassError `object_missing` or `object_damaged`, naming the object */
  async get({ digest, bytes: length }: ObjectRef): Promise<Uint8Array> {
    let bytes: Buffer;
    try {
      bytes = await readFile(join(this.folder, digest));
    } catch (error) {
      throw new GroundglassError(
        'object_missing',
        `The library refers to ${objectPath(digest)}, which can't be read.`,
        'Restore the library folder from a copy, or remove the document and add its file again.',
        { object: digest },
        { cause: error },
      );
    }
    if (bytes.length !== length || digestOf(bytes) !== digest) {
      throw new GroundglassError(
        'object_damaged',
        `${objectPath(digest)} no longer matches its digest: it was changed or cut off on disk.`,
        'Restore the library folder from a copy, or remove the document and add its file again.',
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
    rmSync(join(this.folder, digest), { force: true });
  }
}
