import { availableParallelism } from 'node:os';
import type { PageBox } from '../../evidence/boxes.js';
import { EngineThread } from '../engine-thread.js';
import type { Limits } from '../limits.js';
import { checkBytes, checkPixels, encodePng } from '../picture-budget.js';
import type { OpenOptions, PageContent, PagedSource, Picture, RenderRequest } from '../source.js';
import type { OpenedPdf } from './document.js';
import { compilePdfium } from './pdfium.js';
import { readUserUnits } from './user-unit.js';
import type { PdfCalls, PdfThreadData } from './worker.js';

const THREAD_ENTRY = '#threads/pdf';
/** Threads that read one document at once. Each holds the file in its own memory, so that large files get one. */
const MAX_THREADS = Math.min(4, availableParallelism());
const MAX_SHARED_FILE_BYTES = 32 * 2 ** 20;

let compiled: Promise<WebAssembly.Module> | undefined;

/**
 * Opens a PDF. Pages are read in engine threads that start on demand and are ended when a page takes too long.
 * @throws GroundglassError `password_needed`, `file_damaged`, `no_pages`, `too_many_pages`, `too_slow`, `out_of_memory`
 */
export async function openPdf(bytes: Uint8Array, limits: Limits, options: OpenOptions = {}): Promise<PagedSource> {
  compiled ??= compilePdfium();
  const password = options.password ?? '';
  // Shared memory: threads read the file without a copy each on this side of the engine.
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  const data: PdfThreadData = {
    module: await compiled,
    bytes: shared,
    password,
    userUnits: await readUserUnits(bytes, password, limits),
    limits,
  };
  const threads = new PdfThreads(data, bytes.length <= MAX_SHARED_FILE_BYTES ? MAX_THREADS : 1, limits.pageTimeoutMs);
  try {
    const opened = JSON.parse(await threads.call('describe', [], 'Opening the PDF')) as OpenedPdf;
    return pagedSource(opened, threads, limits);
  } catch (error) {
    await threads.close();
    throw error;
  }
}

function pagedSource(opened: OpenedPdf, threads: PdfThreads, limits: Limits): PagedSource {
  const infoOf = (index: number) => opened.pages[index] as OpenedPdf['pages'][number];
  return {
    kind: 'pdf',
    ...opened,
    async page(index: number): Promise<PageContent> {
      return JSON.parse(
        await threads.call('content', [index, infoOf(index), true], `Reading page ${index + 1}`),
      ) as PageContent;
    },
    async render(index: number, request: RenderRequest): Promise<Picture> {
      const info = infoOf(index);
      const [x0, y0, x1, y1]: readonly number[] = request.crop ?? [0, 0, info.width, info.height];
      const widthPx = Math.max(1, Math.round(((x1 as number) - (x0 as number)) * (request.dpi / 72)));
      const heightPx = Math.max(1, Math.round(((y1 as number) - (y0 as number)) * (request.dpi / 72)));
      const budget = { ...request, pageWidth: info.width, pageHeight: info.height };
      checkPixels(widthPx, heightPx, budget, limits);
      const raw = await threads.call(
        'raster',
        [index, request.crop as PageBox | null, request.dpi],
        `Rendering page ${index + 1}`,
      );
      const png = await encodePng(raw.rgb, raw.widthPx, raw.heightPx, 3);
      checkBytes(png.length, budget, limits);
      return {
        bytes: png,
        mediaType: 'image/png',
        widthPx: raw.widthPx,
        heightPx: raw.heightPx,
        generated: true,
        limitations: [],
      };
    },
    close: () => threads.close(),
  };
}

/** The engine threads of one document: started when there is work, replaced when one dies. */
class PdfThreads {
  private threads: EngineThread<PdfCalls>[] = [];

  constructor(
    private readonly data: PdfThreadData,
    private readonly maxThreads: number,
    private readonly timeoutMs: number,
  ) {}

  async call<N extends keyof PdfCalls>(name: N, args: Parameters<PdfCalls[N]>, what: string) {
    this.threads = this.threads.filter((thread) => thread.alive);
    let idlest = this.threads.reduce<EngineThread<PdfCalls> | null>(
      (best, thread) => (best === null || thread.load < best.load ? thread : best),
      null,
    );
    if (idlest === null || (idlest.load > 0 && this.threads.length < this.maxThreads)) {
      idlest = new EngineThread<PdfCalls>(THREAD_ENTRY, this.data);
      this.threads.push(idlest);
    }
    // The clock runs for what waits in the queue as well: every call before it may use its whole time.
    return idlest.call(name, args, this.timeoutMs * (idlest.load + 1), what);
  }

  async close(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.close()));
  }
}
