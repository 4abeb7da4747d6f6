import type { SourceWarning } from '../source.js';
import type { CadFont, DanglingReference } from './drawing.js';
import { isFontHere } from './text-metrics.js';

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

  font(font: CadFont): void {
    const files = font.family === null ? [font.file || 'txt.shx', font.bigFont ?? ''] : [font.file || font.family];
    for (const file of files) if (file !== '' && !isFontHere(file)) this.#fonts.add(file);
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
