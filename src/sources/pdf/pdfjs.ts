import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PDFDocumentProxy } from 'pdfjs-dist';

type PdfJs = typeof import('pdfjs-dist');
let loaded: Promise<PdfJs> | undefined;

/**
 * Opens a PDF with pdf.js, the second and independent parser; null where it can't. Here pdf.js runs in the calling
 * thread, with no limit of time or memory: call it from an engine thread.
 */
export async function openPdfJs(bytes: Uint8Array, password: string): Promise<PDFDocumentProxy | null> {
  const { getDocument, VerbosityLevel } = await loadPdfJs();
  const task = getDocument({
    // A copy: pdf.js takes the buffer for itself.
    data: new Uint8Array(bytes),
    password,
    isEvalSupported: false,
    useSystemFonts: false,
    disableFontFace: true,
    verbosity: VerbosityLevel.ERRORS,
  });
  try {
    return await task.promise;
  } catch {
    return null;
  }
}

/** pdf.js itself, once a thread. */
export function loadPdfJs(): Promise<PdfJs> {
  loaded ??= load();
  return loaded;
}

/** pdf.js expects a browser's canvas classes; nothing here draws with them. */
async function load(): Promise<PdfJs> {
  // Where there are 16-bit floats (Node 24), pdf.js rounds glyph outlines to them.
  delete (globalThis as Record<string, unknown>).Float16Array;
  const scope = globalThis as Record<string, unknown>;
  scope.DOMMatrix ??= ScaledMatrix;
  for (const name of ['Path2D', 'ImageData']) scope[name] ??= class {};
  const pdfjs = await keepingBuiltins(
    () => import('pdfjs-dist/legacy/build/pdf.mjs') as Promise<unknown> as Promise<PdfJs>,
  );
  const root = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  pdfjs.GlobalWorkerOptions.workerSrc = pathToFileURL(join(root, 'legacy/build/pdf.worker.mjs')).href;
  return pdfjs;
}

/** As much of a browser's matrix as the parser uses, to trace the bitmaps of Type 3 glyphs. */
class ScaledMatrix {
  a = 1;
  readonly b = 0;
  readonly c = 0;
  d = 1;
  e = 0;
  f = 0;

  scaleSelf(x: number, y: number): this {
    [this.a, this.d] = [this.a * x, this.d * y];
    return this;
  }

  translateSelf(x: number, y: number): this {
    [this.e, this.f] = [this.e + this.a * x, this.f + this.d * y];
    return this;
  }
}

/**
 * Imports a part of pdf.js, whose build for older engines replaces some built-in functions by portable ones: these take
 * ten times as long, and the whole thread would use them.
 */
export async function keepingBuiltins<T>(load: () => Promise<T>): Promise<T> {
  const { parse, stringify } = JSON;
  const { push } = Array.prototype;
  const loaded = await load();
  Object.assign(JSON, { parse, stringify });
  // Not enumerable, as it was.
  Object.defineProperty(Array.prototype, 'push', { value: push, writable: true, configurable: true });
  return loaded;
}
