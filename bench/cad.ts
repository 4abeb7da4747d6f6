import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { CadEntity } from '../src/sources/cad/drawing.js';
import { openCad } from '../src/sources/cad/open-cad.js';
import { limitsFrom } from '../src/sources/limits.js';
import { syntheticDxf } from './cad/synthetic.js';

const CORPUS = join(import.meta.dirname, '../../shared/corpus/cad');
const YARDSTICK = join(import.meta.dirname, 'cad/ezdxf-boxes.py');
/** Boxes that hold text are estimates on both sides. */
const TEXTUAL = new Set(['TEXT', 'MTEXT', 'ATTDEF', 'DIMENSION', 'ACAD_TABLE', 'MULTILEADER', 'TOLERANCE']);
/** Boxes agree within this part of the entity's size (ezdxf flattens curves), or this part of the drawing's. */
const OF_ENTITY = 1e-3;
const OF_DRAWING = 1e-6;
const SYNTHETIC = 100_000;

type Box = readonly number[];
interface Theirs {
  readonly files: Record<string, { layouts: Record<string, { handle: string; type: string; box: Box | null }[]> }>;
}

/** Counts and boxes held against ezdxf on the corpus, and the time and memory of a large drawing. */
export async function benchCad(): Promise<void> {
  await agreement();
  const bytes = syntheticDxf(SYNTHETIC);
  const started = performance.now();
  const cpu = process.cpuUsage();
  const { layouts } = await openCad(bytes, limitsFrom());
  const seconds = (performance.now() - started) / 1000;
  const used = process.cpuUsage(cpu);
  const drawing = performance.now();
  const shapes = layouts[0]?.entities.reduce((sum, entity) => sum + entity.shapes().length, 0);
  console.log(
    `\n${SYNTHETIC} entities (${(bytes.length / 1e6).toFixed(1)} MB): ${layouts[0]?.entities.length} read with boxes in ` +
      `${seconds.toFixed(1)} s (${((used.user + used.system) / 1e6).toFixed(1)} s of CPU); ${shapes} shapes in ` +
      `${((performance.now() - drawing) / 1000).toFixed(1)} s; peak ${(process.resourceUsage().maxRSS / 1000).toFixed(0)} MB`,
  );
}

async function agreement(): Promise<void> {
  const python = spawnSync('/usr/bin/python3', ['-c', 'import ezdxf']);
  if (!existsSync(CORPUS) || python.status !== 0) {
    console.log('cad: no corpus beside the checkout, or no ezdxf (Debian: python3-ezdxf); left out');
    return;
  }
  const paths = readdirSync(CORPUS)
    .filter((name) => name.endsWith('.dxf'))
    .map((name) => join(CORPUS, name));
  const run = spawnSync('/usr/bin/python3', [YARDSTICK, ...paths], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  const theirs = JSON.parse(run.stdout) as Theirs;
  console.log('| file | entities | types counted alike | boxes alike | boxes with text alike within 20 % |');
  console.log('| --- | --- | --- | --- | --- |');
  const others: string[] = [];
  for (const path of paths) console.log(await row(path, theirs.files[path]?.layouts ?? {}, others));
  console.log(`\nboxes without text that differ:\n${others.join('\n')}`);
}

async function row(path: string, layouts: Theirs['files'][string]['layouts'], others: string[]): Promise<string> {
  const drawing = await openCad(readFileSync(path), limitsFrom());
  let [entities, plain, plainAlike, textual, textualAlike] = [0, 0, 0, 0, 0];
  let types = 0;
  let typesAlike = 0;
  for (const [name, list] of Object.entries(layouts)) {
    const ours = drawing.layouts.find((layout) => layout.name === name)?.entities ?? [];
    const size = Math.max(...ours.flatMap(({ box }) => (box ? [box[2] - box[0], box[3] - box[1]] : [])), 0);
    for (const type of new Set([...list, ...ours].map((entity) => entity.type))) {
      const count = (all: readonly { readonly type: string }[]) => all.filter((entity) => entity.type === type).length;
      types++;
      if (count(list) === count(ours)) typesAlike++;
    }
    const byHandle = new Map(ours.map((entity) => [entity.handle, entity]));
    list.forEach((entity, i) => {
      entities++;
      const own = byHandle.get(entity.handle) ?? ours[i];
      const isTextual = TEXTUAL.has(entity.type) || own?.text != null || holdsText(own);
      const alike = isAlike(own?.box ?? null, entity.box, size, isTextual ? 0.2 : OF_ENTITY);
      if (isTextual) [textual, textualAlike] = [textual + 1, textualAlike + Number(alike)];
      else [plain, plainAlike] = [plain + 1, plainAlike + Number(alike)];
      if (!isTextual && !alike) {
        others.push(
          `${basename(path)} ${name} ${entity.type} ${entity.handle}: ours ${own?.box}, theirs ${entity.box}`,
        );
      }
    });
  }
  const name = basename(path, '.dxf');
  return `| ${name} | ${entities} | ${typesAlike} of ${types} | ${plainAlike} of ${plain} | ${textualAlike} of ${textual} |`;
}

const holdsText = (entity: CadEntity | undefined): boolean =>
  entity?.type === 'INSERT' && entity.shapes().some((shape) => shape.kind === 'text');

function isAlike(ours: Box | null, theirs: Box | null, drawing: number, ofEntity: number): boolean {
  if (!Array.isArray(theirs) || !ours) return !Array.isArray(theirs) && !ours;
  const size = Math.max((theirs[2] as number) - (theirs[0] as number), (theirs[3] as number) - (theirs[1] as number));
  const off = Math.max(...ours.map((value, k) => Math.abs(value - (theirs[k] as number))));
  return off <= Math.max(OF_DRAWING * drawing, ofEntity * size);
}
