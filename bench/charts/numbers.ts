import type { Random } from './random.js';
import type { Language, NumberFormat } from './spec.js';

/** Whole units of the last decimal: 35 with one decimal is 3.5. */
export const decimal = (units: number, decimals: number): string => {
  const digits = String(Math.abs(units)).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const sign = units < 0 ? '-' : '';
  return decimals === 0 ? sign + whole : `${sign}${whole}.${digits.slice(-decimals)}`;
};

/** A decimal string as a page prints it. */
export function printed(value: string, format: NumberFormat): string {
  const negative = value.startsWith('-');
  const [whole = '', fraction] = value.replace('-', '').split('.');
  const grouped = format.grouping === '' ? whole : whole.replace(/\B(?=(?:\d{3})+$)/gu, format.grouping);
  const text = `${format.prefix}${grouped}${fraction === undefined ? '' : `.${fraction}`}${format.suffix}`;
  if (!negative) return format.plus ? `+${text}` : text;
  return format.negative === '()' ? `(${text})` : `${format.negative}${text}`;
}

/** Digits, and nothing else. */
const PLAIN_FORMAT: NumberFormat = {
  prefix: '',
  suffix: '',
  decimals: 0,
  grouping: '',
  negative: '-',
  plus: false,
  units: [],
  note: null,
};
/** A format that differs from plain digits in some things. */
export const formatOf = (changes: Partial<NumberFormat>): NumberFormat => ({ ...PLAIN_FORMAT, ...changes });

const PERCENT: readonly NumberFormat[] = [
  formatOf({ suffix: '%', units: ['%'] }),
  formatOf({ suffix: '%', units: ['%'], decimals: 1 }),
  formatOf({ suffix: ' %', units: ['%'], decimals: 1 }),
];

const PERCENT_NOTED: Readonly<Record<Language, readonly string[]>> = {
  en: ['%', '(In percent)', 'in %', '(%)'],
  zh: ['单位：%', '（%）'],
  ja: ['単位：%', '（%）'],
};

const AMOUNTS: Readonly<Record<Language, readonly NumberFormat[]>> = {
  en: [
    formatOf({ grouping: ',', units: ['USD m'], note: 'US$ in millions' }),
    formatOf({ grouping: ',', units: ['USD m'], note: '(US$ million)', decimals: 1 }),
    formatOf({ prefix: '$', grouping: ',', units: ['USD'] }),
    formatOf({ prefix: '$', suffix: 'm', decimals: 1, units: ['USD m'] }),
    formatOf({ prefix: '$', suffix: 'M', units: ['USD m'] }),
    formatOf({ prefix: '$', suffix: 'bn', decimals: 1, units: ['USD bn'] }),
    formatOf({ prefix: '$', grouping: ',', units: ['USD m'], note: '($ in millions)' }),
    formatOf({ prefix: '€', suffix: 'k', units: ['EUR k'] }),
    formatOf({ units: ['EUR m'], note: '€ million', grouping: ' ' }),
    formatOf({ prefix: 'HK$', suffix: 'm', units: ['HKD m'] }),
    formatOf({ grouping: ',', units: ['HKD m'], note: 'HK$m' }),
    formatOf({ units: ['HKD bn'], note: 'HK$ billion', decimals: 1 }),
    formatOf({ prefix: '£', suffix: 'm', decimals: 1, units: ['GBP m'] }),
    formatOf({ grouping: ',', units: ['CNY m', 'RMB m'], note: 'RMB million' }),
    formatOf({ suffix: 'k', units: ['k'] }),
    formatOf({ grouping: ',' }),
    formatOf({ decimals: 1, units: ['USD bn'], note: 'US$bn' }),
    formatOf({ grouping: ',', units: ['m', 'million', 'millions'], note: 'in millions' }),
  ],
  zh: [
    formatOf({ units: ['亿元'], note: '单位：亿元', decimals: 1 }),
    formatOf({ units: ['百万元'], note: '（百万元）', grouping: ',' }),
    formatOf({ units: ['万元'], note: '单位：万元', grouping: ',' }),
    formatOf({
      units: ['百万元', '人民币百万元', 'CNY m', 'CNY 百万元', 'CNY百万元'],
      note: '人民币百万元',
      grouping: ',',
    }),
    formatOf({ suffix: '亿元', decimals: 1, units: ['亿元'] }),
    formatOf({ suffix: '亿', decimals: 2, units: ['亿'] }),
    formatOf({ suffix: '万', units: ['万'] }),
    formatOf({ units: ['HKD m'], note: 'HK$m', grouping: ',' }),
    formatOf({ grouping: ',' }),
  ],
  ja: [
    formatOf({ units: ['億円'], note: '単位：億円', grouping: ',' }),
    formatOf({ units: ['百万円'], note: '（百万円）', grouping: ',' }),
    formatOf({ suffix: '億円', units: ['億円'], grouping: ',' }),
  ],
};

/** A way to write shares or rates. */
export function percentFormat(random: Random, language: Language): NumberFormat {
  if (!random.once(4)) return random.pick(PERCENT);
  return formatOf({ decimals: random.int(0, 1), units: ['%'], note: random.pick(PERCENT_NOTED[language]) });
}

/** A way to write money or counts. */
export const amountFormat = (random: Random, language: Language): NumberFormat => random.pick(AMOUNTS[language]);

/** Values of the size that the format is made for, in units of the last decimal. */
export function amountUnits(random: Random, format: NumberFormat): number {
  if (format.prefix !== '' && format.suffix === '' && format.note === null) return random.int(118_000, 3_900_000);
  if (format.grouping !== '') return random.int(420, 9800) * (format.decimals === 0 ? 1 : 10);
  if (format.decimals > 0) return random.int(14, 960) * (format.decimals === 2 ? 10 : 1);
  return random.int(18, 940);
}
