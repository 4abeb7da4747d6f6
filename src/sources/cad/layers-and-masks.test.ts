import { describe, expect, it } from 'vitest';
import { attribute, insert, layer, line, mtext, tags, text, viewport } from '../../../test/support/dxf.js';
import { type DxfFile, dxf } from '../../../test/support/dxf-file.js';
import { limitsFrom } from '../limits.js';
import { openCad } from './open-cad.js';

const limits = limitsFrom();
const open = (file: DxfFile) => openCad(Buffer.from(dxf(file)), limits);
const first = async (file: DxfFile) => (await open(file)).layouts[0]?.entities[0];

describe('layers that are off or frozen', () => {
  const layers = [layer('OFF', { color: -7 }), layer('FROZEN', { frozen: true }), layer('ON')];
  const block = {
    name: 'B',
    entities: [
      line([0, 0], [1, 0], { layer: '0' }),
      line([0, 0], [0, 2], { layer: 'ON' }),
      line([0, 0], [9, 9], { layer: 'OFF' }),
      line([0, 0], [9, 9], { layer: 'FROZEN' }),
    ],
  };
  const outer = (name: string) => ({ name: 'OUTER', entities: [insert('B', [0, 0], {}, { layer: name })] });
  const shown = async (blocks: DxfFile['blocks'], name: string, on: string) => {
    const entity = await first({ layers, blocks: blocks ?? [], entities: [insert(name, [5, 5], {}, { layer: on })] });
    return [entity?.visible, entity?.visible ? entity.shapes().map((shape) => shape.layer) : [], entity?.box];
  };

  it('off hides what is on it, and layer 0 with it, but not what an insert shows of other layers', async () => {
    expect(await shown([block], 'B', 'OFF')).toEqual([true, ['ON'], [5, 5, 5, 7]]);
    expect(await shown([block, outer('OFF')], 'OUTER', 'ON')).toEqual([true, ['ON'], [5, 5, 5, 7]]);
    expect(await shown([block, outer('0')], 'OUTER', 'OFF')).toEqual([true, ['ON'], [5, 5, 5, 7]]);
    expect(await shown([block], 'B', 'ON')).toEqual([true, ['ON', 'ON'], [5, 5, 6, 7]]);
  });

  it('frozen hides all of an insert, however deep', async () => {
    expect((await shown([block], 'B', 'FROZEN'))[0]).toBe(false);
    expect(await shown([block, outer('FROZEN')], 'OUTER', 'ON')).toEqual([true, [], null]);
  });

  it('an insert of which off leaves nothing is not visible, and still has its box', async () => {
    const plain = { name: 'P', entities: [line([0, 0], [1, 1], { layer: '0' })] };
    expect(await shown([plain], 'P', 'OFF')).toEqual([false, [], [5, 5, 6, 6]]);
  });

  it('an attribute follows its own layer', async () => {
    const attributes = [attribute('T', [5, 5], 1, 'on', {}, { layer: 'ON' })];
    const plain = { name: 'P', entities: [line([0, 0], [1, 1], { layer: '0' })] };
    const entities = [insert('P', [5, 5], { attributes }, { layer: 'OFF' })];
    const entity = await first({ layers, blocks: [plain], entities });
    expect(entity?.visible).toBe(true);
    expect(entity?.shapes().map(({ kind }) => kind)).toEqual(['text']);
  });

  it('every copy of an array has the attributes', async () => {
    const attributes = [attribute('T', [5, 5], 1, 'on')];
    const block = { name: 'P', entities: [line([0, 0], [1, 1])] };
    const array = insert('P', [5, 5], { attributes }, { extra: tags`70 3 71 2 44 10 45 20` });
    const entity = await first({ blocks: [block], entities: [array] });
    const texts = entity?.shapes().flatMap((shape) => (shape.kind === 'text' ? [shape.origin] : []));
    expect(texts).toEqual([
      [5, 5],
      [15, 5],
      [25, 5],
      [5, 25],
      [15, 25],
      [25, 25],
    ]);
    expect(entity?.box?.[3]).toBeCloseTo(26);
    expect(entity?.text).toBe('on');
  });

  it('an array of a billion hidden copies is not walked', async () => {
    const plain = { name: 'P', entities: [line([0, 0], [1, 1], { layer: '0' })] };
    const many = insert('P', [0, 0], {}, { layer: 'OFF', extra: tags`70 30000 71 30000 44 1 45 1` });
    const holder = { name: 'H', entities: [many, line([0, 0], [3, 3], { layer: 'ON' })] };
    const entity = await first({ layers, blocks: [plain, holder], entities: [insert('H', [0, 0])] });
    expect(entity?.shapes()).toHaveLength(1);
  });
});

