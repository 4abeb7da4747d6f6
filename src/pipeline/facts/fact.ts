import type { Period } from './period.js';

/** What a label of a value names. A group is a heading over several rows or columns. */
type LabelRole = 'series' | 'category' | 'group' | 'title';

export interface FactLabel {
  readonly role: LabelRole;
  readonly text: string;
  /** Where in the member's IR it stands (JSON Pointer, RFC 6901). */
  readonly path: string;
}

/**
 * One value that a document prints, with the words by which one can ask for it. Facts are read from a member's IR each
 * time; nothing but the IR is kept.
 */
export interface Fact {
  /** Where in the IR the printed value stands (JSON Pointer, RFC 6901). */
  readonly path: string;
  /** From the innermost out; the title last. */
  readonly labels: readonly FactLabel[];
  readonly period: Period | null;
  /** As printed. */
  readonly periodText: string | null;
  readonly periodPath: string | null;
  /** As printed; null where the page prints none. */
  readonly printed: string | null;
  /** Decimal string, not scaled; of a cell of words, the words; null where nothing is printed. */
  readonly value: string | null;
  readonly unit: string | null;
  readonly isNumber: boolean;
  /** Whether everything that an answer would cite is proven, and no doubt is left. */
  readonly verified: boolean;
  readonly refused: readonly string[];
}
