/** What a heading says of the unit of the numbers under it. */
export interface NamedUnit {
  /** `%`, `USD`, `EUR`, `元`…; null where only a scale is named. */
  readonly base: string | null;
  /** `k`, `m`, `bn`, `tn`; null for none. */
  readonly scale: string | null;
}

/** The unit that a heading or a title names, in parentheses, after a comma or a colon, or as a whole; null for none. */
export function unitNamed(text: string): NamedUnit | null {
  const folded = text.normalize('NFKC').trim();
  for (const piece of piecesOf(folded)) {
    const unit = unitOf(piece);
    if (unit !== null) return unit;
  }
  return null;
}

/** A unit as answers write it: base, then scale; `percentage`s have none. Null for nothing. */
export function unitText({ base, scale }: NamedUnit): string | null {
  if (base === null) return scale;
  return scale === null ? base : `${base} ${scale}`;
}

/** Where a unit may stand: the whole, what is in parentheses, after the last comma, and after `单位：`. */
function piecesOf(text: string): string[] {
  const pieces = [...text.matchAll(/[([（]([^()[\]（）]{1,60})[)\]）]/gu)].map((match) => match[1] as string);
  const comma = /,\s([^,]{1,60})$/u.exec(text)?.[1];
  const stated =
    /(?:单位|單位|単位|units?)\s?[:：]?\s?([^\s,;，；)）]{1,20}(?: (?:millions?|thousands?|billions?))?)/iu.exec(
      text,
    )?.[1];
  const tail = /\b(in (?:us |u\.s\. )?(?:dollars|thousands|millions|billions|euros?)(?: of [a-z. ]{2,30})?)$/iu.exec(
    text,
  )?.[1];
  return [...pieces, comma, stated, text, tail].filter((piece): piece is string => piece !== undefined);
}

const BASES: readonly (readonly [RegExp, string])[] = [
  [/^(?:%|percent(?:ages?)?|per cent|pct\.?|百分比|占比|比例)$/iu, '%'],
  [/^(?:us\$|\$|usd|u\.?s\.? dollars?|dollars?)$/iu, 'USD'],
  [/^(?:hk\$|hkd|hong kong dollars?|港元|港币|港幣)$/iu, 'HKD'],
  [/^(?:€|eur|euros?|欧元)$/iu, 'EUR'],
  [/^(?:£|gbp|pounds?(?: sterling)?|英镑)$/iu, 'GBP'],
  [/^(?:rmb|cny|人民币|人民幣)$/iu, 'CNY'],
  [/^(?:¥|jpy|yen|円|日元)$/iu, 'JPY'],
  [/^(?:bps|basis points)$/iu, 'bps'],
];
const SCALES: readonly (readonly [RegExp, string])[] = [
  [/^(?:thousands?|k|'?000s?)$/iu, 'k'],
  [/^(?:millions?|mn|mio|mm|m)$/iu, 'm'],
  [/^(?:billions?|bn|b)$/iu, 'bn'],
  [/^(?:trillions?|tn)$/iu, 'tn'],
];
/** Chinese and Japanese units are kept as they are printed, scale and all. */
const HAN_UNIT =
  /^(?:人民币|人民幣)?(?:千|百|十|万|萬|百万|百萬|千万|千萬|亿|億|十亿|十億|万亿)?(?:元|円|美元|港元|欧元|人|户|吨|股|件|个百分点)(?:\/股)?$/u;
const HAN_SCALE = /^(?:千|百|万|萬|百万|百萬|亿|億)$/u;

function unitOf(piece: string): NamedUnit | null {
  const text = piece.trim().replace(/^(?:in|amounts? in|figures in|expressed in|stated in|以|按)\s?/iu, '');
  const first = HAN_UNIT.exec(text)?.[0] ?? HAN_SCALE.exec(text)?.[0];
  if (first !== undefined) return { base: first, scale: null };
  const words = text
    .replace(/\b(?:of|except|unless)\b.*$/iu, (rest) => (/^of\b/iu.test(rest) ? rest.replace(/^of\s+/iu, '') : ''))
    .replace(/[.,;]\s*$/u, '')
    .trim();
  // A letter or three zeros alone may be a footnote's mark or the end of a number.
  const whole = /^(?:\p{L}|000)$/u.test(words) ? undefined : SCALES.find(([pattern]) => pattern.test(words));
  if (whole) return { base: null, scale: whole[1] };
  const base = BASES.find(([pattern]) => pattern.test(words));
  if (base) return { base: base[1], scale: null };
  const pair =
    /^(\D{1,5}?|dollars? in|euros? in)\s?(thousands?|millions?|billions?|trillions?|k|mn|mio|mm|m|bn|b|000s?)(?:\s(.{2,20}))?$/iu.exec(
      words,
    );
  const [, a = '', scaleWord = '', b = ''] =
    pair ?? /^()(thousands?|millions?|billions?)\s(.{2,20})$/iu.exec(words) ?? [];
  const scale = SCALES.find(([pattern]) => pattern.test(scaleWord));
  const currency = BASES.find(
    ([pattern]) => pattern.test(a.replace(/ in$/u, '').trim()) || (b !== '' && pattern.test(b)),
  );
  return scale && currency ? { base: currency[1], scale: scale[1] } : null;
}
