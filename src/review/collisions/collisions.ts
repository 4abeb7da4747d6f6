import { box } from '../../evidence/boxes.js';
import type { CollisionsReply } from '../../evidence/wire/collisions.js';
import { worldWireBox } from '../../evidence/wire/locator.js';
import type { CollisionsRequest } from '../../evidence/wire/requests.js';
import type { CadEntity } from '../../sources/cad/drawing.js';
import { openCad } from '../../sources/cad/open-cad.js';
import { readInputFile } from '../../sources/input-file.js';
import type { Limits } from '../../sources/limits.js';
import { findCollisions } from './find-collisions.js';

/** Ratios that differ by less are one: they come of coordinates with that many digits. */
const RATIO_DIGITS = 1e9;

/** Collisions in model space of a drawing. @throws GroundglassError `too_slow`, and what reading the file finds */
export async function collisions({ file, ...request }: CollisionsRequest, limits: Limits): Promise<CollisionsReply> {
  const { layouts, warnings } = await openCad(await readInputFile(file, limits), limits);
  return { ...collisionsAmong(layouts[0]?.entities ?? [], request), warnings: [...warnings] };
}

/** Collisions among the entities of a layout, as a request asks and a reply has them. @throws GroundglassError `too_slow` */
export function collisionsAmong(
  entities: readonly CadEntity[],
  request: Omit<CollisionsRequest, 'file'>,
): Omit<CollisionsReply, 'warnings'> {
  const { total, entityCount, items, excluded } = findCollisions(entities, {
    window: request.window === undefined ? null : box('world', ...request.window),
    layers: request.layer,
    minOverlap: request.min_overlap,
    narrow: request.narrow,
    includeSameLayer: request.include_same_layer,
    excludeOversized: request.exclude_oversized ?? null,
    excludeContainerDegree: request.exclude_container_deg,
    excludeContainerFraction: request.exclude_container_frac,
    limit: request.limit,
    offset: request.offset,
  });
  return {
    total,
    returned: items.length,
    offset: request.offset,
    entity_count: entityCount,
    frame: 'world',
    items: items.map(({ a, b, ratio, overlap, exact }) => ({
      a: a.handle,
      b: b.handle,
      ratio: Math.round(ratio * RATIO_DIGITS) / RATIO_DIGITS,
      overlap: worldWireBox(overlap),
      exact,
    })),
    excluded_containers: excluded.map(({ entity, reason, degree }) => ({ handle: entity.handle, reason, degree })),
  };
}
