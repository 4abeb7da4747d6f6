import type { PageBox } from '../../evidence/boxes.js';
import type { Placed } from './placed.js';
export function titleOf(box: PageBox, free: readonly Placed[], tables: readonly PageBox[], em: number): string { void box; void free; void tables; void em; return ''; }
