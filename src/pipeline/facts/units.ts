/** Currency signs and codes as they are printed before or after a number, and their ISO 4217 codes. */
const CURRENCIES: Readonly<Record<string, string>> = {
  $: 'USD',
  US$: 'USD',
  USD: 'USD',
  HK$: 'HKD',
  HKD: 'HKD',
  A$: 'AUD',
  AU$: 'AUD',
  AUD: 'AUD',
  C$: 'CAD',
  CA$: 'CAD',
  CAD: 'CAD',
  S$: 'SGD',
  SGD: 'SGD',
  NT$: 'TWD',
  TWD: 'TWD',
  NZ$: 'NZD',
  NZD: 'NZD',
  R$: 'BRL',
  BRL: 'BRL',
  '€': 'EUR',
  EUR: 'EUR',
  '£': 'GBP',
  GBP: 'GBP',
  '¥': '¥',
  JPY: 'JPY',
  CNY: 'CNY',
  RMB: 'CNY',
  人民币: 'CNY',
  人民幣: 'CNY',
  CHF: 'CHF',
  INR: 'INR',
  '₹': 'INR',
  Rs: 'INR',
  'Rs.': 'INR',
  KRW: 'KRW',
  '₩': 'KRW',
  THB: 'THB',
  '฿': 'THB',
  SEK: 'SEK',
  NOK: 'NOK',
  DKK: 'DKK',
  PLN: 'PLN',
};

/** Spellings of the scales, and the one that is kept; Chinese and Japanese ones stay as they are. */
const SCALES: Readonly<Record<string, string>> = spellings({
  k: ['k', 'K', 'thousand', "'000", "000's", '000s', "'000s"],
  m: ['m', 'M', 'mn', 'Mn', 'MN', 'mm', 'MM', 'mln', 'mio', 'Mio', 'million'],
  bn: ['bn', 'Bn', 'BN', 'B', 'b', 'billion'],
  tn: ['tn', 'Tn', 'trn', 'T', 'trillion'],
  ...Object.fromEntries(
    ['千', '万', '萬', '百万', '百萬', '千万', '千萬', '亿', '億', '十亿', '十億', '兆', '万亿'].map((scale) => [
      scale,
      [scale],
    ]),
  ),
});

/** Words of more than three letters are also written with a capital and in the plural. */
function spellings(scales: Readonly<Record<string, readonly string[]>>): Record<string, string> {
  const words = (spelling: string): string[] =>
    /^[a-z]{4}/u.test(spelling)
      ? [spelling, `${spelling}s`].flatMap((word) => [word, `${word[0]?.toUpperCase()}${word.slice(1)}`])
      : [spelling];
  return Object.fromEntries(
    Object.entries(scales).flatMap(([scale, own]) => own.flatMap(words).map((spelling) => [spelling, scale])),
  );
}

/** Units that stand by themselves. */
const PLAIN: Readonly<Record<string, string>> = {
  '%': '%',
  percent: '%',
  Percent: '%',
  'per cent': '%',
  'Per cent': '%',
  Percentage: '%',
  percentage: '%',
  pct: '%',
  百分比: '%',
  百分点: 'pp',
  个百分点: 'pp',
  個百分點: 'pp',
  '‰': '‰',
  pp: 'pp',
  ppt: 'pp',
  ppts: 'pp',
  'p.p.': 'pp',
  bps: 'bps',
  bp: 'bps',
  x: 'x',
  '×': 'x',
  倍: '倍',
};

/** Things that are counted or measured, kept as printed. */
const MEASURES =
  /^(?:元(?:\/股)?|円(?:\/株)?|美元|港元|欧元|人民币|人民幣|人|户|家|个|個|件|台|辆|套|吨|噸|公斤|小时|天|年|次|岁|歳|名|社|店|MW|GW|kW|TW|MWh|GWh|kWh|TWh|kg|g|t|kt|Mt|km|km²|m²|m³|ha|°C|days?|years?|yrs?|hours?|hrs?|months?|minutes?|mins?|people|persons?|employees|users?|units?|customers?|stores?|tonnes?|tons?|pts?|points?|boe|mboe|bbl|GB|TB|MB|Gbps|Mbps)$/u;

