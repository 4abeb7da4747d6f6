import { normalised } from './readings.js';

const SUPERSCRIPTS = /[\u00b2\u00b3\u00b9\u2070-\u209c]/;

/** A text that is looked for, as readings have theirs. */
export interface Query {
  /** Without blanks. */
  readonly text: string;
  /** Whether a blank stands before each character; not before the first. */
  readonly blanks: readonly boolean[];
  /** Whether each character was asked for as a raised one. */
  readonly raised: readonly boolean[];
}

export function queryOf(text: string): Query {
  const chars: string[] = [];
  const blanks: boolean[] = [];
  const raised: boolean[] = [];
  let pending = false;
  for (const char of text.trim()) {
    const parts = normalised(char);
    if (parts.length === 0) pending = true;
    for (const part of parts) {
      chars.push(part);
      blanks.push(pending);
      raised.push(SUPERSCRIPTS.test(char));
      pending = false;
    }
  }
  // Accents after their letter, as one character where there is one.
  const joined = chars.join('');
  const composed = joined.normalize('NFKC');
  if (composed === joined) return { text: joined, blanks, raised };
  const words = text.normalize('NFKC').trim().split(/\s+/);
  const starts = new Set<number>();
  let length = 0;
  for (const word of words) {
    if (length > 0) starts.add(length);
    length += normalised(word).length;
  }
  return {
    text: words.join(''),
    blanks: Array.from({ length }, (_, i) => starts.has(i)),
    raised: Array.from({ length }, () => false),
  };
}
