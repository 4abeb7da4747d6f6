import { describe, expect, it } from 'vitest';
import {
  attribute,
  circle,
  type DxfEntity,
  insert,
  layer,
  line,
  mtext,
  rectangle,
  text,
} from '../../../test/support/dxf.js';
import { type DxfFile, dxf } from '../../../test/support/dxf-file.js';
import type { Rule } from '../../evidence/wire/review.js';
import { openCad } from '../../sources/cad/open-cad.js';
import { sheetsOf } from '../../sources/cad/sheets/sheets.js';
import { limitsFrom } from '../../sources/limits.js';
import { type CheckSettings, DEFAULT_CHECKLIST } from '../checklist.js';
import { checkCad } from './run-checks.js';

/** An A1 frame at 1:100, so that 1 mm of paper is 100 units; all that a test draws lies in it. */
const FRAME = [
  rectangle([0, 0], [84_100, 59_400], { layer: 'FRAME', handle: 'F0' }),
  rectangle([2_500, 1_000], [83_100, 58_400], { layer: 'FRAME', handle: 'F1' }),
];
const W = { layer: 'W' };
const LAYERS = ['FRAME', 'W', 'V'].map((name) => layer(name));

async function found(
  rule: Rule,
  entities: readonly DxfEntity[],
  more: Partial<DxfFile> = {},
  settings: Partial<CheckSettings> = {},
) {
  const file = dxf({ layers: LAYERS, ...more, entities: [...FRAME, ...entities] });
  const drawing = await openCad(Buffer.from(file, 'utf8'), limitsFrom({}));
  const [sheet] = sheetsOf(drawing);
  if (!sheet) throw new Error('there is no sheet');
  const { findings } = checkCad(drawing, sheet, true, { ...DEFAULT_CHECKLIST.checks, ...settings });
  return findings.filter((one) => one.rule === rule);
}
const handles = async (...args: Parameters<typeof found>) => (await found(...args)).map(({ handle }) => handle);

describe('empty_title_block_attribute', () => {
  const titleBlock = (fields: readonly (readonly [tag: string, value: string, flags?: number])[]) =>
    insert(
      '图框',
      [65_000, 2_000],
      {
        attributes: fields.map(([tag, value, flags = 0], i) =>
          attribute(tag, [65_000, 2_000 + 800 * i], 350, value, { flags }, { handle: `D${i}`, layer: 'W' }),
        ),
      },
      { handle: 'D', layer: 'W' },
    );
  const blocks = [{ name: '图框', entities: [line([0, 0], [10_000, 0])] }];

  it('finds attributes that hold nothing, or blanks', async () => {
    const entities = [
      titleBlock([
        ['图号', ''],
        ['图名', '  '],
        ['比例', '1:100'],
      ]),
    ];
    expect(await handles('empty_title_block_attribute', entities, { blocks })).toEqual(['D0', 'D1']);
  });

  it('leaves revision rows, remarks and what is hidden', async () => {
    const entities = [
      titleBlock([
        ['更改', ''],
        ['REV_1', ''],
        ['备注', ''],
        ['图号', '', 1],
        ['图名', '泵房'],
      ]),
    ];
    expect(await handles('empty_title_block_attribute', entities, { blocks })).toEqual([]);
  });

  it('leaves empty attributes of what is no title block', async () => {
    const pump = insert(
      'PUMP',
      [20_000, 20_000],
      { attributes: [attribute('TAG', [20_000, 20_000], 350, '', {}, { handle: 'D0', layer: 'W' })] },
      { handle: 'D', layer: 'W' },
    );
    const pumps = [{ name: 'PUMP', entities: [circle([0, 0], 500)] }];
    expect(await handles('empty_title_block_attribute', [pump], { blocks: pumps })).toEqual([]);
  });
});

describe('placeholder_text', () => {
  it.each([
    'TBD',
    'pump ＴＢＤ',
    'XXX',
    '???',
    '？？？',
    '待定',
    '标高待定',
    '某某工程',
    '【图名】',
    'Lorem ipsum',
    'todo: width',
  ])('finds %s', async (content) => {
    const entities = [text([10_000, 10_000], 350, content, {}, { ...W, handle: 'A' })];
    expect(await handles('placeholder_text', entities)).toEqual(['A']);
  });

  it.each(['TBDX-4', 'XX', '2×3', '为什么？', '待机时间', 'Todo el acero', '图名：泵房', 'PLACE', '', '<>'])(
    'leaves %j',
    async (content) => {
      const entities = [text([10_000, 10_000], 350, content, {}, { ...W, handle: 'A' })];
      expect(await handles('placeholder_text', entities)).toEqual([]);
    },
  );

  it('finds what a user names besides', async () => {
    const entities = [text([10_000, 10_000], 350, 'draft copy', {}, { ...W, handle: 'A' })];
    expect(await handles('placeholder_text', entities, {}, { placeholders: ['DRAFT'] })).toEqual(['A']);
    expect(await handles('placeholder_text', entities)).toEqual([]);
  });
});

