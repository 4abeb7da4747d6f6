import { getHeapStatistics } from 'node:v8';
import { serveThread } from '../../engine-thread-entry.js';
import type { PageInfo } from '../../source.js';
import type { PdfFile } from '../threads.js';
import { PaintEngine } from './engine.js';
import { writePage } from './page.js';

let engine: PaintEngine | undefined;

/** The calls that the thread answers; the elements travel as JSON text, which is cheaper to pass on than a tree. */
const calls = {
  open: async ({ bytes, password }: PdfFile) => {
    engine = await PaintEngine.open(bytes, password);
    return { value: null };
  },
  page: async (index: number, info: PageInfo) => {
    if (engine === undefined) throw new Error('no document is open in this thread');
    const operators = await engine.page(index);
    try {
      const { elements, ...page } = writePage(operators, info);
      return { value: { ...page, elements: JSON.stringify(elements) } };
    } finally {
      operators.free();
    }
  },
  /** Closes the file and tells how many bytes this thread holds. */
  close: async () => {
    await engine?.close();
    engine = undefined;
    const { used_heap_size: heap, external_memory: outside } = getHeapStatistics();
    return { value: heap + outside };
  },
};
export type PaintCalls = typeof calls;

serveThread(calls);
