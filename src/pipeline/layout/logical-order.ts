import type { Letter } from './word-drafts.js';

export const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

/**
 * Arabic and Hebrew, whichever way the file paints them: from the right, figures and Latin letters in them from the
 * left. Combining signs stay behind their letter.
 */
export function inLogicalOrder(letters: readonly Letter[]): Letter[] {
  if (!letters.some(({ atom }) => RIGHT_TO_LEFT.test(atom.text))) return [...letters];
  const clusters: Letter[][] = [];
  for (const letter of letters) {
    if (/^\p{M}+$/u.test(letter.atom.text) && clusters.length > 0) clusters.at(-1)?.push(letter);
    else clusters.push([letter]);
  }
  const fromRight = clusters.sort((a, b) => (b[0] as Letter).atom.start - (a[0] as Letter).atom.start);
  const ordered: Letter[][] = [];
  for (let i = 0; i < fromRight.length; ) {
    let end = i;
    while (end < fromRight.length && isLeftToRight(fromRight, end, i)) end += 1;
    while (end > i && !/[\p{N}\p{L}%]/u.test(textAt(fromRight, end - 1))) end -= 1;
    if (end > i) ordered.push(...fromRight.slice(i, end).reverse());
    else ordered.push(fromRight[i] as Letter[]);
    i = Math.max(end, i + 1);
  }
  return ordered.flat();
}

/** Figures with their separators, and letters of other scripts. */
function isLeftToRight(clusters: readonly Letter[][], at: number, from: number): boolean {
  const text = textAt(clusters, at);
  if (/[\p{N}%]/u.test(text) || (/\p{L}/u.test(text) && !RIGHT_TO_LEFT.test(text))) return true;
  return at > from && /[.,:/\-٫٬]/u.test(text);
}

const textAt = (clusters: readonly Letter[][], at: number): string => clusters[at]?.[0]?.atom.text ?? '';
