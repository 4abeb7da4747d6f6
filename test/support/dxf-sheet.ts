import type { Point } from '../../src/sources/cad/drawing.js';
import {
  arc,
  around,
  attribute,
  attributeDefinition,
  circle,
  type DxfEntity,
  dimension,
  hatch,
  insert,
  layer,
  line,
  lineType,
  mtext,
  type Properties,
  polyline,
  rectangle,
  solid,
  style,
  text,
  viewport,
} from './dxf.js';
import type { DxfBlock, DxfFile } from './dxf-file.js';

/** A1 paper lying, mm (GB/T 14689); the inner frame leaves 25 for binding at the left and 10 elsewhere. */
const A1 = { width: 841, height: 594, binding: 25, margin: 10 } as const;
/** Drawing units (mm of the building) for one mm of paper. */
const SHEET_SCALE = 100;

/**
 * A plan of a pump room as Chinese offices draw it: in model space an A1 frame at 1:100 around a plan in mm, with axes,
 * walls, hatches, doors, pumps with attributes, dimensions and notes in `gbenor.shx` and `gbcbig.shx`; in paper space a
 * sheet of the same paper with a title block and a window onto the plan at 1:100, in which the furniture is frozen.
 * @param origin lower left corner of the frame in model space
 */
export function a1Sheet(origin: Point = [0, 0]): DxfFile {
  const at = (x: number, y: number): Point => [origin[0] + x, origin[1] + y];
  const title = (scale: number, position: Point): DxfEntity =>
    insert(
      'TITLE',
      position,
      {
        scale: [scale, scale],
        attributes: titleFields().map(([tag, , value, x, y]) =>
          attribute(tag, [position[0] + x * scale, position[1] + y * scale], 3.5 * scale, value, { style: 'GB' }),
        ),
      },
      { layer: 'FRAME' },
    );
  const corner = (scale: number, [x, y]: Point): Point => [
    x + (A1.width - A1.margin - TITLE_WIDTH) * scale,
    y + A1.margin * scale,
  ];
  return {
    version: 'AC1027',
    header: { $INSUNITS: [[70, 4]], $MEASUREMENT: [[70, 1]], $LTSCALE: [[40, SHEET_SCALE]] },
    layers: [
      layer('FRAME', { lineWeight: 70 }),
      layer('AXIS', { color: 1, lineType: 'CENTER', lineWeight: 13 }),
      layer('WALL', { color: 4, lineWeight: 50 }),
      layer('HATCH', { color: 8, lineWeight: 13 }),
      layer('PIPE', { color: 3, lineWeight: 35 }),
      layer('PUMP', { color: 6, lineWeight: 35 }),
      layer('DIM', { color: 2, lineWeight: 18 }),
      layer('TEXT', { lineWeight: 25 }),
      layer('FURNITURE', { color: 30 }),
      layer('HIDDEN', { color: 5, frozen: true }),
      layer('VIEWPORT', { color: 9, plotted: false }),
    ],
    styles: [style('Standard', 'txt.shx'), style('GB', 'gbenor.shx', 'gbcbig.shx'), style('ARIAL', 'arial.ttf')],
    lineTypes: [lineType('CENTER', [12, -2, 3, -2]), lineType('DASHED', [4, -2])],
    blocks: [frameBlock(), titleBlock(), pumpBlock(), doorBlock(), ...dimensionBlocks(at)],
    entities: [
      insert('FRAME_A1', origin, { scale: [SHEET_SCALE, SHEET_SCALE] }, { layer: 'FRAME' }),
      title(SHEET_SCALE, corner(SHEET_SCALE, origin)),
      ...plan(at),
    ],
    layouts: [
      {
        name: 'A1',
        paperMm: [A1.width, A1.height],
        entities: [
          viewport([420, 297], [A1.width, A1.height], { viewCentre: [420, 297], viewHeight: A1.height, id: 1 }),
          viewport(
            [A1.binding + 300, 320],
            [560, 480],
            {
              viewCentre: at(30_000, 32_000),
              viewHeight: 480 * SHEET_SCALE,
              frozenLayers: ['FURNITURE'],
            },
            { layer: 'VIEWPORT' },
          ),
          insert('FRAME_A1', [0, 0], {}, { layer: 'FRAME' }),
          title(1, corner(1, [0, 0])),
          text([650, 560], 7, '一层平面图', { style: 'GB' }, { layer: 'TEXT' }),
        ],
      },
    ],
  };
}

