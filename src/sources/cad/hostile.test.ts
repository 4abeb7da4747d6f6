import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GroundglassError } from '../../evidence/errors.js';
import { limitsFrom } from '../limits.js';
import { openCad } from './open-cad.js';
import { sheetsOf } from './sheets/sheets.js';

const limits = limitsFrom();
const file = (entities: string, blocks = '') =>
  Buffer.from(`0\nSECTION\n2\nBLOCKS\n${blocks}0\nENDSEC\n0\nSECTION\n2\nENTITIES\n${entities}0\nENDSEC\n0\nEOF\n`);
const block = (name: string, entities: string) => `0\nBLOCK\n2\n${name}\n10\n0\n20\n0\n${entities}0\nENDBLK\n`;
const insert = (name: string, more = '') => `0\nINSERT\n2\n${name}\n10\n0\n20\n0\n${more}`;
const LINE = '0\nLINE\n10\n0\n20\n0\n11\n5\n21\n5\n';

/** Opened, drawn and cut into sheets. */
async function all(bytes: Uint8Array) {
  const drawing = await openCad(bytes, limits);
  const entities = drawing.layouts.flatMap((layout) => [...layout.entities]);
  const shapes = entities.reduce((sum, entity) => sum + entity.shapes().length, 0);
  return { drawing, entities, shapes, sheets: sheetsOf(drawing), codes: drawing.warnings.map(({ code }) => code) };
}

describe('a file that is no drawing', () => {
  it.each([
    ['nothing', '', 'file_empty'],
    ['a text', 'just a text\n'.repeat(50), 'file_damaged'],
    ['the head of a binary DXF alone', 'AutoCAD Binary DXF\r\n\x1a\0', 'file_damaged'],
  ])('%s is refused', async (_, text, code) => {
    await expect(openCad(Buffer.from(text, 'latin1'), limits)).rejects.toMatchObject({ code });
  });

  it('junk of any kind is refused by a typed error or read as nothing', async () => {
    const head = fc.constantFrom('', 'AutoCAD Binary DXF\r\n\x1a\0', '0\nSECTION\n2\nENTITIES\n0\nLINE\n');
    await fc.assert(
      fc.asyncProperty(head, fc.uint8Array({ maxLength: 500 }), async (start, junk) => {
        await all(Buffer.concat([Buffer.from(start, 'latin1'), junk])).catch((error: unknown) => {
          if (!(error instanceof GroundglassError)) throw error;
        });
      }),
    );
  });
});

