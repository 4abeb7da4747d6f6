/**
 * Code lengths of a prefix code for symbols that occur this often, none longer than `limit` bits; 0 for symbols that do
 * not occur. A code that comes out too long is built again from flattened counts.
 */
export function huffmanLengths(counts: Uint32Array, limit: number): Uint8Array {
  const lengths = new Uint8Array(counts.length);
  const used = Array.from(counts.keys()).filter((symbol) => (counts[symbol] as number) > 0);
  if (used.length === 1) lengths[used[0] as number] = 1;
  if (used.length < 2) return lengths;
  let weights = used.map((symbol) => counts[symbol] as number);
  for (;;) {
    const depths = treeDepths(weights);
    if (Math.max(...depths) <= limit) {
      used.forEach((symbol, i) => {
        lengths[symbol] = depths[i] as number;
      });
      return lengths;
    }
    weights = weights.map((weight) => (weight >> 2) + 1);
  }
}

/** Depth of each leaf in the tree that joins the two lightest again and again; leaves before inner nodes of their weight. */
function treeDepths(weights: readonly number[]): number[] {
  const count = weights.length;
  const order = weights.map((_, i) => i).sort((a, b) => (weights[a] as number) - (weights[b] as number) || a - b);
  const parent = new Int32Array(2 * count - 1);
  const weight = new Float64Array(2 * count - 1);
  order.forEach((leaf, i) => {
    weight[i] = weights[leaf] as number;
  });
  let [leaf, inner] = [0, count];
  const lightest = (next: number): number =>
    leaf < count && (inner >= next || (weight[leaf] as number) <= (weight[inner] as number)) ? leaf++ : inner++;
  for (let next = count; next < 2 * count - 1; next++) {
    const [a, b] = [lightest(next), lightest(next)];
    weight[next] = (weight[a] as number) + (weight[b] as number);
    parent[a] = next;
    parent[b] = next;
  }
  const depth = new Uint8Array(2 * count - 1);
  for (let node = 2 * count - 3; node >= 0; node--) depth[node] = (depth[parent[node] as number] as number) + 1;
  const depths = new Array<number>(count);
  order.forEach((original, i) => {
    depths[original] = depth[i] as number;
  });
  return depths;
}

/** The canonical codes for these lengths (RFC 1951, 3.2.2), their bits turned round, as they are written. */
export function huffmanCodes(lengths: Uint8Array): Uint16Array {
  const counts = new Uint16Array(17);
  for (const length of lengths) if (length > 0) counts[length] = (counts[length] as number) + 1;
  const next = new Uint16Array(17);
  for (let bits = 1, code = 0; bits <= 15; bits++) {
    code = (code + (counts[bits - 1] as number)) << 1;
    next[bits] = code;
  }
  return Uint16Array.from(lengths, (length) => {
    if (length === 0) return 0;
    let code = next[length] as number;
    next[length] = code + 1;
    let turned = 0;
    for (let i = 0; i < length; i++, code >>= 1) turned = (turned << 1) | (code & 1);
    return turned;
  });
}