const TITLE_WIDTH = 180;
const TITLE_HEIGHT = 56;

type Field = readonly [tag: string, label: string, value: string, x: number, y: number];

/** Left ends of the values in the title block, mm; the labels stand `LABEL_MM` before them. */
const titleFields = (): readonly Field[] => [
  ['图名', '图名', '泵房一层平面图', 32, 44],
  ['图号', '图号', 'SS-01', 122, 44],
  ['比例', '比例', '1:100', 122, 30],
  ['设计', '设计', '李明', 32, 30],
  ['校对', '校对', '', 32, 16],
  ['审核', '审核', '王芳', 32, 2.5],
  ['日期', '日期', '2024-05-20', 122, 16],
];
const LABEL_MM = 18;

const frameBlock = (): DxfBlock => ({
  name: 'FRAME_A1',
  entities: [
    rectangle([0, 0], [A1.width, A1.height], { layer: '0', lineWeight: 18 }),
    rectangle([A1.binding, A1.margin], [A1.width - A1.margin, A1.height - A1.margin], { layer: '0', lineWeight: 100 }),
  ],
});

const titleBlock = (): DxfBlock => ({
  name: 'TITLE',
  flags: 2,
  entities: [
    rectangle([0, 0], [TITLE_WIDTH, TITLE_HEIGHT], { lineWeight: 70 }),
    ...[14, 28, 42].map((y) => line([0, y], [TITLE_WIDTH, y], { lineWeight: 25 })),
    ...[30, 90, 120].map((x) => line([x, 0], [x, TITLE_HEIGHT], { lineWeight: 25 })),
    ...titleFields().flatMap(([tag, label, , x, y]) => [
      text([x - LABEL_MM, y + 1.5], 3.5, label, { style: 'GB' }, { layer: '0' }),
      attributeDefinition(tag, [x, y + 1.5], 3.5, '', { style: 'GB' }),
    ]),
  ],
});

/** A pump seen from above, drawn on layer 0 so that it takes its insert's; its number is an attribute. */
const pumpBlock = (): DxfBlock => ({
  name: 'PUMP',
  flags: 2,
  entities: [
    circle([0, 0], 400),
    solid([
      [-200, -300],
      [-200, 300],
      [350, 0],
    ]),
    rectangle([400, -250], [1400, 250]),
    attributeDefinition('NO', [0, -800], 350, '', { style: 'GB' }),
  ],
});

const doorBlock = (): DxfBlock => ({
  name: 'DOOR',
  entities: [line([0, 0], [0, 900]), arc([0, 0], 900, [0, 90])],
});

type At = (x: number, y: number) => Point;

/** Axes of columns and rows, mm from the frame's corner: a room of 24 × 15 m. */
const COLUMNS = [15_000, 21_000, 27_000, 33_000, 39_000];
const ROWS = [24_000, 31_500, 39_000];
const WALL_MM = 240;

