import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Bitmap, blankBitmap, inkCount } from '../bitmap.js';
import { takeOutBorders, type Witnesses } from './take-out-borders.js';

const [W, H] = [1024, 724];
const INK_ONLY: Witnesses = { frames: [], lines: { lying: [], standing: [] }, scan: true };

/** Draws a thick straight stroke. */
function stroke(bitmap: Bitmap, x0: number, y0: number, x1: number, y1: number, thick = 2, dash = 0): void {
  const steps = Math.ceil(Math.hypot(x1 - x0, y1 - y0)) * 2;
  for (let n = 0; n <= steps; n++) {
    const t = n / steps;
    if (dash > 0 && Math.floor((t * steps) / 2 / dash) % 3 === 2) continue;
    const [x, y] = [Math.round(x0 + t * (x1 - x0)), Math.round(y0 + t * (y1 - y0))];
    for (let dy = 0; dy < thick; dy++) {
      for (let dx = 0; dx < thick; dx++) {
        const [px, py] = [x + dx, y + dy];
        if (px >= 0 && py >= 0 && px < W && py < H) bitmap.ink[py * W + px] = 1;
      }
    }
  }
}

interface FrameOptions {
  readonly margin: number;
  readonly degrees?: number;
  readonly thick?: number;
  readonly dash?: number;
}

function frame(bitmap: Bitmap, { margin, degrees = 0, thick = 2, dash = 0 }: FrameOptions): void {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const corner = (x: number, y: number): [number, number] => [
    W / 2 + (x - W / 2) * cos - (y - H / 2) * sin,
    H / 2 + (x - W / 2) * sin + (y - H / 2) * cos,
  ];
  const corners = [
    corner(margin, margin),
    corner(W - margin, margin),
    corner(W - margin, H - margin),
    corner(margin, H - margin),
  ];
  corners.forEach(([x, y], i) => {
    const [nx, ny] = corners[(i + 1) % 4] as [number, number];
    stroke(bitmap, x, y, nx, ny, thick, dash);
  });
}

const merged = (a: Bitmap, b: Bitmap): Bitmap => ({ ...a, ink: a.ink.map((pixel, i) => pixel | (b.ink[i] as number)) });

/** Side of a cell, px, as the planner has them. */
const CELL = 16;

/** Ink of `content` that is not on a border (or right beside it) and was lost; cells with such ink that have none left. */
function lost(content: Bitmap, border: Bitmap, left: Bitmap): { pixels: number; cells: number } {
  let pixels = 0;
  const cells = new Set<number>();
  for (let y = 0; y < H; y++) {
    for (let x = 0; x < W; x++) {
      if (!content.ink[y * W + x] || left.ink[y * W + x]) continue;
      let onBorder = false;
      for (let dy = -4; dy <= 4; dy++)
        for (let dx = -4; dx <= 4; dx++) onBorder ||= border.ink[(y + dy) * W + x + dx] === 1;
      if (onBorder) continue;
      pixels++;
      cells.add(Math.floor(y / CELL) * W + Math.floor(x / CELL));
    }
  }
  for (const cell of cells) if (hasInk(left, (cell % W) * CELL, Math.floor(cell / W) * CELL)) cells.delete(cell);
  return { pixels, cells: cells.size };
}

function hasInk({ ink }: Bitmap, x0: number, y0: number): boolean {
  for (let y = y0; y < Math.min(H, y0 + CELL); y++)
    for (let x = x0; x < Math.min(W, x0 + CELL); x++) if (ink[y * W + x]) return true;
  return false;
}

const BORDERS: Record<string, (bitmap: Bitmap) => void> = {
  'one thin line': (b) => frame(b, { margin: 30 }),
  'a thick line': (b) => frame(b, { margin: 24, thick: 7 }),
  'two lines': (b) => [frame(b, { margin: 20 }), frame(b, { margin: 42 })],
  'two lines that lie close': (b) => [frame(b, { margin: 20, thick: 1 }), frame(b, { margin: 27, thick: 1 })],
  'a dashed line': (b) => frame(b, { margin: 25, dash: 6 }),
  'a dashed line around a solid one': (b) => [frame(b, { margin: 20, dash: 6 }), frame(b, { margin: 40 })],
  'a scan turned by 2°': (b) => frame(b, { margin: 45, degrees: 2 }),
  'a scan turned by −3°': (b) => frame(b, { margin: 55, degrees: -3, thick: 3 }),
};

