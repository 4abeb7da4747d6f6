import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { InspectReply, PlannedFrame, PlanReply } from '../src/evidence/wire/plan.js';
import { DRAWING_PLACES } from './support/drawing-places.js';
import { rectangle } from './support/dxf.js';
import { dxf } from './support/dxf-file.js';
import { cli } from './support/library-cli.js';
import { tempFolder } from './support/library-files.js';

const CORPUS = join(import.meta.dirname, '../../shared/corpus');
const folder = tempFolder();
const run = (args: readonly string[]) => cli([...args, '--json', '--quiet'], { library: join(folder, 'library') });
const plan = async (...args: string[]): Promise<PlanReply> => (await run(['plan', ...args])).json as PlanReply;
const corpus = (file: string): string => join(CORPUS, file);

type B = readonly [number, number, number, number];
const inside = (outer: B, inner: B): boolean =>
  outer[0] <= inner[0] && outer[1] <= inner[1] && outer[2] >= inner[2] && outer[3] >= inner[3];

describe.skipIf(!existsSync(CORPUS))('the corpus’s drawings', () => {
  it.each(Object.keys(DRAWING_PLACES))('%s: every known fact is whole in a readable tile of text', async (file) => {
    const [frame] = (await plan(corpus(file), '--level', 'readable')).frames as [PlannedFrame];
    expect(frame.covered_ink).toBe(1);
    expect(frame.tiles.length).toBeLessThanOrEqual(13);
    for (const [fact, place] of Object.entries(DRAWING_PLACES[file] ?? {})) {
      const readable = frame.tiles.filter((tile) => tile.purpose === 'text' && tile.level === 'readable');
      expect(readable.some((tile) => inside(tile.box, place)) ? fact : `${fact} is in no tile`).toBe(fact);
    }
  });

  it('a bordered sheet is looked at in its content, not in quarters', async () => {
    const file = corpus('drawings/mks-robin-nano-v3.1-size.pdf');
    const [frame] = (await plan(file, '--level', 'readable')).frames as [PlannedFrame];
    expect(frame.dropped.map(({ what }) => what)).toEqual(['border', 'inner_frame', 'zone_marks']);
    expect(frame.clusters).toHaveLength(2);
    expect(frame.tiles.filter(({ purpose }) => purpose === 'text')).toHaveLength(2);
    expect(frame.baseline_tiles).toBe(4);
    expect(frame.sheet).toBe('A4');
  });
});

describe('inspect', () => {
  const sheet = join(folder, 'sheet.dxf');
  writeFileSync(sheet, dxf({ entities: [rectangle([0, 0], [841, 594]), rectangle([700, 500], [720, 510])] }));

  it('finds a CAD entity above where the picture shows it: y runs up in the drawing, down in the picture', async () => {
    const out = join(folder, 'looked');
    const args = ['inspect', sheet, '--label', 'overall', '--cx', '0.844', '--cy', '0.15', '--span', '0.1', '-o', out];
    const { tiles } = (await run(args)).json as { tiles: [InspectReply['tiles'][number]] };
    const [x0, y0, x1, y1] = tiles[0].visible_box;
    expect([x0 < 700 && x1 > 720, y0 < 500 && y1 > 510]).toEqual([true, true]);
    const again = await run([
      'inspect',
      sheet,
      '--label',
      'inspect-1',
      '--cx',
      '0.5',
      '--cy',
      '0.5',
      '--span',
      '0.5',
      '-o',
      out,
    ]);
    expect(inside([x0, y0, x1, y1], (again.json as InspectReply).tiles[0]?.visible_box as B)).toBe(true);
    expect(readdirSync(out).sort()).toEqual(['inspect-1.json', 'inspect-1.png', 'inspect-2.json', 'inspect-2.png']);
  });

  it.each([
    [['--window', '10,10,10,20'], 'bad_argument'],
    [['--window', '9000,9000,9100,9100'], 'crop_outside_page'],
    [['--handle', 'FFFF'], 'bad_argument'],
    [['--label', 'inspect-77'], 'bad_argument'],
    [['--label', '../../etc'], 'bad_argument'],
    [['--window', '1,1,2,2', '--label', 'overall'], 'bad_argument'],
    [['--frame', '9', '--window', '1,1,2,2'], 'page_out_of_range'],
  ])('%s is an error that says what to do', async (args, code) => {
    const { json, code: exit } = await run(['inspect', sheet, ...args, '-o', join(folder, 'none')]);
    expect([json.error.code, exit]).toEqual([code, 2]);
  });
});

describe('files that are no drawings', () => {
  it.each([
    ['empty.pdf', '', 'file_empty'],
    ['text.png', 'no picture', 'file_damaged'],
    ['图纸.pdf', '%PDF-1.7 cut', 'file_damaged'],
  ])('%s ends in a typed error', async (name, content, code) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    expect((await run(['plan', path])).json.error.code).toBe(code);
  });
});
