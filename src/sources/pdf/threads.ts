import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import { EngineThread } from '../engine-thread.js';
import { compilePdfium } from './pdfium.js';
import type { PdfCalls, PdfFile } from './worker.js';

const THREAD_ENTRY = '#threads/pdf';
/** Threads that read one document at once. Each holds the file in its own memory, so that large files get one. */
const MAX_THREADS = Math.min(4, availableParallelism());
const MAX_SHARED_FILE_BYTES = 32 * 2 ** 20;
/** Threads without a document that are kept for the next one: starting an engine takes as long as reading ten pages. */
const MAX_IDLE = MAX_THREADS;
/** An engine whose memory has grown past this is not kept: it never gives memory back. */
const MAX_IDLE_BYTES = 128 * 2 ** 20;

type PdfThread = EngineThread<PdfCalls>;
const idle: PdfThread[] = [];
let compiled: Promise<WebAssembly.Module> | undefined;

/**
 * The engine threads of one document: taken when there is work, replaced when one dies, given back at the end. A
 * thread gets one call at a time, so that a page that ends it takes no other page along, and no page waits on its clock.
 */
export class PdfThreads {
  /** Threads with the document open and nothing to do. */
  private free: PdfThread[] = [];
  private closed = false;
  private readonly oneEach: ReturnType<typeof pLimit>;

  private constructor(
    private readonly module: WebAssembly.Module,
    private readonly file: PdfFile,
  ) {
    this.oneEach = pLimit(file.bytes.length <= MAX_SHARED_FILE_BYTES ? MAX_THREADS : 1);
  }

  /** The document is opened in its first thread by the first call. */
  static async for(file: PdfFile): Promise<PdfThreads> {
    compiled ??= compilePdfium();
    return new PdfThreads(await compiled, file);
  }

  /**
   * Passes a call to a thread that has nothing to do, or waits for one.
   * @throws GroundglassError what the engine reports, `too_slow`
   */
  call<N extends keyof PdfCalls>(name: N, args: Parameters<PdfCalls[N]>, what: string) {
    return this.oneEach(async () => {
      const thread = this.free.pop() ?? (await this.take());
      try {
        return await thread.call(name, args, this.file.limits.pageTimeoutMs, what);
      } finally {
        if (this.closed) await giveBack(thread, this.file.limits.pageTimeoutMs);
        else if (thread.alive) this.free.push(thread);
      }
    });
  }

  /** Gives the threads back. Calls that are under way, or come late, are answered and give back theirs. */
  async close(): Promise<void> {
    this.closed = true;
    const threads = this.free;
    this.free = [];
    await Promise.all(threads.map((thread) => giveBack(thread, this.file.limits.pageTimeoutMs)));
  }

  /** @throws GroundglassError `password_needed`, `file_damaged`, `no_pages`, `too_many_pages`, `too_slow`, … */
  private async take(): Promise<PdfThread> {
    let thread = idle.pop();
    while (thread && !thread.alive) thread = idle.pop();
    thread ??= new EngineThread<PdfCalls>(THREAD_ENTRY, { module: this.module });
    try {
      await thread.call('open', [this.file], this.file.limits.pageTimeoutMs, 'Opening the PDF');
      return thread;
    } catch (error) {
      await thread.close();
      throw error;
    }
  }
}

/** Keeps a thread for the next document; one that is broken, swollen or one too many is ended. */
async function giveBack(thread: PdfThread, timeoutMs: number): Promise<void> {
  if (thread.alive && idle.length < MAX_IDLE) {
    const bytes = await thread.call('close', [], timeoutMs, 'Closing the PDF').catch(() => Number.POSITIVE_INFINITY);
    if (bytes <= MAX_IDLE_BYTES && idle.length < MAX_IDLE) {
      idle.push(thread);
      return;
    }
  }
  await thread.close();
}
