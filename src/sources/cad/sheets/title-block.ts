import {
  areaOf,
  box,
  contains,
  heightOf,
  holdsPoint,
  middleOf,
  touches,
  unionOf,
  widthOf,
} from '../../../evidence/boxes.js';
import type { CadEntity, CadSheet, Shape, TitleField, WorldBox } from '../drawing.js';
import { extentOf as textExtent } from '../text-metrics.js';
import { isLabel, labelled } from './labels.js';
import { type Rule, rulesOf } from './rules.js';

/** Labels that make a title block of plain text: a single one may stand under a detail. */
const FEWEST_LABELS = 2;
/** An insert that covers more of the sheet than this is its frame too: the block lies only where its fields are. */
const LARGEST_BLOCK = 0.4;
/** A title block lies in the lower right, in a strip along the right, or along the bottom: parts of the sheet. */
const LOWER_RIGHT = { left: 0.45, top: 0.45 } as const;
const RIGHT_STRIP = 0.78;
const BOTTOM_STRIP = 0.2;
/** A cell is no larger than this part of the sheet's sides. */
const LARGEST_CELL = 0.35;
const NAMES = /title|frame|border|sheet|图框|图签|标题|会签|^t[kq]$|^a[0-4](?:[^0-9]|$)/i;

interface Words {
  readonly text: string;
  readonly box: WorldBox;
  readonly handle: string;
}

/** The title block of a sheet with its fields, and the entities that rule it; null where nothing says that there is one. */
export function titleBlockOf(
  entities: readonly CadEntity[],
  sheet: WorldBox,
): { readonly titleBlock: NonNullable<CadSheet['titleBlock']>; readonly rules: readonly string[] } | null {
  const inserts = titleInserts(entities, sheet);
  const attributes = inserts.flatMap(fieldsOf);
  const tagged = new Set(attributes.map((field) => field.label));
  const near = entities.filter((entity) => entity.box && touches(entity.box, sheet));
  const shortest = 0.002 * Math.max(widthOf(sheet), heightOf(sheet));
  const rules = rulesOf(near, shortest, sheet);
  const plain = fromCells(near, rules, sheet).filter((field) => !tagged.has(field.field.label));
  const isBlock = plain.length >= FEWEST_LABELS || (attributes.length > 0 && plain.length > 0);
  const fields = [...attributes, ...(isBlock ? plain.map(({ field }) => field) : [])];
  const around = unionOf([
    ...attributes.flatMap((field) => (field.box ? [field.box] : [])),
    ...inserts.flatMap(({ box: b }) => (b && areaOf(b) <= LARGEST_BLOCK * areaOf(sheet) ? [b] : [])),
    ...(isBlock ? plain.map(({ cell }) => cell) : []),
  ]);
  if (fields.length === 0 || !around) return null;
  const inside = rules.filter((rule) => contains(around, ruleBox(rule), shortest)).map((rule) => rule.handle);
  return { titleBlock: { box: around, fields }, rules: [...new Set(inside)] };
}

/** Inserts whose attributes are a title block's, by their tags or the block's name. */
function titleInserts(entities: readonly CadEntity[], sheet: WorldBox): CadEntity[] {
  return entities.filter((entity) => {
    if (entity.attributes.length === 0 || !entity.box || !touches(entity.box, sheet)) return false;
    const labels = entity.attributes.filter(({ tag }) => isLabel(tag)).length;
    if (labels < FEWEST_LABELS && !NAMES.test(entity.block ?? '')) return false;
    const boxes = entity.attributes.flatMap((attribute) => (attribute.box ? [attribute.box] : []));
    return boxes.length === 0 ? isTitlePlace(entity.box, sheet) : boxes.every((b) => isTitlePlace(b, sheet));
  });
}

const fieldsOf = (insert: CadEntity): TitleField[] =>
  insert.attributes.map(({ tag, text, handle, box: own }) => ({
    label: tag,
    value: text,
    handle: handle || insert.handle,
    box: own,
  }));

function isTitlePlace(b: WorldBox, sheet: WorldBox): boolean {
  const [x, y] = middleOf(b);
  const [right, up] = [(x - sheet[0]) / widthOf(sheet), (y - sheet[1]) / heightOf(sheet)];
  return (right >= LOWER_RIGHT.left && up <= LOWER_RIGHT.top) || right >= RIGHT_STRIP || up <= BOTTOM_STRIP;
}

/**
 * Labels of plain text and what stands beside them in their cell: a cell is the room between the nearest rules on all four
 * sides. A cell with two labels, and a label whose neighbours to the right are cells of another height, give nothing: the
 * nearest text might be anyone's.
 */
