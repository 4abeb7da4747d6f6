import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberStyleOf, printedNumber } from './printed-number.js';
import { combined, scaled, unitStated, unitsStated } from './units.js';

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
    ['-0', '0', null],
    ['US$ 1.2 bn', '1.2', 'USD bn'],
    ['-HK$584m', '-584', 'HKD m'],
    ['（6.6）', '-6.6', null],
    ['+14.0', '14.0', null],
    ['3.5x', '3.5', 'x'],
    ['5.72个百分点', '5.72', 'pp'],
    ['10,00,000', '1000000', null],
  ])('%s', (text, value, unit) => {
    expect(printedNumber(text)).toMatchObject({ value, unit });
  });

  it('a year is none, a length of time is; raised digits make none, but those of a unit do not matter', () => {
    for (const text of ['2023年', '1999 年', '1,839²', '18³', '¹12']) expect(printedNumber(text)).toBeNull();
    expect(printedNumber('3年')).toMatchObject({ value: '3', unit: '年' });
  });

  it('what is not one number is none', () => {
    for (const text of [
      '',
      '-',
      'n.a.',
      '305,000+',
      '10,000 (1)',
      '5 5',
      '1e5',
      '(5',
      '5)',
      '(-5)',
      '12,34,56',
      '1,23',
      '1.2.3',
      'Agency 72%',
      '65 to 69',
      '5 apples',
      '$€5',
      'Q4',
      '$',
      '1,2,3',
      '5% 6%',
      '72%%',
    ])
      expect(printedNumber(text), text).toBeNull();
  });

  it('a point groups thousands only where the figures around say so', () => {
    expect(printedNumber('3.597')?.value).toBe('3.597');
    expect(['3.597', '1.234.567', '1.234,5', '2,22'].map((text) => printedNumber(text, 'comma')?.value)).toEqual([
      '3597',
      '1234567',
      '1234.5',
      '2.22',
    ]);
    expect(printedNumber('0.597', 'comma')).toBeNull();
    expect([numberStyleOf(['1.178', '3,5']), numberStyleOf(['1,178', '3.5'])]).toEqual(['comma', 'point']);
  });

  it('keeps every digit, whatever groups them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), fc.constantFrom(',', ' ', '’'), (value, group) => {
        const printed = String(value).replace(/\B(?=(?:\d{3})+$)/gu, group);
        expect(printedNumber(printed)?.value).toBe(String(value));
      }),
    );
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
    ['($ in millions)', 'USD m'],
    ['Sales in euros', 'EUR'],
    ['as a % of Revenue', '%'],
  ])('%s', (text, unit) => {
    expect(unitStated(text)).toBe(unit);
  });

  it('notes, ranges and words are no units', () => {
    for (const text of [
      'Salaries (a)',
      'Fringe Benefits (b)',
      'Programs (3)',
      'Less than $10,000',
      'Average amount',
      'B',
      'M',
      '',
    ])
      expect(unitStated(text), text).toBeNull();
  });

  it('several at once are told one by one', () => {
    expect(unitsStated('Revenue (HK$m) and margin (%)')).toEqual(['HKD m', '%']);
    expect(unitStated('Revenue (HK$m) and margin (%)')).toBeNull();
  });

  it('a heading completes the unit of a label, and never contradicts it', () => {
    expect(combined('USD', 'm')).toBe('USD m');
    expect(combined('k', 'EUR')).toBe('EUR k');
    expect(combined('%', 'HKD m')).toBeNull();
  });

  it('scales are applied exactly', () => {
    expect(scaled('33', 'EUR k')).toEqual({ value: '33000', unit: 'EUR' });
    expect(scaled('-1.234', 'USD bn')).toEqual({ value: '-1234000000', unit: 'USD' });
    expect(scaled('0.5', '百万元')).toEqual({ value: '500000', unit: '元' });
    expect(scaled('72', '%')).toBeNull();
  });
});
