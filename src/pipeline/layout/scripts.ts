/** What a small raised piece of text is, and what it is not: a footnote mark, an exponent, an ordinal's ending. */

const SUPERSCRIPTS: Record<string, string> = {
  '0': '⁰',
  '1': '¹',
  '2': '²',
  '3': '³',
  '4': '⁴',
  '5': '⁵',
  '6': '⁶',
  '7': '⁷',
  '8': '⁸',
  '9': '⁹',
  '+': '⁺',
  '-': '⁻',
  '−': '⁻',
  '–': '⁻',
  '(': '⁽',
  ')': '⁾',
  n: 'ⁿ',
};
const SUBSCRIPTS: Record<string, string> = {
  '0': '₀',
  '1': '₁',
  '2': '₂',
  '3': '₃',
  '4': '₄',
  '5': '₅',
  '6': '₆',
  '7': '₇',
  '8': '₈',
  '9': '₉',
  '+': '₊',
  '-': '₋',
  '−': '₋',
};

/** Characters that are marks by themselves, raised by the font's own design. */
export const MARK_SIGN = /^[*∗＊†‡§¶⁑※]$/u;
/** Superscript digits and letters of Unicode; ª and º are ordinals, ° is a unit. */
export const SUPERSCRIPT_CHAR = /^[¹²³⁰ⁱ⁴-⁹⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰʲᵏˡᵐᵒᵖʳˢᵗᵘᵛʷˣʸᶻ]$/u;

/** `10⁶`, not `106`: raised and lowered characters as Unicode has them, so that they are not read as part of a number. */
export function scriptText(text: string, place: 'raised' | 'lowered'): string {
  const table = place === 'raised' ? SUPERSCRIPTS : SUBSCRIPTS;
  const chars = [...text];
  return chars.every((char) => char in table) ? chars.map((char) => table[char]).join('') : text;
}

const RAISED_LETTERS = new Map(
  [...'abcdefghijklmnoprstuvwxyz'].map((letter, i) => [letter, [...'ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ'][i] as string]),
);

/** A mark as it is written behind its number: `1,839²`, never `1,8392`. */
export function markText(text: string): string {
  return [...text].map((char) => SUPERSCRIPTS[char] ?? RAISED_LETTERS.get(char) ?? char).join('');
}

/** Units that have an area, a volume, a power. */
const POWERED_UNIT = /(?:^|[/·.⋅*\d(])(?:[kcdmµμn]?m|ft|in|yd|mi|km|ha|s|sec|[㎜㎝㎞]|米|公里|厘米|[kc]?m\/s)$/u;
const MARK_TEXT =
  /^(?:[\d]{1,2}|[a-z]|[*∗＊†‡§¶⁑※#]{1,4}|[注註]\d{0,2})(?:\s?[,،、;]\s?(?:[\d]{1,2}|[a-z]|[*†‡§¶]))*$/u;
const BRACKETED_MARK = /^[([（【［](?:[注註]?\d{1,2}|[a-z*†‡]|[ivx]{1,4})[)\]）】］]$/u;

/**
 * Whether a raised `script` after `host` points to a note. By type: after a number a digit, a letter or a sign does,
 * unless the number is a ten with its power (10⁶) or the script an ordinal's ending; after a word it does, unless the
 * word is a unit (m²) or a variable (R²). With no host it stands before the note itself.
 */
export function isMark(host: string, script: string): boolean {
  const text = script.normalize('NFKC');
  if (!MARK_TEXT.test(text) && !/^(?:\(?\w{1,2}\)){1,3}$/u.test(text) && !BRACKETED_MARK.test(text)) return false;
  if (host === '' || !/^\d$/u.test(text)) return host === '' || !isPower(host, text);
  if (/(?:^|[×x·*⋅]|\be)10$/iu.test(host)) return false;
  if (text !== '1' && POWERED_UNIT.test(host)) return false;
  return text === '1' || !/(?:^|[^\p{L}\p{N}])(?:\p{Ll}|R|\p{Script=Greek})$/u.test(host);
}

/** Scripts of two characters and letters: powers of ten (10⁻⁶, 10¹²) and of variables, ordinals (2ᵉ). */
function isPower(host: string, text: string): boolean {
  if (/(?:^|[×x·*⋅])10$/iu.test(host) && /^[\dn]+$/u.test(text)) return true;
  return /^\d{1,2}$/u.test(host) && /^[eo]$/u.test(text);
}
