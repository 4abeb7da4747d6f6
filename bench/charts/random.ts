/** A linear congruential generator (Numerical Recipes' constants): the same seed gives the same numbers everywhere. */
export class Random {
  #state: number;

  constructor(seed: string) {
    this.#state = 2166136261;
    for (const character of seed) this.#state = Math.imul(this.#state ^ (character.codePointAt(0) as number), 16777619);
    // Seeds that differ in their last character must not start alike (the finalizer of MurmurHash3).
    this.#state = Math.imul(this.#state ^ (this.#state >>> 16), 0x85ebca6b);
    this.#state = Math.imul(this.#state ^ (this.#state >>> 13), 0xc2b2ae35);
    this.#state ^= this.#state >>> 16;
  }

  #next(): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return this.#state;
  }

  /** A whole number from `from` to `to`, both included. */
  int(from: number, to: number): number {
    return from + Math.floor(((this.#next() >>> 4) / 2 ** 28) * (to - from + 1));
  }

  /** True once in `times`, on average. */
  once(times: number): boolean {
    return this.int(1, times) === 1;
  }

  pick<T>(from: readonly T[]): T {
    return from[this.int(0, from.length - 1)] as T;
  }

  /** `count` different ones, in the order of the list. */
  some<T>(from: readonly T[], count: number): T[] {
    const left = from.map((_, i) => i);
    while (left.length > count) left.splice(this.int(0, left.length - 1), 1);
    return left.map((i) => from[i] as T);
  }

  shuffled<T>(from: readonly T[]): T[] {
    const left = [...from];
    return from.map(() => left.splice(this.int(0, left.length - 1), 1)[0] as T);
  }
}
