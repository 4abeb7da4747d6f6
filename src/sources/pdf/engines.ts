import { availableParallelism } from 'node:os';
import type { PaintCalls } from './paint/worker.js';
import { compilePdfium } from './pdfium.js';
import { PdfEngine } from './threads.js';
import type { PdfCalls } from './worker.js';

const MAX_THREADS = Math.min(4, availableParallelism());
/** A file that is larger gets one thread. */
const MAX_SHARED_FILE_BYTES = 32 * 2 ** 20;
let compiled: Promise<WebAssembly.Module> | undefined;

/** PDFium: text, graphics, pixels. Its memory never gives back what it has grown by. */
export const PDFIUM = new PdfEngine<PdfCalls>({
  entry: '#threads/pdf',
  data: async () => {
    compiled ??= compilePdfium();
    return { module: await compiled };
  },
  threadsFor: (bytes) => (bytes <= MAX_SHARED_FILE_BYTES ? MAX_THREADS : 1),
  maxIdle: MAX_THREADS,
  maxIdleBytes: 128 * 2 ** 20,
});

/** pdf.js: pages as they are painted. */
export const PDFJS = new PdfEngine<PaintCalls>({
  entry: '#threads/pdf-paint',
  data: async () => ({}),
  threadsFor: () => 1,
  maxIdle: 1,
  maxIdleBytes: 96 * 2 ** 20,
});
