/**
 * Boxes that know their frame. `page`: origin at the top left of the visible page, y down, unit pt (PDF) or px
 * (images). `world`: CAD world coordinates, y up. `sheet`: one sheet of a drawing, whatever it comes as: origin at its top
 * left, y down, the source's own units. `picture`: pixels of one rendered picture. The brand exists only at compile time;
 * at run time, and on the wire, a box is `[x0, y0, x1, y1]` with x0 ≤ x1 and y0 ≤ y1.
 */
export type Frame = 'page' | 'world' | 'sheet' | 'picture';

declare const frameBrand: unique symbol;
export type Box<F extends Frame> = readonly [x0: number, y0: number, x1: number, y1: number] & {
  readonly [frameBrand]: F;
};
export type PageBox = Box<'page'>;

/** A box from any two opposite corners. Throws RangeError on a coordinate that is not finite. */
export function box<F extends Frame>(_frame: F, x0: number, y0: number, x1: number, y1: number): Box<F> {
  if (!Number.isFinite(x0 + y0 + x1 + y1))
    throw new RangeError(`box with a non-finite corner: ${x0},${y0},${x1},${y1}`);
  return [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)] as unknown as Box<F>;
}

/** A page-space box from any two opposite corners. */
export function pageBox(x0: number, y0: number, x1: number, y1: number): PageBox {
  return box('page', x0, y0, x1, y1);
}

export const widthOf = (b: Box<Frame>): number => b[2] - b[0];
export const heightOf = (b: Box<Frame>): number => b[3] - b[1];
export const areaOf = (b: Box<Frame>): number => widthOf(b) * heightOf(b);

/** The smallest box around all of `boxes`, or null for none. */
export function unionOf<F extends Frame>(boxes: Iterable<Box<F>>): Box<F> | null {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const b of boxes) {
    x0 = Math.min(x0, b[0]);
    y0 = Math.min(y0, b[1]);
    x1 = Math.max(x1, b[2]);
    y1 = Math.max(y1, b[3]);
  }
  return x0 > x1 ? null : ([x0, y0, x1, y1] as unknown as Box<F>);
}

/** The common part, or null where the boxes do not meet (touching edges do not count). */
export function intersectionOf<F extends Frame>(a: Box<F>, b: Box<F>): Box<F> | null {
  const [x0, y0, x1, y1] = [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
  return x0 < x1 && y0 < y1 ? ([x0, y0, x1, y1] as unknown as Box<F>) : null;
}

/** Whether boxes come within `reach` units of each other; edges that touch count, and so do boxes without area. */
export const touches = <F extends Frame>(a: Box<F>, b: Box<F>, reach = 0): boolean =>
  a[0] <= b[2] + reach && b[0] <= a[2] + reach && a[1] <= b[3] + reach && b[1] <= a[3] + reach;

export const middleOf = (b: Box<Frame>): readonly [x: number, y: number] => [(b[0] + b[2]) / 2, (b[1] + b[3]) / 2];

/** Whether a point lies inside or on the edge. */
export const holdsPoint = (b: Box<Frame>, [x, y]: readonly [x: number, y: number]): boolean =>
  x >= b[0] && x <= b[2] && y >= b[1] && y <= b[3];

export const overlaps = <F extends Frame>(a: Box<F>, b: Box<F>): boolean => intersectionOf(a, b) !== null;

/** `inner` lies inside `outer`, give or take `tolerance` units on each side. */
export function contains<F extends Frame>(outer: Box<F>, inner: Box<F>, tolerance = 0): boolean {
  return (
    inner[0] >= outer[0] - tolerance &&
    inner[1] >= outer[1] - tolerance &&
    inner[2] <= outer[2] + tolerance &&
    inner[3] <= outer[3] + tolerance
  );
}

/** The box grown by `margin` units on each side. */
export function grown<F extends Frame>(b: Box<F>, margin: number): Box<F> {
  return [b[0] - margin, b[1] - margin, b[2] + margin, b[3] + margin] as unknown as Box<F>;
}

/** The box with `margin` units taken off each side, at most down to its middle line. */
export function shrunk<F extends Frame>(b: Box<F>, margin: number): Box<F> {
  const [x, y] = [Math.min(margin, widthOf(b) / 2), Math.min(margin, heightOf(b) / 2)];
  return [b[0] + x, b[1] + y, b[2] - x, b[3] - y] as unknown as Box<F>;
}

/** Coordinates rounded to 0.01 unit, what goes on the wire: finer is noise, and shorter JSON is cheaper to read. */
export function rounded<F extends Frame>(b: Box<F>): Box<F> {
  return b.map((v) => Math.round(v * 100) / 100) as unknown as Box<F>;
}

/** Free room between two boxes: the larger of the gaps along x and y; 0 where they meet. */
export const gapOf = <F extends Frame>(a: Box<F>, b: Box<F>): number =>
  Math.max(a[0] - b[2], b[0] - a[2], a[1] - b[3], b[1] - a[3], 0);

/**
 * The smallest box around `b`, about the same middle, that has the sides of a viewport of these pixels: what a view that fits
 * `b` shows of it. Null for a box without size, which any view fits.
 */
export function fittedTo<F extends Frame>(b: Box<F>, widthPx: number, heightPx: number): Box<F> | null {
  const unitsPerPixel = Math.max(widthOf(b) / widthPx, heightOf(b) / heightPx);
  if (!(unitsPerPixel > 0)) return null;
  const [[x, y], w, h] = [middleOf(b), (unitsPerPixel * widthPx) / 2, (unitsPerPixel * heightPx) / 2];
  return [x - w, y - h, x + w, y + h] as unknown as Box<F>;
}
