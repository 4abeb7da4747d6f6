import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printedNumber } from './printed-number.js';
import { unitNamed, unitText } from './unit.js';

describe('a printed number is its digits and its unit', () => {
  it.each([
    ['€33k', '33', 'EUR k'],
    ['(3.5)', '-3.5', null],
    ['$3,477,521', '3477521', 'USD'],
    ['72%', '72', '%'],
    ['７２％', '72', '%'],
    ['-4,648,986.52', '-4648986.52', null],
    ['1 103', '1103', null],
    ['1’103', '1103', null],
    ['$1,076M', '1076', 'USD m'],
    ['(12.3)%', '-12.3', '%'],
    ['($4.2m)', '-4.2', 'USD m'],
    ['HK$1,234m', '1234', 'HKD m'],
    ['1.2亿元', '1.2', '亿元'],
    ['−0.0053', '-0.0053', null],
    ['.5', '0.5', null],
    ['0.00', '0.00', null],
    ['1.234.567', '1234567', null],
    ['1.234,5', '1234.5', null],
    ['2,22', '2.22', null],
    ['-0', '0', null],
  ])('%s', (text, value, unit) => {
    expect(printedNumber(text)).toEqual({ value, unit });
  });

  it('what is not one number is none', () => {
    for (const text of [
      '',
      '-',
      'n.a.',
      '305,000+',
      '10,000 (1)',
      '5 5',
      '3.5x',
      '1e5',
      '(5',
      '5)',
      '(-5)',
      '12,34,56',
      'Q4',
      '$',
      '1,2,3',
      '5% 6%',
      '72%%',
    ])
      expect(printedNumber(text), text).toBeNull();
  });

  it('a point groups thousands only where the figures around say so', () => {
    expect(printedNumber('3.597')).toEqual({ value: '3.597', unit: null });
    expect(printedNumber('3.597', { pointsGroup: true })).toEqual({ value: '3597', unit: null });
    expect(printedNumber('0.597', { pointsGroup: true })?.value).toBe('0597'.replace(/^0/u, ''));
  });

  it('every number printed with commas is read back digit by digit', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 18n), fc.nat(4), fc.nat(9999), fc.boolean(), (whole, places, rest, negative) => {
        const fraction = places === 0 ? '' : `.${String(rest % 10 ** places).padStart(places, '0')}`;
        const grouped = String(whole).replace(/\B(?=(?:\d{3})+$)/gu, ',');
        const printed = negative ? `(${grouped}${fraction})` : `${grouped}${fraction}`;
        expect(printedNumber(printed)?.value).toBe(`${negative ? '-' : ''}${whole}${fraction}`);
      }),
    );
  });

  it('hostile text ends quickly', () => {
    for (const text of [
      '1,'.repeat(50_000),
      '1 '.repeat(50_000),
      '('.repeat(50_000),
      '9'.repeat(100_000),
      `${'1.111'.repeat(20_000)}%`,
    ])
      expect(printedNumber(text)).toBeNull();
  });
});

describe('a heading names the unit of the numbers under it', () => {
  it.each([
    ['(in millions)', 'm'],
    ['Total Revenue ($M)', 'USD m'],
    ['营业收入（元）', '元'],
    ['基本每股收益（元/股）', '元/股'],
    ['单位：万元', '万元'],
    ['In thousands', 'k'],
    ['US$ millions', 'USD m'],
    ['(in thousands of US dollars)', 'USD k'],
    ['in millions, except per share data', 'm'],
    ['Dollars in thousands', 'USD k'],
    ['Percent', '%'],
    ['HK$m', 'HKD m'],
    ['Revenue, EUR bn', 'EUR bn'],
  ])('%s', (text, unit) => {
    const named = unitNamed(text);
    expect(named === null ? null : unitText(named)).toBe(unit);
  });

  it('notes, ranges and words are no units', () => {
    for (const text of [
      'Salaries (a)',
      'Fringe Benefits (b)',
      'Programs (3)',
      'Less than $10,000',
      'Average amount',
      'as a % of Revenue',
      '',
    ])
      expect(unitNamed(text), text).toBeNull();
  });
});
