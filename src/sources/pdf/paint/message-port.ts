type Listener = (event: { readonly data: unknown }) => void;

/**
 * One end of a pair of ports inside a thread. What is posted arrives at the other end as it is, in order, after the
 * work under way; the structured clone that a real port makes would copy every operator and picture.
 */
class LocalPort {
  private readonly listeners = new Set<Listener>();
  other: LocalPort | undefined;

  postMessage(message: Message): void {
    const data = settled(message);
    queueMicrotask(() => {
      for (const listener of this.other?.listeners ?? []) listener({ data });
    });
  }

  addEventListener(_type: 'message', listener: Listener, options?: { readonly signal?: AbortSignal }): void {
    this.listeners.add(listener);
    options?.signal?.addEventListener('abort', () => this.listeners.delete(listener));
  }

  removeEventListener(_type: 'message', listener: Listener): void {
    this.listeners.delete(listener);
  }
}

interface Message {
  readonly chunk?: { readonly fnArray?: readonly unknown[]; readonly argsArray?: readonly unknown[] };
}

/** The parser empties its arrays of operators once they are posted, to fill them again. */
function settled(message: Message): Message {
  const { chunk } = message;
  if (!chunk?.fnArray || !chunk.argsArray) return message;
  return { ...message, chunk: { ...chunk, fnArray: [...chunk.fnArray], argsArray: [...chunk.argsArray] } };
}

export function portPair(): [LocalPort, LocalPort] {
  const [near, far] = [new LocalPort(), new LocalPort()];
  near.other = far;
  far.other = near;
  return [near, far];
}
