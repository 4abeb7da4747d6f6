import { hasCjk } from './tokens.js';
import { GENERIC, JOINING } from './words.js';

/** Lengths that a query is cut down to, in words, one after the other. */
const RUNGS = [4, 3, 2, 1];

/** The query as it was given, then ever shorter ones that keep its first words of weight. Each once. */
export function ladder(query: string): string[] {
  const given = query.normalize('NFC').replace(/\s+/g, ' ').trim();
  const rungs = [given, ...RUNGS.map((length) => simplified(given, length))];
  const seen = new Set<string>();
  return rungs.filter((it) => !seen.has(it.toLowerCase()) && seen.add(it.toLowerCase()));
}

/** At most `length` words of a query: without colours' codes, remarks in brackets, joining words, and, if more is left, generic ones. */
function simplified(query: string, length: number): string {
  const bare = query.replace(/#[0-9a-f]{3,8}\b/gi, ' ').replace(/[(（][^)）]*[)）]/g, ' ');
  const all = bare.split(/\s+/).flatMap((word) => (hasCjk(word) ? segments(word) : [trimmed(word)]));
  const telling = all.filter((word) => word !== '' && !JOINING.has(word.toLowerCase()) && !isScrap(word));
  const kept = telling.filter((word) => !GENERIC.has(word.toLowerCase()));
  const chosen = (kept.length > 0 ? kept : telling).slice(0, length);
  if (chosen.length === 0) return query;
  // Words of a Chinese phrase stand without blanks, as they did.
  return chosen.reduce((text, word) => (hasCjk(text.slice(-1)) && hasCjk(word) ? `${text}${word}` : `${text} ${word}`));
}

const trimmed = (word: string): string => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');

/** Two letters are of use only as a name: K2, NY, UN. */
const isScrap = (word: string): boolean => [...word].length <= 2 && !hasCjk(word) && !/\d|^\p{Lu}+$/u.test(word);

const SEGMENTER = new Intl.Segmenter('zh', { granularity: 'word' });

const segments = (phrase: string): string[] =>
  [...SEGMENTER.segment(phrase)].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []));
