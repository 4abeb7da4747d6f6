import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { box, contains } from '../evidence/boxes.js';
import { limitsFrom } from '../sources/limits.js';
import type { RawPixels } from '../sources/source.js';
import { type OpenSheets, openSheets } from './open-sheets.js';
import { type PlanOptions, planSheet } from './plan-sheet.js';
import { sightSettings } from './settings.js';
import type { Sheet, SheetBox, SheetObject } from './sheet.js';

const settings = sightSettings({});
const limits = limitsFrom({});
const SEEN: PlanOptions = { level: 'seen', maxTiles: 12 };
const CORPUS = join(import.meta.dirname, '../../../shared/corpus');

type Rgb = readonly [number, number, number];

/** A drawn sheet of filled boxes, as a CAD sheet or an image of its size. */
function sheetOf(
  width: number,
  height: number,
  marks: readonly SheetBox[],
  more: Partial<Sheet> = {},
  [paper, ink]: readonly [Rgb, Rgb] = [
    [255, 255, 255],
    [0, 0, 0],
  ],
  objects: readonly SheetObject[] = [],
): Sheet {
  const fail = (): never => {
    throw new Error('a plan asks for no picture');
  };
  return {
    number: 1,
    sourceKind: 'cad',
    width,
    height,
    unitsPerMm: null,
    size: null,
    scale: null,
    maxZoom: null,
    pageIndex: null,
    pageLabel: null,
    limitations: [],
    skippedEntities: {},
    objects: async () => objects,
    border: [],
    pixels: async (zoom) => painted(width, height, zoom, marks, paper, ink),
    render: fail,
    frame: 'page',
    toSource: (b) => box('page', b[0], b[1], b[2], b[3]),
    fromSource: (b) => box('sheet', b[0], b[1], b[2], b[3]),
    ...more,
  };
}

function painted(
  width: number,
  height: number,
  zoom: number,
  marks: readonly SheetBox[],
  paper: Rgb,
  ink: Rgb,
): RawPixels {
  const [widthPx, heightPx] = [Math.max(1, Math.round(width * zoom)), Math.max(1, Math.round(height * zoom))];
  const rowOf = (color: Rgb): Uint8Array =>
    Uint8Array.from({ length: widthPx * 3 }, (_, at) => color[at % 3] as number);
  const [blank, inked] = [rowOf(paper), rowOf(ink)];
  const rgb = new Uint8Array(widthPx * heightPx * 3);
  for (let y = 0; y < heightPx; y++) rgb.set(blank, y * widthPx * 3);
  for (const [x0, y0, x1, y1] of marks) {
    for (let y = Math.floor(y0 * zoom); y < Math.min(heightPx, Math.ceil(y1 * zoom)); y++) {
      const [from, to] = [Math.floor(x0 * zoom), Math.min(widthPx, Math.ceil(x1 * zoom))];
      if (to > from) rgb.set(inked.subarray(0, (to - from) * 3), (y * widthPx + from) * 3);
    }
  }
  return { rgb, widthPx, heightPx };
}

const text = (b: SheetBox, textHeight: number | null): SheetObject => ({
  kind: 'text',
  box: b,
  text: 'words',
  textHeight,
  handle: null,
});
const whole = ({ width, height }: Sheet): SheetBox => box('sheet', 0, 0, width, height);

const marks = fc.array(
  fc
    .tuple(
      fc.double({ min: 0, max: 0.95, noNaN: true }),
      fc.double({ min: 0, max: 0.95, noNaN: true }),
      fc.double({ min: 0.01, max: 0.2, noNaN: true }),
      fc.double({ min: 0.01, max: 0.2, noNaN: true }),
    )
    .map(([x, y, w, h]) => [x, y, Math.min(1, x + w), Math.min(1, y + h)] as const),
  { minLength: 1, maxLength: 8 },
);
const scales = fc.constantFrom(null, 1, 0.2);
const kinds = fc.constantFrom<Partial<Sheet>>({}, { sourceKind: 'image', maxZoom: 1 });

