import { box } from '../src/evidence/boxes.js';
import { findCollisions } from '../src/review/collisions/find-collisions.js';
import type { CadEntity } from '../src/sources/cad/drawing.js';
import { madeEntity, polyline, rectangleLine } from '../test/fixtures/cad-entities.js';
import { milliseconds, table } from './support.js';

const ENTITIES = 100_000;
/** mm; a plan of a large plant: about two other boxes over each entity. */
const SIDE = 300_000;
const LAYERS = 20;

/** Collisions of a drawing of 100,000 entities, against all pairs tried one by one over the same boxes in the same run. */
export async function benchCollisions(): Promise<void> {
  const entities = madeDrawing();
  const options = {
    window: null,
    layers: [],
    minOverlap: 0,
    includeSameLayer: true,
    excludeOversized: null,
    excludeContainerDegree: 8,
    excludeContainerFraction: 0.25,
    limit: 100,
    offset: 0,
  };
  let total = 0;
  const rows = [['100,000 entities', 'ms', 'of CPU', 'pairs']];
  for (const narrow of [false, true]) {
    const times = await timesOf(() => {
      total = findCollisions(entities, { ...options, narrow }).total;
    });
    rows.push([narrow ? 'the same, 100 of them confirmed by geometry' : 'pairs by ratio', ...times, `${total}`]);
  }
  let naive = 0;
  // The frame is excluded as a container above.
  const times = await timesOf(() => {
    naive = pairsOneByOne(entities.slice(1));
  });
  if (naive !== total) throw new Error(`one by one there are ${naive} pairs, not ${total}`);
  rows.push(['all pairs one by one, boxes in one array, no ratio', ...times, `${naive}`]);
  rows.push(['peak memory of the process, MB', (process.resourceUsage().maxRSS / 1024).toFixed(0), '', '']);
  table('Collisions', rows);
}

/** Milliseconds, and those that this process computed in: a machine that others use too says little by the first. */
async function timesOf(work: () => void): Promise<[wall: string, cpu: string]> {
  const before = process.cpuUsage();
  const ms = await milliseconds(work);
  const { user, system } = process.cpuUsage(before);
  return [ms.toFixed(0), ((user + system) / 1000).toFixed(0)];
}

/** A frame, then lines, short polylines and rectangles anywhere. */
function madeDrawing(): CadEntity[] {
  const random = seeded(1);
  const frame = madeEntity('FRAME', [rectangleLine(0, 0, SIDE, SIDE)]);
  return [
    frame,
    ...Array.from({ length: ENTITIES - 1 }, (_, i) => {
      const [x, y] = [random() * SIDE, random() * SIDE];
      const [w, h] = [random() ** 3 * 4_000, random() ** 3 * 4_000];
      const shape =
        i % 3 === 0
          ? rectangleLine(x, y, x + w, y + h)
          : polyline([
              [x, y],
              [x + w, i % 3 === 1 ? y : y + h],
            ]);
      const around = box('world', x, y, x + w, i % 3 === 1 ? y : y + h);
      return madeEntity(`${i}`, [shape], { layer: `L${i % LAYERS}`, around });
    }),
  ];
}

function pairsOneByOne(entities: readonly CadEntity[]): number {
  const boxes = Float64Array.from(entities.flatMap((entity) => [...(entity.box ?? [])]));
  let pairs = 0;
  for (let i = 0; i < boxes.length; i += 4) {
    const [x0, y0, x1, y1] = [boxes[i], boxes[i + 1], boxes[i + 2], boxes[i + 3]] as [number, number, number, number];
    for (let j = i + 4; j < boxes.length; j += 4) {
      if (
        (boxes[j] as number) <= x1 &&
        (boxes[j + 2] as number) >= x0 &&
        (boxes[j + 1] as number) <= y1 &&
        (boxes[j + 3] as number) >= y0
      )
        pairs++;
    }
  }
  return pairs;
}

/** Numbers from 0 up to 1, the same in every run (mulberry32). */
function seeded(state: number): () => number {
  let a = state;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
