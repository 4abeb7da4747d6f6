import { heightOf, widthOf } from '../evidence/boxes.js';
import type { ContentGrid } from './content-grid.js';
import type { Patch } from './cover.js';
import { type Legibility, WHOLE_PIXELS } from './legibility.js';
import type { SightSettings } from './settings.js';
import type { Sheet } from './sheet.js';
import { type Margins, roomy, type Shot, shotOf } from './windows.js';

/** Room around what a tile is for, as a share of the sheet's long edge: 4 mm of an A1 sheet. */
const MARGIN = 0.005;
/** Where a cut went through content, both sides of it show this much of the other: a word of small print. */
export const OVERLAP = 0.015;
/** A smaller picture costs no model less, so that small tiles are larger than they need; none is less sharp than the overview. */
const LEAST_LONG_EDGE_PX = 512;

/** The picture that shows a patch. */
export function shotOfPatch(
  patch: Patch,
  grid: ContentGrid,
  sheet: Sheet,
  legibility: Legibility,
  settings: SightSettings,
): Shot {
  const { content, zoom } = patch;
  const margins = marginsOf(patch, grid, Math.max(sheet.width, sheet.height));
  const window = roomy(content, margins, (settings.imageMaxEdge - WHOLE_PIXELS) / zoom, sheet);
  const [width, height] = [widthOf(window), heightOf(window)];
  const least = Math.max(
    LEAST_LONG_EDGE_PX / Math.max(width, height),
    legibility.zoomOf(sheet.width, sheet.height, 'overview'),
  );
  return shotOf(window, Math.min(Math.max(zoom, least), legibility.zoomOf(width, height, 'tile')), sheet);
}

/** Room on each side: more where content goes on past it, in another patch. */
function marginsOf({ region: { c0, r0, c1, r1 } }: Patch, { ink, columns, rows }: ContentGrid, edge: number): Margins {
  const has = (c: number, r: number): boolean =>
    c >= 0 && r >= 0 && c < columns && r < rows && (ink[r * columns + c] as number) > 0;
  const room = (from: number, to: number, isCut: (at: number) => boolean): number => {
    for (let at = from; at < to; at++) if (isCut(at)) return OVERLAP * edge;
    return MARGIN * edge;
  };
  return {
    left: room(r0, r1, (r) => has(c0, r) && has(c0 - 1, r)),
    top: room(c0, c1, (c) => has(c, r0) && has(c, r0 - 1)),
    right: room(r0, r1, (r) => has(c1 - 1, r) && has(c1, r)),
    bottom: room(c0, c1, (c) => has(c, r1 - 1) && has(c, r1)),
  };
}
