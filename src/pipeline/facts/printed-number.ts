/** A number as printed: its decimal digits and what is said of its unit. */
export interface PrintedNumber {
  /** Decimal string with `.` for the point and `-` for the sign; no separators. */
  readonly value: string;
  /** Currency (ISO 4217 where the sign is clear) and scale, or `%`; null where the text says none. */
  readonly unit: string | null;
}

export interface NumberStyle {
  /** `.` groups thousands, as on the Continent: the figures around say so. */
  readonly pointsGroup?: boolean;
}

/**
 * Reads a text that is one number with its sign, currency, scale and marks, and nothing else; null for any other.
 * Accountants' parentheses make it negative.
 */
export function printedNumber(text: string, style: NumberStyle = {}): PrintedNumber | null {
  const folded = text
    .normalize('NFKC')
    .replace(/[\u2212\u2010-\u2013\ufe63]/gu, '-')
    .replace(/\u00a0|\u2009|\u202f/gu, ' ')
    .trim();
  const match = NUMBER.exec(folded);
  if (!match?.groups) return null;
  const { open, sign, before, sign2, digits, after, close, tail } = match.groups;
  if ((open === undefined) !== (close === undefined)) return null;
  const number = decimalOf(digits as string, style);
  if (number === null) return null;
  const isNegative = open !== undefined || sign === '-' || sign2 === '-';
  if (open !== undefined && (sign === '-' || sign2 === '-')) return null;
  const unit = unitOf(before ?? '', `${after ?? ''}${tail ?? ''}`);
  if (unit === undefined) return null;
  return { value: isNegative && /[1-9]/u.test(number) ? `-${number}` : number, unit };
}

const CURRENCY =
  '(?:US\\$|HK\\$|NT\\$|A\\$|C\\$|S\\$|R\\$|USD|EUR|GBP|CNY|RMB|HKD|JPY|CHF|AUD|CAD|SGD|TWD|KRW|INR|[$€£¥₩₹]|人民币|人民幣|港币|港幣)';
const SCALE_WORD =
  '(?:thousands?|millions?|billions?|trillions?|mn|mio|mm|bn|tn|k|m|b|t|千万|百万|千萬|百萬|十亿|十億|万亿|萬億|亿|億|万|萬|千|百)';
const NOUN = '(?:元|港元|美元|欧元|歐元|日元|円|英镑|英鎊|人民币|人民幣|港币|港幣)';
const DIGITS =
  "\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d{1,3}(?:[ '’]\\d{3})+(?:[.,]\\d+)?|\\d{1,3}(?:\\.\\d{3})+(?:,\\d+)?|\\d{1,40}(?:[.,]\\d{1,40})?|[.,]\\d{1,40}";
const NUMBER = new RegExp(
  `^(?<open>\\()?(?<sign>[-+])?\\s?(?<before>${CURRENCY})?\\s?(?<sign2>[-+])?\\s?(?<digits>${DIGITS})\\s?` +
    `(?<after>%|‰|pp|ppts?|bps|percent|per cent|个百分点|個百分點|${SCALE_WORD}?\\s?(?:${CURRENCY}|${NOUN})?)?(?<close>\\))?(?<tail>%)?$`,
  'iu',
);

function decimalOf(digits: string, { pointsGroup = false }: NumberStyle): string | null {
  let plain = digits.replace(/[ '’]/gu, '');
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/u.test(plain) && !/^0/u.test(plain)) plain = plain.replaceAll(',', '');
  else if (
    /^\d{1,3}(?:\.\d{3}){2,}(?:,\d+)?$/u.test(plain) ||
    /^\d{1,3}(?:\.\d{3})+,\d+$/u.test(plain) ||
    (pointsGroup && /^\d{1,3}(?:\.\d{3})+$/u.test(plain))
  )
    plain = plain.replaceAll('.', '').replace(',', '.');
  else plain = plain.replace(',', '.');
  if (!/^\d*(?:\.\d+)?$/u.test(plain) || plain === '') return null;
  return plain.startsWith('.') ? `0${plain}` : plain.replace(/^0+(?=\d)/u, '');
}

const ISO: Readonly<Record<string, string>> = {
  $: 'USD', us$: 'USD', usd: 'USD', hk$: 'HKD', hkd: 'HKD', nt$: 'TWD', twd: 'TWD', a$: 'AUD', aud: 'AUD', c$: 'CAD', cad: 'CAD',
  s$: 'SGD', sgd: 'SGD', r$: 'BRL', '€': 'EUR', eur: 'EUR', '£': 'GBP', gbp: 'GBP', cny: 'CNY', rmb: 'CNY', jpy: 'JPY', chf: 'CHF',
  '₩': 'KRW', krw: 'KRW', '₹': 'INR', inr: 'INR', '¥': '¥', 人民币: 'CNY', 人民幣: 'CNY', 港币: 'HKD', 港幣: 'HKD',
}; // biome-ignore format: a table
const SCALES: Readonly<Record<string, string>> = {
  thousand: 'k', thousands: 'k', k: 'k', million: 'm', millions: 'm', mn: 'm', mio: 'm', mm: 'm', m: 'm',
  billion: 'bn', billions: 'bn', bn: 'bn', b: 'bn', trillion: 'tn', trillions: 'tn', tn: 'tn', t: 'tn',
}; // biome-ignore format: a table

/** `USD m`, `%`, `百万元`; null for none, undefined for what is no unit of a number. */
function unitOf(before: string, after: string): string | null | undefined {
  const currency = before === '' ? '' : (ISO[before.toLowerCase()] ?? before);
  const rest = after.trim();
  if (rest === '') return currency === '' ? null : currency;
  if (/^(?:%|percent|per cent)$/iu.test(rest)) return currency === '' ? '%' : undefined;
  if (/^(?:‰|bps|pp|ppts?)$/iu.test(rest)) return currency === '' ? rest.toLowerCase() : undefined;
  if (/^(?:个百分点|個百分點)$/u.test(rest)) return currency === '' ? 'pp' : undefined;
  const scale = new RegExp(`^(${SCALE_WORD})?\\s?(${CURRENCY}|${NOUN})?$`, 'iu').exec(rest);
  if (scale === null) return undefined;
  const [, word = '', behind = ''] = scale;
  if (behind !== '' && currency !== '') return undefined;
  if (/\p{Script=Han}/u.test(word + behind))
    return [currency, `${word}${behind}`].filter((part) => part !== '').join(' ');
  const named = currency === '' ? (behind === '' ? '' : (ISO[behind.toLowerCase()] ?? behind)) : currency;
  const letter = word === '' ? '' : (SCALES[word.toLowerCase()] ?? word);
  return [named, letter].filter((part) => part !== '').join(' ') || null;
}