describe('a drawing made to be endless', () => {
  it('as an array of 10^18 copies has its box, and is counted instead of drawn', async () => {
    const array = insert('A', '70\n1000000000\n71\n1000000000\n44\n1\n45\n1\n');
    const { drawing, shapes, codes, entities } = await all(file(array, block('A', LINE)));
    expect(entities[0]?.box).toEqual([0, 0, 1e9 + 4, 1e9 + 4]);
    expect([shapes, drawing.skipped, codes]).toEqual([0, { INSERT: 1 }, ['too_many_shapes']]);
  });

  it('as blocks that hold each ten of the next, thirty deep', async () => {
    const nested = Array.from({ length: 30 }, (_, i) => block(`B${i}`, insert(`B${i + 1}`).repeat(10))).join('');
    const { shapes, codes } = await all(file(insert('B0'), nested + block('B30', LINE)));
    expect([shapes, codes]).toEqual([0, ['too_many_shapes']]);
  });

  it('as blocks that hold each other, or thousands deep', async () => {
    const cycle = block('A', insert('B') + LINE) + block('B', insert('A'));
    expect(await all(file(insert('A'), cycle))).toMatchObject({ shapes: 1, codes: ['block_nesting'] });
    const chain = Array.from({ length: 3_000 }, (_, i) => block(`B${i}`, insert(`B${i + 1}`))).join('');
    expect((await all(file(insert('B0'), chain))).codes).toEqual(['block_nesting']);
  });

  it('as inserts that are each within bounds and together are not', async () => {
    const many = block('A', LINE.repeat(190)) + block('B', insert('A', '70\n1000\n44\n1\n'));
    const drawing = await openCad(file(insert('B').repeat(40) + LINE, many), limits);
    expect(drawing.skipped).toEqual({ INSERT: 38 });
    expect(drawing.warnings.map(({ code }) => code)).toEqual(['too_many_shapes']);
    expect(drawing.layouts[0]?.entities.slice(-2).map((entity) => entity.shapes().length)).toEqual([0, 1]);
  });

  it('as a block that holds itself is drawn once, and so is a dimension whose picture is itself', async () => {
    const own = block('A', insert('A') + LINE + insert('A'));
    expect((await all(file(insert('A'), own))).shapes).toBe(1);
    const dimension = '0\nDIMENSION\n2\n*D1\n';
    const picture = block('*D1', dimension + LINE + insert('*D1'));
    expect((await all(file(dimension.repeat(200), picture))).shapes).toBe(200);
  });

  it('as pictures and masks that each ask all objects of the drawing', async () => {
    const count = 10_000;
    const each = (text: (handle: string) => string) =>
      Array.from({ length: count }, (_, i) => text((4096 + i).toString(16))).join('');
    const entities = each((handle) => `0\nIMAGE\n13\n1\n23\n1\n340\n${handle}\n0\nWIPEOUT\n13\n1\n23\n1\n`);
    const objects = each((handle) => `0\nIMAGEDEF\n5\n${handle}\n1\n${handle}.png\n`);
    const withObjects = `${file(entities)}`.replace('0\nEOF', `0\nSECTION\n2\nOBJECTS\n${objects}0\nENDSEC\n0\nEOF`);
    const drawing = await openCad(Buffer.from(withObjects), limits);
    expect(drawing.layouts[0]?.entities).toHaveLength(2 * count);
    expect(drawing.dangling[0]).toEqual({ handle: '@1', what: 'image', name: '1000.png' });
  });

  it('as a hatch of a million lines is drawn as its outline', async () => {
    const corners = ['0\n20\n0', '1000000\n20\n0', '1000000\n20\n1000000', '0\n20\n1000000']
      .map((p) => `10\n${p}\n`)
      .join('');
    const hatch = `0\nHATCH\n10\n0\n20\n0\n70\n0\n91\n1\n92\n2\n72\n0\n73\n1\n93\n4\n${corners}97\n0\n75\n0\n78\n1\n53\n0\n43\n0\n44\n0\n45\n0\n46\n0.001\n79\n0\n`;
    expect((await all(file(hatch))).shapes).toBeLessThan(10);
  });

  it('as a spline of a hundred thousand points', async () => {
    const knots = Array.from({ length: 100_004 }, (_, i) => `40\n${i}\n`).join('');
    const points = Array.from({ length: 100_000 }, (_, i) => `10\n${i}\n20\n${i % 7}\n`).join('');
    expect((await all(file(`0\nSPLINE\n70\n0\n71\n3\n${knots}${points}`))).shapes).toBe(1);
  });
});

describe('a file that breaks off', () => {
  const whole = Buffer.concat([file(insert('A', '66\n1\n').repeat(20) + LINE.repeat(20), block('A', LINE))]);

  it('anywhere is read as far as it goes, which is said, or refused by a typed error', async () => {
    for (let length = 1; length < whole.length - 4; length += 7) {
      const codes = await all(whole.subarray(0, length)).then(
        (read) => read.codes,
        (error) => [error instanceof GroundglassError ? 'truncated' : String(error)],
      );
      expect(codes).toContain('truncated');
    }
    expect((await all(whole)).codes).toEqual([]);
  });
});

describe('damage in an entity', () => {
  it('as numbers that are none is counted by type, and the entity listed without a box', async () => {
    const { drawing, entities } = await all(
      file('0\nCIRCLE\n10\nnan\n20\n0\n40\n1\n0\nLINE\n10\n1e400\n20\n0\n11\n1\n0\nCIRCLE\n10\n1\n20\n1\n40\n1e308\n'),
    );
    expect(drawing.skipped).toEqual({ CIRCLE: 2, LINE: 1 });
    expect(entities.map((entity) => entity.box)).toEqual([null, null, null]);
  });

  it('as a handle that is there twice gets a name of its own', async () => {
    const { entities, codes } = await all(file('0\nLINE\n5\nA\n11\n1\n0\nLINE\n5\nA\n11\n1\n0\nLINE\n11\n2\n'));
    expect(entities.map((entity) => entity.handle)).toEqual(['A', '@2', '@3']);
    expect(codes).toContain('duplicate_handle');
  });

  it('of an unknown type, and of types that only their own program draws, is counted', async () => {
    const { drawing, entities } = await all(
      file('0\nACAD_PROXY_ENTITY\n5\n1\n0\n3DSOLID\n5\n2\n0\nXLINE\n5\n3\n10\n0\n11\n1\n0\nFOO\n5\n4\n'),
    );
    expect(drawing.skipped).toEqual({ '3DSOLID': 1, ACAD_PROXY_ENTITY: 1, FOO: 1, XLINE: 1 });
    expect(entities).toHaveLength(4);
  });
});
