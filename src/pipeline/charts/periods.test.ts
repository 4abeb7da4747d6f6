import { expect, it } from 'vitest';
import { isPeriod, periodTextsIn } from './periods.js';

it('a label is a time where it prints nothing else, and a year of it', () => {
  for (const text of [
    '1H24',
    "Q4'21",
    'FY2020',
    'FY24E',
    '2017–18',
    '9M23',
    '2018年一季度',
    '2009 thru 2012',
    'Q1–Q3 2023',
  ])
    expect(isPeriod(text), text).toBe(true);
  for (const text of ['Q3', '1月', '一季度', 'Total 2023', '21-25岁', '15 to 24', '1,999', '2.023', '2023年收入', ''])
    expect(isPeriod(text), text).toBe(false);
});

it('a span is one time, and stands where the text prints it', () => {
  const texts = (text: string) => periodTextsIn(text).map(({ text: own }) => own);
  expect(texts('Tor Relays: 2009 thru 2012')).toEqual(['2009 thru 2012']);
  expect(texts('Revenue, 1H24 vs 1H23')).toEqual(['1H24', '1H23']);
  expect(texts('受访者年龄分布 2018年一季度至2019年一季度')).toEqual(['2018年一季度至2019年一季度']);
  expect(texts('Index (2010=100), US$2023 million')).toEqual(['2010']);
});
