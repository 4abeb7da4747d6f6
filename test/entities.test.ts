import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dxf } from './support/dxf-file.js';
import { a1Sheet } from './support/dxf-sheet.js';
import { cli } from './support/library-cli.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'groundglass-entities-'));
  writeFileSync(join(folder, '泵房.dxf'), dxf(a1Sheet([5e6, 3.5e6])));
  writeFileSync(join(folder, 'empty.dxf'), '');
  writeFileSync(join(folder, 'plan.dwg'), 'AC1032\0\0\0\0');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const entities = (...args: string[]) => cli(['entities', ...args, '--json'], { cwd: folder });

describe('groundglass entities', () => {
  it('lists model space with boxes in the world, and counts it before filters', async () => {
    const { code, json } = await entities('泵房.dxf', '--type', 'insert', '--layer', 'frame');
    expect(code).toBe(0);
    expect(json).toMatchObject({ total: 2, returned: 2, offset: 0, frame: 'world', skipped: {}, units: 'mm' });
    expect(json.entities[0]).toMatchObject({
      type: 'INSERT',
      layer: 'FRAME',
      box: [5e6, 3.5e6, 5084100, 3559400],
      frame: 'world',
    });
    expect(json.entities[1].text).toContain('泵房一层平面图');
    expect(json.counts.INSERT).toBeGreaterThan(2);
    expect(json.missing_fonts).toEqual(expect.arrayContaining([expect.any(String)]));
  });

  it('takes a layout, all, a window, a page, and says only the least where it is asked to be brief', async () => {
    const paper = (await entities('泵房.dxf', '--layout', 'A1')).json;
    const model = (await entities('泵房.dxf')).json;
    expect((await entities('泵房.dxf', '--layout', 'all')).json.total).toBe(paper.total + model.total);
    const corner = (await entities('泵房.dxf', '--window', '5084099,3559399,5084200,3559500')).json;
    expect(corner.entities.map(({ type }: { type: string }) => type)).toEqual(['INSERT']);
    const brief = (await entities('泵房.dxf', '--brief', '--limit', '1', '--offset', '2')).json;
    expect(brief).toMatchObject({ total: model.total, returned: 1, offset: 2 });
    expect(Object.keys(brief.entities[0]).sort()).toEqual(['box', 'handle', 'type']);
    expect(brief.entities[0].handle).toBe(model.entities[2].handle);
  });

  it('is text for people', async () => {
    const { stdout } = await cli(['entities', '泵房.dxf', '--type', 'TEXT'], { cwd: folder });
    expect(stdout).toMatch(/entit(?:y|ies)\n.*TEXT {2}/s);
    expect(stdout).toContain('model space: ');
  });

  it.each([
    [['泵房.dxf', '--layout', 'Nope'], 2, 'bad_argument'],
    [['泵房.dxf', '--window', '1,2,3'], 2, 'bad_argument'],
    [['empty.dxf'], 2, 'file_empty'],
    [['absent.dxf'], 2, 'file_not_found'],
  ])('%j ends with %i, %s', async (args, exit, code) => {
    const reply = await entities(...args);
    expect([reply.code, reply.json.error.code]).toEqual([exit, code]);
  });
});
