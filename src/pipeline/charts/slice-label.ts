import { type NumberStyle, printedNumber } from '../facts/printed-number.js';

/** What one line of lettering at a slice says. */
export interface SliceLine {
  /** The part that names, '' for a number alone. */
  readonly name: string;
  /** The part that is a number as printed, null for a name alone. */
  readonly number: string | null;
}

const MAX_CHARS = 80;
/** A name, then a number that a sign or a bracket sets apart; or the other way round. */
const NAME_FIRST =
  /^(.{0,60}?[\p{L})].{0,20}?)\s?[\s:：,，;|–—-]\s?([(（]?[^\s\p{L}(（]{0,4}\d[\d.,\s'’]{0,20}\s?[^\d\s()（）]{0,8}[)）]?)$/u;
const NUMBER_FIRST = /^(\(?\d[\d.,]{0,16}\s?[%％]\)?)\s?[\s:：,，;|–—-]?\s?(\p{L}.{0,60})$/u;
const TIGHT = /^(\p{Script=Han}[\p{Script=Han}\p{L}]{0,20})([\d.,]{1,12}\s?[%％])$/u;

/** Reads `Agency 72%`, `Agency: 72%`, `Agency (72%)`, `72% Agency`, `代理72%`, `72%`, `Agency`; in a pie brackets are no minus. */
export function sliceLine(text: string, style: NumberStyle): SliceLine {
  const trimmed = text.trim();
  if (trimmed.length > MAX_CHARS) return { name: trimmed, number: null };
  if (isShare(trimmed, style)) return { name: '', number: trimmed };
  for (const [pattern, name, number] of [
    [TIGHT, 1, 2],
    [NAME_FIRST, 1, 2],
    [NUMBER_FIRST, 2, 1],
  ] as const) {
    const match = pattern.exec(trimmed);
    if (!match) continue;
    // What parts the digits of one number parts no name from a number: `金融1,814` where the blank was lost.
    if (/\d$/u.test(match[1] as string) && /^[,，.'’–—-]\d/u.test(trimmed.slice(match[1]?.length))) continue;
    const printed = (match[number] as string).trim();
    // A bare number behind a name may be part of it: `Level 3`, `FY 2020`.
    const marked = /[%％$€£¥()（）]|\d[.,]\d|\d{3}/u.test(printed) && !/^(?:19|20)\d\d$/u.test(printed);
    if (!marked || !isShare(printed, style)) continue;
    return { name: (match[name] as string).replace(/[\s:：,，;|–—-]+$/u, '').trim(), number: printed };
  }
  return { name: trimmed, number: null };
}

/** Numbers in a pie stand in brackets to set them apart. */
export const withoutBrackets = (printed: string): string =>
  /^[(（][^()（）]*[)）]$/u.test(printed.trim()) ? printed.trim().slice(1, -1) : printed.trim();

const isShare = (text: string, style: NumberStyle): boolean => printedNumber(withoutBrackets(text), style) !== null;
