/**
 * Splits text the way BERT's uncased tokenizer does: folded words, then the longest pieces that the vocabulary holds.
 * Words that it cannot spell are left out, as nothing is known of them.
 */
export class WordPieces {
  readonly #vocabulary: ReadonlyMap<string, number>;
  /** Texts repeat their words: remembering the split halves the time. Cleared when full, so its size is bounded. */
  readonly #known = new Map<string, readonly number[]>();

  constructor(vocabulary: ReadonlyMap<string, number>) {
    this.#vocabulary = vocabulary;
  }

  /** Vocabulary numbers of the pieces, in order. */
  split(text: string): number[] {
    const result: number[] = [];
    for (const word of words(text)) {
      for (const piece of this.#pieces(word)) result.push(piece);
    }
    return result;
  }

  #pieces(word: string): readonly number[] {
    const known = this.#known.get(word);
    if (known) return known;
    const pieces = spell(word, this.#vocabulary);
    if (this.#known.size >= MAX_KNOWN_WORDS) this.#known.clear();
    this.#known.set(word, pieces);
    return pieces;
  }
}

const MAX_KNOWN_WORDS = 20_000;
/** BERT's own limit: longer runs are not words. */
const MAX_WORD_LENGTH = 100;

function words(text: string): string[] {
  const folded = text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '');
  return folded.match(WORD) ?? [];
}

/** A run of letters and digits, or one mark or Han character, which BERT always keeps apart. */
const WORD = /\p{Script=Han}|(?:(?!\p{Script=Han})[^\s\p{P}\p{S}\p{C}])+|[\p{P}\p{S}]/gu;

function spell(word: string, vocabulary: ReadonlyMap<string, number>): number[] {
  if (word.length > MAX_WORD_LENGTH) return [];
  const pieces: number[] = [];
  let start = 0;
  while (start < word.length) {
    let end = word.length;
    let piece: number | undefined;
    while (end > start) {
      const candidate = word.slice(start, end);
      piece = vocabulary.get(start > 0 ? `##${candidate}` : candidate);
      if (piece !== undefined) break;
      end -= 1;
    }
    if (piece === undefined) return [];
    pieces.push(piece);
    start = end;
  }
  return pieces;
}
