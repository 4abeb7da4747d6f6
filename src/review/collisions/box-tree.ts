import type { Box, Frame } from '../../evidence/boxes.js';

/** Boxes tested one by one below this many: a node for fewer costs more than it saves. */
const LEAF_BOXES = 4;

/**
 * Bounding volume hierarchy over boxes: each node is split at the median of its boxes' middles along its longer axis, so
 * that its depth is the logarithm of their number whatever they look like. Boxes are closed: those that touch meet.
 */
export class BoxTree {
  /** Four numbers a box, by its index. */
  private readonly boxes: Float64Array;
  /** Indices of boxes; each node has a run of them. */
  private readonly order: Uint32Array;
  /** Four numbers a node, in the order of a walk that goes left first: the left child of a node is the next node. */
  private readonly bounds: number[] = [];
  private readonly right: number[] = [];
  private readonly from: number[] = [];
  private readonly to: number[] = [];

  constructor(boxes: readonly Box<Frame>[]) {
    this.boxes = Float64Array.from(
      { length: boxes.length * 4 },
      (_, i) => (boxes[i >> 2] as Box<Frame>)[i & 3] as number,
    );
    this.order = Uint32Array.from(boxes, (_, i) => i);
    if (boxes.length > 0) this.build(0, boxes.length);
  }

  /** Visits every pair of boxes that meet, once, in no order. */
  forEachPair(visit: (a: number, b: number) => void): void {
    if (this.order.length > 0) this.pairsWithin(0, visit);
  }

  /** Whether `test` holds for one of the boxes that meet the given one; it is asked in no order, and no more after that. */
  some(x0: number, y0: number, x1: number, y1: number, test: (index: number) => boolean): boolean {
    const waiting = this.order.length > 0 ? [0] : [];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (!meet(this.bounds, node, x0, y0, x1, y1)) continue;
      if (!this.isLeaf(node)) {
        waiting.push(this.right[node] as number, node + 1);
        continue;
      }
      for (let i = this.from[node] as number; i < (this.to[node] as number); i++) {
        const index = this.order[i] as number;
        if (meet(this.boxes, index, x0, y0, x1, y1) && test(index)) return true;
      }
    }
    return false;
  }

  private isLeaf(node: number): boolean {
    return (this.to[node] as number) - (this.from[node] as number) <= LEAF_BOXES;
  }

  private build(from: number, to: number): void {
    const node = this.from.length;
    this.from.push(from);
    this.to.push(to);
    this.right.push(0);
    let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let i = from; i < to; i++) {
      const at = (this.order[i] as number) * 4;
      x0 = Math.min(x0, this.boxes[at] as number);
      y0 = Math.min(y0, this.boxes[at + 1] as number);
      x1 = Math.max(x1, this.boxes[at + 2] as number);
      y1 = Math.max(y1, this.boxes[at + 3] as number);
    }
    this.bounds.push(x0, y0, x1, y1);
    if (this.isLeaf(node)) return;
    const middle = (from + to) >> 1;
    this.partition(from, to - 1, middle, x1 - x0 >= y1 - y0 ? 0 : 1);
    this.build(from, middle);
    this.right[node] = this.from.length;
    this.build(middle, to);
  }

  /** Orders a run so that middles along an axis before `nth` are no larger, and those after it no smaller (quickselect). */
  private partition(left: number, right: number, nth: number, axis: 0 | 1): void {
    while (left < right) {
      const pivot = this.middle((left + right) >> 1, axis);
      let [i, j] = [left, right];
      while (i <= j) {
        while (this.middle(i, axis) < pivot) i++;
        while (this.middle(j, axis) > pivot) j--;
        if (i > j) break;
        const held = this.order[i] as number;
        this.order[i++] = this.order[j] as number;
        this.order[j--] = held;
      }
      if (nth <= j) right = j;
      else if (nth >= i) left = i;
      else return;
    }
  }

  private middle(place: number, axis: 0 | 1): number {
    const at = (this.order[place] as number) * 4 + axis;
    return (this.boxes[at] as number) + (this.boxes[at + 2] as number);
  }

  private pairsWithin(node: number, visit: (a: number, b: number) => void): void {
    if (this.isLeaf(node)) {
      const end = this.to[node] as number;
      for (let i = this.from[node] as number; i < end; i++)
        for (let j = i + 1; j < end; j++) this.visitIfMeeting(this.order[i] as number, this.order[j] as number, visit);
      return;
    }
    const right = this.right[node] as number;
    this.pairsWithin(node + 1, visit);
    this.pairsWithin(right, visit);
    this.pairsBetween(node + 1, right, visit);
  }

  private pairsBetween(a: number, b: number, visit: (a: number, b: number) => void): void {
    const { bounds } = this;
    const at = b * 4;
    if (
      !meet(
        bounds,
        a,
        bounds[at] as number,
        bounds[at + 1] as number,
        bounds[at + 2] as number,
        bounds[at + 3] as number,
      )
    )
      return;
    if (this.isLeaf(a) && this.isLeaf(b)) {
      for (let i = this.from[a] as number; i < (this.to[a] as number); i++)
        for (let j = this.from[b] as number; j < (this.to[b] as number); j++)
          this.visitIfMeeting(this.order[i] as number, this.order[j] as number, visit);
    } else if (this.isLeaf(b) || (!this.isLeaf(a) && this.count(a) >= this.count(b))) {
      this.pairsBetween(a + 1, b, visit);
      this.pairsBetween(this.right[a] as number, b, visit);
    } else {
      this.pairsBetween(a, b + 1, visit);
      this.pairsBetween(a, this.right[b] as number, visit);
    }
  }

  private count(node: number): number {
    return (this.to[node] as number) - (this.from[node] as number);
  }

  private visitIfMeeting(a: number, b: number, visit: (a: number, b: number) => void): void {
    const { boxes } = this;
    const at = b * 4;
    if (meet(boxes, a, boxes[at] as number, boxes[at + 1] as number, boxes[at + 2] as number, boxes[at + 3] as number))
      visit(a, b);
  }
}

const meet = (boxes: ArrayLike<number>, index: number, x0: number, y0: number, x1: number, y1: number): boolean =>
  (boxes[index * 4] as number) <= x1 &&
  (boxes[index * 4 + 2] as number) >= x0 &&
  (boxes[index * 4 + 1] as number) <= y1 &&
  (boxes[index * 4 + 3] as number) >= y0;
