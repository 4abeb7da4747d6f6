import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberStyleOf, printedNumber } from './printed-number.js';
import { combined, scaled, unitsStated } from './units.js';

const read = (label: string, style?: 'point' | 'comma'): string | null => {
  const number = printedNumber(label, style);
  return number === null ? null : `${number.value} ${number.unit ?? '-'}`;
};

describe('a printed number', () => {
  it.each([
    ['€33k', '33 EUR k'],
    ['(3.5)', '-3.5 -'],
    ['$3,477,521', '3477521 USD'],
    ['72%', '72 %'],
    ['−7.2%', '-7.2 %'],
    ['1 103', '1103 -'],
    ['HK$1,234m', '1234 HKD m'],
    ['US$ 1.2 bn', '1.2 USD bn'],
    ['12.3亿元', '12.3 亿元'],
    ['0.0', '0.0 -'],
    ['-HK$584m', '-584 HKD m'],
    ['（6.6）', '-6.6 -'],
    ['+14.0', '14.0 -'],
  ])('%s is %s', (label, value) => expect(read(label)).toBe(value));

  it.each(['Agency 72%', '12 34', '1,23', '65 to 69', '(3.5', 'Q1', '1.2.3', '', '$€5', '5 apples'])(
    '%s is none',
    (label) => expect(read(label)).toBeNull(),
  );

  it('is written with a decimal comma where the others of its chart are', () => {
    expect(numberStyleOf(['1.178', '3,5'])).toBe('comma');
    expect(read('1.178', 'comma')).toBe('1178 -');
    expect(numberStyleOf(['1,178', '3.5'])).toBe('point');
  });

  it('keeps every digit, whatever groups them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), fc.constantFrom(',', ' ', '’'), (value, group) => {
        const printed = String(value).replace(/\B(?=(?:\d{3})+$)/gu, group);
        expect(printedNumber(printed)?.value).toBe(String(value));
      }),
    );
  });
});

describe('units', () => {
  it.each([
    ['Revenue (HK$m)', ['HKD m']],
    ['(In percent)', ['%']],
    ['US$ in millions', ['USD m']],
    ['($ in millions)', ['USD m']],
    ['单位：万元', ['万元']],
    ['as a % of Revenue', ['%']],
    ['Net profit', []],
  ])('%s states %j', (text, units) => expect(unitsStated(text)).toEqual(units));

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
