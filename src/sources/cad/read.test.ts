import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { insert, layer, line, polyline, text } from '../../../test/support/dxf.js';
import { type DxfFile, dxf, encoded } from '../../../test/support/dxf-file.js';
import { a1Sheet } from '../../../test/support/dxf-sheet.js';
import { limitsFrom } from '../limits.js';
import type { Point } from './drawing.js';
import { openCad } from './open-cad.js';
import { sheetsOf } from './sheets/sheets.js';

const limits = limitsFrom();
const open = (file: DxfFile) => openCad(Buffer.from(dxf(file)), limits);
const frame = ([x, y]: Point, scale: number, width = 841, height = 594) => {
  const side = (from: number, to: number, margin: number): Point => [
    x + from * scale + margin,
    y + to * scale + margin,
  ];
  const corners = (a: Point, b: Point): [Point, Point][] => [
    [a, [b[0], a[1]]],
    [[b[0], a[1]], b],
    [b, [a[0], b[1]]],
    [[a[0], b[1]], a],
  ];
  const outer = corners(side(0, 0, 0), side(width, height, 0));
  const inner = corners([x + 25 * scale, y + 10 * scale], [x + (width - 10) * scale, y + (height - 10) * scale]);
  return [...outer, ...inner].map(([from, to]) => line(from, to));
};

describe('texts in old encodings', () => {
  it.each([
    ['ANSI_936', 'gbk', '泵房一层平面图'],
    ['gb2312', 'gbk', '图样名称'],
    ['ANSI_932', 'shift_jis', '配置図カナ'],
    ['ANSI_950', 'big5', '圖號'],
    ['ANSI_949', 'euc-kr', '도면'],
    ['ANSI_1252', 'windows-1252', 'Höhe é'],
    // A wrong header: pairs of bytes that are all Chinese are no western text.
    ['ANSI_1252', 'gbk', '标高单位为米'],
  ] as const)('%s is read as %s', async (codePage, encoding, words) => {
    const source = dxf({
      version: 'AC1015',
      header: { $DWGCODEPAGE: [[3, codePage]] },
      entities: [text([0, 0], 5, words)],
    });
    const { layouts } = await openCad(encoded(source, encoding), limits);
    expect(layouts[0]?.entities[0]?.text).toBe(words);
  });

  it('and escapes of any encoding', async () => {
    const { layouts } = await open({ version: 'AC1015', entities: [text([0, 0], 5, '\\U+56FE\\M+5BAC5')] });
    expect(layouts[0]?.entities[0]?.text).toBe('图号');
  });
});

describe('an insert', () => {
  const blocks = [
    { name: 'B', base: [1, 1] as Point, entities: [line([1, 1], [4, 1], { color: 0 }), line([1, 1], [1, 3])] },
  ];

  it('covers its block, moved, turned and mirrored', async () => {
    const factor = fc.constantFrom(-2, -1, 0.5, 3);
    await fc.assert(
      fc.asyncProperty(factor, factor, fc.integer({ min: 0, max: 359 }), async (sx, sy, degrees) => {
        const { layouts } = await open({
          blocks,
          entities: [insert('B', [1e6, -2e6], { scale: [sx, sy], rotationDeg: degrees })],
        });
        const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
        const points = [
          [0, 0],
          [3 * sx, 0],
          [0, 2 * sy],
        ].map(([x = 0, y = 0]) => [1e6 + x * c - y * s, -2e6 + x * s + y * c]);
        const [xs, ys] = [points.map((p) => p[0]!), points.map((p) => p[1]!)];
        [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)].forEach((value, k) => {
          expect(layouts[0]?.entities[0]?.box?.[k]).toBeCloseTo(value, 5);
        });
      }),
      { numRuns: 30 },
    );
  });

  it('gives its layer to what lies on layer 0, and its colour to what is ByBlock', async () => {
    const { layouts } = await open({
      layers: [layer('WALL', { color: 3 })],
      blocks,
      entities: [insert('B', [0, 0], {}, { layer: 'WALL', color: 1 })],
    });
    const shapes = layouts[0]?.entities[0]?.shapes() ?? [];
    expect(shapes.map(({ color, layer: name }) => [color, name])).toEqual([
      ['#ff0000', 'WALL'],
      ['#00ff00', 'WALL'],
    ]);
  });

  it('of a block that is not there is dangling', async () => {
    const { dangling } = await open({ entities: [insert('GONE', [0, 0])] });
    expect(dangling).toMatchObject([{ what: 'block', name: 'GONE' }]);
  });
});

