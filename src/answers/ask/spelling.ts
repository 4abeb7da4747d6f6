import type { Label } from './match-label.js';
import type { Question } from './question.js';
import type { Unit } from './wording.js';

/** Shorter words differ by one letter from too many others. */
const MIN_LETTERS = 6;

/** The question with a misspelt word as the labels have it, where exactly one of their words is one letter away. */
export function correctSpelling(question: Question, labels: readonly Label[]): Question {
  const known = new Set(labels.flatMap(({ units }) => units.map(({ text }) => text)));
  const words = [...known].filter((word) => word.length >= MIN_LETTERS && /^\p{L}+$/u.test(word));
  const units = question.units.map((unit, at): Unit => {
    const isWord = !unit.isHan && unit.text.length >= MIN_LETTERS && /^\p{L}+$/u.test(unit.text);
    if (!isWord || known.has(unit.text) || question.idle.has(at)) return unit;
    const near = words.filter((word) => isOneEditAway(unit.text, word));
    return near.length === 1 ? { ...unit, text: near[0] as string } : unit;
  });
  return { ...question, units };
}

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
