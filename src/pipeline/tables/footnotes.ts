import type { PageBox } from '../../evidence/boxes.js';
import type { DraftCell } from './draft.js';
import { cellText } from './cell-text.js';
import type { Placed } from './placed.js';
import type { TableFootnote } from './table.js';
import type { Upright } from './upright.js';
export function bindFootnotes(cells: readonly DraftCell[], free: readonly Placed[], box: PageBox, tables: readonly PageBox[], upright: Upright): { cells: { marks: string[]; plain: string }[]; footnotes: TableFootnote[] } { void free; void box; void tables; void upright; return { cells: cells.map((c) => ({ marks: [], plain: cellText(c.words) })), footnotes: [] }; }
