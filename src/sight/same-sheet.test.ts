import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asPdf, asPng } from '../../test/support/drawing-as.js';
import { dxf } from '../../test/support/dxf-file.js';
import { a1Sheet } from '../../test/support/dxf-sheet.js';
import { box } from '../evidence/boxes.js';
import type { CadSheet } from '../sources/cad/drawing.js';
import { limitsFrom } from '../sources/limits.js';
import { openSheets } from './open-sheets.js';
import { planSheet, type SheetPlan } from './plan-sheet.js';
import { sightSettings } from './settings.js';
import type { Sheet, SheetBox } from './sheet.js';

const CAD = join(import.meta.dirname, '../../../shared/corpus/cad');
const settings = sightSettings({});
const limits = limitsFrom({});
/** Cells of the heat map, 64 along the long edge: lines are a pixel of ink (a sixteenth) wider or narrower in another source. */
const TOLERANCE_CELLS = 0.5;

interface Planned {
  readonly dropped: readonly (readonly [string, SheetBox])[];
  /** From the top left. */
  readonly clusters: readonly SheetBox[];
  readonly tiles: readonly SheetBox[];
  readonly plan: SheetPlan;
}

/** A plan in cells. */
async function planned(sheet: Sheet): Promise<Planned> {
  const plan = await planSheet(sheet, { level: 'seen', maxTiles: 12 }, settings);
  const inCells = (b: SheetBox): SheetBox =>
    box('sheet', ...(b.map((v) => v / plan.grid.cell) as [number, number, number, number]));
  return {
    dropped: plan.dropped.map(({ what, box: b }) => [what, inCells(b)]),
    clusters: plan.clusters.map(({ box: b }) => inCells(b)).sort((a, b) => a[1] - b[1] || a[0] - b[0]),
    tiles: plan.tiles.slice(1).map(({ visible }) => inCells(visible)),
    plan,
  };
}

async function inThreeForms(bytes: Uint8Array, layout: string): Promise<[Planned, Planned, Planned]> {
  const opened = await openSheets(bytes, 'sheet.dxf', limits, { settings });
  const { drawing, sheets } = opened.cad as NonNullable<typeof opened.cad>;
  const at = sheets.findIndex((sheet) => sheet.layout === layout);
  const cad = await planned(opened.sheets[at] as Sheet);
  const other = async (name: string, form: Uint8Array): Promise<Planned> => {
    const source = await openSheets(form, name, limits, { settings });
    try {
      return await planned(source.sheets[0] as Sheet);
    } finally {
      await source.close();
    }
  };
  const sheet = sheets[at] as CadSheet;
  return [
    cad,
    await other('sheet.pdf', await asPdf(drawing, sheet)),
    await other('sheet.png', await asPng(drawing, sheet)),
  ];
}

const expectAlike = (one: SheetBox, other: SheetBox | undefined): void => {
  const off = one.map((v, i) => Math.abs(v - (other?.[i] ?? Number.NaN)));
  expect(Math.max(...off)).toBeLessThanOrEqual(TOLERANCE_CELLS);
};

/** The middles of the ink of each cell that has some, in cells. */
const inkedCells = ({ grid: { ink, bounds, cell } }: SheetPlan): (readonly [number, number])[] =>
  [...ink.keys()]
    .filter((at) => (ink[at] as number) > 0)
    .map((at) => [0, 1].map((axis) => ((bounds[4 * at + axis] ?? 0) + (bounds[4 * at + axis + 2] ?? 0)) / 2 / cell))
    .map(([x = 0, y = 0]) => [x, y] as const);

describe.each<[string, () => Uint8Array, string]>([
  ['an A1 sheet', () => Buffer.from(dxf(a1Sheet())), 'Model'],
  ['wikihouse-othercomponents.dxf', () => readFileSync(join(CAD, 'wikihouse-othercomponents.dxf')), 'Model'],
])('%s as DXF, as a PDF and as a PNG made from it', (name, bytes, layout) => {
  it.skipIf(name.endsWith('.dxf') && !existsSync(CAD))(
    'has the same frame and clusters, and tiles over the same ink',
    async () => {
      const [cad, ...others] = await inThreeForms(bytes(), layout);
      for (const other of others) {
        expect(other.dropped.map(([what]) => what)).toEqual(cad.dropped.map(([what]) => what));
        for (const [n, [, at]] of cad.dropped.entries()) expectAlike(at, other.dropped[n]?.[1]);
        expect(other.clusters).toHaveLength(cad.clusters.length);
        for (const [n, cluster] of cad.clusters.entries()) expectAlike(cluster, other.clusters[n]);
        // How finely it is cut depends on what the source tells of its lettering; what is shown does not.
        for (const [tiles, { plan }] of [
          [other.tiles, cad],
          [cad.tiles, other],
        ] as const) {
          for (const [x, y] of inkedCells(plan)) {
            expect(tiles.some(([x0, y0, x1, y1]) => x >= x0 && x <= x1 && y >= y0 && y <= y1)).toBe(true);
          }
        }
      }
    },
  );
});
