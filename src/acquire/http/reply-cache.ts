import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolders } from '../../store/make-folders.js';
import { writeWhole } from '../../store/write-whole.js';

/** How long Pixabay asks its replies to be kept (https://pixabay.com/api/docs/, "must be cached for 24 hours"). */
const KEPT_MS = 24 * 3_600_000;

/** Replies that a provider asks to be kept for a day instead of being asked for again. Only their user may read them. */
export class ReplyCache {
  readonly #folder: string;

  /** @param folder is made when the first reply is kept, and never used where somebody else owns it */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The reply to a request, as text; null where none is kept. @param request without a key in it */
  get(request: string): string | null {
    try {
      const path = this.#path(request);
      return this.#isOurs() && Date.now() - statSync(path).mtimeMs < KEPT_MS ? readFileSync(path, 'utf8') : null;
    } catch {
      return null;
    }
  }

  /** Keeps a reply, and lets go of those that are too old. That it can't be kept is no fault of the search. */
  set(request: string, reply: string): void {
    try {
      makeFolders(this.#folder);
      if (!this.#isOurs()) return;
      for (const name of readdirSync(this.#folder)) {
        const path = join(this.#folder, name);
        if (Date.now() - statSync(path).mtimeMs >= KEPT_MS) rmSync(path, { force: true });
      }
      writeWhole(this.#path(request), reply);
    } catch {
      // A full disk, or another process that tidies up as well.
    }
  }

  #path(request: string): string {
    return join(this.#folder, `${createHash('sha256').update(request).digest('hex')}.json`);
  }

  #isOurs(): boolean {
    const facts = lstatSync(this.#folder);
    return facts.isDirectory() && (process.getuid === undefined || facts.uid === process.getuid());
  }
}
