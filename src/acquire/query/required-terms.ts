import { addressText, hasCjk, type Token, tokens } from './tokens.js';
import { CATEGORIES } from './words.js';

/** One anchor of identity: any of its aliases will do. */
export interface TermGroup {
  /** As it was given: `Jiefangbei|解放碑`. */
  readonly text: string;
  readonly aliases: readonly string[];
}

/** Groups of required terms: a comma parts groups, `|` parts aliases; full-width ones as well. */
export function termGroups(given: readonly string[]): TermGroup[] {
  return given
    .flatMap((it) => it.split(/[,，、]/))
    .map((group) => group.split(/[|｜]/).flatMap((alias) => alias.trim() || []))
    .filter((aliases) => aliases.length > 0)
    .map((aliases) => ({ text: aliases.join('|'), aliases }));
}

/** A warning where all groups name only kinds of things; null where one holds an identity. */
export function categoryWarning(groups: readonly TermGroup[]): string | null {
  if (groups.length === 0 || !groups.every(({ aliases }) => aliases.every(isCategory))) return null;
  const named = groups.map(({ text }) => `"${text}"`).join(', ');
  return `The required terms ${named} only name kinds of things, which hold no identity; put such words into the query, and require names.`;
}

const isCategory = (alias: string): boolean =>
  tokens(alias).every(({ text }) => CATEGORIES.has(text) || CATEGORIES.has(`${text}s`));

/** Where a group stands in the words about a picture. */
export type Standing = 'title' | 'elsewhere' | 'absent';

export interface Words {
  readonly title: string;
  readonly author: string;
  readonly sourcePageUrl: string;
}

/** A group is matched by whole words of the title, the author or the address of the source page. */
export function standingOf({ aliases }: TermGroup, { title, author, sourcePageUrl }: Words): Standing {
  if (aliases.some((alias) => holds(title, alias))) return 'title';
  const others = [author, addressText(sourcePageUrl)];
  return aliases.some((alias) => others.some((text) => holds(text, alias))) ? 'elsewhere' : 'absent';
}

/** Whether a text has the words of an alias in their order, whole: "art" is not in "Bart", nor 京都 in 東京都. */
function holds(text: string, alias: string): boolean {
  const [sought, found] = [tokens(alias), tokens(text)];
  if (sought.length === 0) return false;
  if (found.some((_, start) => sought.every((it, i) => matches(found[start + i], it)))) return true;
  // "EiffelTower" in an address is "Eiffel Tower".
  const joined = sought.map((it) => it.text).join('');
  return sought.length > 1 && !hasCjk(joined) && found.some((it) => it.text === joined);
}

function matches(found: Token | undefined, sought: Token): boolean {
  if (found === undefined || found.isRun !== sought.isRun) return false;
  return found.isRun ? standsWhole(found, sought) : found.text === sought.text;
}

/**
 * Whether a word of a run begins and ends where words of it do, by either way of parting them. Characters are compared as they
 * are written where they are written alike: folded ones part elsewhere.
 */
function standsWhole(run: Token, word: Token): boolean {
  const isAlike = run.written.includes(word.written);
  const [text, sought] = isAlike ? [run.written, word.written] : [run.text, word.text];
  if (!text.includes(sought)) return false;
  return SEGMENTERS.some((segmenter) => {
    const starts = new Set([...[...segmenter.segment(text)].map(({ index }) => index), text.length]);
    for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1)) {
      if (starts.has(at) && starts.has(at + sought.length)) return true;
    }
    return false;
  });
}

const SEGMENTERS = ['zh', 'ja'].map((language) => new Intl.Segmenter(language, { granularity: 'word' }));
