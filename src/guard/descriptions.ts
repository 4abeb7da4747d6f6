import { z } from 'zod';
import { readState, writeState } from './state-file.js';

/** What a vision model said of a picture, and the size that the picture has. */
export interface Described {
  readonly description: string;
  readonly size: string;
}

/** Descriptions by key, so that the same picture is always put into the same words: on disk, or in memory where there is no folder. */
export class Descriptions {
  private readonly recent = new Map<string, Described>();

  constructor(private readonly folder: string | null) {}

  read(key: string): Described | null {
    const recent = this.recent.get(key);
    return recent ?? (this.folder === null ? null : readState(this.folder, `${key}.json`, Kept));
  }

  /** A disk that can't be written costs the memory over restarts only. */
  write(key: string, description: Described): void {
    this.recent.set(key, description);
    if (this.recent.size > MAX_RECENT) this.recent.delete(this.recent.keys().next().value ?? '');
    if (this.folder === null) return;
    try {
      writeState(this.folder, `${key}.json`, description);
    } catch {
      return;
    }
  }
}

const MAX_RECENT = 1_000;
const Kept = z.object({ description: z.string(), size: z.string() });
