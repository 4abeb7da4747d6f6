import { describe, expect, it } from 'vitest';
import { line } from '../../../test/support/dxf.js';
import { dxf } from '../../../test/support/dxf-file.js';
import { box } from '../../evidence/boxes.js';
import { limitsFrom } from '../limits.js';
import { markDxf, REVIEW_LAYER } from './mark-dxf.js';
import { openCad } from './open-cad.js';

const mark = { layout: 'Model', box: box('world', 10, 10, 40, 30), text: '1 · 缺少图号 %%d \\P', textHeight: 3 };
const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'utf8');
const entities = [line([0, 0], [100, 0])];

describe('marks in a copy of a DXF', () => {
  it.each(['AC1009', 'AC1015', 'AC1021', 'AC1032'] as const)(
    'are a rectangle and a text on their layer in %s',
    async (version) => {
      const original = bytesOf(dxf({ version, entities }));
      const copy = await openCad(markDxf(original, [mark]), limitsFrom({}));
      const own = (copy.layouts[0]?.entities ?? []).filter(({ layer }) => layer === REVIEW_LAYER);
      expect(own).toHaveLength(2);
      expect(own[0]?.box).toEqual([10, 10, 40, 30]);
      expect(own[1]?.text).toContain('缺少图号');
      expect(copy.layers.get(REVIEW_LAYER)).toMatchObject({ off: false, frozen: false });
      const handles = copy.layouts.flatMap((layout) => layout.entities.map(({ handle }) => handle));
      expect(new Set(handles).size).toBe(handles.length);
    },
  );

  it('leave every line of the file where it was, but for the next handle', () => {
    const original = dxf({ version: 'AC1027', entities });
    const copy = Buffer.from(markDxf(bytesOf(original), [mark]))
      .toString('utf8')
      .split('\n');
    const seed = original.split('\n').findIndex((one) => one.trim() === '$HANDSEED') + 2;
    let at = 0;
    for (const [i, one] of original.split('\n').entries()) {
      if (i === seed) continue;
      at = copy.indexOf(one, at) + 1;
      expect(at).toBeGreaterThan(0);
    }
  });

  it('go into the layout that they name', async () => {
    const file = dxf({
      entities,
      layouts: [
        { name: '图一', entities: [] },
        { name: '图二', entities },
      ],
    });
    const copy = await openCad(markDxf(bytesOf(file), [{ ...mark, layout: '图二' }]), limitsFrom({}));
    const marked = copy.layouts.filter(({ entities: own }) => own.some(({ layer }) => layer === REVIEW_LAYER));
    expect(marked.map(({ name }) => name)).toEqual(['图二']);
  });

  it('are refused where there is no place for entities', () => {
    expect(() => markDxf(bytesOf('0\nSECTION\n2\nHEADER\n0\nENDSEC\n0\nEOF\n'), [mark])).toThrow('no closed section');
  });
});
