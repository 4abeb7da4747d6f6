// Our picture of every DXF beside ezdxf's own, for a person to compare: ours left, ezdxf's right, the same window.
//
//   npx tsx bench/cad-pictures/side-by-side.ts OUT_DIR [--layout NAME] FILE.dxf...
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { box } from '../../src/evidence/boxes.js';
import { drawCad } from '../../src/sources/cad/draw/draw-cad.js';
import { openCad } from '../../src/sources/cad/open-cad.js';
import { limitsFrom } from '../../src/sources/limits.js';

const GAP_PX = 8;
/** Debian's python3-ezdxf is for Debian's own Python. */
const PYTHON = '/usr/bin/python3';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { layout: { type: 'string', default: 'Model' } },
});
const [out, ...files] = positionals as [string, ...string[]];
const script = fileURLToPath(new URL('draw_with_ezdxf.py', import.meta.url));
const limits = limitsFrom();

for (const file of files) {
  const run = spawnSync(PYTHON, [script, out, '--layout', values.layout, file], { encoding: 'utf8' });
  const line = run.stdout.trim().split('\n').at(-1) ?? '';
  if (!line.startsWith('{')) {
    console.log(`${file}: ezdxf drew nothing: ${run.stderr.trim().split('\n').at(-1)}`);
    continue;
  }
  const { picture, window } = JSON.parse(line) as { picture: string; window: [number, number, number, number] };
  const theirs = await sharp(picture).metadata();
  const drawing = await openCad(readFileSync(file), limits);
  const layout = drawing.layouts.find(({ name }) => name === values.layout);
  if (!layout) throw new Error(`${file} has no layout ${values.layout}`);
  const ours = await drawCad(drawing, layout, box('world', ...window), theirs.width, theirs.height, { limits });
  const sheet = join(out, `${basename(file, '.dxf')}.${values.layout}.png`);
  const paper = {
    width: 2 * theirs.width + GAP_PX,
    height: theirs.height,
    channels: 3,
    background: '#888888',
  } as const;
  await sharp({ create: paper })
    .composite([
      { input: Buffer.from(ours.bytes), left: 0, top: 0 },
      { input: picture, left: theirs.width + GAP_PX, top: 0 },
    ])
    .png()
    .toFile(sheet);
  writeFileSync(join(out, `${basename(file, '.dxf')}.ours.png`), ours.bytes);
  console.log(`${sheet}: skipped ${JSON.stringify(drawing.skipped)} ${ours.limitations.join(' ')}`);
}
