import type { FileFault } from './pictures.js';

export type ProviderName = 'pexels' | 'pixabay' | 'openverse' | 'wikimedia';

/** A picture that a provider of the fixture has. */
export interface FixtureWork {
  readonly at: ProviderName;
  readonly id: string;
  readonly title: string;
  /** '' for none; Commons gives HTML. */
  readonly author: string;
  /** Commons: the licence's short name; Openverse: a code and a version such as `by-sa 4.0`. Sites with one licence have none. */
  readonly license?: string;
  readonly licenseUrl?: string;
  /** More words that a search finds it by. */
  readonly keywords?: string;
  /** px that the provider claims. */
  readonly size?: readonly [number, number];
  /** px that the file has, where that is something else. */
  readonly fileSize?: readonly [number, number];
  readonly file?: FileFault;
  readonly preview?: FileFault;
  /** What its picture looks like, for copies of others; its own by its id. */
  readonly looks?: string;
  /** Openverse: the site that it indexed it from. */
  readonly landing?: string;
  /** Path of its file, for one that two providers have. */
  readonly path?: string;
  /** Commons: more fields of its metadata. */
  readonly metadata?: Readonly<Record<string, string>>;
}

/** Words of a search's text, and whether a work has all of them: what these APIs do, at its simplest. */
export function matches(work: FixtureWork, query: string): boolean {
  const text = ` ${wordsOf(`${work.title} ${work.keywords ?? ''}`).join(' ')} `;
  const sought = wordsOf(query);
  return (
    sought.length > 0 &&
    sought.every((word) => (/\p{Script=Han}/u.test(word) ? text.includes(word) : text.includes(` ${word} `)))
  );
}

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];
