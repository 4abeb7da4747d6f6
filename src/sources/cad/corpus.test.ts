import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GroundglassError } from '../../evidence/errors.js';
import { limitsFrom } from '../limits.js';
import { openCad } from './open-cad.js';
import { sheetsOf } from './sheets/sheets.js';

const CORPUS = join(import.meta.dirname, '../../../../shared/corpus/cad');
const limits = limitsFrom();
const open = (name: string) => openCad(readFileSync(join(CORPUS, `${name}.dxf`)), limits);

/** Entities of model space by type, as ezdxf 0.18 counts them too (bench/cad.ts). */
const COUNTS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'acadsharp-AC1009-ascii': {
    ...{ '3DFACE': 1, ARC: 1, CIRCLE: 8, DIMENSION: 11, INSERT: 45, LINE: 28 },
    ...{ POINT: 6, POLYLINE: 26, SHAPE: 1, SOLID: 1, TEXT: 29 },
  },
  'acadsharp-blockvisibility': { INSERT: 4 },
  'cad-viewer-block-color-zh': { INSERT: 4, MTEXT: 4 },
  'dxf-floorplan': {
    ...{ ARC: 20, CIRCLE: 9, DIMENSION: 63, HATCH: 13, INSERT: 10, LEADER: 6 },
    ...{ LINE: 624, LWPOLYLINE: 124, MTEXT: 9, TEXT: 89 },
  },
  'ezdxf-ASCII_R12': { INSERT: 1, LINE: 2 },
  'ezdxf-acad_table_with_blk_ref': { ACAD_TABLE: 1 },
  'ezdxf-bin_dxf_r13': { LINE: 3 },
  'ezdxf-hatches_1': { ARC: 6, HATCH: 10, LWPOLYLINE: 16 },
  'ezdxf-mtext_complex_inline_codes': { LINE: 4, MTEXT: 8 },
  'ezdxf-multi_insert_with_attribs': { INSERT: 1 },
  'ezdxf-recover02': { LINE: 35, LWPOLYLINE: 1, TEXT: 59 },
  'ezdxf-text_stacked_shx_font': { CIRCLE: 224, LINE: 84, TEXT: 131 },
  'ezdxf-viewport_frozen_layers': { TEXT: 4 },
  'ezdxf-visibility': { INSERT: 2, MTEXT: 4 },
  'wikihouse-othercomponents': { CIRCLE: 116, LINE: 2, LWPOLYLINE: 205, MTEXT: 33 },
};

describe.runIf(existsSync(CORPUS))('DXF files of the corpus', () => {
  it.each(Object.entries(COUNTS))(
    '%s has these entities in model space, each drawn or counted',
    async (name, counts) => {
      const drawing = await open(name);
      const found: Record<string, number> = {};
      for (const entity of drawing.layouts[0]?.entities ?? []) {
        found[entity.type] = (found[entity.type] ?? 0) + 1;
        if (entity.box === null && entity.visible && entity.type !== 'INSERT')
          expect(drawing.skipped, entity.type).toHaveProperty(entity.type);
        for (const shape of entity.shapes())
          expect(JSON.stringify(shape)).not.toMatch(/[[,]null|"(?:width|ratio|start|end)":null/);
      }
      expect(found).toEqual(counts);
      expect(drawing.skipped).toEqual(name === 'acadsharp-AC1009-ascii' ? { SHAPE: 1 } : {});
      expect(sheetsOf(drawing).length).toBeGreaterThan(0);
    },
  );

  it('reads a binary file that is cut off anywhere as far as it goes, and says so, or refuses it by a typed error', async () => {
    const whole = readFileSync(join(CORPUS, 'ezdxf-bin_dxf_r13.dxf'));
    for (let length = 1; length < whole.length - 8; length += Math.ceil(whole.length / 400)) {
      const codes = await openCad(whole.subarray(0, length), limits).then(
        ({ warnings }) => warnings.map(({ code }) => code),
        (error) => [error instanceof GroundglassError ? 'truncated' : String(error)],
      );
      expect(codes, `${length} bytes`).toContain('truncated');
    }
  });

  it('reads Chinese that is UTF-8 under the header of a GBK file', async () => {
    const { layouts } = await open('cad-viewer-block-color-zh');
    expect(layouts[0]?.entities.find((entity) => entity.handle === '176')?.text).toBe('图层：0\n颜色：白色');
    expect(layouts.map((layout) => layout.name)).toEqual(['Model', '布局1', '布局2']);
  });

  it('keeps paper space out of model space, and the sheet’s own view out of the windows', async () => {
    const { layouts } = await open('ezdxf-recover02');
    expect(layouts.map(({ name, viewports }) => [name, viewports.length])).toEqual([
      ['Model', 0],
      ['ISO A4 Size', 1],
      ['Letter Size', 1],
    ]);
  });

  it('knows which layers a window freezes, and an insert’s attributes', async () => {
    const frozen = (await open('ezdxf-viewport_frozen_layers')).layouts[1]?.viewports.map(
      (window) => window.frozenLayers,
    );
    expect(frozen?.flat().sort()).toEqual(expect.arrayContaining(['Layer1', 'Layer2']));
    const [array] = (await open('ezdxf-multi_insert_with_attribs')).layouts[0]?.entities ?? [];
    expect(array?.attributes.map(({ tag, text }) => [tag, text])).toEqual([
      ['NAME', 'Flag'],
      ['XPOS', 'x = 0.000'],
      ['YPOS', 'y = 0.000'],
    ]);
  });
});
