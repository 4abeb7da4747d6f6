/**
 * The best of what lies at the first places of a row, added to and asked in logarithmic time: a Fenwick tree (P. M. Fenwick,
 * "A new data structure for cumulative frequency tables", 1994) whose nodes are kept only where something lies under them.
 */
export class BestOfPrefix<T> {
  private readonly nodes = new Map<number, T>();

  /** @param places how many the row has @param isBetter whether the first of two is to be preferred */
  constructor(
    private readonly places: number,
    private readonly isBetter: (a: T, b: T) => boolean,
  ) {}

  /** @param place from 0 */
  add(place: number, item: T): void {
    for (let node = place + 1; node <= this.places; node += node & -node) {
      const known = this.nodes.get(node);
      if (known === undefined || this.isBetter(item, known)) this.nodes.set(node, item);
    }
  }

  /** The best at the first `count` places; null where nothing lies there. */
  best(count: number): T | null {
    let best: T | null = null;
    for (let node = count; node > 0; node -= node & -node) {
      const one = this.nodes.get(node);
      if (one !== undefined && (best === null || this.isBetter(one, best))) best = one;
    }
    return best;
  }
}
