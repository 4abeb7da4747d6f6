import { foldHan } from '../../evidence/han-folding.js';

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々〆]/u;
const RUNS = /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々〆]+)|([\p{L}\p{N}]+)/gu;

export interface Token {
  readonly text: string;
  /** The same before traditional characters were folded, of the same length: words part otherwise in it. */
  readonly written: string;
  /** A run of Chinese, Japanese or Korean: no blank tells where its words end. */
  readonly isRun: boolean;
}

/** Words and runs of a text, letters folded: case, width, accents, traditional characters. */
export function tokens(text: string): Token[] {
  return [...fold(text).matchAll(RUNS)].map(([whole, run]) =>
    run === undefined
      ? { text: singular(whole), written: whole, isRun: false }
      : { text: foldHan(whole), written: whole, isRun: true },
  );
}

/** Pairs of characters of a run; a single character by itself. */
export function pairs(run: string): string[] {
  const characters = [...run];
  return characters.length < 2 ? characters : characters.slice(1).map((it, i) => `${characters[i]}${it}`);
}

export const hasCjk = (text: string): boolean => CJK.test(text);

/** Words of a path in an address: separators are blanks, escapes are letters. */
export function addressText(address: string): string {
  if (!URL.canParse(address)) return '';
  const { pathname, search } = new URL(address);
  const path = `${pathname} ${search}`.replace(/\.(?:jpe?g|png|webp|tiff?|html?|php)\b/gi, ' ');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** U+0300–U+036F only: voicing marks of kana combine as well, and carry meaning. */
const fold = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/['’]s?(?=[^\p{L}]|$)|['’]/gu, '');

/** "towers" is "tower"; nothing else is cut: "officer" stays what it is. */
const singular = (word: string): string => (/^[a-z]{3,}[^s]s$/.test(word) ? word.slice(0, -1) : word);
