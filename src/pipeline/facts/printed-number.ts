import { unitOf } from './units.js';

/** A printed label read as one number. */
export interface PrintedNumber {
  /** Decimal string: no separators, currency or unit, not scaled; `-` for a minus or accountants' brackets. */
  readonly value: string;
  /** As {@link unitOf} writes it, where the label itself has one. */
  readonly unit: string | null;
  /** A plus or minus is printed: a change, or a step of a waterfall. */
  readonly signed: boolean;
}

/** How the numbers of a chart or a table are written: `1,234.5` or `1.234,5`. */
export type NumberStyle = 'point' | 'comma';

const MAX_LABEL_CHARS = 40;
/** Digits with their separators: blanks and apostrophes group in either style. */
const DIGITS = /(?:\d|[.,](?=\d))(?:[\d.,'’\u00a0\u2009\u202f ]{0,38}\d)?/u;
/** A raised digit points to a note or is an exponent, unless it stands at a unit: `m²`. */
const RAISED_DIGIT = /(?<![\p{L}])[⁰¹²³⁴-⁹]/u;
/** `2023年` is a time; `3年` is a length of it. */
const YEAR = /^(?:19|20)\d{2}$/u;
const SIGN = /^[-−–‐‑+﹢]/u;

/**
 * Reads a label that is one number with at most a sign, a currency, a scale and a unit: `(3.5)`, `HK$1,234m`, `−7.2%`,
 * `1 103`, `12.3亿元`. Anything else in it, or a second number, gives null: a label is never read in part.
 */
export function printedNumber(label: string, style: NumberStyle = 'point'): PrintedNumber | null {
  if (label.length > MAX_LABEL_CHARS || RAISED_DIGIT.test(label)) return null;
  const text = label.normalize('NFKC').replace(/\s+/gu, ' ').trim();
  const match = DIGITS.exec(text);
  if (match === null) return null;
  const around = signsAround(text.slice(0, match.index), text.slice(match.index + match[0].length));
  if (around === null) return null;
  const digits = plainDigits(match[0], style);
  if (digits === null) return null;
  const unit = around.before === '' && around.after === '' ? null : unitOf(around.before, around.after);
  if (unit === undefined || (unit === '年' && YEAR.test(digits))) return null;
  const isZero = /^[0.]+$/u.test(digits);
  return { value: around.negative && !isZero ? `-${digits}` : digits, unit, signed: around.signed };
}

/** What stands before and after the digits, with the signs taken off; null where signs or brackets do not go together. */
function signsAround(before: string, after: string) {
  let [left, right] = [before.trim(), after.trim()];
  let negative = false;
  let signed = false;
  const sign = (): void => {
    const found = SIGN.exec(left)?.[0] ?? null;
    const trailing = found === null ? (/[-−–‐‑+﹢]$/u.exec(left)?.[0] ?? null) : null;
    const one = found ?? trailing;
    if (one === null) return;
    left = (found === null ? left.slice(0, -1) : left.slice(1)).trim();
    signed = true;
    if (!/[+﹢]/u.test(one)) negative = true;
  };
  sign();
  const opens = left.indexOf('(');
  const closes = right.indexOf(')');
  if (opens >= 0 !== closes >= 0) return null;
  if (opens >= 0) {
    if (signed) return null;
    left = `${left.slice(0, opens)} ${left.slice(opens + 1)}`.trim();
    right = `${right.slice(0, closes)} ${right.slice(closes + 1)}`.trim();
    sign();
    if (signed) return null;
    negative = true;
  }
  if (/[()\d]/u.test(left) || /[()\d]/u.test(right)) return null;
  return { before: left, after: right, negative, signed };
}

/** Digits without what groups them; null where the separators make no number, or may make two. */
function plainDigits(printed: string, style: NumberStyle): string | null {
  const [group, decimal] = style === 'point' ? [',', '.'] : ['.', ','];
  const text = printed.replace(/[’]/gu, "'").replace(/[\u00a0\u2009\u202f]/gu, ' ');
  const [whole, ...rest] = text.split(decimal);
  if (whole === undefined || rest.length > 1) return null;
  const fraction = rest[0];
  if (fraction !== undefined && !/^\d+$/u.test(fraction)) return null;
  const separators = [...new Set(whole.replace(/\d/gu, ''))];
  if (separators.length > 1 || (separators[0] !== undefined && ![group, ' ', "'"].includes(separators[0]))) return null;
  const separator = separators[0];
  if (separator !== undefined) {
    const groups = whole.split(separator);
    // `0,123` is a decimal comma, `1,23,456` an Indian grouping: the first is no number in this style, the second is.
    if (!isGrouped(groups)) return null;
  }
  // `.5` is printed without its zero.
  const digits = whole === '' ? '0' : whole.replace(/\D/gu, '');
  return fraction === undefined ? digits : `${digits}.${fraction}`;
}

function isGrouped(groups: readonly string[]): boolean {
  const [first, ...others] = groups as [string, ...string[]];
  if (!/^[1-9]\d{0,2}$/u.test(first)) return false;
  const last = others.at(-1) as string;
  const thousands = others.every((part) => part.length === 3);
  const indian = last.length === 3 && first.length <= 2 && others.slice(0, -1).every((part) => part.length === 2);
  const myriads = others.every((part) => part.length === 4);
  return thousands || (others.length > 1 && indian) || (others.length > 1 && myriads);
}

/** The style in which all labels of a chart are numbers; the English one where both fit, null where neither does. */
export function numberStyleOf(labels: readonly string[]): NumberStyle | null {
  for (const style of ['point', 'comma'] as const) {
    if (labels.every((label) => printedNumber(label, style) !== null)) return style;
  }
  return null;
}

/** Whether a label is one number in some style: it may be a value, a tick or a year. */
export const isNumeral = (label: string): boolean =>
  printedNumber(label, 'point') !== null || printedNumber(label, 'comma') !== null;
