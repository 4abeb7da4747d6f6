import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { circleOf, drawingOf, layerOf, lineOf, STYLE } from '../../../../test/support/cad-shapes.js';
import { dxf } from '../../../../test/support/dxf-file.js';
import { a1Sheet } from '../../../../test/support/dxf-sheet.js';
import { box } from '../../../evidence/boxes.js';
import { limitsFrom } from '../../limits.js';
import type { CadDrawing, CadLayout, Shape } from '../drawing.js';
import { openCad } from '../open-cad.js';
import { cadSvg, drawCad } from './draw-cad.js';

const limits = limitsFrom();
const WINDOW = box('world', 0, 0, 100, 100);
const layoutOf = (drawing: CadDrawing, index = 0): CadLayout => drawing.layouts[index] as CadLayout;

/** Grey of every pixel, rows from the top. */
async function pixels(
  drawing: CadDrawing,
  index = 0,
  size = 100,
  window = WINDOW,
): Promise<(x: number, y: number) => number> {
  const { bytes } = await drawCad(drawing, layoutOf(drawing, index), window, size, size, { limits });
  const raw = await sharp(bytes).greyscale().raw().toBuffer();
  return (x, y) => raw[y * size + x] as number;
}
const svgOf = (drawing: CadDrawing, window = WINDOW, index = 0): string =>
  cadSvg(drawing, layoutOf(drawing, index), window, 100, 100).svg;

describe('a line', () => {
  it('lands on the pixels that it should: y runs up in the drawing and down in the picture', async () => {
    const at = await pixels(drawingOf([lineOf([10, 80.5], [90, 80.5])]));
    expect(at(50, 19)).toBe(0);
    expect([at(50, 18), at(50, 20), at(50, 80), at(5, 19), at(95, 19)]).toEqual([255, 255, 255, 255, 255]);
  });

  it('is as wide as its weight on paper, a hair line one pixel', () => {
    const drawing = drawingOf([lineOf([0, 50], [100, 50], { lineWeightMm: 0.5 })]);
    const width = (unitsPerMm: number | null) =>
      /stroke-width="([\d.]+)"/.exec(cadSvg(drawing, layoutOf(drawing), WINDOW, 1000, 1000, unitsPerMm).svg)?.[1];
    expect([width(null), width(0.1), width(1), width(100)]).toEqual(['1', '1', '5', '500']);
  });

  it('of a wide polyline is as wide as it says, in drawing units', async () => {
    const at = await pixels(drawingOf([lineOf([0, 50], [100, 50], { width: 20 })]));
    expect([at(50, 38), at(50, 41), at(50, 58), at(50, 61)]).toEqual([255, 0, 0, 255]);
  });

  it('has its dashes where the whole line begins, in every window', async () => {
    const drawing = drawingOf([lineOf([-1000, 50.5], [1000, 50.5], { dashes: [20, -20] })]);
    const at = await pixels(drawing);
    expect([10, 30, 50, 70].map((x) => at(x, 49))).toEqual([0, 255, 0, 255]);
  });
});

it('draws the seen part of a circle of a million kilometres', async () => {
  const at = await pixels(drawingOf([circleOf([50.5, -1e12], 1e12 + 40.5)]));
  // The flattened arc is a tenth of a pixel off at most.
  for (const x of [5, 50, 95]) expect(at(x, 59)).toBeLessThan(80);
  expect([at(50, 57), at(50, 61)]).toEqual([255, 255]);
});

it('fills by the even-odd rule, with holes', async () => {
  const square = (low: number, high: number) =>
    [
      [low, low],
      [high, low],
      [high, high],
      [low, high],
    ] as const;
  const at = await pixels(drawingOf([{ ...STYLE, kind: 'fill', loops: [square(10, 90), square(30, 70)] }]));
  expect([at(5, 50), at(20, 50), at(50, 50), at(80, 50)]).toEqual([255, 0, 255, 0]);
});

