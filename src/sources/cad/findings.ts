import type { SourceWarning } from '../source.js';
import type { CadFont, DanglingReference } from './drawing.js';

/** References that are listed at most; a drawing that misses more misses everything. */
const MAX_DANGLING = 1_000;

/** What is noted while a drawing is read. */
export class Findings {
  readonly #skipped = new Map<string, number>();
  readonly #dangling = new Map<string, DanglingReference>();
  readonly #fonts = new Set<string>();
  readonly #warnings = new Map<string, SourceWarning>();

  skip(type: string): void {
    this.#skipped.set(type, (this.#skipped.get(type) ?? 0) + 1);
  }

  /** The first entity that refers to a missing thing stands for all. */
  missing(reference: DanglingReference): void {
    const key = `${reference.what}\n${reference.name.toLowerCase()}`;
    if (this.#dangling.size < MAX_DANGLING && !this.#dangling.has(key)) this.#dangling.set(key, reference);
  }

  /** A text's font. None that a drawing names is here: what we draw with stands in for all of them. */
  font({ file, bigFont, family }: CadFont): void {
    this.#fonts.add(file || family || 'txt.shx');
    if (bigFont) this.#fonts.add(bigFont);
  }

  warn(code: string, message: string): void {
    if (!this.#warnings.has(code)) this.#warnings.set(code, { code, message, page_index: null });
  }

  get skipped(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#skipped].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  get missingFonts(): readonly string[] {
    return [...this.#fonts].sort();
  }

  get dangling(): readonly DanglingReference[] {
    return [...this.#dangling.values()];
  }

  get warnings(): readonly SourceWarning[] {
    return [...this.#warnings.values()];
  }
}
