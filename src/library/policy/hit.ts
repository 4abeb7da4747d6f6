import type { Locator, WireBox } from '../../evidence/wire/locator.js';

/** What the policy reads of a search reply's hit. */
export interface PolicyHit {
  ref: string;
  /** 1 for the best. */
  rank: number;
  score: number;
  text: string;
  kind: 'text' | 'table' | 'chart' | 'caption';
  locator: Locator;
  /** The picture region beside the passage, where the search knows one. */
  suggested_crop?: WireBox | null | undefined;
  /** Image references of the passage that led nowhere when the document was read. */
  broken_images?: readonly string[] | undefined;
}
