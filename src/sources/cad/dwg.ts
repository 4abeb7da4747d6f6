import { EngineThread } from '../engine-thread.js';
import type { Limits } from '../limits.js';
import type { dwgCalls } from './dwg-worker.js';

/** A whole drawing takes as long as this many pages: 1.3 MB take about 3 s. */
const PAGES_WORTH = 10;

/** A DWG as a DXF, and what its writer gets wrong. */
export interface ConvertedDwg {
  readonly dxf: Uint8Array;
  /** Layers that are off: the writer of LibreDWG 0.7.14 writes every layer as if it were. */
  readonly layersOff: readonly string[];
}

/**
 * Converts a DWG in a thread of its own, with LibreDWG, which is GPL and therefore no part of Groundglass: people install it
 * beside it.
 * @throws GroundglassError `engine_missing`, `file_damaged`, `too_slow`, `out_of_memory`
 */
export async function convertDwg(bytes: Uint8Array, limits: Limits): Promise<ConvertedDwg> {
  const thread = new EngineThread<typeof dwgCalls>('#threads/dwg');
  try {
    return await thread.call('convert', [bytes], {
      what: 'Reading the DWG',
      timeoutMs: limits.pageTimeoutMs * PAGES_WORTH,
      instead: 'Save the drawing as DXF',
    });
  } finally {
    await thread.close();
  }
}
