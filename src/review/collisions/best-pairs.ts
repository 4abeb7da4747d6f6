export interface Pair {
  readonly a: number;
  readonly b: number;
  readonly ratio: number;
}

/** Pairs held beyond those wanted before they are sorted out: sorting seldom, holding little. */
const SLACK = 4_096;

/** The pairs that come first: by ratio, the highest first, then in the order of the drawing. Holds little more than these. */
export class BestPairs {
  private held: Pair[] = [];
  /** A pair below it is not among the first any more. */
  private floor = -1;

  constructor(private readonly wanted: number) {}

  add(pair: Pair): void {
    if (pair.ratio < this.floor) return;
    this.held.push(pair);
    if (this.held.length > this.wanted * 2 + SLACK) this.cut();
  }

  /** Sorted. */
  all(): readonly Pair[] {
    this.cut();
    return this.held;
  }

  private cut(): void {
    this.held = this.held.sort((p, q) => q.ratio - p.ratio || p.a - q.a || p.b - q.b).slice(0, this.wanted);
    if (this.held.length === this.wanted) this.floor = this.held.at(-1)?.ratio ?? this.floor;
  }
}