describe('sheets', () => {
  it('are the layout and the frame in model space, each with its size, scale and title block, far from the origin too', async () => {
    const sheets = sheetsOf(await open(a1Sheet([5e6, 3.5e6])));
    expect(sheets.map(({ layout, size, scale, unitsPerMm }) => [layout, size, scale, unitsPerMm])).toEqual([
      ['A1', 'A1', '1:100', 1],
      ['Model', 'A1', '1:100', 100],
    ]);
    expect(sheets[1]?.box).toEqual([5e6, 3.5e6, 5e6 + 84_100, 3.5e6 + 59_400]);
    expect(sheets[1]?.titleBlock?.fields.map(({ label, value }) => [label, value])).toContainEqual(['图号', 'SS-01']);
    expect(sheets[1]?.titleBlock?.fields).toContainEqual(expect.objectContaining({ label: '校对', value: '' }));
    // The lettering of this sheet says otherwise, and that is kept.
    expect(sheets[1]?.scaleEvidence).toEqual([
      { from: 'title_block', scale: '1:100' },
      { from: 'frame_size', scale: '1:100' },
      { from: 'text_height', scale: '1:200' },
    ]);
  });

  it('are several frames of four lines side by side, rows from the top', async () => {
    const entities = [
      ...frame([0, 0], 50),
      ...frame([60_000, 0], 50, 420, 297),
      ...frame([0, 50_000], 100),
      line([70_000, 5_000], [75_000, 9_000]),
    ];
    const sheets = sheetsOf(await open({ header: { $INSUNITS: [[70, 4]] }, entities }));
    expect(sheets.map(({ size, scale }) => [size, scale])).toEqual([
      ['A1', '1:100'],
      ['A1', '1:50'],
      ['A3', '1:50'],
    ]);
  });

  it('is one around what is seen, with some paper, without what lies far off, where there is no frame', async () => {
    const entities = Array.from({ length: 40 }, (_, i) => line([i * 10, 0], [i * 10 + 5, 100]));
    const sheets = sheetsOf(await open({ entities: [...entities, line([1e7, 1e7], [1e7 + 1, 1e7])] }));
    expect(sheets.map(({ box, size, scale }) => [box, size, scale])).toEqual([
      [[-3.95, -3.95, 398.95, 103.95], null, null],
    ]);
  });

  it('take fields of plain text from their own cells, and none from a cell that two labels share', async () => {
    const at = 84_100 - 1_000;
    const rows = [0, 800, 1_600, 2_400].map((y) => line([at - 8_000, 1_000 + y], [at, 1_000 + y]));
    const columns = [8_000, 6_000, 0].map((x) => line([at - x, 1_000], [at - x, 3_400]));
    const words = (x: number, row: number, content: string) => text([at - x, 1_100 + row * 800], 350, content);
    const entities = [
      ...frame([0, 0], 100),
      ...rows,
      ...columns,
      ...[words(7_800, 0, '图号'), words(5_800, 0, 'SS-07'), words(7_800, 1, '比例'), words(5_800, 1, '1：100')],
      ...[words(7_900, 2, '设计'), words(7_000, 2, '校对'), words(5_800, 2, '李明')],
      polyline(
        [
          [20_000, 20_000],
          [30_000, 30_000],
        ],
        {},
      ),
    ];
    const [sheet] = sheetsOf(await open({ entities }));
    expect(sheet?.titleBlock?.fields.map(({ label, value }) => [label, value])).toEqual([
      ['图号', 'SS-07'],
      ['比例', '1：100'],
    ]);
    expect(sheet?.scaleEvidence[0]).toEqual({ from: 'title_block', scale: '1:100' });
  });

  it('are none for a drawing that shows nothing', async () => {
    expect(sheetsOf(await open({ entities: [] }))).toEqual([]);
  });
});
