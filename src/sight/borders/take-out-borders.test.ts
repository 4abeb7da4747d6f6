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

/**
 * Where a border can't be told from what lies on it: its lines, with a pixel on each side that edges may soften, one for
 * shreds, and one by which the pixels of a turned stroke are off its middle.
 */
function bandsOf(frames: readonly FrameOptions[]): Bitmap {
  const bands = blankBitmap(W, H);
  for (const { margin, degrees = 0, thick = 2 } of frames) {
    const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    // Strokes are drawn to the right of and below their line.
    const half = (thick - 1) / 2;
    const reach = thick / 2 + 3;
    for (let y = 0; y < H; y++) {
      for (let x = 0; x < W; x++) {
        const [dx, dy] = [x - half - W / 2, y - half - H / 2];
        const [u, v] = [Math.abs(dx * cos + dy * sin), Math.abs(dy * cos - dx * sin)];
        const [outX, outY] = [u - (W / 2 - margin), v - (H / 2 - margin)];
        if (Math.max(outX, outY) <= reach && Math.max(outX, outY) >= -reach) bands.ink[y * W + x] = 1;
      }
    }
  }
  return bands;
}

/** Pixels of `content` that are gone, those in the bands of the border left out. */
function lost(content: Bitmap, bands: Bitmap, left: Bitmap): number {
  return content.ink.reduce((sum, pixel, at) => sum + (pixel && !left.ink[at] && !bands.ink[at] ? 1 : 0), 0);
}

const BORDERS: Record<string, readonly FrameOptions[]> = {
  'one thin line': [{ margin: 30 }],
  'a thick line': [{ margin: 24, thick: 7 }],
  'two lines': [{ margin: 20 }, { margin: 42 }],
  'two lines that lie close': [
    { margin: 20, thick: 1 },
    { margin: 27, thick: 1 },
  ],
  'a dashed line': [{ margin: 25, dash: 6 }],
  'a dashed line around a solid one': [{ margin: 20, dash: 6 }, { margin: 40 }],
  'a scan turned by 2°': [{ margin: 45, degrees: 2 }],
  'a scan turned by −3°': [{ margin: 55, degrees: -3, thick: 3 }],
};

type Stroke = readonly [x0: number, y0: number, x1: number, y1: number];

/** Long enough to be no tick of a zone. */
const LEAST_STROKE = 60;
const place = (margin: number) =>
  fc.tuple(fc.integer({ min: margin, max: W - 1 - margin }), fc.integer({ min: margin, max: H - 1 - margin }));
/** Anywhere inside of the border: of a turned one, across it and along it at flat angles too. */
const inner = fc.tuple(place(60), place(60)).map(([[x0, y0], [x1, y1]]): Stroke => [x0, y0, x1, y1]);
/** Anywhere on the sheet, but too short to be a side of a border. */
const short = fc
  .tuple(place(0), fc.integer({ min: LEAST_STROKE, max: 140 }), fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }))
  .map(([[x, y], length, turn]): Stroke => [x, y, x + length * Math.cos(turn), y + length * Math.sin(turn)])
  .filter(([, , x, y]) => x >= 0 && y >= 0 && x < W && y < H);
const strokes = fc.array(
  fc.oneof(inner, short).filter(([x0, y0, x1, y1]) => Math.hypot(x1 - x0, y1 - y0) >= LEAST_STROKE),
  { minLength: 1, maxLength: 12 },
);

describe.each(Object.entries(BORDERS))('a border of %s', (_, frames) => {
  const border = blankBitmap(W, H);
  for (const one of frames) frame(border, one);
  const bands = bandsOf(frames);

  it('is taken out, nearly all of it', () => {
    const content = blankBitmap(W, H);
    stroke(content, 300, 300, 600, 420);
    const { bitmap, dropped } = takeOutBorders(merged(content, border), INK_ONLY);
    expect(dropped.map(({ what }) => what)).toEqual(['border', 'inner_frame'].slice(0, frames.length));
    expect(inkCount(bitmap) - inkCount(content)).toBeLessThan(0.01 * inkCount(border));
  });

  it('takes nothing of the drawing with it but what lies on it, whatever crosses it at whatever angle', () => {
    fc.assert(
      fc.property(strokes, (drawn) => {
        const content = blankBitmap(W, H);
        for (const one of drawn) stroke(content, ...one);
        const { bitmap } = takeOutBorders(merged(content, border), INK_ONLY);
        expect(lost(content, bands, bitmap)).toBe(0);
      }),
      { numRuns: 8, endOnFailure: true },
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
    expect(lost(content, bandsOf([{ margin: 30, thick: 14 }]), bitmap)).toBe(0);
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
