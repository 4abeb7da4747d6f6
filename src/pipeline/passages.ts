import type { PageBox } from '../evidence/boxes.js';

/** A piece of a document that is searched and shown as one hit. */
export interface Passage {
  readonly kind: 'text' | 'table' | 'chart' | 'caption';
  readonly text: string;
  /** Headings above it, outermost first. */
  readonly headings: readonly string[];
  readonly pageIndex: number | null;
  readonly pageLabel: string | null;
  readonly chapter: string | null;
  readonly element: string | null;
  readonly box: PageBox | null;
  /** What to render to see it whole: the box grown to full rows, the picture and its caption. */
  readonly crop: PageBox | null;
  /** Image references in or beside it that lead nowhere. */
  readonly brokenImages: readonly string[];
}

/** Words in a passage: long enough to mean something alone, short enough that one vector can say what it is about. */
const TARGET_WORDS = 90;
const MAX_WORDS = 130;
/** No word is longer; of base64 and the like so many characters count as a word, so that no passage grows without end. */
const MAX_WORD_CHARS = 100;
/** A heading goes with every passage under it; what is marked up as one but longer is no name of a part. */
const MAX_HEADING_CHARS = 300;

/** What the search engines read of a passage: its headings give a table row or a caption its subject. */
export function searchText(passage: Passage): string {
  return [...passage.headings, passage.text].join('\n');
}

/** Length in words; a Han or kana character counts as half a word, and MAX_WORD_CHARS of anything as one at least. */
export function wordCount(text: string): number {
  const cjk = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0;
  const words = text.match(WORD)?.length ?? 0;
  return Math.max(words + cjk / 2, text.length / MAX_WORD_CHARS);
}

/**
 * Packs pieces in order into groups of about TARGET_WORDS. A piece is never cut here; cut long ones first with
 * {@link sentencesOf}.
 */
export function packPieces<T>(pieces: readonly T[], words: (piece: T) => number): T[][] {
  const groups: T[][] = [];
  let size = 0;
  for (const piece of pieces) {
    const length = words(piece);
    const group = groups.at(-1);
    if (group && size + length <= MAX_WORDS && size < TARGET_WORDS) {
      group.push(piece);
      size += length;
    } else {
      groups.push([piece]);
      size = length;
    }
  }
  return groups;
}

/** Text cut at sentence ends into pieces of at most MAX_WORDS; a sentence longer than that is cut between words. */
export function sentencesOf(text: string): string[] {
  if (wordCount(text) <= MAX_WORDS) return [text];
  const merged: string[] = [];
  let size = 0;
  for (const sentence of text.match(SENTENCE) ?? []) {
    const words = wordCount(sentence);
    const last = merged.at(-1);
    if (last !== undefined && size + words <= TARGET_WORDS) {
      merged[merged.length - 1] = last + sentence;
      size += words;
    } else {
      for (const piece of cut(sentence)) merged.push(piece);
      size = wordCount(merged.at(-1) ?? '');
    }
  }
  return merged.map((piece) => piece.trim()).filter((piece) => piece !== '');
}

// Every repetition below has an end: the engine keeps a way back for each step, and a run of megabytes fills its stack.

/**
 * Up to a full stop and what closes it, or ten thousand characters. A Latin one ends a sentence only before a blank:
 * "3.5" and "e.g.," go on.
 */
const SENTENCE =
  /(?:.{1,10000}?(?:[。！？]{1,9}[”’」』）]{0,9}|[.!?]{1,9}["”’)\]]{0,9}(?=\s)|$)|.{1,10000})\s{0,99}/gsu;

const WORD = new RegExp(`[^\\s\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}]{1,${MAX_WORD_CHARS}}`, 'gu');

/** Words with the blanks after them, and single characters of scripts without blanks. */
const UNIT = new RegExp(`${WORD.source}\\s{0,99}|\\s{1,99}|\\S`, 'gu');

function cut(sentence: string): string[] {
  if (wordCount(sentence) <= MAX_WORDS) return [sentence];
  return packPieces(sentence.match(UNIT) ?? [], wordCount).map((group) => group.join(''));
}

/** Keeps the headings in force while blocks are read in order. A heading ends all of its own rank and below. */
export class HeadingPath {
  private readonly stack: { rank: number; text: string }[] = [];

  /** @param rank smaller is higher up */
  enter(rank: number, text: string): void {
    while (this.stack.length > 0 && (this.stack.at(-1) as { rank: number }).rank >= rank) this.stack.pop();
    this.stack.push({ rank, text: text.slice(0, MAX_HEADING_CHARS) });
  }

  /** Outermost first; a title that is repeated right below itself (a chapter's name and its first heading) stands once. */
  get current(): string[] {
    return this.stack.map(({ text }) => text).filter((text, i, texts) => text !== texts[i - 1]);
  }
}
