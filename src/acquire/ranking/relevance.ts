import type { Words } from '../query/required-terms.js';
import { addressText, pairs, type Token, tokens } from '../query/tokens.js';
import { GENERIC } from '../query/words.js';

/** A generic word ("photo", "background") beside one that names something. */
const GENERIC_WEIGHT = 0.1;
/** A word that only the author's name or the page's address has, beside one of the title. */
const ELSEWHERE_WEIGHT = 0.6;

/**
 * How much of a query the words about a picture have, 0 to 1; null where the two share no script, so that nothing can be
 * said: a Chinese query finds pictures by descriptions that a reply does not hold.
 */
export function relevance(query: string, { title, author, sourcePageUrl }: Words): number | null {
  const sought = units(tokens(query));
  const inTitle = new Set(units(tokens(title)));
  const elsewhere = new Set(units(tokens(`${author} ${addressText(sourcePageUrl)}`)));
  let [all, matched] = [0, 0];
  for (const unit of sought) {
    const weight = GENERIC.has(unit) ? GENERIC_WEIGHT : 1;
    all += weight;
    if (inTitle.has(unit)) matched += weight;
    else if (elsewhere.has(unit)) matched += weight * ELSEWHERE_WEIGHT;
  }
  if (all === 0) return null;
  if (matched === 0 && !sharesScript(query, `${title} ${author}`)) return null;
  return matched / all;
}

/** What is compared: words whole, runs of Chinese, Japanese or Korean by their pairs. */
const units = (all: readonly Token[]): string[] => all.flatMap(({ text, isRun }) => (isRun ? pairs(text) : [text]));

const SCRIPTS = [
  'Latin',
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
  'Cyrillic',
  'Arabic',
  'Greek',
  'Thai',
  'Hebrew',
  'Devanagari',
];
const PATTERNS = SCRIPTS.map((script) => new RegExp(`\\p{Script=${script}}`, 'u'));

const sharesScript = (a: string, b: string): boolean =>
  PATTERNS.some((it) => it.test(a) && it.test(b)) || !PATTERNS.some((it) => it.test(a));
