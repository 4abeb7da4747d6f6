import { workerData } from 'node:worker_threads';
import type { PageBox } from '../../evidence/boxes.js';
import { serveThread } from '../engine-thread-entry.js';
import type { Limits } from '../limits.js';
import type { PageInfo } from '../source.js';
import { PdfDocument } from './document.js';
import { Pdfium } from './pdfium.js';

/** What a PDF thread is started with. */
export interface PdfThreadData {
  readonly module: WebAssembly.Module;
  readonly bytes: Uint8Array;
  readonly password: string;
  readonly userUnits: ReadonlyMap<number, number>;
  readonly limits: Limits;
}

const { module, bytes, password, userUnits, limits } = workerData as PdfThreadData;
const document = Pdfium.start(module).then((pdfium) => PdfDocument.open(pdfium, bytes, password, userUnits, limits));
// A failed opening is the answer to every call; until the first call it must not end the thread as unhandled.
document.catch(() => undefined);

/** The calls that the thread answers; spans travel as JSON text, which is cheaper to pass on than a tree of objects. */
const calls = {
  describe: async () => ({ value: JSON.stringify((await document).describe()) }),
  content: async (index: number, info: PageInfo, withGraphics: boolean) => ({
    value: JSON.stringify((await document).content(index, info, withGraphics)),
  }),
  raster: async (index: number, crop: PageBox | null, dpi: number) => {
    const picture = (await document).raster(index, crop, dpi);
    return { value: picture, transfer: [picture.rgb.buffer] };
  },
};
export type PdfCalls = typeof calls;

serveThread(calls);
