import type { PageBox } from '../../evidence/boxes.js';
import type { Draft } from './draft.js';
import type { Placed } from './placed.js';
import type { PaintedLines, Ruling } from './rulings.js';
export function alignedDrafts(words: readonly Placed[], rulings: readonly Ruling[], lines: PaintedLines, taken: readonly PageBox[], em: number): Draft[] { void words; void rulings; void lines; void taken; void em; return []; }
