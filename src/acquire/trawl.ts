import { toGroundglassError } from '../evidence/errors.js';
import type { ImageError } from '../evidence/wire/candidates.js';
import type { Provider, ProviderQuery, Work } from './providers/provider.js';
import { ladder } from './query/ladder.js';
import { type Found, inOrder, type Judged, judge, type Need } from './ranking/judge.js';
import type { Rejection } from './ranking/refusal.js';
import { mergeSame } from './ranking/same-work.js';

/** What has come together so far. */
export interface Pool {
  readonly ranked: readonly Judged[];
  readonly rejected: Readonly<Record<string, number>>;
}

export interface TrawlOptions {
  readonly providers: readonly Provider[];
  readonly need: Need;
  readonly signal?: AbortSignal | undefined;
  /** Pages read of one provider for one wording of a query. */
  readonly pages: number;
  /** Where failures of providers are put down. */
  readonly errors: ImageError[];
}

/**
 * The search over all providers and queries, step by step: providers at the same time, the queries of each one after the
 * other. All queries are tried as they were given, page by page; shorter wordings only where those give nothing at all, so
 * that no provider is asked more than it must.
 */
export class Trawl {
  #failed = false;
  #yielded = false;
  readonly #lines: readonly (readonly Line[])[];
  readonly #options: TrawlOptions;

  constructor(options: TrawlOptions) {
    this.#options = options;
    this.#lines = options.providers.map((provider) =>
      options.need.queries.map((query) => new Line(provider, query, options)),
    );
  }

  /**
   * Reads on, until something more can be used.
   * @param loosen go on to shorter wordings where a longer one gave something that proved to be of no use
   * @returns false where nothing more is to be had
   */
  async more(loosen = false): Promise<boolean> {
    for (;;) {
      const read = (await Promise.all(this.#lines.map((lines) => this.#read(lines)))).flat();
      this.#yielded ||= read.includes('useful');
      if (read.includes('useful')) return true;
      if (read.includes('useless')) continue;
      if (this.#yielded && !loosen) return false;
      const lines = this.#lines.flat();
      for (const line of lines) line.shorten();
      if (lines.every(({ isOver }) => isOver)) return false;
    }
  }

  /** Whether a provider failed, so that nothing is known of what it has. */
  get failed(): boolean {
    return this.#failed;
  }

  /** All that was found, merged, judged and put in order. */
  pool(): Pool {
    const { kept, disputed, duplicates } = mergeSame(this.#lines.flat().flatMap(({ found }) => found));
    const rejected: Record<string, number> = {};
    const reject = (reason: Rejection, count = 1): void => {
      if (count > 0) rejected[reason] = (rejected[reason] ?? 0) + count;
    };
    const ranked = kept.flatMap((findings) => {
      const verdicts = findings.map((it) => judge(it, this.#options.need));
      const [best] = inOrder(verdicts.filter((it): it is Judged => typeof it !== 'string'));
      if (best !== undefined) return best;
      reject(verdicts[0] as Rejection);
      return [];
    });
    reject('license_disputed', disputed);
    reject('duplicate', duplicates);
    return { ranked: inOrder(ranked), rejected };
  }

  /** A page of each query at one provider. */
  async #read(lines: readonly Line[]): Promise<Read[]> {
    const all: Read[] = [];
    for (const line of lines) {
      try {
        all.push(await line.read());
      } catch (thrown) {
        if (this.#options.signal?.aborted) throw thrown;
        const { code, message } = toGroundglassError(thrown);
        if (code === 'internal') throw thrown;
        this.#options.errors.push({ provider: line.provider.name, code, message });
        this.#failed = true;
        // It would fail, or make us wait, for the others as well.
        for (const it of lines) it.end();
        break;
      }
    }
    return all;
  }
}

type Read = 'useful' | 'useless' | 'at its end';

/** One query at one provider. */
class Line {
  readonly found: Found[] = [];
  readonly #rungs: readonly string[];
  #rung = 0;
  #page = 0;
  #hasMore = true;

  constructor(
    readonly provider: Provider,
    readonly query: string,
    readonly options: TrawlOptions,
  ) {
    this.#rungs = ladder(query);
  }

  get isOver(): boolean {
    return this.#rung >= this.#rungs.length;
  }

  end(): void {
    this.#rung = this.#rungs.length;
  }

  /** Goes on with the next shorter wording. */
  shorten(): void {
    this.#rung += 1;
    this.#page = 0;
    this.#hasMore = true;
  }

  /** Reads the next page of this wording. */
  async read(): Promise<Read> {
    const { need, signal, pages } = this.options;
    const sent = this.#rungs[this.#rung];
    if (sent === undefined || !this.#hasMore || this.#page >= pages) return 'at its end';
    this.#page += 1;
    const { works, hasMore } = await this.provider.search(asked(sent, need, signal), this.#page);
    this.#hasMore = hasMore;
    const found = works.map((work: Work) => ({ work, query: this.query, sent }));
    this.found.push(...found);
    return found.some((it) => typeof judge(it, need) !== 'string') ? 'useful' : 'useless';
  }
}

const asked = (text: string, need: Need, signal: AbortSignal | undefined): ProviderQuery => ({
  text,
  orientation: need.orientation,
  strict: need.strict,
  minWidth: need.minWidth,
  minHeight: need.minHeight,
  signal,
});
