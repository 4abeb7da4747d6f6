import pLimit from 'p-limit';
import { EngineThread, type Task } from '../engine-thread.js';
import type { Limits } from '../limits.js';

/** A file to open. Its bytes lie in shared memory. */
export interface PdfFile {
  readonly bytes: Uint8Array;
  readonly password: string;
  readonly limits: Limits;
}

/** What the threads of every engine answer: they open one file at a time. */
interface FileCalls {
  open(file: PdfFile): Promise<{ value: null }>;
  /** Closes the file and tells how many bytes the thread holds without it. */
  close(): Promise<{ value: number }>;
}
type Calls = FileCalls & Record<string, (...args: never[]) => Promise<{ value: unknown }>>;

export interface EngineOptions {
  /** Package import of the built thread entry. */
  readonly entry: string;
  /** What a thread is started with. */
  readonly data: () => Promise<object>;
  /** How many threads work on one file at once: each holds it in its own memory. */
  readonly threadsFor: (fileBytes: number) => number;
  /** Threads without a file that are kept for the next one: starting an engine takes as long as reading ten pages. */
  readonly maxIdle: number;
  /** One that holds more than this is not kept. */
  readonly maxIdleBytes: number;
}

/** Pages of reports leave 75 MB. One that leaves more than this took seconds: a new thread for the next does not count. */
const MAX_FREE_HEAP_BYTES = 160 * 2 ** 20;

/** The threads of one engine, for all files of the process. */
export class PdfEngine<C extends Calls> {
  private readonly idle: EngineThread<C>[] = [];

  constructor(private readonly options: EngineOptions) {}

  /** The file is opened in its first thread by the first call. */
  threadsFor(file: PdfFile): PdfThreads<C> {
    return new PdfThreads(this, file, this.options.threadsFor(file.bytes.length));
  }

  /** A thread with the file open. @throws GroundglassError what opening the file throws, `too_slow` */
  async take(file: PdfFile): Promise<EngineThread<C>> {
    let thread = this.idle.pop();
    while (thread && !thread.alive) thread = this.idle.pop();
    thread ??= new EngineThread<C>(this.options.entry, await this.options.data());
    try {
      await thread.call('open', [file] as unknown as Parameters<C['open']>, {
        what: 'Opening the PDF',
        timeoutMs: file.limits.pageTimeoutMs,
        instead: 'Split the file',
      });
      return thread;
    } catch (error) {
      await thread.close();
      throw error;
    }
  }

  /** Keeps a thread for the next file; one that is broken, swollen or one too many is ended. */
  async giveBack(thread: EngineThread<C>, { limits }: PdfFile): Promise<void> {
    const { maxIdle, maxIdleBytes } = this.options;
    if (thread.alive && this.idle.length < maxIdle) {
      const task = { what: 'Closing the PDF', timeoutMs: limits.pageTimeoutMs, instead: 'Split the file' };
      const held = await thread
        .call('close', [] as unknown as Parameters<C['close']>, task)
        .catch(() => Number.POSITIVE_INFINITY);
      if ((held as number) <= maxIdleBytes && this.idle.length < maxIdle) {
        this.idle.push(thread);
        return;
      }
    }
    await thread.close();
  }
}

/**
 * The threads of one file: taken when there is work, replaced when one dies, given back at the end. A thread gets one call
 * at a time, so that a page that ends it takes no other page along, and no page waits on its clock.
 */
export class PdfThreads<C extends Calls> {
  /** Threads with the file open and nothing to do. */
  private free: EngineThread<C>[] = [];
  private closed = false;
  private readonly atOnce: ReturnType<typeof pLimit>;

  constructor(
    private readonly engine: PdfEngine<C>,
    private readonly file: PdfFile,
    threads: number,
  ) {
    this.atOnce = pLimit(threads);
  }

  /**
   * Passes a call to a thread that has nothing to do, or waits for one.
   * @throws GroundglassError what the engine reports, `too_slow`, `out_of_memory`
   */
  call<N extends keyof C & string>(name: N, args: Parameters<C[N]>, task: Omit<Task, 'timeoutMs'>) {
    return this.atOnce(async () => {
      const thread = this.free.pop() ?? (await this.engine.take(this.file));
      try {
        return await thread.call(name, args, { ...task, timeoutMs: this.file.limits.pageTimeoutMs });
      } finally {
        if (this.closed) await this.engine.giveBack(thread, this.file);
        else if (thread.heapBytes > MAX_FREE_HEAP_BYTES) await thread.close();
        else if (thread.alive) this.free.push(thread);
      }
    });
  }

  /** Gives the threads back. Calls that are under way, or come late, are answered and give back theirs. */
  async close(): Promise<void> {
    this.closed = true;
    const threads = this.free;
    this.free = [];
    await Promise.all(threads.map((thread) => this.engine.giveBack(thread, this.file)));
  }
}