describe.each(Object.entries(BORDERS))('a border of %s', (name, draw) => {
  const turned = name.includes('turned');
  const border = blankBitmap(W, H);
  draw(border);

  it('is taken out, nearly all of it', () => {
    const content = blankBitmap(W, H);
    stroke(content, 300, 300, 600, 420);
    const { bitmap, dropped } = takeOutBorders(merged(content, border), INK_ONLY);
    expect(dropped.map(({ what }) => what)).toContain('border');
    expect(inkCount(bitmap) - inkCount(content)).toBeLessThan((turned ? 0.08 : 0.02) * inkCount(border));
  });

  it('takes nothing of the drawing with it; a turned one a few pixels where strokes join it at a flat angle', () => {
    const point = fc.tuple(fc.integer({ min: 60, max: W - 60 }), fc.integer({ min: 60, max: H - 60 }));
    fc.assert(
      fc.property(fc.array(fc.tuple(point, point), { minLength: 1, maxLength: 12 }), (lines) => {
        const content = blankBitmap(W, H);
        // Long enough to be no tick of a zone.
        for (const [[x0, y0], [x1, y1]] of lines) {
          if (Math.hypot(x1 - x0, y1 - y0) >= 60) stroke(content, x0, y0, x1, y1);
        }
        const { bitmap } = takeOutBorders(merged(content, border), INK_ONLY);
        const { pixels, cells } = lost(content, border, bitmap);
        // The end of a stroke may be all that a cell holds.
        expect(cells).toBeLessThanOrEqual(turned ? 1 : 0);
        expect(pixels).toBeLessThanOrEqual(turned ? 24 : 0);
      }),
      { numRuns: 12, endOnFailure: true },
    );
  });
});

describe('a line that the source lists', () => {
  const thick = blankBitmap(W, H);
  frame(thick, { margin: 30, thick: 14 });
  const content = blankBitmap(W, H);
  stroke(content, 300, 300, 600, 420);
  const lines = { lying: [37, H - 23], standing: [37, W - 23] };

  it('is a border even where it is too thick to be told from walls', () => {
    expect(takeOutBorders(merged(content, thick), INK_ONLY).dropped).toEqual([]);
    const { bitmap, dropped } = takeOutBorders(merged(content, thick), { ...INK_ONLY, lines });
    expect(dropped.map(({ what }) => what)).toEqual(['border']);
    expect(lost(content, thick, bitmap)).toEqual({ pixels: 0, cells: 0 });
    expect(inkCount(bitmap) - inkCount(content)).toBeLessThan(0.02 * inkCount(thick));
  });

  it('is none where there is no ink', () => {
    const { bitmap, dropped } = takeOutBorders(content, { ...INK_ONLY, lines });
    expect([dropped, inkCount(bitmap)]).toEqual([[], inkCount(content)]);
  });
});

describe('what is no border stays', () => {
  const kept = (draw: (b: Bitmap) => void): void => {
    const content = blankBitmap(W, H);
    draw(content);
    expect(inkCount(takeOutBorders(content, INK_ONLY).bitmap)).toBe(inkCount(content));
  };

  it('a plan whose walls fill the sheet, with its labels outside of them', () =>
    kept((b) => {
      frame(b, { margin: 130, thick: 6 });
      for (let x = 200; x < 800; x += 100) stroke(b, x, 60, x + 40, 60);
    }));

  it('a sheet of long lines', () =>
    kept((b) => {
      for (let y = 60; y < 700; y += 40) stroke(b, 40, y, 980, y);
    }));

  it('two sides of a frame only', () =>
    kept((b) => {
      stroke(b, 30, 30, 990, 30);
      stroke(b, 30, 30, 30, 690);
    }));

  it('a frame and nothing else: then the frame is the drawing', () => kept((b) => frame(b, { margin: 30 })));
});

describe('zone marks', () => {
  it('go with a double border; words that stand between its lines stay', () => {
    const sheet = blankBitmap(W, H);
    frame(sheet, { margin: 20 });
    frame(sheet, { margin: 45 });
    for (let x = 145; x < 950; x += 200) {
      stroke(sheet, x, 22, x, 43, 1);
      stroke(sheet, x + 100, 29, x + 104, 36, 1);
    }
    stroke(sheet, 400, 300, 600, 420);
    const words = blankBitmap(W, H);
    for (let x = 300; x < 420; x += 6) stroke(words, x, 690, x + 3, 694, 1);
    const { bitmap, dropped } = takeOutBorders(merged(sheet, words), INK_ONLY);
    expect(dropped.map(({ what }) => what)).toEqual(['border', 'inner_frame', 'zone_marks']);
    let above = 0;
    for (let y = 0; y < 45; y++) for (let x = 0; x < W; x++) above += bitmap.ink[y * W + x] as number;
    expect(above).toBeLessThan(20);
    expect(words.ink.every((pixel, i) => !pixel || bitmap.ink[i] === 1)).toBe(true);
  });
});

describe('the dark edges of a scan', () => {
  it('stay in what came through no scanner: there ink at the edge is drawn', () => {
    const sheet = blankBitmap(W, H);
    for (let x = 0; x < W; x++) for (let y = 0; y < 8; y++) sheet.ink[y * W + x] = 1;
    stroke(sheet, 400, 300, 600, 420);
    const { dropped, bitmap } = takeOutBorders(sheet, { ...INK_ONLY, scan: false });
    expect([dropped, inkCount(bitmap)]).toEqual([[], inkCount(sheet)]);
  });

  it('are taken out, wedges too', () => {
    const sheet = blankBitmap(W, H);
    for (let x = 0; x < W; x++) for (let y = 0; y < 8 + x / 60; y++) sheet.ink[y * W + x] = 1;
    stroke(sheet, 400, 300, 600, 420);
    const { dropped, bitmap } = takeOutBorders(sheet, INK_ONLY);
    expect(dropped.map(({ what }) => what)).toEqual(['dark_edge']);
    expect(inkCount(bitmap)).toBeLessThan(1_200);
  });
});
