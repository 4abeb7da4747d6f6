import { foldHan } from '../../evidence/han-folding.js';
import { periodsIn } from '../../pipeline/facts/period.js';
import { unitStated } from '../../pipeline/facts/units.js';
import { lightStem } from '../../retrieval/light-stem.js';

/** A word, a number, or one Han, kana or hangul character. */
export interface Unit {
  /** Folded: width, case, diacritics, traditional Han; the stem of a word; a number without separators. */
  readonly text: string;
  /** The word itself, folded. */
  readonly word: string;
  readonly isHan: boolean;
  /** Says nothing by itself: `of`, `the`; or stands in parentheses as a note or a unit. */
  readonly isMinor: boolean;
}

/** A text as units, without the periods it names. */
export function unitsOf(text: string): Unit[] {
  const plain = fold(withoutPeriods(namesOf(text)));
  const asides = [...plain.matchAll(ASIDE)]
    .filter(([aside]) => isNote(aside))
    .map((match) => [match.index, match.index + match[0].length] as const);
  const words = [...plain.matchAll(UNIT)];
  return words.map((match, i) => {
    const word = match[0];
    const isHan = HAN.test(word);
    const inAside = asides.some(([from, to]) => match.index >= from && match.index < to);
    // `15 to 24` is `15–24`; `due to banks` is not `due from banks`.
    const joinsNumbers = word === 'to' && [words[i - 1], words[i + 1]].every((other) => /^\d/u.test(other?.[0] ?? ''));
    return { text: isHan ? word : stemOf(word), word, isHan, isMinor: inAside || joinsNumbers || MINOR.has(word) };
  });
}

/** Names in capitals that in small letters would be other words. */
const namesOf = (text: string): string =>
  text
    .replace(/(?<![\p{L}\d])U\.?S\.?(?:A\.?)?(?![\p{L}\d$])/gu, 'usa')
    .replace(/(?<![\p{L}\d])IT(?![\p{L}\d])/gu, 'infotech');

/** The mark of a footnote, a unit, or words that only say what is counted in. */
function isNote(aside: string): boolean {
  const inside = aside.slice(1, -1).trim();
  return (
    /^(?:\d{1,2}|\p{L}|(?:including|includes|incl\.?|see|note)\b.*|(?:包括|其中|含|附注|如有).*)$/u.test(inside) ||
    unitStated(aside) !== null
  );
}

/** The text with blanks where it names periods. */
function withoutPeriods(text: string): string {
  let plain = '';
  let from = 0;
  for (const { start, end } of periodsIn(text)) {
    plain += `${text.slice(from, start)} `;
    from = end;
  }
  return plain + text.slice(from);
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
/** What stands in parentheses. */
const ASIDE = /[([（][^()[\]（）]{0,80}[)\]）]/gu;
/** Words that join others. */
const MINOR = new Set(
  'a an the of for in on at with and or & as is are was were be been its their this that who'.split(' '),
);
