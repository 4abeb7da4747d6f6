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
 * other. A query goes down its ladder until something can be used, then on through the pages of that wording.
 */
export class Trawl {
  #failed = false;
  readonly #lines: readonly (readonly Line[])[];
  readonly #options: TrawlOptions;

  constructor(options: TrawlOptions) {
    this.#options = options;
    this.#lines = options.providers.map((provider) =>
      options.need.queries.map((query) => new Line(provider, query, options)),
    );
  }

  /**
   * Draws every line on by a page, or to the first wording that gives something.
   * @param loosen go on to shorter wordings where a longer one gave something that proved to be of no use
   * @returns false where nothing more is to be had
   */
  async more(loosen = false): Promise<boolean> {
    const drawn = await Promise.all(this.#lines.map((lines) => this.#draw(lines, loosen)));
    return drawn.some(Boolean);
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

  async #draw(lines: readonly Line[], loosen: boolean): Promise<boolean> {
    let drawn = false;
    for (const line of lines) {
      try {
        drawn = (await line.draw(loosen)) || drawn;
      } catch (thrown) {
        if (this.#options.signal?.aborted) throw thrown;
        const { code, message } = toGroundglassError(thrown);
        if (code === 'internal') throw thrown;
        this.#options.errors.push({ provider: line.provider.name, code, message });
        this.#failed = true;
        // It would fail, or make us wait, for the others as well.
        for (const it of lines) it.end();
        return drawn;
      }
    }
    return drawn;
  }
}

/** One query at one provider. */
class Line {
  readonly found: Found[] = [];
  readonly #rungs: readonly string[];
  #rung = 0;
  #page = 0;
  #hasMore = true;
  #yielded = false;

  constructor(
    readonly provider: Provider,
    readonly query: string,
    readonly options: TrawlOptions,
  ) {
    this.#rungs = ladder(query);
  }

  end(): void {
    this.#rung = this.#rungs.length;
  }

  /** @returns false where this line is at its end, and nothing was asked */
  async draw(loosen: boolean): Promise<boolean> {
    let asked = false;
    for (;;) {
      if (!this.#hasMore || this.#page >= this.options.pages) {
        if (this.#yielded && !loosen) return asked;
        this.#rung += 1;
        this.#page = 0;
        this.#hasMore = true;
      }
      const sent = this.#rungs[this.#rung];
      if (sent === undefined) return asked;
      asked = true;
      if (await this.#read(sent)) return true;
    }
  }

  /** Reads a page. @returns whether it has anything to use */
  async #read(sent: string): Promise<boolean> {
    const { need, signal } = this.options;
    this.#page += 1;
    const { works, hasMore } = await this.provider.search(asked(sent, need, signal), this.#page);
    this.#hasMore = hasMore;
    const found = works.map((work: Work) => ({ work, query: this.query, sent }));
    this.found.push(...found);
    const isUseful = found.some((it) => typeof judge(it, need) !== 'string');
    this.#yielded ||= isUseful;
    return isUseful;
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