describe('text_below_legible_height', () => {
  it('measures capitals on paper', async () => {
    const entities = [
      text([10_000, 10_000], 240, 'small', {}, { ...W, handle: 'A' }),
      text([10_000, 20_000], 250, 'large', {}, { ...W, handle: 'B' }),
      text([10_000, 30_000], 100, '—', {}, { ...W, handle: 'C' }),
    ];
    expect(await handles('text_below_legible_height', entities)).toEqual(['A']);
    expect(await handles('text_below_legible_height', entities, {}, { minTextHeightMm: 1.8 })).toEqual([]);
  });

  it('measures each run of an MTEXT, and lets exponents be one size smaller', async () => {
    const entities = [
      mtext([10_000, 20_000], 350, 'Room {\\H0.5x;note}', {}, { ...W, handle: 'A' }),
      mtext([10_000, 30_000], 350, 'Room {\\H0.9x;note}', {}, { ...W, handle: 'B' }),
      mtext([10_000, 40_000], 260, '12 m{\\H0.7x;2}', {}, { ...W, handle: 'C' }),
    ];
    const findings = await found('text_below_legible_height', entities);
    expect(findings.map(({ handle }) => handle)).toEqual(['A']);
    expect(findings[0]?.statement.en).toContain('“note” is 1.8 mm');
    expect(findings[0]?.statement.zh).toContain('1.8 mm');
  });
});

describe('duplicate_entity', () => {
  const wall = (handle: string, dx = 0, properties = W) =>
    line([10_000 + dx, 10_000], [20_000 + dx, 10_000], { ...properties, handle });

  it('finds what is drawn twice, within 0.01 mm of paper, and either way round', async () => {
    expect(await handles('duplicate_entity', [wall('A'), wall('B')])).toEqual(['B']);
    expect(await handles('duplicate_entity', [wall('A'), wall('B', 0.9)])).toEqual(['B']);
    const back = line([20_000, 10_000], [10_000, 10_000], { ...W, handle: 'B' });
    expect(await handles('duplicate_entity', [wall('A'), back])).toEqual(['B']);
  });

  it('leaves what lies apart, on another layer, or is of another kind', async () => {
    const flat = rectangle([10_000, 10_000], [20_000, 10_000], { ...W, handle: 'C' });
    const entities = [wall('A'), wall('B', 1.2), wall('D', 0, { layer: 'V' }), flat];
    expect(await handles('duplicate_entity', entities)).toEqual([]);
  });
});

describe('entity_on_layer_0', () => {
  it('finds what lies there, but not the contents of blocks', async () => {
    const blocks = [{ name: 'B', entities: [line([0, 0], [500, 0], { layer: '0' })] }];
    const entities = [
      insert('B', [20_000, 20_000], {}, { ...W, handle: 'A' }),
      line([10_000, 10_000], [20_000, 10_000], { layer: '0', handle: 'B' }),
    ];
    expect(await handles('entity_on_layer_0', entities, { blocks })).toEqual(['B']);
  });
});

describe('dangling_reference', () => {
  const statements = async (...args: Parameters<typeof found>) => (await found(...args)).map((one) => one.statement.en);
  const around = (handle: string, more: object = {}) =>
    line([10_000, 10_000], [20_000, 10_000], { ...W, handle, ...more });

  it('finds blocks, layers, styles, line types and external references that are not there', async () => {
    const xref = [{ name: 'SITE', flags: 4, path: 'C:\\plans\\site.dwg', entities: [] }];
    const entities = [
      insert('GONE', [20_000, 20_000], {}, { ...W, handle: 'A' }),
      around('B', { layer: 'NOWHERE' }),
      text([10_000, 30_000], 350, 'text', { style: 'LOST' }, { ...W, handle: 'C' }),
      around('D', { lineType: 'WAVES' }),
      insert('SITE', [20_000, 30_000], {}, { ...W, handle: 'E' }),
    ];
    const told = await statements('dangling_reference', entities, { blocks: xref });
    expect(told).toEqual(
      expect.arrayContaining([
        expect.stringContaining('A refers to the block “GONE”'),
        expect.stringContaining('B refers to the layer “NOWHERE”'),
        expect.stringContaining('C refers to the text style “LOST”'),
        expect.stringContaining('D refers to the line type “WAVES”'),
        expect.stringContaining('E refers to the external reference “C:\\plans\\site.dwg”'),
      ]),
    );
    expect(told).toHaveLength(5);
  });

  it('finds the line type of a layer, told at what is on it, and what the attributes of blocks name', async () => {
    const blocks = [{ name: 'PUMP', entities: [circle([0, 0], 500, W)] }];
    const tag = attribute('TAG', [20_000, 20_000], 350, 'P1', { style: 'LOST' }, { layer: 'NOWHERE', handle: 'T' });
    const told = await statements(
      'dangling_reference',
      [
        around('A', { layer: 'dashed walls' }),
        around('B', { layer: 'Dashed Walls', lineType: 'CONTINUOUS' }),
        insert('PUMP', [20_000, 20_000], { attributes: [tag] }, { ...W, handle: 'C' }),
      ],
      { blocks, layers: [...LAYERS, layer('Dashed Walls', { lineType: 'ACAD_ISO02W100' })] },
    );
    expect(told).toEqual([
      expect.stringContaining('A refers to the line type “ACAD_ISO02W100”'),
      expect.stringContaining('T refers to the layer “NOWHERE”'),
      expect.stringContaining('T refers to the text style “LOST”'),
    ]);
  });

  it('finds nothing where all is there, whatever its case', async () => {
    const blocks = [{ name: 'PUMP', entities: [circle([0, 0], 500, W)] }];
    const entities = [
      insert('pump', [20_000, 20_000], {}, { layer: 'w', handle: 'A' }),
      around('B', { lineType: 'continuous' }),
      text([10_000, 30_000], 350, 'text', { style: 'standard' }, { ...W, handle: 'C' }),
    ];
    expect(await statements('dangling_reference', entities, { blocks })).toEqual([]);
  });
});

it('a rule that is switched off finds nothing', async () => {
  const entities = [line([10_000, 10_000], [20_000, 10_000], { layer: '0', handle: 'B' })];
  expect(await handles('entity_on_layer_0', entities, {}, { off: ['entity_on_layer_0'] })).toEqual([]);
});
