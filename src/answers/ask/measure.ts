import type { Fact } from '../../pipeline/facts/fact.js';
import type { Question } from './question.js';

/** The words of a measure are explained by the value's unit, or by labels that have them. */
export function measureOf(
  { measures }: Question,
  { unit }: Fact,
  own: ReadonlySet<number>,
  explained: Set<number>,
): 'same' | 'other' | 'not asked' {
  let fits = true;
  for (const { what, places } of measures) {
    const inLabels = places.size > 0 && [...places].every((place) => own.has(place));
    const sameUnit = unit !== null && (what.startsWith('scale ') ? hasScale(unit, what.slice(6)) : hasBase(unit, what));
    if (!inLabels && !sameUnit) fits = false;
    for (const place of places) explained.add(place);
  }
  return measures.length === 0 ? 'not asked' : fits ? 'same' : 'other';
}

/** `USD m` has the scale m, `百万元` too. */
const hasScale = (unit: string, scale: string): boolean =>
  unit.split(' ').includes(scale) || (HAN_SCALES[scale]?.test(unit) ?? false);

const HAN_SCALES: Readonly<Record<string, RegExp>> = {
  k: /千元/u,
  m: /百万/u,
  bn: /十亿|十億/u,
  亿: /^(?:人民币)?[亿億]/u,
  万: /^(?:人民币)?[万萬]/u,
};

const HAN_MONEY: Readonly<Record<string, RegExp>> = {
  CNY: /元$/u,
  HKD: /港元$/u,
  USD: /美元$/u,
  EUR: /欧元$/u,
  JPY: /円$|日元$/u,
};

const hasBase = (unit: string, base: string): boolean =>
  unit.split(' ')[0] === base || (HAN_MONEY[base]?.test(unit) ?? false) || (base === 'CNY' && unit.startsWith('¥'));
