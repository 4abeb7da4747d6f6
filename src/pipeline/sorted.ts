/** Looking things up in ascending lists. */

/** Index of the first item that does not come before what is looked for; the length where all do. */
export function firstNot<T>(sorted: ArrayLike<T>, comesBefore: (item: T) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const at = (low + high) >> 1;
    if (comesBefore(sorted[at] as T)) low = at + 1;
    else high = at;
  }
  return low;
}

/** Index of the interval between ascending edges that x lies in; the outermost for x beyond them. */
export function intervalOf(edges: readonly number[], x: number): number {
  const above = firstNot(edges, (edge) => edge <= x);
  return Math.max(0, Math.min(edges.length - 2, above - 1));
}

/** Index of the value nearest to x. */
export function nearest(values: readonly number[], x: number): number {
  const above = firstNot(values, (value) => value <= x);
  const [low, high] = [Math.max(0, above - 1), Math.min(values.length - 1, above)];
  return Math.abs((values[low] as number) - x) <= Math.abs((values[high] as number) - x) ? low : high;
}
