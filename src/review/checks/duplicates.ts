import type { Point, Shape } from '../../sources/cad/drawing.js';
import type { Finding } from './finding.js';
import type { SheetEntity } from './sheet-entities.js';

/** Types that draw nothing of their own. */
const NOT_DRAWN = new Set(['VIEWPORT', 'ATTDEF', 'POINT']);

/**
 * Entities of one type on one layer whose geometry is the same: drawn twice, which no plot shows and every count of lengths and
 * pieces gets wrong.
 *
 * @param tolerance how far corresponding points may lie apart, in units of the layout
 */
export function duplicateEntities(entities: readonly SheetEntity[], tolerance: number): Finding[] {
  const findings: Finding[] = [];
  for (const alike of groupsOf(entities)) {
    const cells = new Map<string, Original[]>();
    for (const one of alike) {
      const [x, y] = one.box as readonly number[] as Point;
      const points = once(() => pointsOf(one.entity.shapes()));
      const twin = near(cells, x, y, tolerance).find((other) => isSame(other, one, points, tolerance));
      if (twin !== undefined) {
        findings.push(findingOf(one, twin.entity));
        continue;
      }
      const key = cellKey(x, y, tolerance);
      const cell = cells.get(key);
      if (cell === undefined) cells.set(key, [{ entity: one, points }]);
      else cell.push({ entity: one, points });
    }
  }
  return findings;
}

interface Original {
  readonly entity: SheetEntity;
  readonly points: () => readonly number[];
}

/** Entities that could be the same, as far as words tell. */
function groupsOf(entities: readonly SheetEntity[]): readonly SheetEntity[][] {
  const groups = new Map<string, SheetEntity[]>();
  for (const one of entities) {
    const { type, layer, block, text, visible } = one.entity;
    if (one.box === null || !visible || NOT_DRAWN.has(type)) continue;
    const key = JSON.stringify([type, layer, block, text]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}

/** Cells are wide enough that two points within the tolerance lie in the same one or in neighbours. */
const cellOf = (value: number, tolerance: number): number => Math.floor(value / (2 * tolerance));
const cellKey = (x: number, y: number, tolerance: number): string => `${cellOf(x, tolerance)},${cellOf(y, tolerance)}`;

function near(
  cells: ReadonlyMap<string, readonly Original[]>,
  x: number,
  y: number,
  tolerance: number,
): readonly Original[] {
  const [column, row] = [cellOf(x, tolerance), cellOf(y, tolerance)];
  const steps = [-1, 0, 1];
  return steps.flatMap((dx) => steps.flatMap((dy) => cells.get(`${column + dx},${row + dy}`) ?? []));
}

function isSame(other: Original, one: SheetEntity, points: () => readonly number[], tolerance: number): boolean {
  const [a, b] = [other.entity.box as readonly number[], one.box as readonly number[]];
  if (!allNear(a, b, tolerance)) return false;
  const [from, to] = [other.points(), points()];
  return from.length > 0 && allNear(from, to, tolerance);
}

const allNear = (a: readonly number[], b: readonly number[], tolerance: number): boolean =>
  a.length === b.length && a.every((value, i) => Math.abs(value - (b[i] as number)) <= tolerance);

/** All that a shape's geometry is made of, in an order that does not depend on the way a line was drawn. */
const pointsOf = (shapes: readonly Shape[]): readonly number[] => shapes.flatMap(numbersOf);

function numbersOf(shape: Shape): readonly number[] {
  switch (shape.kind) {
    case 'line': {
      const numbers = shape.curves.flatMap((curve) => {
        if (curve.kind === 'segment') return [...curve.from, ...curve.to];
        const { centre, major, ratio, start, end } = curve;
        const radius = Math.hypot(...major);
        // Angles as lengths of arc, so that one tolerance fits all.
        return [...centre, ...major, ratio * radius, start * radius, end * radius];
      });
      return [...forwards(shape.curves, numbers), shape.width];
    }
    case 'fill':
      return shape.loops.flatMap((loop) => loop.flat());
    case 'text':
      return [...shape.origin, ...shape.along, ...shape.up];
    case 'point':
      return shape.at;
  }
}

/** A single segment from its lower left end. */
function forwards(curves: readonly { readonly kind: string }[], numbers: readonly number[]): readonly number[] {
  if (curves.length !== 1 || curves[0]?.kind !== 'segment') return numbers;
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbers;
  return x0 < x1 || (x0 === x1 && y0 <= y1) ? numbers : [x1, y1, x0, y0];
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

const findingOf = ({ entity, box }: SheetEntity, { entity: original }: SheetEntity): Finding => ({
  rule: 'duplicate_entity',
  category: 'layers_linetypes',
  severity: 'minor',
  statement: {
    en: `${entity.type} ${entity.handle} on layer ${entity.layer} lies exactly on ${original.handle}: it is drawn twice.`,
    zh: `图层 ${entity.layer} 上的 ${entity.type} ${entity.handle} 与 ${original.handle} 完全重合，属重复绘制。`,
  },
  box,
  handle: entity.handle,
});
