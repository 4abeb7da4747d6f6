import { z } from 'zod';
import type { ExtensionConfig } from '../session.js';
import { readState, writeState } from '../state-file.js';

/**
 * What the gateway knows of goose's sessions, over restarts: which took the place of which, and which extensions a session has to
 * get back after a turn in which it could not load pictures.
 */
export class GooseSessions {
  private readonly rotated: Map<string, string>;
  private readonly reduced: Map<string, readonly ExtensionConfig[]>;

  /** @param folder where it is kept; null to forget it at the end */
  constructor(private readonly folder: string | null) {
    const kept = folder === null ? null : readState(folder, FILE, Kept);
    this.rotated = new Map(kept?.rotated);
    this.reduced = new Map(kept?.reduced);
  }

  get hasRotated(): boolean {
    return this.rotated.size > 0;
  }

  /** The session that stands for it now; itself where it was never replaced. */
  current(id: string): string {
    let at = id;
    for (let next = this.rotated.get(at); next !== undefined; next = this.rotated.get(at)) at = next;
    return at;
  }

  /** From now on the new one stands for the old one, and is owed the same extensions. */
  rotate(from: string, to: string): void {
    // A ring would never end; a server that gives an old name again has made a session of its own.
    this.rotated.delete(to);
    this.rotated.set(from, to);
    const owed = this.reduced.get(from);
    if (owed !== undefined) this.reduced.set(to, owed);
    this.reduced.delete(from);
    this.keep();
  }

  /** Extensions as they were before the tools that load pictures were taken out of them; none where they have them all. */
  owed(id: string): readonly ExtensionConfig[] {
    return this.reduced.get(id) ?? [];
  }

  /** Kept before anything is changed, so that a crash in between costs no tool. */
  owe(id: string, extensions: readonly ExtensionConfig[]): void {
    if (extensions.length === 0) this.reduced.delete(id);
    else this.reduced.set(id, extensions);
    this.keep();
  }

  private keep(): void {
    if (this.folder === null) return;
    writeState(this.folder, FILE, { format: 1, rotated: [...this.rotated], reduced: [...this.reduced] });
  }
}

const FILE = 'goose-sessions.json';
const Extension = z.looseObject({ name: z.string(), available_tools: z.array(z.string()).nullish() });
const Kept = z.object({
  format: z.literal(1),
  rotated: z.array(z.tuple([z.string(), z.string()])),
  reduced: z.array(z.tuple([z.string(), z.array(Extension)])),
});
