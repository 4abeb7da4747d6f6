import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { GroundglassError, toGroundglassError } from '../evidence/errors.js';
import type { ThreadReply, ThreadRequest } from './engine-thread-entry.js';

type Calls = Record<string, (...args: never[]) => Promise<{ value: unknown }>>;
type ResultOf<C extends Calls, N extends keyof C> = Awaited<ReturnType<C[N]>>['value'];

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/** Heap ceiling of an engine thread's own JavaScript, in MiB; the engine's WebAssembly memory has its own. */
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

  /** @param entry package import of the built thread entry, as in package.json `imports` */
  constructor(entry: string, data: object) {
    this.worker = new Worker(createRequire(import.meta.url).resolve(entry), {
      workerData: data,
      // Not the flags of this process: a loader or inspector would be started again in every engine thread.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB },
      stdout: true,
      stderr: true,
    });
    this.worker.on('message', (reply: ThreadReply) => this.receive(reply));
    // What a thread throws need not be an Error.
    this.worker.on('error', (thrown: unknown) =>
      this.fail(crashError(thrown instanceof Error ? thrown : new Error(String(thrown)))),
    );
    this.worker.on('exit', () => this.fail(crashError(new Error('the engine thread ended'))));
    // An idle engine must not keep a finished command from ending; a call in flight does, through its timer.
    this.worker.unref();
  }

  get alive(): boolean {
    return !this.dead;
  }

  /** @throws GroundglassError `too_slow` past `timeoutMs`, or what the engine reports */
  call<N extends keyof C & string>(
    name: N,
    args: Parameters<C[N]>,
    timeoutMs: number,
    what: string,
  ): Promise<ResultOf<C, N>> {
    return new Promise((resolve, reject) => {
      if (this.dead) {
        reject(crashError(new Error('the engine thread has ended')));
        return;
      }
      const id = this.nextId++;
      const timer = setTimeout(() => this.fail(slowError(what, timeoutMs)), timeoutMs);
      this.waiting.set(id, { resolve: resolve as (value: unknown) => void, reject, timer });
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
      waiting.resolve(reply.value);
      return;
    }
    waiting.reject(GroundglassError.fromWire(reply.error));
    if (reply.fatal) this.fail(GroundglassError.fromWire(reply.error));
  }

  /** Ends the thread and everything that waits for it. */
  private fail(error: GroundglassError): void {
    if (!this.dead) {
      this.dead = true;
      void this.worker.terminate();
    }
    for (const { reject, timer } of this.waiting.values()) {
      clearTimeout(timer);
      reject(error);
    }
    this.waiting.clear();
  }
}

function slowError(what: string, timeoutMs: number): GroundglassError {
  return new GroundglassError(
    'too_slow',
    `${what} took longer than ${timeoutMs / 1000} s and was stopped.`,
    'Ask for a smaller crop or DPI, or raise GROUNDGLASS_PAGE_TIMEOUT_MS.',
    { limit_ms: timeoutMs },
  );
}

function crashError(error: Error): GroundglassError {
  if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return new GroundglassError(
      'out_of_memory',
      'The engine ran out of memory on this file.',
      'Split the file, or ask for less of it.',
    );
  }
  const known = toGroundglassError(error);
  if (known.code === 'engine_missing') return known;
  return new GroundglassError(
    'file_damaged',
    `The engine stopped on this file (${error.message}).`,
    'Re-export the file with another program and try again.',
  );
}
