/** The language that a query is written in, where its script tells; null for any other. */
export function scriptLanguage(text: string): 'zh' | 'ja' | 'ko' | 'ru' | 'th' | 'el' | null {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja';
  if (/\p{Script=Hangul}/u.test(text)) return 'ko';
  if (/\p{Script=Han}/u.test(text)) return 'zh';
  if (/\p{Script=Cyrillic}/u.test(text)) return 'ru';
  if (/\p{Script=Thai}/u.test(text)) return 'th';
  return /\p{Script=Greek}/u.test(text) ? 'el' : null;
}