/**
 * The unit that stands around a number, e.g. `€` and `k` give `EUR k`, `%` gives `%`, `亿元` stays as it is. A currency is
 * written by its code; what sign is shared by several (¥) stays the sign.
 *
 * @returns undefined where a part of the text is no unit
 */
export function unitOf(before: string, after: string): string | undefined {
  const parts = [...unitParts(before), ...unitParts(after)];
  let currency: string | null = null;
  let scale: string | null = null;
  let other: string | null = null;
  for (const part of parts) {
    const [code, size, plain] = [CURRENCIES[part], SCALES[part], PLAIN[part]];
    if (code !== undefined) {
      if (currency !== null && currency !== code) return undefined;
      currency = code;
    } else if (size !== undefined) {
      if (scale !== null) return undefined;
      scale = size;
    } else if (plain !== undefined || MEASURES.test(part) || isHanUnit(part)) {
      if (other !== null) return undefined;
      other = plain ?? part;
    } else return undefined;
  }
  if (parts.length === 0) return undefined;
  if (other !== null && currency !== null) return undefined;
  const han = other !== null && scale !== null && isHan(scale) && isHan(other);
  return [currency, han ? `${scale}${other}` : scale, han ? null : other].filter((part) => part !== null).join(' ');
}

const isHan = (text: string): boolean => /^\p{Script=Han}+$/u.test(text);
/** A scale and what it counts in one word: 百万元, 億円, 万人, 千吨. */
const isHanUnit = (part: string): boolean =>
  /^(?:人民币|人民幣|港币|港幣|美元)?(?:十|百|千|万|萬|亿|億|兆){1,3}(?:元|円|美元|港元|欧元|人民币|人|户|家|个|個|件|台|辆|套|吨|噸|次|名)?$/u.test(
    part,
  );

/** Currencies in words. */
const MONEY_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:Hong Kong|HK) dollars?\b/giu, 'HKD'],
  [/(?<![\p{L}\d])(?:(?:US|U\.S\.) )?dollars?\b/giu, 'USD'],
  [/\beuros?\b/giu, 'EUR'],
  [/\bpounds?(?: sterling)?\b/giu, 'GBP'],
  [/\byen\b/giu, 'JPY'],
];

/** `HK$m` is a currency and a scale, `US$ bn` too, `EUR k` two words. */
function unitParts(text: string): string[] {
  return MONEY_WORDS.reduce((plain, [word, code]) => plain.replace(word, code), text)
    .trim()
    .split(/\s+/u)
    .filter((word) => word !== '')
    .flatMap((word): string[] => {
      if (word in CURRENCIES || word in SCALES || word in PLAIN) return [word];
      const money = /^([A-Z]{0,3}[$€£¥₹₩฿]|[A-Z]{3})(.{1,9})$/u.exec(word);
      if (money?.[1] !== undefined && money[1] in CURRENCIES) return [money[1], money[2] as string];
      const sign = /^(.{1,9}?)([€£¥%])$/u.exec(word);
      if (sign) return [sign[1] as string, sign[2] as string];
      return [word];
    });
}

/** Words that lead to a unit and are none: `in millions`, `Figures in HK$m`, `单位：万元`. */
const LEAD =
  /^(?:(?:all|figures|values|amounts|expressed|shown|unit|units|单位|單位|金额单位|単位)(?:\s?[:：]\s?|\s|$)){0,3}(?:in\s(?:the\s)?)?/iu;

/**
 * The units that a title, the name of a series or the title of an axis states, e.g. `Revenue (HK$m)`, `In percent`,
 * `US$ in millions`, `单位：万元`, `, % of total`. Units that are part of a sentence are not taken.
 */
export function unitsStated(title: string): string[] {
  const text = title
    .normalize('NFKC')
    .replace(/\s+/gu, ' ')
    .replace(/,?\s(?:except|unless)\b[^()]{0,80}/iu, '')
    .trim();
  if (text.length > MAX_TITLE_CHARS) return [];
  const whole = phraseUnit(text);
  if (whole.length > 0) return whole;
  const phrases = [...text.matchAll(/[([【]([^()[\]【】]{1,60})[)\]】]/gu)].map((match) => match[1] as string);
  const said = /(?:单位|單位|単位)\s?[:：]\s?([^\s,，;；()]{1,20})/u.exec(text)?.[1];
  if (said !== undefined) phrases.push(said);
  const tail = /(?:[,;:]\s?|(?:\bin|[-–—/])\s)([^,;:]{1,40})$/u.exec(text)?.[1];
  if (tail !== undefined) phrases.push(tail);
  const units = phrases.flatMap((phrase) => {
    const one = phraseUnit(phrase);
    return one.length > 0 ? one : phrase.split(/[,，;；/]\s?|\s(?:and|&)\s/u).flatMap(phraseUnit);
  });
  return [...new Set(units)];
}

