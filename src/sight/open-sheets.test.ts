import fc from 'fast-check';
import { PDFDocument, type PDFPage, rgb } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { line, rectangle } from '../../test/support/dxf.js';
import { dxf } from '../../test/support/dxf-file.js';
import { box, heightOf, widthOf } from '../evidence/boxes.js';
import { limitsFrom } from '../sources/limits.js';
import { openSheets } from './open-sheets.js';
import { planSheet, type SheetPlan } from './plan-sheet.js';
import { sightSettings } from './settings.js';
import type { Sheet } from './sheet.js';

const settings = sightSettings({});
const limits = limitsFrom({});

async function cadSheetOf(...entities: Parameters<typeof dxf>[0]['entities'] & object): Promise<Sheet> {
  const { sheets } = await openSheets(Buffer.from(dxf({ entities })), 'sheet.dxf', limits, { settings });
  return sheets[0] as Sheet;
}

const SEEN = { level: 'seen', maxTiles: 12 } as const;

describe('a CAD sheet', () => {
  it('runs down where the drawing runs up, and back: the same box', async () => {
    const sheet = await cadSheetOf(rectangle([1000, 2000], [1841, 2594]), line([1200, 2100], [1300, 2200]));
    const at = fc.double({ min: -1e4, max: 1e4, noNaN: true });
    fc.assert(
      fc.property(at, at, at, at, (x0, y0, x1, y1) => {
        const here = box('sheet', Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1));
        const there = sheet.toSource(here);
        const again = sheet.fromSource(there);
        again.forEach((v, i) => {
          expect(v).toBeCloseTo(here[i] as number, 6);
        });
        expect([widthOf(there), heightOf(there)]).toEqual([
          expect.closeTo(widthOf(here), 6),
          expect.closeTo(heightOf(here), 6),
        ]);
        // What lies at the top of a picture has the largest y of the drawing.
        expect(there[3] + here[1]).toBeCloseTo(2594, 6);
      }),
    );
  });

  it('that is the extent of what is drawn has some paper around it', async () => {
    const sheet = await cadSheetOf(line([0, 0], [700, 300]), line([100, 300], [700, 0]));
    expect([sheet.width, sheet.height]).toEqual([expect.closeTo(714, 6), expect.closeTo(314, 6)]);
    expect([...sheet.toSource(box('sheet', 7, 7, 707, 307))]).toEqual(
      [0, 0, 700, 300].map((v) => expect.closeTo(v, 6)),
    );
  });

  it('of which nothing tells a scale is looked at in its quadrants, those without content left out', async () => {
    const sheet = await cadSheetOf(line([0, 0], [30, 30]), line([690, 290], [700, 300]));
    const plan = await planSheet(sheet, SEEN, settings);
    expect(plan.limitations.join()).toMatch(/Neither a scale nor text/u);
    const [lower, upper] = plan.tiles.slice(1).sort((a, b) => a.visible[0] - b.visible[0]);
    expect(plan.tiles).toHaveLength(3);
    expect([lower?.visible[0], lower?.visible[3]]).toEqual([0, expect.closeTo(sheet.height, 6)]);
    expect([upper?.visible[1], upper?.visible[2]]).toEqual([0, expect.closeTo(sheet.width, 6)]);
    expect([lower?.level, upper?.level]).toEqual(['seen', 'seen']);
    expect(Math.max(lower?.widthPx ?? 0, lower?.heightPx ?? 0)).toBeGreaterThan(settings.imageMaxEdge - 4);
  });
});

/** A4 lying, pt. */
const [WIDTH, HEIGHT, INSET] = [842, 595, 28];
const FRAMES: Readonly<Record<string, (page: PDFPage) => void>> = {
  'one path': (page) =>
    page.drawRectangle({
      ...{ x: INSET, y: INSET, width: WIDTH - 2 * INSET, height: HEIGHT - 2 * INSET },
      ...{ borderWidth: 1.5, borderColor: rgb(0, 0, 0) },
    }),
  'four lines': (page) => {
    const [left, right, low, high] = [INSET, WIDTH - INSET, INSET, HEIGHT - INSET];
    for (const [x0, y0, x1, y1] of [
      [left, low, right, low],
      [right, low, right, high],
      [right, high, left, high],
      [left, high, left, low],
    ] as const) {
      page.drawLine({ start: { x: x0, y: y0 }, end: { x: x1, y: y1 }, thickness: 1.5 });
    }
  },
  'filled rectangles as thick as a wall': (page) => {
    const thick = 10;
    const [across, up] = [WIDTH - 2 * INSET, HEIGHT - 2 * INSET];
    page.drawRectangle({ x: INSET, y: INSET, width: across, height: thick });
    page.drawRectangle({ x: INSET, y: HEIGHT - INSET - thick, width: across, height: thick });
    page.drawRectangle({ x: INSET, y: INSET, width: thick, height: up });
    page.drawRectangle({ x: WIDTH - INSET - thick, y: INSET, width: thick, height: up });
  },
};

describe('a PDF’s border', () => {
  const planOf = async (frame: (page: PDFPage) => void): Promise<SheetPlan> => {
    const pdf = await PDFDocument.create();
    const page = pdf.addPage([WIDTH, HEIGHT]);
    frame(page);
    page.drawCircle({ x: 300, y: 300, size: 60, borderColor: rgb(0, 0, 0) });
    page.drawLine({ start: { x: 600, y: 100 }, end: { x: 700, y: 160 } });
    const opened = await openSheets(await pdf.save(), 'sheet.pdf', limits, { settings });
    try {
      return await planSheet(opened.sheets[0] as Sheet, SEEN, settings);
    } finally {
      await opened.close();
    }
  };

  it.each(Object.entries(FRAMES))('of %s is taken out: the drawing in it is what is looked at', async (_, frame) => {
    const [bare, bordered] = [await planOf(() => undefined), await planOf(frame)];
    expect(bordered.dropped.map(({ what }) => what)).toEqual(['border']);
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = bordered.dropped[0]?.box ?? [];
    const off = [x0 - INSET, y0 - INSET, WIDTH - INSET - x1, HEIGHT - INSET - y1].map(Math.abs);
    // The middle of the thickest of them lies 5 pt inside.
    expect(Math.max(...off)).toBeLessThan(7);
    expect(bordered.clusters.map((cluster) => [...cluster.box])).toEqual(bare.clusters.map(({ box: b }) => [...b]));
    expect(bordered.tiles).toEqual(bare.tiles);
  });
});
