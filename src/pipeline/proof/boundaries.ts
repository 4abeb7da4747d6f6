import type { Reading } from './evidence.js';
import { UNREADABLE } from './read-as.js';

const WORD = /[\p{L}\p{N}\p{M}_]/u;
const DIGIT = /\p{Nd}/u;
/** Scripts that are written without blanks: a word may stand right inside others. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** Numerals that scale the digits before them: ten, hundred, thousand, ten thousand, hundred million. */
const SCALING = /[十拾百佰千仟万萬亿億兆]/u;
const SIGN = /[-+\u2010-\u2015\u2212\u00b1]/u;
const SEPARATOR = /[.,'\u2019\u00b7\u066b\u066c\u2044]/u;
const CURRENCY_OR_SIGN = /[\p{Sc}%\u2030\u2212+-]/u;
const YEAR = /^(?:19|20)\d\d$/;

/**
 * Whether the characters `start` to `end` of a reading are a whole: that they neither begin nor end inside a word or a
 * number in a way that changes what it says. The rules are listed in docs/proof.md.
 * @param raised which of the characters were asked for as raised ones (²)
 */
export function isWholeMatch(reading: Reading, start: number, end: number, raised: readonly boolean[]): boolean {
  if (joinsARaisedDigit(reading, start, end, raised)) return false;
  const at = (index: number): string => reading.text[index] ?? '';
  /** The neighbour of a character in the same word: '' across a blank, and for a raised mark beside print. */
  const neighbour = (from: number, to: number): string => {
    const gap = reading.gaps[Math.max(from, to)] ?? ' ';
    if (to < 0 || to >= reading.text.length || isBlank(gap)) return '';
    if (reading.raised[from] !== reading.raised[to]) return '';
    // Words that a file parts without a blank have gaps like those of thousands: only digits are taken together.
    return gap === '?' && !(DIGIT.test(at(from)) && DIGIT.test(at(to))) ? '' : at(to);
  };
  if (partsThousands(reading, start) || partsThousands(reading, end)) return false;
  const [first, last] = [at(start), at(end - 1)];
  const before = neighbour(start, start - 1);
  const after = neighbour(end - 1, end);
  if (isOneWord(before, first) || isOneWord(last, after)) return false;
  if (DIGIT.test(last) && SCALING.test(after)) return false;
  // What no font says the name of may be a sign, a point or a digit.
  if ((DIGIT.test(first) && before === UNREADABLE) || (DIGIT.test(last) && after === UNREADABLE)) return false;
  if (DIGIT.test(last) && SEPARATOR.test(after) && DIGIT.test(neighbour(end, end + 1))) return false;
  if (SEPARATOR.test(last) && DIGIT.test(after) && DIGIT.test(at(end - 2))) return false;
  const beforeThat = before === '' ? '' : neighbour(start - 1, start - 2);
  if (SEPARATOR.test(first) && DIGIT.test(before) && DIGIT.test(at(start + 1))) return false;
  if (startsANumber(reading.text, start, end)) {
    // 839 in 1,839, and 5 in .5: but not in "p.5".
    if (SEPARATOR.test(before) && (beforeThat === '' || DIGIT.test(beforeThat) || CURRENCY_OR_SIGN.test(beforeThat)))
      return false;
    // A hyphen after a digit or a letter is that of a range or a name.
    if (SIGN.test(before) && !WORD.test(beforeThat) && beforeThat !== '%' && beforeThat !== ')') return false;
    if (isAccountingNegative(reading, start, end)) return false;
  }
  return true;
}

const isBlank = (gap = ' '): boolean => gap === '_' || gap === ' ' || gap === '|';

/** Whether a narrow blank at `index` parts the thousands of a number: "1 839". */
function partsThousands({ text, gaps, raised }: Reading, index: number): boolean {
  if (index <= 0 || index >= text.length || raised[index] !== raised[index - 1]) return false;
  if (gaps[index] !== '_' && gaps[index] !== '?') return false;
  // Groups of digits as they stand: the one before has up to three, the one after has exactly three.
  return (
    /(?:^|[^\p{Nd}])\p{Nd}{1,3}$/u.test(text.slice(Math.max(0, index - 4), index)) &&
    THREE_DIGITS.test(text.slice(index, index + 4))
  );
}

const THREE_DIGITS = /^\p{Nd}{3}(?!\p{Nd})/u;

/** Letters and digits side by side are one word; not in scripts without blanks. */
function isOneWord(a: string, b: string): boolean {
  return WORD.test(a) && WORD.test(b) && !UNSPACED.test(a) && !UNSPACED.test(b);
}

/** A number, or a currency sign and a number: a sign before it belongs to it. */
function startsANumber(text: string, start: number, end: number): boolean {
  const first = text[start] as string;
  return DIGIT.test(first) || (/[\p{Sc}.]/u.test(first) && start + 1 < end && DIGIT.test(text[start + 1] as string));
}

/**
 * A number that stands alone in parentheses is negative in accounts: "5" is not what "(5)" says. In running text, after a
 * word, parentheses are only that, and a year is no amount.
 */
function isAccountingNegative({ text, gaps }: Reading, start: number, end: number): boolean {
  let [from, to] = [start, end];
  while (from > 0 && !isBlank(gaps[from]) && CURRENCY_OR_SIGN.test(text[from - 1] as string)) from -= 1;
  while (to < text.length && !isBlank(gaps[to]) && CURRENCY_OR_SIGN.test(text[to] as string)) to += 1;
  if (text[from - 1] !== '(' || text[to] !== ')') return false;
  const inside = text.slice(start, end);
  if (!/^[\p{Sc}\p{Nd}.,%]+$/u.test(inside) || YEAR.test(inside)) return false;
  const open = from - 1;
  const wordBefore = open > 0 && gaps[open] !== '|' && /[\p{L}]/u.test(text[open - 1] as string);
  return !wordBefore;
}

/** "1,8392" is not what 1,839 with the footnote mark 2 says; asked for as 1,839² it is. */
function joinsARaisedDigit(
  { text, gaps, raised }: Reading,
  start: number,
  end: number,
  asked: readonly boolean[],
): boolean {
  for (let i = start + 1; i < end; i++) {
    if (raised[i] === raised[i - 1] || isBlank(gaps[i])) continue;
    if (!DIGIT.test(text[i] as string) || !DIGIT.test(text[i - 1] as string)) continue;
    if (asked[i - start] === asked[i - 1 - start]) return true;
  }
  return false;
}
