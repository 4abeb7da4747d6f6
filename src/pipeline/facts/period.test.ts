import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPeriodOnly, onlyPeriod } from './only-period.js';
import { joinPeriods, periodKey, periodsIn } from './period.js';

const keys = (text: string): string[] => periodsIn(text).map(({ period }) => periodKey(period));

describe('periods are named alike however they are written', () => {
  it.each([
    [
      '2021-Q4',
      [
        "Q4'21",
        'Q4 2021',
        '4Q21',
        '4Q 2021',
        'fourth quarter of 2021',
        '2021Q4',
        'FY2021 Q4',
        'Ｑ４ ２０２１',
        '2021年第四季度',
        '2021年四季度',
        '2021 4Q',
        '2021/Q4',
      ],
    ],
    [
      '2024-H1',
      ['1H24', 'H1 2024', '1H 2024', 'first half of 2024', '2024H1', '2024年上半年', '2024年上半年度', '2024年中期'],
    ],
    [
      '2020/2021',
      ['2020-2021', '2020–21', '2020/21', '2020 to 2021', 'FY2020-2021', '2020年至2021年', '2020–2021 fiscal year'],
    ],
    [
      '2023',
      [
        '2023',
        'FY2023',
        'FY 2023',
        'FY23',
        'fiscal year 2023',
        '2023年',
        '2023年度',
        '2023财年',
        'full-year 2023',
        'financial year 2023',
        'year ended 2023',
        'year ended June 30, 2023',
      ],
    ],
    ['2008-08-01', ['1 August 2008', '1st Aug 2008', 'August 1, 2008', '2008-08-01', '2008年8月1日', '8/1/2008']],
    ['2021-9M', ['9M21', '9M 2021', '2021年前三季度', '2021年1-9月']],
    ['2021-YTD', ['YTD 2021']],
    ['9M 2021-09-30', ['nine months ended September 30, 2021']],
    ['2021-M09', ['September 2021', 'Sep 2021', "Sep-'21", '2021年9月']],
    ['2024-E', ['2024E', 'FY24E', '2024预测']],
    ['Q3', ['Q3', '3Q', 'third quarter', '第三季度', '三季度']],
  ])('%s', (key, texts) => {
    for (const text of texts) expect(keys(`was ${text} so`), text).toEqual([key]);
  });

  it('numbers that are no years name none', () => {
    for (const text of ['$2,021', '2,021', '12,2020.5', 'model 2000x', '20.21', '2021%', 'room 1999x'])
      expect(keys(text), text).toEqual([]);
  });

  it('Chinese has no blank before them', () => {
    expect(keys('截至2023年12月31日')).toEqual(['2023-12-31']);
    expect(keys('通信业务2023年第三季度的收入')).toEqual(['2023-Q3']);
    expect(keys('公司上半年收入')).toEqual(['H1']);
    expect(keys('每一季度，各季度，第2019页')).toEqual([]);
  });

  it('several are told from left to right', () => {
    expect(keys('from 2019 to Q1 2020, and in 1H21')).toEqual(['2019', '2020-Q1', '2021-H1']);
  });

  it('where a text names them is told of the text itself, however wide its letters are', () => {
    const at = (text: string) => periodsIn(text).map(({ start, end }) => text.slice(start, end));
    expect(at('ﬁscal 2023 … Ｑ４ ２０２１, ﬁrst quarter of 2020')).toEqual([
      'ﬁscal 2023',
      'Ｑ４ ２０２１',
      'ﬁrst quarter of 2020',
    ]);
    expect(at('in 2019')).toEqual(['2019']);
  });

  it('a month with two digits may be a day', () => {
    expect(keys('Mar-21')).toEqual([]);
  });

  it('hostile text ends quickly', () => {
    expect(periodsIn('2020-'.repeat(20_000)).length).toBeGreaterThan(0);
    expect(periodsIn(`${'9'.repeat(50_000)} ${'q'.repeat(50_000)} ${' '.repeat(50_000)}`)).toEqual([]);
  });
});

it('a year and a part of it make one period, and what contradicts does not', () => {
  const one = (text: string) => periodsIn(text)[0]?.period ?? expect.unreachable();
  expect(joinPeriods(one('Q3'), one('2006'))).toEqual(one('Q3 2006'));
  expect(joinPeriods(one('2005'), one('2006'))).toBeNull();
  expect(joinPeriods(one('Q1 2005'), one('Q2'))).toBeNull();
});

it('joining does not depend on the order', () => {
  const period = fc.constantFrom('Q1', 'Q2', 'H1', '2005', '2006', 'Q1 2005', 'H2 2006', '2005-2006', '1 May 2005');
  fc.assert(
    fc.property(period, period, (a, b) => {
      const [x, y] = [periodsIn(a)[0]?.period, periodsIn(b)[0]?.period];
      if (!x || !y) throw new Error('no period');
      expect(joinPeriods(x, y)).toEqual(joinPeriods(y, x));
    }),
  );
});

it('a label is a period where it says nothing else', () => {
  expect(['2023', 'FY 2023', "Q4'21", '(2018)', 'Year ended 2020', '2018年'].map(isPeriodOnly)).toEqual(
    Array(6).fill(true),
  );
  expect(['2011 Income', 'Revenue', 'Total 2023', '2023年收入'].map(isPeriodOnly)).toEqual(Array(4).fill(false));
});

it('a title has one period, or the one it ends with', () => {
  const key = (text: string) => {
    const period = onlyPeriod(text);
    return period === null ? null : `${periodKey(period.period)} ${period.text}`;
  };
  expect(key('Among 1992–93 graduates, percentage who borrowed: 2003')).toBe('2003 2003');
  expect(key('Revenue 2019 and 2020')).toBeNull();
  expect(key('2011 Income')).toBe('2011 2011');
  expect(key('Year to Ｑ４ ２０２１')).toBe('2021-Q4 Ｑ４ ２０２１');
});
