import { box, contains, heightOf, touches, widthOf } from '../../../evidence/boxes.js';
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
  const extent = around(boxes);
  if (!extent) return [];
  const shortest = SHORTEST * Math.max(widthOf(extent), heightOf(extent));
  const rectangles = rectanglesOf(rulesOf(entities, shortest)).sort((a, b) => area(b) - area(a));
  const frames: Frame[] = [];
  for (const rectangle of rectangles) {
    if (frames.some((frame) => contains(frame.box, rectangle.box, tolerance(frame.box)))) continue;
    const inner = innerOf(rectangle, rectangles);
    const matches = matchSheets(widthOf(rectangle.box) * mmPerUnit, heightOf(rectangle.box) * mmPerUnit);
    const isSheet = matches.length > 0 && (inner !== null || holds(boxes, rectangle.box, FEWEST_INSIDE));
    const isAround = area(rectangle) >= LEAST_AREA * widthOf(extent) * heightOf(extent);
    if (!isSheet && !(isAround && holds(boxes, rectangle.box, boxes.length * MOST))) continue;
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

function around(boxes: readonly WorldBox[]): WorldBox | null {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const b of boxes) {
    x0 = Math.min(x0, b[0]);
    y0 = Math.min(y0, b[1]);
    x1 = Math.max(x1, b[2]);
    y1 = Math.max(y1, b[3]);
  }
  return x0 <= x1 ? box('world', x0, y0, x1, y1) : null;
}

/** The largest rectangle inside that leaves a border of a sheet's width on all sides. */
function innerOf(outer: Rectangle, rectangles: readonly Rectangle[]): Rectangle | null {
  const most = WIDEST_BORDER * Math.min(widthOf(outer.box), heightOf(outer.box));
  const [x0, y0, x1, y1] = outer.box;
  return (
    rectangles.find(({ box: [a, b, c, d] }) => {
      const borders = [a - x0, b - y0, x1 - c, y1 - d];
      return borders.every((border) => border > 0 && border <= most);
    }) ?? null
  );
}

function holds(boxes: readonly WorldBox[], outer: WorldBox, atLeast: number): boolean {
  let inside = 0;
  for (const inner of boxes) if (contains(outer, inner, tolerance(outer)) && ++inside >= atLeast) return true;
  return false;
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
  return around(near);
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
