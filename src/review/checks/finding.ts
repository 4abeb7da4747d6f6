import type { Box } from '../../evidence/boxes.js';
import type { Rule, Severity } from '../../evidence/wire/review.js';
import type { Worded } from '../words.js';

/** A place as the source itself has it: world coordinates of a CAD layout, or page space. */
export type SourceBox = Box<'world'> | Box<'page'>;

/** What a deterministic check found in the structured data of a sheet. */
export interface Finding {
  readonly rule: Rule;
  readonly category: string;
  readonly severity: Severity;
  readonly statement: Worded;
  /** Null where the source gives it no place. */
  readonly box: SourceBox | null;
  /** CAD entity; null elsewhere. */
  readonly handle: string | null;
}
