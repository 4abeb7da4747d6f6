import type { Glyph, GlyphRun } from '../../sources/painted.js';

/** Print that is made bold by painting it twice moves by up to this (ems), and by less than half a glyph. */
const MAX_OFFSET_EM = 0.15;
const MAX_OFFSET_OF_WIDTH = 0.5;
/** Cells of the grid that copies are looked up in (pt); larger print moves its copies by no more than this either. */
const CELL_PT = 4;

/** What a glyph is a copy of. */
export interface Original {
  readonly glyph: Glyph;
  readonly run: GlyphRun;
}

/** Glyphs that are painted a second time, in one ink, at nearly their place, with the first of each: together they print as one. */
export function copiesOf(runs: readonly GlyphRun[]): ReadonlyMap<Glyph, Original> {
  const copies = new Map<Glyph, Original>();
  const cells = new Map<string, Original[]>();
  for (const run of runs) {
    for (const glyph of run.glyphs) {
      if (glyph.ink === null) continue;
      const original = nearOf(cells, glyph, run);
      if (original !== null) copies.set(glyph, original);
      else {
        const key = keyOf(glyph.outline, cellOf(glyph.origin[0]), cellOf(glyph.origin[1]));
        const cell = cells.get(key);
        if (cell) cell.push({ glyph, run });
        else cells.set(key, [{ glyph, run }]);
      }
    }
  }
  return copies;
}

function nearOf(cells: ReadonlyMap<string, readonly Original[]>, glyph: Glyph, run: GlyphRun): Original | null {
  const [x, y] = glyph.origin;
  const limit = Math.min(MAX_OFFSET_EM * run.sizePt, MAX_OFFSET_OF_WIDTH * glyph.width, CELL_PT);
  for (let column = cellOf(x - limit); column <= cellOf(x + limit); column++) {
    for (let row = cellOf(y - limit); row <= cellOf(y + limit); row++) {
      for (const other of cells.get(keyOf(glyph.outline, column, row)) ?? []) {
        if (Math.hypot(other.glyph.origin[0] - x, other.glyph.origin[1] - y) > limit) continue;
        if (isPaintedAlike(other.run, run) && other.glyph.unicode === glyph.unicode) return other;
      }
    }
  }
  return null;
}

const isPaintedAlike = (a: GlyphRun, b: GlyphRun): boolean =>
  a.fill === b.fill &&
  a.stroke === b.stroke &&
  a.mode === b.mode &&
  a.fillAlpha === b.fillAlpha &&
  a.em.every((v, i) => Math.abs(v - (b.em[i] as number)) <= 0.01 * a.sizePt);

const cellOf = (coordinate: number): number => Math.floor(coordinate / CELL_PT);
const keyOf = (outline: string, column: number, row: number): string => `${outline} ${column} ${row}`;