describe('what hides what lies under it', () => {
  const wipeout = {
    type: 'WIPEOUT',
    properties: {},
    tags: tags`100 AcDbRasterImage 10 10 20 20 30 0 11 4 21 0 31 0 12 0 22 2 32 0 13 1 23 1 70 7 280 1 71 1 91 2 14 -0.5 24 -0.5 14 0.5 24 0.5`,
  };

  it('a WIPEOUT is white, and has an outline where frames are on', async () => {
    const plain = await first({ entities: [wipeout] });
    expect(plain?.box).toEqual([10, 20, 14, 22]);
    expect(plain?.shapes()).toMatchObject([{ kind: 'fill', color: '#ffffff' }]);
    const source = dxf({ entities: [wipeout] }).replaceAll('\r\n', '\n');
    const framed = (flag: number) => source.replace('2\nOBJECTS\n', `2\nOBJECTS\n0\nWIPEOUTVARIABLES\n70\n${flag}\n`);
    const kinds = async (flag: number) =>
      (await openCad(Buffer.from(framed(flag)), limits)).layouts[0]?.entities[0]?.shapes().map(({ kind }) => kind);
    expect([await kinds(0), await kinds(1)]).toEqual([['fill'], ['fill', 'line']]);
  });

  it.each([
    [tags`90 1 63 1 45 1.5`, ['#ff0000', 'text']],
    [tags`90 1 63 256 420 ${0x00ff7f} 45 1.5`, ['#00ff7f', 'text']],
    [tags`90 2 45 1.5`, ['#ffffff', 'text']],
    [tags`90 16 45 1.5`, ['line', 'text']],
    [tags`90 3 45 1.5`, ['#ffffff', 'text']],
    [tags`90 0`, ['text']],
  ])('an MTEXT with %j lies on a background of half a letter more', async (extra, expected) => {
    const note = mtext([0, 0], 2, 'AB', { width: 20 }, { layer: '0', extra });
    const entity = await first({ layers: [layer('0', { color: 5 })], entities: [note] });
    const shapes = entity?.shapes() ?? [];
    expect(shapes.map((shape) => (shape.kind === 'fill' ? shape.color : shape.kind))).toEqual(expected);
    if (expected.length > 1) expect(entity?.box).toEqual([-1, -3, 21, 1]);
    // The colour of the background is not the text's.
    expect(shapes.at(-1)?.color).toBe('#0000ff');
  });

  it('what a drawing puts in front comes later', async () => {
    const source = dxf({
      entities: [text([0, 0], 1, 'front', {}, { handle: 'A1' }), line([0, 0], [1, 1], { handle: 'A2' })],
    }).replaceAll('\r\n', '\n');
    const model = /BLOCK_RECORD\n5\n(\w+)\n330\n0\n(?:100\n\w+\n)+2\n\*Model_Space/.exec(source)?.[1] as string;
    const table = `0\nSORTENTSTABLE\n5\nFFFF\n100\nAcDbSortentsTable\n330\n${model}\n331\nA1\n5\nA2\n331\nA2\n5\nA1\n`;
    const { layouts } = await openCad(Buffer.from(source.replace('2\nOBJECTS\n', `2\nOBJECTS\n${table}`)), limits);
    expect(layouts[0]?.entities.map(({ handle }) => handle)).toEqual(['A2', 'A1']);
  });
});

it('the middle of a viewport is told from its target on, in turned coordinates', async () => {
  const window = viewport([50, 50], [20, 20], { viewCentre: [3, 4], viewHeight: 10, twistDeg: 90 });
  const moved = { ...window, tags: window.tags.map((tag) => (tag[0] === 17 ? ([17, 100] as const) : tag)) };
  const { layouts } = await open({ layouts: [{ name: 'A', entities: [moved] }] });
  const [seen] = layouts[1]?.viewports ?? [];
  // The view is turned counter-clockwise by 90°: its own x is down in the model, its y to the right.
  expect(seen?.viewCentre[0]).toBeCloseTo(104);
  expect(seen?.viewCentre[1]).toBeCloseTo(-3);
});
