import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** What a vision model said of a picture, and the size that the picture has. */
export interface Described {
  readonly description: string;
  readonly size: string;
}

/** Descriptions by key, so that the same picture is always put into the same words: on disk, or in memory where there is no folder. */
export class Descriptions {
  private readonly recent = new Map<string, Described>();

  constructor(private readonly folder: string | null) {}

  async read(key: string): Promise<Described | null> {
    const recent = this.recent.get(key);
    if (recent !== undefined || this.folder === null) return recent ?? null;
    const text = await readFile(join(this.folder, `${key}.json`), 'utf8').catch(() => 'null');
    const kept = Kept.safeParse(jsonOf(text));
    return kept.success ? kept.data : null;
  }

  /** Written aside and renamed: a process that is killed leaves a whole file or none. A full disk costs the memory only. */
  async write(key: string, description: Described): Promise<void> {
    this.recent.set(key, description);
    if (this.recent.size > MAX_RECENT) this.recent.delete(this.recent.keys().next().value ?? '');
    if (this.folder === null) return;
    const path = join(this.folder, `${key}.json`);
    const aside = `${path}.${randomBytes(6).toString('hex')}`;
    try {
      await mkdir(this.folder, { recursive: true });
      await writeFile(aside, JSON.stringify(description), { flag: 'wx', mode: 0o600 });
      await rename(aside, path);
    } catch {
      await rm(aside, { force: true }).catch(() => undefined);
    }
  }
}

const MAX_RECENT = 1_000;
const Kept = z.object({ description: z.string(), size: z.string() });

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
