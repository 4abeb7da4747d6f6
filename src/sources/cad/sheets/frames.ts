import { contains, heightOf, touches, unionOf, widthOf } from '../../../evidence/boxes.js';
import type { CadEntity, WorldBox } from '../drawing.js';
import { type Rectangle, rectanglesOf, rulesOf } from './rules.js';
import { matchSheets, type SheetMatch } from './sheet-forms.js';

export interface Frame {
  readonly box: WorldBox;
  /** What sheets it may be, the best first; empty where it is none of the A series. */
  readonly matches: readonly SheetMatch[];
  readonly handles: readonly string[];
}

/** Frames shorter than this part of the layout are details; thirty sheets in a row are not. */
const SHORTEST = 0.01;
/** Around the inner frame a border of 5 to 25 mm of an A4 to A0 is left: parts of the sheet's side. */
const WIDEST_BORDER = 0.13;
/** A frame without a known size must enclose this share of what is drawn to be one. */
const MOST = 0.9;
/** And this share of the layout's area, which is quicker to see. */
const LEAST_AREA = 0.5;
/** Entities inside that make a rectangle of a sheet's size a sheet, where it has no inner frame. */
const FEWEST_INSIDE = 10;

/**
 * Drawing frames of a layout, in reading order: rectangles of the size of a sheet at a usual scale that have an inner frame or
 * are not inside another one, and a rectangle of any size around nearly everything.
 *
 * @param mmPerUnit what the size is told with
 */
export function framesOf(entities: readonly CadEntity[], mmPerUnit: number): Frame[] {
  const boxes = entities.flatMap((entity) => (entity.visible && entity.box ? [entity.box] : []));
  const extent = unionOf(boxes);
  if (!extent) return [];
  const shortest = SHORTEST * Math.max(widthOf(extent), heightOf(extent));
  const rectangles = rectanglesOf(rulesOf(entities, shortest)).sort((a, b) => area(b) - area(a));
  const inside = new Inside(boxes);
  const frames: Frame[] = [];
  for (const [i, rectangle] of rectangles.entries()) {
    if (frames.some((frame) => contains(frame.box, rectangle.box, tolerance(frame.box)))) continue;
    const inner = innerOf(rectangle, rectangles, i + 1);
    const matches = matchSheets(widthOf(rectangle.box) * mmPerUnit, heightOf(rectangle.box) * mmPerUnit);
    const isSheet = matches.length > 0 && (inner !== null || inside.holds(rectangle.box, FEWEST_INSIDE));
    const isAround = area(rectangle) >= LEAST_AREA * widthOf(extent) * heightOf(extent);
    if (!isSheet && !(isAround && inside.holds(rectangle.box, boxes.length * MOST))) continue;
    frames.push({
      box: rectangle.box,
      matches,
      handles: [...new Set([...rectangle.handles, ...(inner?.handles ?? [])])],
    });
  }
  return inReadingOrder(frames);
}

const area = ({ box: b }: Rectangle): number => widthOf(b) * heightOf(b);
const tolerance = (b: WorldBox): number => 1e-3 * Math.max(widthOf(b), heightOf(b));

/**
 * The largest rectangle inside that leaves a border of a sheet's width on all sides.
 * @param sorted the largest first
 * @param from where to begin
 */
function innerOf(outer: Rectangle, sorted: readonly Rectangle[], from: number): Rectangle | null {
  const most = WIDEST_BORDER * Math.min(widthOf(outer.box), heightOf(outer.box));
  const smallest = (widthOf(outer.box) - 2 * most) * (heightOf(outer.box) - 2 * most);
  const [x0, y0, x1, y1] = outer.box;
  for (let i = firstBelow(sorted, area(outer), from); i < sorted.length; i++) {
    const inner = sorted[i] as Rectangle;
    if (area(inner) < smallest) return null;
    const [a, b, c, d] = inner.box;
    if ([a - x0, b - y0, x1 - c, y1 - d].every((border) => border > 0 && border <= most)) return inner;
  }
  return null;
}

/** The first rectangle that is smaller: the cells of a table, all alike, are not compared with each other. */
function firstBelow(sorted: readonly Rectangle[], limit: number, start: number): number {
  let [from, to] = [start, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (area(sorted[middle] as Rectangle) >= limit) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Boxes by where they begin, so that a small rectangle looks at few of them. */
class Inside {
  readonly #sorted: readonly WorldBox[];

  constructor(boxes: readonly WorldBox[]) {
    this.#sorted = [...boxes].sort((a, b) => a[0] - b[0]);
  }

  holds(outer: WorldBox, atLeast: number): boolean {
    const slack = tolerance(outer);
    let [from, to] = [0, this.#sorted.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#sorted[middle] as WorldBox)[0] < outer[0] - slack) from = middle + 1;
      else to = middle;
    }
    let count = 0;
    for (let i = from; i < this.#sorted.length; i++) {
      const inner = this.#sorted[i] as WorldBox;
      if (inner[0] > outer[2] + slack) return false;
      if (contains(outer, inner, slack) && ++count >= atLeast) return true;
    }
    return false;
  }
}

/** Rows from the top, each from the left; frames that overlap in height are one row. */
function inReadingOrder(frames: readonly Frame[]): Frame[] {
  const rows: Frame[][] = [];
  for (const frame of [...frames].sort((a, b) => b.box[3] - a.box[3])) {
    const row = rows.find(([first]) => first && overlapInHeight(first.box, frame.box));
    if (row) row.push(frame);
    else rows.push([frame]);
  }
  return rows.flatMap((row) => row.sort((a, b) => a.box[0] - b.box[0]));
}

const overlapInHeight = (a: WorldBox, b: WorldBox): boolean =>
  Math.min(a[3], b[3]) - Math.max(a[1], b[1]) > 0.5 * Math.min(heightOf(a), heightOf(b));

/** Outliers are at most this share of the entities; a layout whose far part is more has two parts. */
const OUTLIER_SHARE = 0.02;
const OUTLIER_COUNT = 3;
/** How many times the middle half of what is drawn something must lie off to be an outlier. */
const FAR = 20;

/** The box around what is seen, without the few entities that lie far off it. Null for nothing. */
export function extentOf(entities: readonly CadEntity[]): WorldBox | null {
  const boxes = entities.flatMap((entity) => (entity.visible && entity.box ? [entity.box] : []));
  const near = [0, 1].reduce((kept, axis) => withoutFar(kept, axis as 0 | 1), boxes);
  return unionOf(near);
}

function withoutFar(boxes: readonly WorldBox[], axis: 0 | 1): WorldBox[] {
  if (boxes.length < 2 * OUTLIER_COUNT) return [...boxes];
  const middles = boxes.map((b) => (b[axis] + b[(axis + 2) as 2 | 3]) / 2).sort((a, b) => a - b);
  const at = (share: number): number => middles[Math.floor(share * (middles.length - 1))] as number;
  const reach = FAR * (at(0.75) - at(0.25));
  if (reach === 0) return [...boxes];
  const kept = boxes.filter((b) => b[(axis + 2) as 2 | 3] >= at(0.25) - reach && b[axis] <= at(0.75) + reach);
  return boxes.length - kept.length <= Math.max(OUTLIER_COUNT, OUTLIER_SHARE * boxes.length) ? kept : [...boxes];
}

/** Entities that are seen and lie on a sheet, whole or in part. */
export const onSheet = (entities: readonly CadEntity[], sheet: WorldBox): CadEntity[] =>
  entities.filter((entity) => entity.visible && entity.box !== null && touches(entity.box, sheet));
