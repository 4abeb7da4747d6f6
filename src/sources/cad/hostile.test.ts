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
