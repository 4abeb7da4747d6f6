import type { Letter } from './word-drafts.js';

export const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/**
 * Arabic and Hebrew, whichever way the file paints them: from the right, figures and Latin letters in them from the
 * left. Combining signs stay behind their letter.
 */
export function inLogicalOrder(letters: readonly Letter[]): Letter[] {
  if (!letters.some(({ atom }) => RIGHT_TO_LEFT.test(atom.text))) return [...letters];
  return fromTheRight(letters, ({ atom }) => atom).flat();
}

/** What is looked at of something that is put in order: its text, and where it starts along the line. */
interface Placed {
  readonly text: string;
  readonly start: number;
}

/** Glyphs of a line that runs from right to left, in groups: a letter with its signs, or figures, read from the left. */
export function fromTheRight<T>(items: readonly T[], placed: (item: T) => Placed): T[][] {
  const clusters = clustersOf(items, placed);
  const textAt = (at: number): string => placed(clusters[at]?.[0] as T).text;
  clusters.sort((a, b) => placed(b[0] as T).start - placed(a[0] as T).start);
  const ordered: T[][] = [];
  for (let i = 0; i < clusters.length; ) {
    let end = i;
    while (end < clusters.length && isLeftToRight(textAt(end), end > i)) end += 1;
    while (end > i && !/[\p{N}\p{L}%]/u.test(textAt(end - 1))) end -= 1;
    ordered.push(end > i ? clusters.slice(i, end).reverse().flat() : (clusters[i] as T[]));
    i = Math.max(end, i + 1);
  }
  return ordered;
}

/** Letters with their combining signs, which a file may paint before or after them. */
function clustersOf<T>(items: readonly T[], placed: (item: T) => Placed): T[][] {
  const isSign = (item: T): boolean => /^\p{M}+$/u.test(placed(item).text);
  const letters = items.filter((item) => !isSign(item));
  if (letters.length === 0) return items.map((item) => [item]);
  const clusters = new Map(letters.map((letter): [T, T[]] => [letter, [letter]]));
  let before: T | undefined;
  let next = 0;
  for (const item of items) {
    if (!isSign(item)) {
      before = item;
      next += 1;
      continue;
    }
    const after = letters[next];
    const away = (letter: T | undefined): number =>
      letter === undefined ? Number.POSITIVE_INFINITY : Math.abs(placed(letter).start - placed(item).start);
    clusters.get((away(after) < away(before) ? after : before) as T)?.push(item);
  }
  return [...clusters.values()];
}

/** Figures with their separators, and letters of other scripts. */
function isLeftToRight(text: string, isInside: boolean): boolean {
  if (/[\p{N}%]/u.test(text) || (/\p{L}/u.test(text) && !RIGHT_TO_LEFT.test(text))) return true;
  return isInside && /[.,:/\-\u066b\u066c]/u.test(text);
}
