import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { GroundglassError, toGroundglassError } from '../evidence/errors.js';
import type { ThreadReply, ThreadRequest } from './engine-thread-entry.js';

type Calls = Record<string, (...args: never[]) => Promise<{ value: unknown }>>;
type ResultOf<C extends Calls, N extends keyof C> = Awaited<ReturnType<C[N]>>['value'];

/** One call as its errors speak of it. */
export interface Task {
  /** What is done, as the beginning of a sentence: `Rendering page 3`. */
  readonly what: string;
  readonly timeoutMs: number;
  /** What else a caller can do where it takes too much time or memory, without a full stop. */
  readonly instead: string;
}

/** What helps where a page can't be taken apart. */
export const LOOK_INSTEAD = 'Render the page, or a part of it, and look at that';

interface Waiting {
  readonly task: Task;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/** Heap ceiling of a thread's own JavaScript, in MiB, where not said otherwise; an engine's WebAssembly memory has its own. */
const MAX_HEAP_MIB = 512;

/**
 * An engine in a thread of its own, so that a file can neither hang nor crash the process: a call past its time ends the
 * thread. A dead thread stays dead; the owner starts another.
 */
export class EngineThread<C extends Calls> {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, Waiting>();
  private nextId = 0;
  private dead = false;
  private heap = 0;

  /**
   * @param entry package import of the built thread entry, as in package.json `imports`
   * @param data what the thread finds as its `workerData`
   */
  constructor(entry: string, data: object = {}, maxHeapMib = MAX_HEAP_MIB) {
    this.worker = new Worker(createRequire(import.meta.url).resolve(entry), {
      workerData: data,
      // Not the flags of this process: a loader or inspector would be started again in every engine thread.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMib },
      stdout: true,
      stderr: true,
    });
    this.worker.on('message', (reply: ThreadReply) => this.receive(reply));
    // What a thread throws need not be an Error.
    this.worker.on('error', (thrown: unknown) =>
      this.fail((task) => crashError(thrown instanceof Error ? thrown : new Error(String(thrown)), task)),
    );
    this.worker.on('exit', () => this.fail((task) => crashError(new Error('the engine thread ended'), task)));
    // An idle engine must not keep a finished command from ending; a call in flight does, through its timer.
    this.worker.unref();
  }

  get alive(): boolean {
    return !this.dead;
  }

  /** What the thread's own JavaScript had grown to at its last answer; it hardly gives any of it back while it is idle. */
  get heapBytes(): number {
    return this.heap;
  }

  /** @throws GroundglassError `too_slow` past the task's time, `out_of_memory`, or what the engine reports */
  call<N extends keyof C & string>(name: N, args: Parameters<C[N]>, task: Task): Promise<ResultOf<C, N>> {
    return new Promise((resolve, reject) => {
      if (this.dead) {
        reject(crashError(new Error('the engine thread has ended'), task));
        return;
      }
      const id = this.nextId++;
      const timer = setTimeout(() => this.fail(slowError, task), task.timeoutMs);
      this.waiting.set(id, { task, resolve: resolve as (value: unknown) => void, reject, timer });
      this.worker.postMessage({ id, name, args } satisfies ThreadRequest);
    });
  }

  async close(): Promise<void> {
    this.dead = true;
    await this.worker.terminate();
  }

  private receive(reply: ThreadReply): void {
    const waiting = this.waiting.get(reply.id);
    if (!waiting) return;
    this.waiting.delete(reply.id);
    clearTimeout(waiting.timer);
    if ('value' in reply) {
      this.heap = reply.heapBytes;
      waiting.resolve(reply.value);
      return;
    }
    const errorOf = (task: Task): GroundglassError =>
      reply.error.code === 'out_of_memory' ? memoryError(task) : GroundglassError.fromWire(reply.error);
    waiting.reject(errorOf(waiting.task));
    if (reply.fatal) this.fail(errorOf);
  }

  /**
   * Ends the thread and everything that waits for it.
   * @param cause the task on whose account, where it is but one
   */
  private fail(errorOf: (task: Task) => GroundglassError, cause?: Task): void {
    if (!this.dead) {
      this.dead = true;
      void this.worker.terminate();
    }
    for (const { reject, timer, task } of this.waiting.values()) {
      clearTimeout(timer);
      reject(errorOf(cause ?? task));
    }
    this.waiting.clear();
  }
}

function slowError({ what, timeoutMs, instead }: Task): GroundglassError {
  return new GroundglassError(
    'too_slow',
    `${what} took longer than ${timeoutMs / 1000} s and was stopped.`,
    `${instead}, or raise GROUNDGLASS_PAGE_TIMEOUT_MS.`,
    { limit_ms: timeoutMs },
  );
}

const memoryError = ({ what, instead }: Task): GroundglassError =>
  new GroundglassError('out_of_memory', `${what} took more memory than one thread may have.`, `${instead}.`);

function crashError(error: Error, task: Task): GroundglassError {
  if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') return memoryError(task);
  const known = toGroundglassError(error);
  if (known.code === 'engine_missing') return known;
  return new GroundglassError(
    'file_damaged',
    `The engine stopped on this file (${error.message}).`,
    'Re-export the file with another program and try again.',
  );
}
