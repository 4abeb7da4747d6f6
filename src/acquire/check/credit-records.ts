import type { Deed, Due, Mention } from './mentions.js';

/** One author with what a text says of them. */
interface CreditRecord {
  readonly author: string;
  readonly sources: readonly string[];
  readonly deeds: readonly Deed[];
}

interface Common {
  readonly sources: readonly string[];
  readonly deeds: readonly Deed[];
}

/**
 * Whom a text credits, and for what. A line may credit several: `© A / Flickr / CC BY 4.0 · © B / Openverse / CC BY-SA 3.0`. Each author
 * gets what stands in their own part; what stands before or after all of them is said of all.
 */
export function recordsIn(mentions: readonly Mention[], common: Common = { sources: [], deeds: [] }): CreditRecord[] {
  const authors = [...new Set(mentions.flatMap((it) => (it.kind === 'author' ? [it.name] : [])))];
  const all = { sources: [...common.sources, ...sourcesOf(mentions)], deeds: [...common.deeds, ...deedsOf(mentions)] };
  const [only] = authors;
  if (only === undefined) return [];
  const isOneDeed = new Set(deedsOf(mentions).map(({ family, version }) => `${family} ${version}`)).size <= 1;
  if (authors.length === 1 && isOneDeed) return [{ author: only, ...all }];

  const [first, last] = [mentions.findIndex(isAuthor), mentions.findLastIndex(isAuthor)];
  const outside = mentions.filter((_, index) => index < first || index > last);
  const isShared = ({ kind }: Mention): boolean =>
    kind !== 'author' && !mentions.some((it) => it.kind === kind && !outside.includes(it));
  const shared = mentions.filter(isShared);
  const rest = mentions.filter((it) => !isShared(it));
  const now = { sources: [...common.sources, ...sourcesOf(shared)], deeds: [...common.deeds, ...deedsOf(shared)] };
  if (rest.every(isAuthor)) return authors.map((author) => ({ author, ...now }));

  const parts = partsOf(rest);
  // What can't be told apart credits nobody: all of it is held against everyone.
  if (parts.length < 2) return authors.map((author) => ({ author, ...all }));
  return parts.flatMap((part) => recordsIn(part, now));
}

/** Whether a text credits a picture as it must be: its author with its source and its licence, and with no other licence. */
export const credits = (records: readonly CreditRecord[], due: Due): boolean =>
  records.some(
    ({ author, sources, deeds }) =>
      author === due.author &&
      sources.some((it) => due.sources.includes(it)) &&
      deeds.length > 0 &&
      deeds.every((deed) => isDeed(deed, due.licence)),
  );

/** A version may be left out; another one is another licence. */
const isDeed = (said: Deed, due: Deed): boolean =>
  said.family === due.family && (said.version === null || due.version === null || said.version === due.version);

/** A list begins anew wherever the kind that it began with comes again. */
function partsOf(mentions: readonly Mention[]): Mention[][] {
  const kind = mentions[0]?.kind;
  const parts: Mention[][] = [];
  mentions.forEach((mention, index) => {
    if (mention.kind === kind && mentions[index - 1]?.kind !== kind) parts.push([]);
    parts.at(-1)?.push(mention);
  });
  return parts;
}

const isAuthor = ({ kind }: Mention): boolean => kind === 'author';
const sourcesOf = (mentions: readonly Mention[]): string[] =>
  mentions.flatMap((it) => (it.kind === 'source' ? [it.name] : []));
const deedsOf = (mentions: readonly Mention[]): Deed[] =>
  mentions.flatMap((it) => (it.kind === 'licence' ? [it.deed] : []));
