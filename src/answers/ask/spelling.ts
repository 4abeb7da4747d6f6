import type { Label } from './match-label.js';
import type { Question } from './question.js';
import type { Unit } from './wording.js';

/** Shorter words differ by one letter from too many others. */
const MIN_LETTERS = 6;

/** The question with a misspelt word as the labels have it, where exactly one of their words is one letter away. */
export function correctSpelling(question: Question, labels: readonly Label[]): Question {
  const known = new Map(labels.flatMap(({ units }) => units.map(({ word, text }) => [word, text] as const)));
  const words = [...known.keys()].filter(isLong);
  const units = question.units.map((unit, at): Unit => {
    if (unit.isHan || !isLong(unit.word) || known.has(unit.word) || question.idle.has(at)) return unit;
    if ([...known.values()].includes(unit.text)) return unit;
    const near = new Set(
      words.filter((word) => isOneEditAway(unit.word, word)).map((word) => known.get(word) as string),
    );
    const [only] = near;
    return near.size === 1 && only !== undefined ? { ...unit, text: only } : unit;
  });
  return { ...question, units };
}

const isLong = (word: string): boolean => word.length >= MIN_LETTERS && /^\p{L}+$/u.test(word);

/** Whether one letter more, less, other, or two swapped ones, make `a` of `b`. */
export function isOneEditAway(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a === b) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [restA, restB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (restA.length <= 1 && restB.length <= 1) return true;
  return restA.length === 2 && restB.length === 2 && restA[0] === restB[1] && restA[1] === restB[0];
}