function fromCells(
  entities: readonly CadEntity[],
  rules: readonly Rule[],
  sheet: WorldBox,
): { readonly field: TitleField; readonly cell: WorldBox }[] {
  const words = wordsOf(entities, sheet).filter((word) => isTitlePlace(word.box, sheet));
  const found: { field: TitleField; cell: WorldBox }[] = [];
  const inCell = (cell: WorldBox) => words.filter((word) => holdsPoint(cell, middleOf(word.box)));
  for (const word of words) {
    const own = labelled(word.text);
    const label = own?.label ?? (isLabel(word.text) ? word.text.trim() : null);
    const cell = label === null ? null : cellAt(middleOf(word.box), rules, sheet);
    if (label === null || cell === null) continue;
    if (own) {
      found.push({ field: { label, value: own.value, handle: word.handle, box: word.box }, cell });
      continue;
    }
    const others = inCell(cell).filter((other) => other !== word);
    if (others.some((other) => isLabel(other.text) || labelled(other.text))) continue;
    if (others.length > 0) {
      found.push({ field: fieldOf(label, others, word), cell });
      continue;
    }
    const [, y] = middleOf(cell);
    const next = cellAt([cell[2] + (cell[3] - cell[1]) * 0.05, y], rules, sheet);
    if (!next || !isSameRow(cell, next)) continue;
    const values = inCell(next);
    if (values.some((value) => isLabel(value.text) || labelled(value.text))) continue;
    found.push({ field: fieldOf(label, values, word), cell: unionOf([cell, next]) as WorldBox });
  }
  return found;
}

/** Texts of a cell from the top, and from the left on one line. An empty cell is an empty value, with the label's handle. */
function fieldOf(label: string, values: readonly Words[], from: Words): TitleField {
  const sorted = [...values].sort((a, b) => b.box[3] - a.box[3] || a.box[0] - b.box[0]);
  const [first] = sorted;
  return {
    label,
    value: sorted.map((value) => value.text.trim()).join('\n'),
    handle: first?.handle ?? from.handle,
    box: first ? unionOf(sorted.map((value) => value.box)) : null,
  };
}

const isSameRow = (a: WorldBox, b: WorldBox): boolean => {
  const tolerance = 0.1 * (a[3] - a[1]);
  return Math.abs(a[1] - b[1]) <= tolerance && Math.abs(a[3] - b[3]) <= tolerance;
};

/** The room around a point between the nearest rules; null where one of the four is missing, or the room is no cell. */
function cellAt([x, y]: readonly [number, number], rules: readonly Rule[], sheet: WorldBox): WorldBox | null {
  let [x0, y0, x1, y1] = [-Infinity, -Infinity, Infinity, Infinity];
  for (const { axis, at, from, to } of rules) {
    if (axis === 'x' && from <= x && to >= x) {
      if (at <= y) y0 = Math.max(y0, at);
      else y1 = Math.min(y1, at);
    } else if (axis === 'y' && from <= y && to >= y) {
      if (at <= x) x0 = Math.max(x0, at);
      else x1 = Math.min(x1, at);
    }
  }
  if (!Number.isFinite(x0 + y0 + x1 + y1)) return null;
  const isCell = x1 - x0 <= LARGEST_CELL * widthOf(sheet) && y1 - y0 <= LARGEST_CELL * heightOf(sheet);
  return isCell ? box('world', x0, y0, x1, y1) : null;
}

const TEXTS = new Set(['TEXT', 'MTEXT', 'ATTDEF']);

/** Texts on a sheet, those of its blocks too: labels are often part of the frame's block. */
function wordsOf(entities: readonly CadEntity[], sheet: WorldBox): Words[] {
  const words: Words[] = [];
  for (const entity of entities) {
    if (!entity.visible || entity.box === null) continue;
    if (TEXTS.has(entity.type) && entity.text)
      words.push({ text: entity.text, box: entity.box, handle: entity.handle });
    else if (entity.type === 'INSERT') {
      const attributes = new Set(entity.attributes.map((attribute) => attribute.text));
      for (const shape of entity.shapes()) {
        if (shape.kind !== 'text' || attributes.has(shape.text)) continue;
        words.push({ text: shape.text, box: textBox(shape), handle: entity.handle });
      }
    }
  }
  return words.filter((word) => touches(word.box, sheet));
}

function textBox({ origin, along, up, text }: Extract<Shape, { kind: 'text' }>): WorldBox {
  const { below, above } = textExtent(text);
  const corner = (a: number, u: number) =>
    [origin[0] + along[0] * a + up[0] * u, origin[1] + along[1] * a + up[1] * u] as const;
  const corners = [corner(0, -below), corner(1, -below), corner(0, above), corner(1, above)];
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return box('world', Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys));
}

const ruleBox = ({ axis, at, from, to }: Rule): WorldBox =>
  axis === 'x' ? box('world', from, at, to, at) : box('world', at, from, at, to);
