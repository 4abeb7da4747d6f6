import { box as boxAt, contains, heightOf, widthOf } from '../evidence/boxes.js';
import type { CadEntity, CadLayout, CadSheet, Curve, Shape, WorldBox } from '../sources/cad/drawing.js';
import { rectanglesOf, rulesOf } from '../sources/cad/sheets/rules.js';

/** A frame spans this share of the sheet both ways. */
const SPAN = 0.6;
/** Off a side by this share of the sheet's long edge, a line is another one. */
const ON = 1e-3;

export interface CadBorder {
  /** The outermost first. */
  readonly frames: readonly WorldBox[];
  /** The layout without the lines of the frames; all else of their entities stays, such as a title block in one block with them. */
  readonly content: CadLayout;
}

/** The border of a sheet by the entities that make it. */
export function cadBorder(layout: CadLayout, { border, box: sheet }: CadSheet): CadBorder {
  const handles = new Set(border);
  const longEdge = Math.max(widthOf(sheet), heightOf(sheet));
  const makers = layout.entities.filter(({ handle }) => handles.has(handle));
  const frames = rectanglesOf(rulesOf(makers, SPAN * Math.min(widthOf(sheet), heightOf(sheet)), sheet))
    .map(({ box }) => box)
    .filter((box) => widthOf(box) >= SPAN * widthOf(sheet) && heightOf(box) >= SPAN * heightOf(sheet))
    .sort((a, b) => widthOf(b) * heightOf(b) - widthOf(a) * heightOf(a));
  const slack = ON * longEdge;
  const isRule = (curve: Curve): boolean => {
    if (curve.kind !== 'segment') return false;
    const along = spanOf(curve);
    return frames.some((frame) => isOnSide(along, frame, slack));
  };
  const without = (shapes: readonly Shape[]): Shape[] =>
    shapes.filter((shape) => !(shape.kind === 'line' && shape.curves.every(isRule)));
  const bared = (entity: CadEntity): CadEntity => ({ ...entity, shapes: () => without(entity.shapes()) });
  return {
    frames,
    content: { ...layout, entities: layout.entities.map((one) => (handles.has(one.handle) ? bared(one) : one)) },
  };
}

function spanOf({ from: [x0, y0], to: [x1, y1] }: Extract<Curve, { kind: 'segment' }>): WorldBox {
  return boxAt('world', Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1));
}

function isOnSide(line: WorldBox, frame: WorldBox, slack: number): boolean {
  const lies = (at: number, from: number, to: number): boolean =>
    Math.abs(from - at) <= slack && Math.abs(to - at) <= slack;
  const [x0, y0, x1, y1] = line;
  const standing = lies(frame[0], x0, x1) || lies(frame[2], x0, x1);
  const lying = lies(frame[1], y0, y1) || lies(frame[3], y0, y1);
  return (standing || lying) && contains(frame, line, slack);
}
