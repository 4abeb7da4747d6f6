import type { Matrix } from '../page-space.js';
import type { EnginePattern } from './operators.js';

/** A pattern with the space that it is laid out in. */
export interface Pattern {
  readonly pattern: EnginePattern;
  readonly base: Matrix;
}

/** What an outline is filled or stroked with: `#rrggbb`, a pattern, or null for nothing at all. */
export type Paint = string | Pattern | null;
