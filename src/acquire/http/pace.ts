import { setTimeout as sleep } from 'node:timers/promises';
import pLimit, { type LimitFunction } from 'p-limit';
import { GroundglassError } from '../../evidence/errors.js';
import type { ImageProviderName } from '../../evidence/wire/images.js';

/** So many requests in any stretch of time of this length. */
export interface RateWindow {
  readonly requests: number;
  readonly perMs: number;
}

/** Told before a wait that a person would notice. */
export interface Wait {
  readonly provider: ImageProviderName;
  readonly ms: number;
  readonly why: string;
}

export interface PaceOptions {
  readonly provider: ImageProviderName;
  readonly windows: readonly RateWindow[];
  readonly concurrency: number;
  /** Longest wait that makes sense; beyond it a request is an error. */
  readonly patienceMs: number;
  readonly onWait?: ((wait: Wait) => void) | undefined;
  readonly clock?: Clock | undefined;
}

/** Time, and its passing; tests have one of their own. */
export interface Clock {
  now(): number;
  sleep(ms: number, signal: AbortSignal | undefined): Promise<unknown>;
}

const REAL_CLOCK: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => sleep(ms, undefined, signal === undefined ? {} : { signal }),
};

/** What was sent is remembered for at least this long: a reply may tell of a limit later on. */
const REMEMBERED_MS = 3_600_000;
/** Waits shorter than this are nobody's news. */
const NOTICEABLE_MS = 500;

/**
 * The pace at which one provider may be asked: so many requests at once, so many in a stretch of time, and none before a
 * moment that the server named. Limits come from the provider's documents, and are replaced by what its replies say.
 */
export class Pace {
  readonly #options: PaceOptions;
  readonly #clock: Clock;
  readonly #lanes: LimitFunction;
  readonly #windows: Map<string, RateWindow>;
  #sent: { at: number }[] = [];
  #blocked = { until: 0, why: '' };
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: PaceOptions) {
    this.#options = options;
    this.#clock = options.clock ?? REAL_CLOCK;
    this.#lanes = pLimit(options.concurrency);
    this.#windows = new Map(options.windows.map((it) => [String(it.perMs), it]));
  }

  /** Does one request when its turn has come. @throws GroundglassError `rate_limited` where that would be too late */
  run<T>(request: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#lanes(async () => {
      const turn = this.#turn.then(() => this.#wait(signal));
      this.#turn = turn.catch(() => undefined);
      const sent = await turn;
      try {
        return await request();
      } finally {
        // The server counted it at some moment up to now.
        sent.at = this.#clock.now();
        this.#sent.sort((a, b) => a.at - b.at);
      }
    });
  }

  /** What a reply says of a limit, and how much of it others have used. */
  learn(window: RateWindow, left: number): void {
    this.#windows.set(String(window.perMs), window);
    const now = this.#clock.now();
    const ours = this.#sent.filter(({ at }) => at > now - window.perMs).length;
    // Requests of other processes are not ours to remember; they count as if they were made just now.
    const others = Math.max(0, window.requests - left - ours);
    for (let i = 0; i < Math.min(others, window.requests); i += 1) this.#sent.push({ at: now });
  }

  /** Nothing is sent for this long. */
  block(ms: number, why: string): void {
    const until = this.#clock.now() + ms;
    if (until > this.#blocked.until) this.#blocked = { until, why };
  }

  async #wait(signal: AbortSignal | undefined): Promise<{ at: number }> {
    for (;;) {
      const now = this.#clock.now();
      const { until, why } = this.#next(now);
      const ms = until - now;
      if (ms <= 0) {
        const sent = { at: now };
        this.#sent.push(sent);
        return sent;
      }
      const { provider, patienceMs, onWait } = this.#options;
      if (ms > patienceMs) throw rateLimited(provider, ms, why);
      if (ms >= NOTICEABLE_MS) onWait?.({ provider, ms, why });
      await this.#clock.sleep(ms, signal);
    }
  }

  /** The moment from which on another request keeps all limits. */
  #next(now: number): { until: number; why: string } {
    const longest = Math.max(REMEMBERED_MS, ...[...this.#windows.values()].map(({ perMs }) => perMs));
    this.#sent = this.#sent.filter(({ at }) => at > now - longest);
    let next = this.#blocked;
    for (const { requests, perMs } of this.#windows.values()) {
      const within = this.#sent.filter(({ at }) => at > now - perMs);
      const oldest = within[within.length - requests];
      const until = oldest === undefined ? 0 : oldest.at + perMs + 1;
      if (until > next.until) next = { until, why: `${requests} requests in ${spanOf(perMs)} are allowed` };
    }
    return next;
  }
}

export function rateLimited(provider: ImageProviderName, ms: number, why: string): GroundglassError {
  const seconds = Math.ceil(ms / 1_000);
  return new GroundglassError(
    'rate_limited',
    `${provider} takes no more requests for ${seconds} s: ${why}.`,
    `Try again in ${seconds} s; this says nothing about what the provider has.`,
    { provider, retry_after_s: seconds },
  );
}

const spanOf = (ms: number): string =>
  ms < 3_600_000 ? `${Math.round(ms / 1_000)} s` : `${Math.round(ms / 3_600_000)} h`;
