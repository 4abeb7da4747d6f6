import type { SourceWarning } from '../source.js';

/** A warning about a publication; an EPUB has no page indices. */
export function warning(code: string, message: string): SourceWarning {
  return { code, message, page_index: null };
}
