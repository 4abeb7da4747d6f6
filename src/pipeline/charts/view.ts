import { type PageBox, pageBox } from '../../evidence/boxes.js';

/**
 * A box seen along the bars of a chart: `along` grows with the values (up the page for upright bars, to the right for
 * level ones), `across` goes from bar to bar.
 */
export interface ViewBox {
  readonly a0: number;
  readonly a1: number;
  readonly l0: number;
  readonly l1: number;
}

/** @param upright bars stand on a level axis */
export function viewBox([x0, y0, x1, y1]: PageBox, upright: boolean): ViewBox {
  return upright ? { a0: x0, a1: x1, l0: -y1, l1: -y0 } : { a0: y0, a1: y1, l0: x0, l1: x1 };
}

/** The inverse of {@link viewBox}. */
export function fromView({ a0, a1, l0, l1 }: ViewBox, upright: boolean): PageBox {
  return upright ? pageBox(a0, -l1, a1, -l0) : pageBox(l0, a0, l1, a1);
}

export const acrossMiddle = ({ a0, a1 }: ViewBox): number => (a0 + a1) / 2;
export const alongMiddle = ({ l0, l1 }: ViewBox): number => (l0 + l1) / 2;
export const thickness = ({ a0, a1 }: ViewBox): number => a1 - a0;
export const lengthOf = ({ l0, l1 }: ViewBox): number => l1 - l0;