/** The one unit that a heading states. A letter alone is the mark of a note, or a name. Null for none, or several. */
export function unitStated(heading: string): string | null {
  const text = heading
    .normalize('NFKC')
    .replace(/[([]\s?\p{Script=Latin}\s?[)\]]/gu, ' ')
    .trim();
  if (/^\p{Script=Latin}$/u.test(text)) return null;
  const units = unitsStated(text);
  return units.length === 1 ? (units[0] as string) : null;
}

/** Longer text is a sentence. */
const MAX_TITLE_CHARS = 300;

function phraseUnit(phrase: string): string[] {
  const bare = phrase.trim().replace(LEAD, '');
  if (/^(?:as )?(?:a )?(?:%|percent(?:age)?|per cent) (?:of|share)\b/iu.test(bare)) return ['%'];
  const unit = unitOf('', bare.replace(/\s(?:in|of)\s/gu, ' '));
  return unit === undefined ? [] : [unit];
}

/**
 * The unit of a number whose label says `own`, under a heading that says `stated`; null where the heading speaks of
 * something else: a percentage is not in millions.
 */
export function combined(own: string | null, stated: string): string | null {
  if (own === null || own === stated) return stated;
  const [a, b] = [own.split(' '), stated.split(' ')];
  const isCode = (part: string | undefined): boolean => part !== undefined && Object.values(CURRENCIES).includes(part);
  const isScale = (part: string | undefined): boolean => part !== undefined && Object.values(SCALES).includes(part);
  // `$843` under `in millions`, or under `$M`.
  if (a.length === 1 && isCode(a[0])) {
    if (b.length === 1 && isScale(b[0])) return `${a[0]} ${b[0]}`;
    if (b.length === 2 && b[0] === a[0] && isScale(b[1])) return stated;
  }
  // `33k` under `EUR`.
  if (a.length === 1 && isScale(a[0])) {
    if (b.length === 1 && isCode(b[0])) return `${b[0]} ${a[0]}`;
    if (b.length === 2 && isCode(b[0]) && b[1] === a[0]) return stated;
  }
  return null;
}

/** Powers of ten that scales stand for. */
const POWERS: Readonly<Record<string, number>> = {
  k: 3,
  m: 6,
  bn: 9,
  tn: 12,
  千: 3,
  万: 4,
  萬: 4,
  百万: 6,
  百萬: 6,
  千万: 7,
  千萬: 7,
  亿: 8,
  億: 8,
  十亿: 9,
  十億: 9,
  万亿: 12,
  兆: 12,
};

/** A printed value with its scale applied, exactly: `33` in `EUR k` is `33000` in `EUR`. Null where the unit has no scale. */
export function scaled(value: string, unit: string | null): { value: string; unit: string | null } | null {
  const parts = unit?.split(' ') ?? [];
  const at = parts.findIndex((part) => part in POWERS);
  if (at >= 0) {
    const rest = parts.filter((_, i) => i !== at).join(' ');
    return { value: shifted(value, POWERS[parts[at] as string] as number), unit: rest === '' ? null : rest };
  }
  const han = /^((?:十|百|千|万|萬|亿|億|兆){1,2})(元|円|美元|港元|人|户|家|吨)$/u.exec(unit ?? '');
  const power = han === null ? undefined : POWERS[han[1] as string];
  return power === undefined ? null : { value: shifted(value, power), unit: han?.[2] as string };
}

/** A decimal string times a power of ten, by moving the point. */
function shifted(value: string, power: number): string {
  const [whole = '', fraction = ''] = value.replace('-', '').split('.');
  const digits = fraction.padEnd(power, '0');
  const moved = `${whole}${digits.slice(0, power)}`.replace(/^0+(?=\d)/u, '');
  const rest = digits.slice(power);
  return `${value.startsWith('-') ? '-' : ''}${moved}${rest === '' ? '' : `.${rest}`}`;
}
