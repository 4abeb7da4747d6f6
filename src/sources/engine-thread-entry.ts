import { getHeapStatistics } from 'node:v8';
import { parentPort, type Transferable } from 'node:worker_threads';
import { type ErrorWire, GroundglassError, toGroundglassError } from '../evidence/errors.js';

export interface ThreadRequest {
  readonly id: number;
  readonly name: string;
  readonly args: readonly unknown[];
}

export type ThreadReply =
  /** `heapBytes`: what the thread's own JavaScript has grown to by then. */
  | { readonly id: number; readonly value: unknown; readonly heapBytes: number }
  /** `fatal`: the engine trapped and its memory is no longer to be trusted; the thread has to go. */
  | { readonly id: number; readonly error: ErrorWire; readonly fatal: boolean };

type Call = (...args: never[]) => Promise<{ value: unknown; transfer?: Transferable[] }>;

/**
 * Answers the requests that come to this thread, one after the other.
 * @param memoryIsFull asked after a trap: an engine that can't grow its memory traps without saying why
 */
export function serveThread(calls: Record<string, Call>, memoryIsFull: () => boolean = () => false): void {
  const port = parentPort;
  if (port === null) throw new Error('this file is the entry of a worker thread');
  port.on('message', (request: ThreadRequest) => {
    const call = calls[request.name] as Call;
    call(...(request.args as never[])).then(
      ({ value, transfer }) => {
        const heapBytes = getHeapStatistics().total_heap_size;
        port.postMessage({ id: request.id, value, heapBytes } satisfies ThreadReply, transfer);
      },
      (thrown: unknown) => {
        const { error, fatal } = classify(thrown, memoryIsFull());
        port.postMessage({ id: request.id, error: error.toWire(), fatal } satisfies ThreadReply);
      },
    );
  });
}

/** A trap in WebAssembly comes of a file the engine can't digest, or of exhausted memory: never of the caller. */
function classify(thrown: unknown, memoryIsFull: boolean): { error: GroundglassError; fatal: boolean } {
  if (thrown instanceof GroundglassError) return { error: thrown, fatal: false };
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if (thrown instanceof WebAssembly.RuntimeError || thrown instanceof RangeError) {
    const error =
      memoryIsFull || /memory|OOM|allocation|Invalid typed array length/i.test(message)
        ? // What would help depends on the task, which the other side knows.
          new GroundglassError('out_of_memory', 'The engine ran out of memory on this file.', 'Ask for less of it.')
        : new GroundglassError(
            'file_damaged',
            'The engine stopped on this file: its content is broken or too deeply nested.',
            'Re-export the file with another program, or leave out the page.',
            { engine_message: message.slice(0, 200) },
          );
    return { error, fatal: true };
  }
  return { error: toGroundglassError(thrown), fatal: true };
}
