import { intersectionOf, type PageBox, unionOf } from '../../evidence/boxes.js';
import type { Graphic } from '../source.js';
import type { PageObject } from './page-objects.js';

/** Past this many, paths are joined by the grid cell that their centre lies in: a drawing has tens of thousands. */
const MAX_GRAPHICS = 2_000;
const GRID_UNITS = 18;

/** What is painted on the page besides text, clipped to the page. */
export function pageGraphics(objects: readonly PageObject[], page: PageBox): Graphic[] {
  const graphics: Graphic[] = [];
  for (const object of objects) {
    if (object.kind === 'text') continue;
    const box = intersectionOf(object.box, page) ?? thin(object.box, page);
    if (box !== null) graphics.push({ kind: object.kind, box });
  }
  if (graphics.length <= MAX_GRAPHICS) return graphics;
  const cells = new Map<string, Graphic>();
  for (const graphic of graphics) {
    const [x0, y0, x1, y1] = graphic.box;
    // A rule longer than the cell keeps its own entry: joined with its neighbours it would swell them to its length.
    const long = x1 - x0 > 4 * GRID_UNITS || y1 - y0 > 4 * GRID_UNITS;
    const column = Math.floor((x0 + x1) / 2 / GRID_UNITS);
    const row = Math.floor((y0 + y1) / 2 / GRID_UNITS);
    const key = `${graphic.kind} ${column} ${row}${long ? ` ${Math.round(x0)} ${Math.round(y1)}` : ''}`;
    const cell = cells.get(key);
    cells.set(key, cell ? { kind: graphic.kind, box: unionOf([cell.box, graphic.box]) as PageBox } : graphic);
  }
  return [...cells.values()];
}

/** Rules have no area, so that they intersect nothing: kept where they lie on the page. */
function thin(box: PageBox, page: PageBox): PageBox | null {
  const degenerate = box[0] === box[2] || box[1] === box[3];
  const inside = box[0] >= page[0] && box[1] >= page[1] && box[2] <= page[2] && box[3] <= page[3];
  return degenerate && inside ? box : null;
}
