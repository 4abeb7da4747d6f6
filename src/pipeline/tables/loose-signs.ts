import { type Phrase, phraseOf } from './placed.js';
import { isCurrencySign, isLooseSign, isValue } from './values.js';

/** A sign set at the far edge of its column is still this near to its number, font sizes. */
const REACH_EM = 9;

/**
 * Currency signs, brackets and percent signs that accountants set at the edge of the column join the number that they
 * belong to: `$   842` is one cell.
 */
export function joinLooseSigns(phrases: readonly Phrase[], emPt: number): Phrase[] {
  const joined: Phrase[] = [];
  for (let i = 0; i < phrases.length; i++) {
    const phrase = phrases[i] as Phrase;
    const next = phrases[i + 1];
    const last = joined.at(-1);
    const near = (a: Phrase, b: Phrase) => b.x0 - a.x1 <= REACH_EM * emPt;
    if (isCurrencySign(phrase.text) && next && isValue(next.text) && !isLooseSign(next.text) && near(phrase, next)) {
      joined.push(phraseOf([...phrase.words, ...next.words]));
      i++;
    } else if (/^[%‰)]{1,2}$/u.test(phrase.text) && last && isValue(last.text) && near(last, phrase)) {
      joined[joined.length - 1] = phraseOf([...last.words, ...phrase.words]);
    } else joined.push(phrase);
  }
  return joined;
}
