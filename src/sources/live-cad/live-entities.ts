import { box } from '../../evidence/boxes.js';
import type { WorldBox } from '../cad/drawing.js';

/** An entity as a CAD server tells of it. */
export interface LiveEntity {
  readonly handle: string;
  readonly type: string;
  readonly box: WorldBox | null;
  readonly layer: string | null;
  readonly text: string | null;
}

export interface LiveEntities {
  readonly entities: readonly LiveEntity[];
  /** The server has more than it told. */
  readonly truncated: boolean;
}

/** Entities in a reply, whatever the server calls its fields; null where there is no list of any. */
export function liveEntitiesIn(data: unknown): LiveEntities | null {
  const list = listIn(data);
  if (list === null) return null;
  const entities = list.filter(isRecord).map((row) => ({
    handle: wordIn(row, ['handle', 'Handle', 'id', 'entity_id']) ?? '',
    type: (wordIn(row, ['type', 'dxftype', 'entity_type', 'ObjectName']) ?? '').toUpperCase(),
    box: boxIn(row),
    layer: wordIn(row, ['layer', 'Layer']),
    text: wordIn(row, ['text', 'content', 'TextString', 'value']),
  }));
  const told = isRecord(data) ? data : {};
  const total = [told.total, told.total_count, told.count].find((value) => typeof value === 'number');
  const truncated = told.truncated === true || told.has_more === true || (total !== undefined && total > list.length);
  return { entities, truncated };
}

function listIn(data: unknown): unknown[] | null {
  if (Array.isArray(data)) return data;
  if (!isRecord(data)) return null;
  return [data.entities, data.texts, data.items, data.results].find(Array.isArray) ?? null;
}

/** The first of these fields that holds a word or a number. */
function wordIn(row: Record<string, unknown>, names: readonly string[]): string | null {
  const value = names.map((name) => row[name]).find((each) => typeof each === 'string' || typeof each === 'number');
  return value === undefined ? null : String(value);
}

/** `[x0, y0, x1, y1]`, two corners in a list, or `{min, max}` of such, or of numbers by name. */
function boxIn(row: Record<string, unknown>): WorldBox | null {
  const value = row.bbox ?? row.box ?? row.bounding_box ?? row.bounds ?? row.extents;
  if (Array.isArray(value)) {
    const flat = value.length === 2 ? value.flatMap(cornerOf) : value.length === 6 ? without3d(value) : value;
    return boxOf(flat);
  }
  if (!isRecord(value)) return null;
  if (value.min !== undefined && value.max !== undefined)
    return boxOf([...cornerOf(value.min), ...cornerOf(value.max)]);
  const named = [
    [value.x0, value.y0, value.x1, value.y1],
    [value.min_x, value.min_y, value.max_x, value.max_y],
    [value.xmin, value.ymin, value.xmax, value.ymax],
  ];
  return named.map(boxOf).find((each) => each !== null) ?? null;
}

const without3d = ([x0, y0, , x1, y1]: unknown[]): unknown[] => [x0, y0, x1, y1];

const cornerOf = (corner: unknown): unknown[] =>
  Array.isArray(corner) ? corner.slice(0, 2) : isRecord(corner) ? [corner.x, corner.y] : [];

function boxOf(numbers: readonly unknown[]): WorldBox | null {
  const [x0, y0, x1, y1] = numbers;
  if (numbers.length !== 4 || !numbers.every((value) => typeof value === 'number' && Number.isFinite(value)))
    return null;
  return box('world', x0 as number, y0 as number, x1 as number, y1 as number);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