function plan(at: At): DxfEntity[] {
  const [left, right] = [COLUMNS[0] as number, COLUMNS.at(-1) as number];
  const [bottom, top] = [ROWS[0] as number, ROWS.at(-1) as number];
  const on = (name: string, more: Properties = {}): Properties => ({ layer: name, ...more });
  const half = WALL_MM / 2;
  const bubble = (x: number, y: number, name: string): DxfEntity[] => [
    circle(at(x, y), 400, on('AXIS', { lineType: 'Continuous' })),
    text(at(x, y), 500, name, { style: 'GB', align: [1, 2] }, on('TEXT')),
  ];
  const outer = around(at(left - half, bottom - half), at(right + half, top + half));
  const inner = around(at(left + half, bottom + half), at(right - half, top - half));
  return [
    ...COLUMNS.flatMap((x, i) => [
      line(at(x, bottom - 3000), at(x, top + 1500), on('AXIS')),
      ...bubble(x, bottom - 3400, String(i + 1)),
    ]),
    ...ROWS.flatMap((y, i) => [
      line(at(left - 3000, y), at(right + 1500, y), on('AXIS')),
      ...bubble(left - 3400, y, 'ABC'.charAt(i)),
    ]),
    polyline(outer, { closed: true }, on('WALL')),
    polyline(inner, { closed: true }, on('WALL')),
    hatch([outer, inner], [{ angleDeg: 45, distance: 150 }], on('HATCH')),
    // Columns, filled; doors, one of them mirrored.
    ...COLUMNS.flatMap((x) =>
      ROWS.map((y) => hatch([around(at(x - 200, y - 200), at(x + 200, y + 200))], [], on('WALL'))),
    ),
    insert('DOOR', at(18_000, bottom + half), {}, on('FURNITURE')),
    insert('DOOR', at(18_000, bottom + half), { scale: [-1, 1] }, on('FURNITURE')),
    // Three pumps on one pipe.
    ...[0, 1, 2].map((i) =>
      insert(
        'PUMP',
        at(23_000, 27_000 + 4000 * i),
        {
          rotationDeg: i === 2 ? 90 : 0,
          attributes: [attribute('NO', at(22_600, 26_000 + 4000 * i), 350, `P-${i + 1}`, { style: 'GB' }, on('TEXT'))],
        },
        on('PUMP'),
      ),
    ),
    polyline([at(30_000, 27_000), at(30_000, 35_500), at(36_000, 35_500)], { width: 100, bulges: [0, 0] }, on('PIPE')),
    line(at(24_400, 27_000), at(30_000, 27_000), on('PIPE', { lineType: 'DASHED' })),
    line(at(24_400, 31_000), at(30_000, 31_000), on('PIPE', { lineType: 'DASHED' })),
    text(at(30_400, 32_000), 350, 'DN150 i=0.003', { style: 'GB', rotationDeg: 90 }, on('TEXT')),
    text(at(34_000, 33_000), 500, '水泵房 ±0.000', { style: 'GB' }, on('TEXT')),
    text(at(34_000, 28_000), 350, 'Pump room 24.0 m x 15.0 m', { style: 'ARIAL' }, on('TEXT')),
    mtext(
      at(45_000, 40_000),
      350,
      '说明：\\P1. 图中尺寸以毫米计，标高以米计。\\P2. 管道采用 %%c159x4.5 无缝钢管。\\P3. {\\H500;未注明坡度 i=0.003。}',
      { style: 'GB', width: 20_000 },
      on('TEXT'),
    ),
    line(at(left, bottom), at(right, top), on('HIDDEN')),
    ...DIMENSIONS.map(({ from, to, y, measured }, i) =>
      dimension(
        at(from, bottom),
        at(to, bottom),
        { block: `*D${i + 1}`, at: at(to, y), textAt: at((from + to) / 2, y + 300), measured },
        on('DIM'),
      ),
    ),
  ];
}

const DIMENSIONS = [
  ...COLUMNS.slice(1).map((to, i) => {
    const from = COLUMNS[i] as number;
    return { from, to, y: 22_200, measured: to - from };
  }),
  { from: 15_000, to: 39_000, y: 21_400, measured: 24_000 },
];

/** What each dimension draws: two extension lines, the dimension line, ticks and the number above it. */
function dimensionBlocks(at: At): DxfBlock[] {
  return DIMENSIONS.map(({ from, to, y, measured }, i) => ({
    name: `*D${i + 1}`,
    flags: 1,
    entities: [
      ...[from, to].flatMap((x) => [
        line(at(x, 23_000), at(x, y - 200)),
        polyline([at(x - 120, y - 120), at(x + 120, y + 120)], { width: 40 }),
      ]),
      line(at(from, y), at(to, y)),
      mtext(at((from + to) / 2, y + 100), 350, String(measured), { style: 'GB', attachment: 8 }),
    ],
  }));
}
