import { createHash, randomBytes } from 'node:crypto';
import { lstat, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GroundglassError, toGroundglassError } from '../evidence/errors.js';
import { makeFolders } from '../store/make-folders.js';

/** Bytes that all pictures together may take before the oldest are deleted. */
const DEFAULT_MAX_BYTES = 512 * 2 ** 20;

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
};

/** What the cache itself writes: pictures, and those half-written. */
const OWN_NAME = /^(?:[0-9a-f]{64}\.(?:png|jpg|gif|webp|bin)|\.[0-9a-f]{16})$/;

/** Pictures named by the digest of their bytes, in a folder that is bounded and may be deleted at any time. */
export class PictureCache {
  private readonly maxBytes: number;
  /** Bytes in the folder as far as this process knows; null before it was measured. */
  private bytesKept: number | null = null;

  /** @throws GroundglassError `bad_argument` for a size limit that is none */
  constructor(
    readonly folder: string,
    environment: NodeJS.ProcessEnv,
  ) {
    const setting = environment.GROUNDGLASS_CACHE_MAX_BYTES;
    this.maxBytes = setting ? Number(setting) : DEFAULT_MAX_BYTES;
    if (!(this.maxBytes > 0)) {
      throw new GroundglassError(
        'bad_argument',
        `GROUNDGLASS_CACHE_MAX_BYTES is ${JSON.stringify(setting)}.`,
        'Set it to a number of bytes above 0, or unset it.',
      );
    }
  }

  /**
   * Stores a picture and returns its path and SHA-256 (hex).
   * @throws GroundglassError `bad_argument` where the folder can't be written, `disk_full`
   */
  async put(bytes: Uint8Array, mediaType: string): Promise<{ file: string; sha256: string }> {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const file = join(this.folder, `${sha256}.${EXTENSIONS[mediaType] ?? 'bin'}`);
    const known = await readFile(file).catch(() => null);
    if (known?.equals(bytes)) {
      // What is used again is not the oldest.
      await utimes(file, new Date(), new Date()).catch(() => undefined);
      return { file, sha256 };
    }
    try {
      await this.write(file, bytes);
    } catch (error) {
      // The folder was deleted between making it and writing to it.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw this.unwritable(error);
      await this.write(file, bytes).catch((second: unknown) => {
        throw this.unwritable(second);
      });
    }
    await this.bound(file, bytes.length);
    return { file, sha256 };
  }

  private unwritable(cause: unknown): GroundglassError {
    const error = toGroundglassError(cause);
    if (error.code !== 'internal') return error;
    return new GroundglassError(
      'bad_argument',
      `The cache of pictures, ${this.folder}, can't be written (${cause instanceof Error && 'code' in cause ? cause.code : cause}).`,
      'Name a folder that can be written in GROUNDGLASS_CACHE.',
      { path: this.folder },
      { cause },
    );
  }

  private async write(file: string, bytes: Uint8Array): Promise<void> {
    makeFolders(this.folder);
    const aside = join(this.folder, `.${randomBytes(8).toString('hex')}`);
    await writeFile(aside, bytes);
    await rename(aside, file);
  }

  /** Deletes the pictures that were used longest ago until the rest fits; the one just written stays. */
  private async bound(written: string, bytes: number): Promise<void> {
    if (this.bytesKept !== null && this.bytesKept + bytes <= this.maxBytes) {
      this.bytesKept += bytes;
      return;
    }
    const names = await readdir(this.folder);
    const files = await Promise.all(
      names.map(async (name) => {
        const path = join(this.folder, name);
        // Whatever else lies in the folder is somebody else's.
        const facts = OWN_NAME.test(name) ? await lstat(path).catch(() => null) : null;
        return facts?.isFile() ? [{ path, bytes: facts.size, usedMs: facts.mtimeMs }] : [];
      }),
    );
    const oldestFirst = files.flat().sort((a, b) => a.usedMs - b.usedMs);
    let total = oldestFirst.reduce((sum, file) => sum + file.bytes, 0);
    for (const file of oldestFirst) {
      if (total <= this.maxBytes) break;
      if (file.path === written) continue;
      await rm(file.path, { force: true });
      total -= file.bytes;
    }
    this.bytesKept = total;
  }
}
