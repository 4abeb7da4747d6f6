import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { InspectReply, PlannedFrame, PlanReply } from '../src/evidence/wire/plan.js';
import { DRAWING_PLACES } from './support/drawing-places.js';
import { around, hatch, line, rectangle } from './support/dxf.js';
import { dxf } from './support/dxf-file.js';
import { a1Sheet } from './support/dxf-sheet.js';
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

describe('a picture of inspect', () => {
  it.each(['dxf', 'pdf'])('shows what its visible_box says, to the pixel: %s', async (kind) => {
    // A square of 40 at (300, 200), y up, on an A1 sheet.
    const file = join(folder, `square.${kind}`);
    if (kind === 'dxf') {
      const square = hatch([around([300, 200], [340, 240])], []);
      writeFileSync(file, dxf({ entities: [rectangle([0, 0], [841, 594]), square] }));
    } else {
      const pdf = await PDFDocument.create();
      pdf.addPage([841, 594]).drawRectangle({ x: 300, y: 200, width: 40, height: 40 });
      writeFileSync(file, await pdf.save());
    }
    const top = kind === 'dxf' ? 240 : 594 - 240;
    const window = kind === 'dxf' ? '250,150,410,260' : '250,334,410,444';
    const { json } = await run(['inspect', file, '--window', window, '-o', join(folder, `square-${kind}`)]);
    const { tiles } = json as { tiles: [InspectReply['tiles'][number]] };
    const [x0, y0, x1, y1] = tiles[0].visible_box;
    const { data, info } = await sharp(tiles[0].file).greyscale().raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([tiles[0].width_px, tiles[0].height_px]);
    const dark = [...data.keys()].filter(
      (at) => (data[at * info.channels] ?? 255) < 100 && at < info.width * info.height,
    );
    const columns = dark.map((at) => at % info.width);
    const rows = dark.map((at) => Math.floor(at / info.width));
    const zoom = info.width / (x1 - x0);
    const down = kind === 'dxf' ? y1 - top : top - y0;
    expect(Math.abs(columns.reduce((a, b) => Math.min(a, b)) - (300 - x0) * zoom)).toBeLessThanOrEqual(2);
    expect(Math.abs(rows.reduce((a, b) => Math.min(a, b)) - down * zoom)).toBeLessThanOrEqual(2);
    expect(Math.abs(columns.reduce((a, b) => Math.max(a, b)) + 1 - (340 - x0) * zoom)).toBeLessThanOrEqual(2);
    expect(Math.abs(rows.reduce((a, b) => Math.max(a, b)) + 1 - (down + 40) * zoom)).toBeLessThanOrEqual(2);
  });

  it('is refused where the place takes too many, and the window that is named instead works', async () => {
    const file = join(folder, 'a1.dxf');
    writeFileSync(file, dxf(a1Sheet()));
    const refused = await run(['inspect', file, '--label', 'overall', '--span', '1', '-o', join(folder, 'a1')]);
    expect([refused.code, refused.json.error.code]).toEqual([2, 'bad_argument']);
    const [, window = ''] = /--window ([-\d.,]+\d)/u.exec(refused.json.error.next_step) ?? [];
    const narrowed = await run(['inspect', file, '--window', window, '-o', join(folder, 'a1')]);
    expect((narrowed.json as InspectReply).tiles).toHaveLength(1);
  });

  it('is one where nothing tells a scale, and says so', async () => {
    const file = join(folder, 'bare.dxf');
    writeFileSync(file, dxf({ entities: [line([0, 0], [70, 30]), line([10, 30], [70, 0])] }));
    const { json } = await run(['inspect', file, '--window', '0,0,70,30', '-o', join(folder, 'bare')]);
    expect((json as InspectReply).tiles).toHaveLength(1);
    expect((json as InspectReply).limitations.join()).toMatch(/No scale is known/u);
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
