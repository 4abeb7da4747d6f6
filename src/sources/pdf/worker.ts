import { workerData } from 'node:worker_threads';
import { serveThread } from '../engine-thread-entry.js';
import type { PageInfo } from '../source.js';
import { type PageFacts, PdfDocument, type RasterRequest } from './document.js';
import { mentioned } from './mentions.js';
import { Pdfium } from './pdfium.js';
import { spanColumns } from './span-columns.js';
import type { PdfFile } from './threads.js';
import { readUserUnits } from './user-unit.js';

/** What a PDF thread is started with: the engine's code, compiled once for all threads. */
export interface PdfThreadData {
  readonly module: WebAssembly.Module;
}

const engine = Pdfium.start((workerData as PdfThreadData).module);
let memoryIsFull = (): boolean => false;
void engine.then((pdfium) => {
  memoryIsFull = () => pdfium.memoryIsFull;
});
let file: PdfFile | undefined;
let document: Promise<PdfDocument> | undefined;

const opened = (): Promise<PdfDocument> => document ?? Promise.reject(new Error('no document is open in this thread'));

/** The calls that the thread answers; spans travel as columns, the rest as JSON text: cheaper than trees of objects. */
const calls = {
  open: async (wanted: PdfFile) => {
    file = wanted;
    document = engine.then((pdfium) => PdfDocument.open(pdfium, wanted));
    await document;
    return { value: null };
  },
  /** What the engine tells about the open file, and which entries that it does not tell of the file may have. */
  describe: async () => {
    const description = JSON.stringify((await opened()).describe());
    const names = mentioned((file as PdfFile).bytes, ['/UserUnit', '/OCProperties']);
    return { value: { description, userUnits: names.has('/UserUnit'), layers: names.has('/OCProperties') } };
  },
  userUnits: async () => {
    await opened();
    const { bytes, password } = file as PdfFile;
    return { value: await readUserUnits(bytes, password) };
  },
  content: async (index: number, info: PageInfo, facts: PageFacts, withGraphics: boolean) => {
    const { spans, ...rest } = (await opened()).content(index, info, facts, withGraphics);
    return { value: { spans: spanColumns(spans), rest: JSON.stringify(rest) } };
  },
  witness: async (index: number, facts: PageFacts) => ({
    value: JSON.stringify((await opened()).witness(index, facts)),
  }),
  raster: async (index: number, request: RasterRequest) => {
    const picture = (await opened()).raster(index, request);
    return { value: picture, transfer: [picture.rgb.buffer] };
  },
  /** Closes the file and tells how many bytes the engine's memory has grown to; it never shrinks. */
  close: async () => {
    (await opened()).close();
    document = undefined;
    file = undefined;
    return { value: (await engine).memoryBytes };
  },
};
export type PdfCalls = typeof calls;

serveThread(calls, () => memoryIsFull());