describe('a plan', () => {
  it('shows every inked cell, leaves the sheet nowhere and keeps within its pictures', async () => {
    const shape = fc.tuple(fc.integer({ min: 100, max: 1500 }), fc.integer({ min: 100, max: 1500 }));
    await fc.assert(
      fc.asyncProperty(
        shape,
        marks,
        scales,
        kinds,
        fc.constantFrom(2, 12),
        async ([w, h], parts, unitsPerMm, kind, maxTiles) => {
          const drawn = parts.map(([x0, y0, x1, y1]) => box('sheet', x0 * w, y0 * h, x1 * w, y1 * h));
          const sheet = sheetOf(w, h, drawn, { unitsPerMm: kind.maxZoom ? null : unitsPerMm, ...kind });
          const plan = await planSheet(sheet, { level: 'readable', maxTiles }, settings);
          expect(plan.coveredInk).toBe(1);
          expect(plan.tiles.length).toBeLessThanOrEqual(maxTiles + 1);
          for (const { visible, widthPx, heightPx } of plan.tiles) {
            expect(contains(whole(sheet), visible, 1e-6)).toBe(true);
            expect(Math.max(widthPx, heightPx)).toBeLessThanOrEqual(settings.imageMaxEdge);
          }
          // What is large enough to be no dust is inside of the tiles, point by point.
          for (const [x0, y0, x1, y1] of drawn) {
            const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
            expect(plan.tiles.slice(1).some(({ visible: [a, b, c, d] }) => x >= a && x <= c && y >= b && y <= d)).toBe(
              true,
            );
          }
        },
      ),
      { numRuns: 25 },
    );
  }, 120_000);

  it('is the same on dark paper', async () => {
    const drawn = [box('sheet', 100, 100, 300, 200), box('sheet', 600, 500, 700, 520)];
    const plans = await Promise.all(
      (
        [
          [
            [255, 255, 255],
            [0, 0, 0],
          ],
          [
            [0, 0, 0],
            [255, 255, 255],
          ],
          [
            [33, 40, 48],
            [255, 0, 0],
          ],
        ] as const
      ).map((colors) => planSheet(sheetOf(841, 594, drawn, { unitsPerMm: 1 }, colors), SEEN, settings)),
    );
    const [light, ...dark] = plans.map(({ tiles, clusters }) => ({ tiles, clusters }));
    for (const one of dark) expect(one).toEqual(light);
  });

  it('goes by the heights of text where there is no scale, and by its own extent where nothing tells', async () => {
    const drawn = [box('sheet', 100, 100, 140, 110), box('sheet', 600, 500, 700, 520)];
    const known = sheetOf(841, 594, drawn, {}, undefined, [text(drawn[0] as SheetBox, 2)]);
    const told = await planSheet(known, SEEN, settings);
    expect(told.tiles.slice(1).every(({ level }) => level !== 'none')).toBe(true);
    expect(told.tiles.find(({ purpose }) => purpose === 'text')?.textPx).toBeGreaterThanOrEqual(8);
    const plan = await planSheet(
      sheetOf(841, 594, drawn, {}, undefined, [text(drawn[0] as SheetBox, null)]),
      SEEN,
      settings,
    );
    expect(plan.tiles.slice(1).map(({ level, textPx }) => [level, textPx])).toContainEqual(['seen', null]);
    expect(plan.limitations.join()).toMatch(/Neither a scale nor text/u);
  });

  it('is no less sharp than its overview in any tile', async () => {
    const plan = await planSheet(sheetOf(100, 60, [box('sheet', 1, 1, 99, 59)], { unitsPerMm: 1 }), SEEN, settings);
    const [overview, ...tiles] = plan.tiles;
    expect(
      tiles.every(({ zoom, widthPx }) => zoom >= (overview?.zoom ?? 0) || widthPx >= settings.imageMaxEdge - 2),
    ).toBe(true);
  });

  it('of nonsensical heights of text ends, and still shows everything', async () => {
    for (const height of [1e-300, 1e-9, 1e300]) {
      const drawn = [box('sheet', 100, 100, 300, 200)];
      const plan = await planSheet(
        sheetOf(841, 594, drawn, {}, undefined, [text(drawn[0] as SheetBox, height)]),
        SEEN,
        settings,
      );
      expect(plan.coveredInk).toBe(1);
      expect(plan.tiles.length).toBeLessThanOrEqual(13);
    }
  });
});

describe.skipIf(!existsSync(CORPUS))('a turned page', () => {
  it.each(['finance/icdar-eu-015.pdf', 'tables/fbi-nics-2015-11-rotated.pdf'])(
    '%s: its texts lie on its ink',
    async (file) => {
      const opened = await open(join(CORPUS, file));
      try {
        const sheet = opened.sheets[0] as Sheet;
        const objects = (await sheet.objects()).filter(({ kind }) => kind === 'text');
        const zoom = 1000 / Math.max(sheet.width, sheet.height);
        const { rgb, widthPx, heightPx } = await sheet.pixels(zoom);
        const inside = (place: (b: SheetBox) => readonly number[]): number => {
          const boxes = new Uint8Array(widthPx * heightPx);
          for (const object of objects) {
            const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = place(object.box).map((v) => Math.round(v * zoom));
            for (let y = Math.max(0, y0); y < Math.min(heightPx, y1); y++)
              boxes.fill(1, y * widthPx + Math.max(0, x0), y * widthPx + Math.max(0, Math.min(widthPx, x1)));
          }
          let [ink, held] = [0, 0];
          boxes.forEach((held1, at) => {
            if ((rgb[at * 3] as number) > 200) return;
            ink++;
            held += held1;
          });
          return held / ink;
        };
        const right = inside((b) => b);
        // As if the page had not been turned: its long side for its short one.
        const wrong = inside(([x0, y0, x1, y1]) => [y0, sheet.width - x1, y1, sheet.width - x0]);
        expect(right).toBeGreaterThan(2 * wrong);
      } finally {
        await opened.close();
      }
    },
  );
});

const open = (path: string): Promise<OpenSheets> => openSheets(readFileSync(path), path, limits, { settings });
