import { box, touches } from '../evidence/boxes.js';
import { GroundglassError } from '../evidence/errors.js';
import type { EntitiesReply } from '../evidence/wire/entities.js';
import { worldWireBox } from '../evidence/wire/locator.js';
import type { EntitiesRequest } from '../evidence/wire/requests.js';
import type { CadDrawing, CadEntity, CadLayout } from '../sources/cad/drawing.js';
import { openCad } from '../sources/cad/open-cad.js';
import { readInputFile } from '../sources/input-file.js';
import type { Limits } from '../sources/limits.js';

/**
 * The entities of a CAD file, with the box that each covers, and what could not be read.
 * @throws GroundglassError `bad_argument` for a layout that there is not, and what reading the file finds
 */
export async function entities({ file, ...request }: EntitiesRequest, limits: Limits): Promise<EntitiesReply> {
  const drawing = await openCad(await readInputFile(file, limits), limits);
  return entitiesOf(drawing, request);
}

/** The entities of an open drawing, as a request asks and a reply has them. */
export function entitiesOf(drawing: CadDrawing, request: Omit<EntitiesRequest, 'file'>): EntitiesReply {
  const { offset, limit, brief } = request;
  const asked = layoutsAsked(drawing, request.layout);
  const isAsked = filterOf(request);
  const found = asked.flatMap((layout) => layout.entities.filter(isAsked).map((entity) => ({ layout, entity })));
  const page = found.slice(offset, offset + limit);
  return {
    total: found.length,
    returned: page.length,
    offset,
    frame: 'world',
    entities: page.map(({ layout, entity }) => (brief ? briefly(entity) : fully(entity, layout))),
    counts: countsOf(drawing.layouts.find((layout) => layout.kind === 'model')?.entities ?? []),
    layouts: drawing.layouts.map(({ name, kind, entities: all }) => ({ name, kind, entities: all.length })),
    skipped: { ...drawing.skipped },
    missing_fonts: [...drawing.missingFonts],
    dangling: [...drawing.dangling],
    version: drawing.version,
    units: drawing.units,
    warnings: [...drawing.warnings],
  };
}

/** `model`, `all`, or a layout by its name; a layout that is named so is meant by its name written otherwise, as `MODEL`. */
function layoutsAsked({ layouts }: CadDrawing, name: string): readonly CadLayout[] {
  if (name === 'all') return layouts;
  if (name === 'model') return layouts.filter((layout) => layout.kind === 'model');
  const asked = layouts.find((layout) => layout.name === name);
  const alike = asked ?? layouts.find((layout) => layout.name.toLowerCase() === name.toLowerCase());
  if (alike) return [alike];
  throw new GroundglassError(
    'bad_argument',
    `The drawing has no layout ${JSON.stringify(name)}.`,
    `Give one of ${layouts.map((layout) => JSON.stringify(layout.name)).join(', ')}, or model, or all.`,
    { layouts: layouts.map((layout) => layout.name) },
  );
}

function filterOf({ type, layer, window }: Omit<EntitiesRequest, 'file'>): (entity: CadEntity) => boolean {
  const types = new Set(type.map((name) => name.toUpperCase()));
  const layers = new Set(layer.map((name) => name.toLowerCase()));
  const wanted = window === undefined ? null : box('world', ...window);
  return (entity) =>
    (types.size === 0 || types.has(entity.type)) &&
    (layers.size === 0 || layers.has(entity.layer.toLowerCase())) &&
    (wanted === null || (entity.box !== null && touches(entity.box, wanted)));
}

type WireEntity = EntitiesReply['entities'][number];

const briefly = ({ handle, type, box: own }: CadEntity): WireEntity => ({
  handle,
  type,
  box: own && worldWireBox(own),
});

const fully = (entity: CadEntity, layout: CadLayout): WireEntity => ({
  ...briefly(entity),
  frame: 'world',
  layer: entity.layer,
  text: entity.text,
  layout: layout.name,
  visible: entity.visible,
  block: entity.block,
  attributes: entity.attributes.map(({ handle, tag, text, invisible }) => ({ handle, tag, text, invisible })),
});

function countsOf(all: readonly CadEntity[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { type } of all) counts.set(type, (counts.get(type) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}
