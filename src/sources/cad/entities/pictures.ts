import { PAPER } from '../colors.js';
import type { Piece } from '../pieces.js';
import { add, scale, type Vec3 } from '../space.js';
import type { Props } from '../tags/props.js';
import { drawn, type EntityReader, nothing } from './content.js';
import { outline } from './lines.js';

/** Value of group 71: the clip boundary is a polygon, else it is two corners. */
const POLYGON = 2;

/** The outline of an IMAGE: its pixels are in another file. */
export const readImage: EntityReader = (props, _entity, file) => {
  const definition = props.handle(340);
  const name = file.shared.imageFiles.get(definition ?? '') || `IMAGEDEF ${definition ?? ''}`.trim();
  return { ...drawn([outline(boundaryOf(props), true)]), missing: { what: 'image', name } };
};

/** A WIPEOUT hides what lies under it; its outline is seen where the drawing shows the frames of all of them. */
export const readWipeout: EntityReader = (props, _entity, file) => {
  const boundary = boundaryOf(props);
  const mask: Piece = { kind: 'fill', loops: [boundary], color: PAPER };
  return drawn(file.shared.showsWipeoutFrames ? [mask, outline(boundary, true)] : [mask]);
};

/** Pixel (x, y) counts from the middle of the top left one, y down; u and v are one pixel's sides, from the bottom left corner. */
function boundaryOf(props: Props): Vec3[] {
  const [corner, u, v] = [props.point(10), props.point(11, [1, 0, 0]), props.point(12, [0, 1, 0])];
  const [width, height] = props.point(13, [1, 1, 0]);
  const at = (x: number, y: number): Vec3 => add(corner, add(scale(u, x), scale(v, y)));
  const clip = [...props.all(14)].map((i) => props.pointAt(i));
  const [first, second] = clip;
  if (!first || !second || props.int(280, 1) === 0) return [at(0, 0), at(width, 0), at(width, height), at(0, height)];
  const corners: readonly Vec3[] =
    props.int(71) === POLYGON ? clip : [first, [second[0], first[1], 0], second, [first[0], second[1], 0]];
  return corners.map(([x, y]) => at(x + 0.5, height - y - 0.5));
}

/**
 * Whether a VIEWPORT is the sheet's own view, which is no window: its id is 1. In layouts that were not active all ids are 0; it
 * is then the one that shows what lies under it.
 */
export function isSheetView(props: Props): boolean {
  const id = props.int(69);
  if (id !== 0) return id === 1;
  const [x, y] = props.point(10);
  const [viewX, viewY] = props.point(12, [Number.NaN, Number.NaN, 0]);
  return x === viewX && y === viewY && props.number(41) === props.number(45);
}

/** The rectangle on the paper through which model space is seen. */
export const readViewport: EntityReader = (props) => {
  if (isSheetView(props)) return nothing();
  const [x, y] = props.point(10);
  const [w, h] = [props.number(40) / 2, props.number(41) / 2];
  const corners: Vec3[] = [
    [x - w, y - h, 0],
    [x + w, y - h, 0],
    [x + w, y + h, 0],
    [x - w, y + h, 0],
  ];
  return drawn([outline(corners, true)]);
};

/** The frame of an embedded document: two opposite corners. */
export const readOleFrame: EntityReader = (props) => {
  const [[x0, y0], [x1, y1]] = [props.point(10), props.point(11)];
  return drawn([
    outline(
      [
        [x0, y0, 0],
        [x1, y0, 0],
        [x1, y1, 0],
        [x0, y1, 0],
      ],
      true,
    ),
  ]);
};
