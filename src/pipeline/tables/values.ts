/** What a printed string is worth as a cell of figures, told from its characters alone. */

const DECORATION = /[\s()[\]*†‡§¹²³$€£¥￥%‰+\-–—−‑±~≈<>≤≥＜＞.,'’:/]/gu;
const UNITS = /(?:US|USD|EUR|GBP|CNY|RMB|HK|bps?|bn|pp|pts?|mn|m|k|x|t|元|万|亿)/giu;
const STAND_IN = /^(?:[-–—−‒]+|\.{2,}|…+|n\.?\s?\/?\s?[am]\.?|\(?[xz]\)?|[‡†#§]|\*+|nil|—|×|✓|✗|n\.?d\.?)$/iu;
const YEAR = /^[*†‡]*(?:FY\s?)?(?:19|20)\d\d(?:\s?[-–—/]\s?(?:\d\d|(?:19|20)\d\d))?[*†‡A-Z]{0,3}$/u;

/** A number with its sign, currency, unit, brackets and marks, or a stand-in for one (`–`, `n.a.`, `(X)`, `***`). */
export function isValue(text: string): boolean {
  const t = text.trim();
  if (STAND_IN.test(t)) return true;
  if (!/\d/u.test(t)) return false;
  const bare = t.replace(DECORATION, '');
  if (/^\d+[a-z]?$/u.test(bare)) return true;
  return /^\d+$/u.test(bare.replace(UNITS, ''));
}

/** A stand-in for a number: a dash, `n.a.` and the like. */
export const isStandIn = (text: string): boolean => STAND_IN.test(text.trim());

/** A year or a span of years, which names a column more often than it fills one. */
export const isYear = (text: string): boolean => YEAR.test(text.trim());

/** A currency sign or a bracket or percent sign that a producer set apart from its number. */
export const isLooseSign = (text: string): boolean => /^(?:[A-Z]{0,3}[$€£¥￥]|[%‰)]{1,2}|[(])$/u.test(text.trim());

export const isCurrencySign = (text: string): boolean => /^(?:[A-Z]{0,3}[$€£¥￥])\(?$/u.test(text.trim());

/** Han, kana and hangul are set without blanks between words, and lines of them are joined without one. */
export const isWide = (character: string): boolean =>
  /[\u2e80-\u303f\u3040-\u30ff\u3100-\u312f\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/u.test(
    character,
  );
