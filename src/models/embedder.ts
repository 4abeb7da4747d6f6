/** Turns texts into vectors whose dot product says how alike they are. */
export interface Embedder {
  /** Names model, version and language bridge: vectors are comparable only under the same id. Stored with each one. */
  readonly id: string;
  /** Length of every vector. */
  readonly dimensions: number;
  /** One unit-length vector a text, in the order of the texts; a text with nothing to embed gives the zero vector. */
  embed(texts: readonly string[], options?: EmbedOptions): Promise<Float32Array[]>;
  close(): Promise<void>;
}

export interface EmbedOptions {
  signal?: AbortSignal;
  /** Called after each batch with the number of texts done so far. */
  onProgress?: (done: number, total: number) => void;
}
