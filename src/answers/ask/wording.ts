import { foldHan } from '../../evidence/han-folding.js';
import { foldPeriodText, periodsIn } from '../../pipeline/facts/period.js';
import { lightStem } from '../../retrieval/light-stem.js';

/** A word, a number, or one Han, kana or hangul character. */
export interface Unit {
  /** Folded: width, case, diacritics, traditional Han; the stem of a word; a number without separators. */
  readonly text: string;
  /** The word itself, folded. */
  readonly word: string;
  readonly isHan: boolean;
  /** Says nothing by itself: `of`, `the`; or what stands in parentheses, where that is a note or a unit. */
  readonly isMinor: boolean;
}

/** A text as units, without the periods it names. */
export function unitsOf(text: string): Unit[] {
  const plain = fold(withoutPeriods(text));
  const asides = [...plain.matchAll(ASIDE)].map((match) => [match.index, match.index + match[0].length] as const);
  return [...plain.matchAll(UNIT)].map((match) => {
    const word = match[0];
    const isHan = HAN.test(word);
    const inAside = asides.some(([from, to]) => match.index >= from && match.index < to);
    return { text: isHan ? word : stemOf(word), word, isHan, isMinor: inAside || MINOR.has(word) };
  });
}

/** The text with blanks where it names periods. */
function withoutPeriods(text: string): string {
  const folded = foldPeriodText(text);
  let plain = '';
  let from = 0;
  for (const { start, end } of periodsIn(text)) {
    plain += `${folded.slice(from, start)} `;
    from = end;
  }
  return plain + folded.slice(from);
}

export const fold = (text: string): string =>
  foldHan(
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/\u00ad/gu, '')
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/gu, '')
      .normalize('NFC')
      .replace(/['’]s(?!\p{L})/gu, ''),
  );

const stemOf = (word: string): string => (/^\d/u.test(word) ? word.replaceAll(',', '') : lightStem(word));

const HAN = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}々〆ー]$/u;
const UNIT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}々〆ー]|\d{1,40}(?:[.,]\d{1,40}){0,20}|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])[\p{L}\p{M}\p{N}]){1,60}/gu;
/** A note's mark, a unit, an aside: asked for or not, it tells no label from another. */
const ASIDE = /[([（][^()[\]（）]{0,80}[)\]）]/gu;
/** Words that join others. */
const MINOR = new Set(
  'a an the of for in on at to from by with and or & per as is are was were be been its their this that'.split(' '),
);
