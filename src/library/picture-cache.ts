import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GroundglassError } from '../evidence/errors.js';

/** Bytes that all pictures together may take before the oldest are deleted. */
const DEFAULT_MAX_BYTES = 512 * 2 ** 20;
/** The folder is measured once in so many writes: listing it costs more than a picture. */
const WRITES_BETWEEN_CHECKS = 64;

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
};

/** Pictures named by the digest of their bytes, in a folder that may be deleted at any time. */
export class PictureCache {
  private readonly maxBytes: number;
  private writes = 0;

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

  /** Stores a picture and returns its path and SHA-256. */
  async put(bytes: Uint8Array, mediaType: string): Promise<{ file: string; sha256: string }> {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const file = join(this.folder, `${sha256}.${EXTENSIONS[mediaType] ?? 'bin'}`);
    const known = await stat(file).catch(() => null);
    if (known?.size === bytes.length) {
      // What is used again is not the oldest.
      await utimes(file, new Date(), new Date()).catch(() => undefined);
      return { file, sha256 };
    }
    await mkdir(this.folder, { recursive: true });
    const aside = join(this.folder, `.${sha256}.${randomBytes(4).toString('hex')}`);
    await writeFile(aside, bytes);
    await rename(aside, file);
    if (this.writes++ % WRITES_BETWEEN_CHECKS === 0) await this.evict(file);
    return { file, sha256 };
  }

  /** Deletes the pictures that were used longest ago until the rest fits; the one just written stays. */
  private async evict(keep: string): Promise<void> {
    const names = await readdir(this.folder);
    const files = await Promise.all(
      names.map(async (name) => {
        const path = join(this.folder, name);
        const facts = await stat(path).catch(() => null);
        return facts === null ? null : { path, bytes: facts.size, usedMs: facts.mtimeMs };
      }),
    );
    const present = files.filter((file) => file !== null).sort((a, b) => a.usedMs - b.usedMs);
    let total = present.reduce((sum, file) => sum + file.bytes, 0);
    for (const file of present) {
      if (total <= this.maxBytes) return;
      if (file.path === keep) continue;
      await rm(file.path, { force: true });
      total -= file.bytes;
    }
  }
}
