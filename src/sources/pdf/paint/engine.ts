import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { GroundglassError } from '../../../evidence/errors.js';
import { keepingBuiltins, loadPdfJs } from '../pdfjs.js';
import { serveDataFiles } from './data-files.js';
import { keepJpegFiles } from './jpeg-files.js';
import { portPair } from './message-port.js';
import type { OperatorList } from './operators.js';

/** Pixels of one image that the engine decodes. As RGBA they take 160 MB beside the engine's own copies. */
const MAX_IMAGE_PIXELS = 40_000_000;

/** The parser; its types are not published. */
const WORKER_CODE: string = 'pdfjs-dist/legacy/build/pdf.worker.mjs';

type PdfJs = Awaited<ReturnType<typeof loadPdfJs>>;
type Handler = { initializeFromPort(port: unknown): void };

/** The objects that operators name: fonts, outlines and shared images of the document; images and shadings of the page. */
export interface NamedObjects {
  get(id: string): unknown;
}

export interface PageOperators {
  readonly list: OperatorList;
  readonly objects: NamedObjects;
  readonly view: readonly number[];
  readonly rotate: number;
  readonly userUnit: number;
  isVisible(group: unknown): boolean;
  free(): void;
}

/** One document in pdf.js. The parser runs in this thread: its messages are passed on as they are, without a copy. */
export class PaintEngine {
  private layers: { isVisible(group: unknown): boolean } | undefined;

  private constructor(
    private readonly pdfjs: PdfJs,
    private readonly document: PDFDocumentProxy,
    private readonly stop: () => Promise<void>,
  ) {}

  /** @throws GroundglassError `password_needed`, `file_damaged` */
  static async open(bytes: Uint8Array, password: string): Promise<PaintEngine> {
    const pdfjs = await loadPdfJs();
    const root = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
    serveDataFiles(root);
    keepJpegFiles();
    const { WorkerMessageHandler } = (await keepingBuiltins(() => import(WORKER_CODE))) as {
      WorkerMessageHandler: Handler;
    };
    const [near, far] = portPair();
    WorkerMessageHandler.initializeFromPort(far);
    const worker = pdfjs.PDFWorker.create({ port: near as never, verbosity: pdfjs.VerbosityLevel.ERRORS });
    const task = pdfjs.getDocument({
      // A copy: pdf.js takes the buffer for itself, and the bytes lie in shared memory.
      data: new Uint8Array(bytes),
      password,
      worker,
      isEvalSupported: false,
      useSystemFonts: false,
      disableFontFace: true,
      fontExtraProperties: true,
      maxImageSize: MAX_IMAGE_PIXELS,
      cMapUrl: join(root, 'cmaps') + sep,
      cMapPacked: true,
      standardFontDataUrl: join(root, 'standard_fonts') + sep,
      wasmUrl: join(root, 'wasm') + sep,
      iccUrl: join(root, 'iccs') + sep,
      // Without it colour profiles, that of DeviceCMYK among them, are replaced by rough formulas.
      useWorkerFetch: true,
      isImageDecoderSupported: true,
      verbosity: pdfjs.VerbosityLevel.ERRORS,
    });
    const stop = async (): Promise<void> => {
      await task.destroy();
      worker.destroy();
    };
    try {
      return new PaintEngine(pdfjs, await task.promise, stop);
    } catch (error) {
      await stop();
      throw openError(error);
    }
  }

  /** @throws GroundglassError `file_damaged` */
  async page(index: number): Promise<PageOperators> {
    let page: PDFPageProxy;
    try {
      page = await this.document.getPage(index + 1);
    } catch (error) {
      throw damaged(`Page ${index + 1} can't be opened by the second parser`, error);
    }
    this.layers ??= await this.document.getOptionalContentConfig();
    const { layers } = this;
    const list = (await page.getOperatorList({
      intent: 'display',
      annotationMode: this.pdfjs.AnnotationMode.ENABLE,
    })) as OperatorList;
    const objects = await arrived(page, list, this.pdfjs.OPS.dependency);
    return {
      list,
      objects,
      view: page.view,
      rotate: page.rotate,
      userUnit: page.userUnit,
      isVisible: (group) => layers.isVisible(group),
      free: () => void page.cleanup(),
    };
  }

  close(): Promise<void> {
    return this.stop();
  }
}

/** Images come after the list: waits for everything that the list's dependencies name. */
async function arrived(page: PDFPageProxy, list: OperatorList, dependency: number): Promise<NamedObjects> {
  const poolOf = (id: string) => (id.startsWith('g_') ? page.commonObjs : page.objs) as Pool;
  const waiting: Promise<void>[] = [];
  list.fnArray.forEach((fn, i) => {
    if (fn !== dependency) return;
    for (const id of list.argsArray[i] as readonly string[]) {
      waiting.push(new Promise((resolve) => void poolOf(id).get(id, () => resolve())));
    }
  });
  await Promise.all(waiting);
  return { get: (id) => (poolOf(id).has(id) ? poolOf(id).get(id) : null) };
}

interface Pool {
  has(id: string): boolean;
  get(id: string, then?: () => void): unknown;
}

function openError(error: unknown): GroundglassError {
  if (error instanceof Error && error.name === 'PasswordException') {
    return new GroundglassError(
      'password_needed',
      'The PDF is encrypted and needs a password.',
      'Pass --password-file with the password.',
    );
  }
  return damaged('The second parser can’t open the PDF', error);
}

function damaged(what: string, error: unknown): GroundglassError {
  return new GroundglassError(
    'file_damaged',
    `${what} (${error instanceof Error ? error.message.slice(0, 200) : 'no reason given'}).`,
    'Re-export the file with another program and try again.',
  );
}
