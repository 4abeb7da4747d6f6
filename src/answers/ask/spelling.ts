import type { Label } from './match-label.js';
import type { Question } from './question.js';
import type { Unit } from './wording.js';

/** Shorter words differ by one letter from too many others. */
const MIN_LETTERS = 6;

/**
 * The question with a misspelt word as the labels have it: a word of small letters that no dictionary has, where exactly one of
 * their words has one letter more or less behind the first. A real word is never taken for another.
 *
 * @param isWord whether a dictionary has the word
 */
export function correctSpelling(
  question: Question,
  labels: readonly Label[],
  isWord: (word: string) => boolean,
): Question {
  const known = new Map(labels.flatMap(({ units }) => units.map(({ word, text }) => [word, text] as const)));
  const words = [...known.keys()].filter(isLong);
  const units = question.units.map((unit, at): Unit => {
    if (unit.isHan || !isLong(unit.word) || known.has(unit.word) || question.idle.has(at)) return unit;
    if ([...known.values()].includes(unit.text)) return unit;
    const isName = new RegExp(`\\p{Lu}${unit.word.slice(1)}`, 'u').test(question.text);
    if (isName || isWord(unit.word)) return unit;
    const near = new Set(
      words.filter((word) => isOneEditAway(unit.word, word)).map((word) => known.get(word) as string),
    );
    const [only] = near;
    return near.size === 1 && only !== undefined ? { ...unit, text: only } : unit;
  });
  return { ...question, units };
}

const isLong = (word: string): boolean => word.length >= MIN_LETTERS && /^\p{L}+$/u.test(word);

/** Whether one letter more or less, not the first, makes `a` of `b`. */
export function isOneEditAway(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) !== 1 || a[0] !== b[0]) return false;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  return short.slice(start) === long.slice(start + 1);
}
