import { createRequire } from 'node:module';

/**
 * Vectors are kept as signed bytes: a component of a unit vector times this, clamped. Components of sentence embeddings
 * stay under 0.3, so that little is clamped, and a quarter of the memory holds the same ranking (test: recall of the
 * exact ranking).
 */
const SCALE = 127 / 0.3;

export interface VectorHit {
  readonly document: string;
  readonly ordinal: number;
  /** Cosine, −1 to 1. */
  readonly score: number;
}

/** One document's vectors, row after row. */
export interface VectorBlock {
  readonly document: string;
  readonly rows: Int8Array;
}

/** Unit vectors as one block of bytes. */
export function packVectors(vectors: readonly Float32Array[], dimensions: number): Int8Array {
  const rows = new Int8Array(vectors.length * dimensions);
  vectors.forEach((vector, row) => {
    for (let i = 0; i < dimensions; i++) {
      rows[row * dimensions + i] = Math.max(-127, Math.min(127, Math.round((vector[i] as number) * SCALE)));
    }
  });
  return rows;
}

/** Exact nearest neighbours by cosine over all passages of a snapshot, held in memory. */
export class VectorIndex {
  private readonly rows: Int8Array;
  /** Rows of passages with nothing to embed: they have no direction and so are near nothing. */
  private readonly blank = new Set<number>();
  /** Row at which each document starts, ascending. */
  private readonly starts: { document: string; row: number; count: number }[] = [];

  constructor(
    blocks: readonly VectorBlock[],
    private readonly dimensions: number,
  ) {
    this.rows = new Int8Array(blocks.reduce((sum, block) => sum + block.rows.length, 0));
    let offset = 0;
    for (const block of blocks) {
      this.rows.set(block.rows, offset);
      this.starts.push({
        document: block.document,
        row: offset / dimensions,
        count: block.rows.length / dimensions,
      });
      offset += block.rows.length;
    }
    for (let row = 0; row < offset / dimensions; row++) {
      if (isBlank(this.rows.subarray(row * dimensions, (row + 1) * dimensions))) this.blank.add(row);
    }
  }

  /** The nearest passages, best first; in one document, or in all for null. */
  search(query: Float32Array, document: string | null, limit: number): VectorHit[] {
    const whole = { row: 0, count: this.rows.length / this.dimensions };
    const range = document === null ? whole : this.starts.find((start) => start.document === document);
    if (!range || range.count === 0) return [];
    const packed = packVectors([query], this.dimensions);
    if (isBlank(packed)) return [];
    const from = range.row * this.dimensions;
    // A copy, not a view: the engine reads from the start of the buffer whatever a view's offset says.
    const rows = range === whole ? this.rows : this.rows.slice(from, from + range.count * this.dimensions);
    const { exactSearch, MetricKind } = usearch();
    const wanted = Math.min(limit + this.blank.size, range.count);
    const { keys, distances } = exactSearch(rows, packed, this.dimensions, wanted, MetricKind.Cos, 1);
    // The engine reports the cosine's distance from 1.
    return Array.from(keys, (key, i) => ({ row: range.row + Number(key), score: 1 - (distances[i] as number) }))
      .filter(({ row }) => !this.blank.has(row))
      .sort((a, b) => b.score - a.score || a.row - b.row)
      .slice(0, limit)
      .map(({ row, score }) => ({ ...this.placeOf(row), score: Math.round(score * 10_000) / 10_000 }));
  }

  private placeOf(row: number): { document: string; ordinal: number } {
    let [low, high] = [0, this.starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.starts[middle] as { row: number }).row <= row) low = middle;
      else high = middle - 1;
    }
    const start = this.starts[low] as { document: string; row: number };
    return { document: start.document, ordinal: row - start.row };
  }
}

const isBlank = (row: Int8Array): boolean => row.every((component) => component === 0);

interface Usearch {
  readonly MetricKind: { readonly Cos: string };
  exactSearch(
    dataset: Int8Array,
    queries: Int8Array,
    dimensions: number,
    count: number,
    metric: string,
    threads: number,
  ): { readonly keys: BigUint64Array; readonly distances: Float32Array };
}

let loaded: Usearch | undefined;

/** Loaded as CommonJS: the package's ESM entry overflows the stack. */
function usearch(): Usearch {
  loaded ??= createRequire(import.meta.url)('usearch') as Usearch;
  return loaded;
}
