import pLimit from 'p-limit';
import { EngineThread } from '../../engine-thread.js';
import type { PdfFile } from '../worker.js';
import type { PaintCalls } from './worker.js';

const THREAD_ENTRY = '#threads/pdf-paint';
/** An engine that holds more than this is not kept for the next document. */
const MAX_IDLE_BYTES = 96 * 2 ** 20;

type PaintThread = EngineThread<PaintCalls>;
/** One engine without a document is kept: loading its code takes as long as writing ten pages. */
let idle: PaintThread | undefined;

/** The engine thread that writes the pages of one document; started by the first page, replaced when it dies. */
export class PaintThreads {
  private thread: PaintThread | undefined;
  private readonly oneByOne = pLimit(1);
  private closed = false;

  constructor(private readonly file: PdfFile) {}

  /** @throws GroundglassError what the engine reports, `too_slow` */
  call<N extends keyof PaintCalls>(name: N, args: Parameters<PaintCalls[N]>, what: string) {
    return this.oneByOne(async () => {
      if (!this.thread?.alive) this.thread = await this.take();
      try {
        return await this.thread.call(name, args, this.file.limits.pageTimeoutMs, what);
      } finally {
        if (this.closed) await this.giveBack();
      }
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.oneByOne(() => this.giveBack());
  }

  private async take(): Promise<PaintThread> {
    const thread = idle?.alive ? idle : new EngineThread<PaintCalls>(THREAD_ENTRY, {});
    idle = undefined;
    try {
      await thread.call('open', [this.file], this.file.limits.pageTimeoutMs, 'Opening the PDF');
      return thread;
    } catch (error) {
      await thread.close();
      throw error;
    }
  }

  private async giveBack(): Promise<void> {
    const { thread } = this;
    this.thread = undefined;
    if (!thread?.alive) return;
    const timeoutMs = this.file.limits.pageTimeoutMs;
    const bytes = await thread.call('close', [], timeoutMs, 'Closing the PDF').catch(() => Number.POSITIVE_INFINITY);
    if (bytes <= MAX_IDLE_BYTES && idle === undefined) idle = thread;
    else await thread.close();
  }
}