it('draws a point, and an entity too small for a picture as a dot', async () => {
  const drawing = drawingOf([{ ...STYLE, kind: 'point', at: [20, 20] }, lineOf([60, 60], [60.001, 60])]);
  const at = await pixels(drawing);
  expect(Math.min(at(19, 79), at(20, 80))).toBeLessThan(128);
  expect(Math.min(at(59, 39), at(60, 40), at(60, 39), at(59, 40))).toBeLessThan(255);
});

describe('text', () => {
  const text: Shape = {
    ...STYLE,
    kind: 'text',
    text: '中L',
    origin: [20, 20],
    along: [60, 0],
    up: [0, 30],
    font: { file: 'txt.shx', bigFont: 'gbcbig.shx', family: null },
  };
  it('fills the length that it has, from its baseline to the height of a capital', async () => {
    const at = await pixels(drawingOf([text]));
    const inked = (x0: number, x1: number, y0: number, y1: number) => {
      for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) if (at(x, y) < 128) return true;
      return false;
    };
    expect(inked(20, 50, 50, 80)).toBe(true);
    expect(inked(52, 80, 50, 80)).toBe(true);
    expect([inked(0, 19, 0, 100), inked(82, 100, 0, 100), inked(0, 100, 0, 47), inked(0, 100, 83, 100)]).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
  it('is a bar where it is too small to be read, and a path in any case', () => {
    const small = svgOf(drawingOf([{ ...text, along: [2, 0], up: [0, 1] }]));
    expect(small.match(/<path/g)).toHaveLength(2);
    expect(svgOf(drawingOf([text]))).not.toMatch(/<text|href|script/);
  });
  it('names characters that no font has', () => {
    const drawing = drawingOf([{ ...text, text: 'عA' }]);
    expect(cadSvg(drawing, layoutOf(drawing), WINDOW, 100, 100).limitations.join()).toContain('ع');
  });
});

describe('a viewport', () => {
  const model = [lineOf([-1000, 1005], [1000, 1005]), lineOf([0, 1000], [10, 1000], { layer: 'FURNITURE' })];
  const viewport = {
    handle: '1',
    box: box('world', 20, 20, 60, 60),
    viewCentre: [0, 1000],
    viewHeight: 20,
    twist: 0,
    on: true,
    frozenLayers: ['furniture'],
  } as const;
  it('shows model space at its scale, cut to its frame, without the layers frozen in it', async () => {
    const at = await pixels(drawingOf(model, { viewports: [viewport] }), 1);
    // 5 units above the middle at two to one: y = 40 + 10.
    expect([at(19, 49), at(61, 49)]).toEqual([255, 255]);
    expect(Math.min(at(30, 49), at(30, 50))).toBeLessThan(200);
    expect([at(50, 59), at(50, 60)]).toEqual([255, 255]);
  });
  it('turns what it shows counter-clockwise by its twist', async () => {
    const at = await pixels(drawingOf(model, { viewports: [{ ...viewport, twist: Math.PI / 2 }] }), 1);
    // Up in the model is left on the paper.
    expect(Math.min(at(29, 60), at(30, 60))).toBeLessThan(200);
    expect(at(50, 50)).toBe(255);
  });
  it('that is off, or shows nothing, is empty', () => {
    for (const broken of [{ on: false }, { viewHeight: 0 }, { viewHeight: Number.NaN }, { twist: Number.NaN }]) {
      const drawing = drawingOf(model, { viewports: [{ ...viewport, ...broken }] });
      expect(svgOf(drawing, WINDOW, 1)).not.toContain('stroke');
    }
  });
});

it('draws nothing of layers that are off, frozen or not plotted, whatever case their names are in', () => {
  for (const hidden of [{ off: true }, { frozen: true }, { plotted: false }]) {
    const drawing = drawingOf([lineOf([0, 0], [9, 9], { layer: 'Wall' })], { layers: [layerOf('WALL', hidden)] });
    expect(svgOf(drawing)).not.toContain('stroke');
  }
});

it('fits the window into the picture and says what that shows', () => {
  const drawing = drawingOf([]);
  const { visible, zoom } = cadSvg(drawing, layoutOf(drawing), WINDOW, 400, 200);
  expect([zoom, [...visible]]).toEqual([2, [-50, 0, 150, 100]]);
});

it('draws the same sheet far from the origin as at it, and the same bytes every time', async () => {
  const sheet = async (origin: readonly [number, number]) => {
    const drawing = await openCad(Buffer.from(dxf(a1Sheet(origin))), limits);
    const window = box('world', origin[0], origin[1], origin[0] + 84_100, origin[1] + 59_400);
    return drawCad(drawing, layoutOf(drawing), window, 1280, 904, { limits, unitsPerMm: 100 });
  };
  const grey = (bytes: Uint8Array) => sharp(bytes).greyscale().raw().toBuffer();
  const near = await sheet([0, 0]);
  expect(near.svg.length).toBeGreaterThan(50_000);
  expect(Buffer.compare(near.bytes, (await sheet([0, 0])).bytes)).toBe(0);
  // Moved along the hatch, whose lines begin at the origin. A hundredth of a pixel may be rounded to the other side.
  const [a, b] = await Promise.all([grey(near.bytes), grey((await sheet([1e7, 1e7])).bytes)]);
  expect(a.filter((value, i) => Math.abs(value - (b[i] as number)) > 8)).toHaveLength(0);
});

describe('hostile shapes', () => {
  it.each([Number.NaN, Infinity, 1e300, -1e300, 1e-300])('with %s in them draw nothing that is no number', (bad) => {
    const curve = { kind: 'arc', centre: [bad, 0], major: [bad, 1], ratio: 0.5, start: 0, end: 6 } as const;
    const svg = svgOf(
      drawingOf([
        lineOf([bad, 1], [5, 5]),
        lineOf([0, 0], [5, 5], { width: bad, lineWeightMm: bad, dashes: [bad, -bad] }),
        { ...STYLE, kind: 'line', width: 0, curves: [curve] },
        {
          ...STYLE,
          kind: 'fill',
          loops: [
            [
              [bad, 0],
              [1, 1],
              [2, 0],
            ],
            [],
          ],
        },
        { ...STYLE, kind: 'point', at: [bad, bad] },
        {
          ...STYLE,
          kind: 'text',
          text: 'a',
          origin: [bad, 0],
          along: [bad, 0],
          up: [0, bad],
          font: { file: '', bigFont: null, family: null },
        },
      ]),
    );
    expect(svg).not.toMatch(/NaN|Infinity|e\+/);
  });

  it('by the thousand on one spot are one dot', () => {
    const dust = Array.from({ length: 20_000 }, (_, i) => lineOf([50 + i * 1e-6, 50], [50 + i * 1e-6, 50.001]));
    expect(svgOf(drawingOf(dust)).length).toBeLessThan(2_000);
  });

  it('outside the window cost nothing', () => {
    const away = Array.from({ length: 20_000 }, (_, i) => lineOf([200 + i, 0], [200 + i, 50]));
    const drawing = drawingOf(away);
    for (const entity of layoutOf(drawing).entities) {
      Object.assign(entity, { shapes: () => expect.fail('was asked for its shapes') });
    }
    expect(svgOf(drawing).length).toBeLessThan(300);
  });

  it('that would fill a picture without end are refused', () => {
    const long = 'W'.repeat(20_000);
    const font = { file: 'txt.shx', bigFont: null, family: null };
    const text: Shape = { ...STYLE, kind: 'text', text: long, origin: [0, 50], along: [100, 0], up: [0, 30], font };
    expect(() => svgOf(drawingOf(Array(80).fill(text)))).toThrow(/more than 32000000 characters/);
  });
});

it('refuses a window without area', () => {
  const drawing = drawingOf([]);
  for (const window of [box('world', 0, 0, 0, 5), [NaN, 0, 1, 1] as unknown as typeof WINDOW]) {
    expect(() => cadSvg(drawing, layoutOf(drawing), window, 10, 10)).toThrow(/no area/);
  }
});
