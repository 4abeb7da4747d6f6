import type { PageBox } from '../../evidence/boxes.js';
import { firstNot } from '../sorted.js';
import { type Extent, extentOf } from './direction.js';

/** Rules and edges, found by where they lie in a direction: a page has thousands, and each pair of lines asks. */
export class Rules {
  readonly #boxes: readonly PageBox[];
  readonly #axis: keyof Extent;
  readonly #sorted = new Map<number, { readonly middles: Float64Array; readonly extents: readonly Extent[] }>();

  /** @param axis the axis that {@link between} asks along */
  constructor(boxes: readonly PageBox[], axis: keyof Extent) {
    this.#boxes = boxes;
    this.#axis = axis;
  }

  /** Extents, in a direction, of the rules whose middle lies between two places of it. */
  between(deg: number, from: number, to: number): readonly Extent[] {
    const { middles, extents } = this.#inDirection(deg);
    return extents.slice(
      firstNot(middles, (middle) => middle <= from),
      firstNot(middles, (middle) => middle < to),
    );
  }

  #inDirection(deg: number): { readonly middles: Float64Array; readonly extents: readonly Extent[] } {
    const known = this.#sorted.get(deg);
    if (known) return known;
    const middle = (extent: Extent): number => (extent[this.#axis][0] + extent[this.#axis][1]) / 2;
    const extents = this.#boxes.map((box) => extentOf(box, deg)).sort((a, b) => middle(a) - middle(b));
    const sorted = { middles: Float64Array.from(extents, middle), extents };
    this.#sorted.set(deg, sorted);
    return sorted;
  }
}
