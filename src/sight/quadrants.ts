import { box, heightOf, widthOf } from '../evidence/boxes.js';
import type { ContentGrid } from './content-grid.js';
import type { Cover, Region } from './cover.js';
import type { Legibility } from './legibility.js';
import { OVERLAP } from './patch-shot.js';
import type { PlannedPatch } from './plan-patches.js';
import type { Sheet, SheetBox } from './sheet.js';
import { shotOf } from './windows.js';

/**
 * The four quarters of a sheet of which nothing tells how large things must be drawn, each in one picture, so that they show a
 * little of each other; those without content are left out.
 */
export function quadrants(sheet: Sheet, grid: ContentGrid, cover: Cover, legibility: Legibility): PlannedPatch[] {
  const [column, row] = [Math.ceil(grid.columns / 2), Math.ceil(grid.rows / 2)];
  const across = [
    { c0: 0, c1: column },
    { c0: column, c1: grid.columns },
  ];
  const down = [
    { r0: 0, r1: row },
    { r0: row, r1: grid.rows },
  ];
  return down.flatMap((rows) =>
    across.flatMap((columns): PlannedPatch[] => {
      const region: Region = { ...columns, ...rows };
      const held = cover.holds(region);
      if (held === null) return [];
      const window = windowOf(region, sheet, grid);
      const zoom = legibility.zoomOf(widthOf(window), heightOf(window), 'tile');
      return [{ ...held, region, zoom, shot: shotOf(window, zoom, sheet) }];
    }),
  );
}

function windowOf({ c0, r0, c1, r1 }: Region, { width, height }: Sheet, { cell }: ContentGrid): SheetBox {
  const overlap = OVERLAP * Math.max(width, height);
  return box(
    'sheet',
    Math.max(0, c0 * cell - overlap),
    Math.max(0, r0 * cell - overlap),
    Math.min(width, c1 * cell + overlap),
    Math.min(height, r1 * cell + overlap),
  );
}
