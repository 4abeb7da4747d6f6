/** A text for comparing: compatibility forms one, without white space, with one hyphen for all its look-alikes. */
export const fold = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\s+/gu, '')
    .replace(/[\u00ad\u2010-\u2015\u2212]/gu, '-');

const WORDS: readonly (readonly [RegExp, string])[] = [
  [/percent/u, '%'],
  [/millions?/u, 'm'],
  [/billions?/u, 'bn'],
  [/thousands?/u, 'k'],
];

/** A unit for comparing: `EUR k`, `eur thousand` and `EURk` are one. */
export const foldUnit = (unit: string): string =>
  WORDS.reduce((text, [word, short]) => text.replace(word, short), fold(unit).toLowerCase());
