import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Drawn, drawBars, drawLines } from './chart-fixture.js';
import { findCharts } from './find-charts.js';
import { BLUE, faults, GREEN, one, RED, rows } from './reading-fixture.js';

const expense: Drawn = {
  title: 'Expense ratio',
  categories: ['1H24', '1H25', '1H26'],
  series: [{ name: 'Expense ratio', color: BLUE, values: [13.2, 12.4, 11.9] }],
  labels: [['13.2%', null, '11.9%']],
};

describe('bars', () => {
  it('a bar without a label has no value, whatever its length says', () => {
    const chart = one(drawBars(expense));
    expect(chart).toMatchObject({ grammar: 'bar', title: { text: 'Expense ratio' } });
    expect(rows(chart)).toEqual(['- | 1H24 | 13.2 | %', '- | 1H25 | none | -', '- | 1H26 | 11.9 | %']);
    expect(chart.points.map(({ kind }) => kind)).toEqual(['EXPLICIT', 'UNAVAILABLE', 'EXPLICIT']);
    expect(chart.points.map(({ period }) => period?.text)).toEqual(['1H24', '1H25', '1H26']);
  });

  it('a change that is printed above an unlabelled bar is no value of it', () => {
    const labels = [['13.2%', '(130) bps', '11.9%']];
    expect(rows(one(drawBars({ ...expense, labels })))[1]).toBe('- | 1H25 | none | -');
  });

  it('groups are told by the names under them, series by the colours of the legend', () => {
    const chart = one(
      drawBars({
        title: 'Revenue (HK$m)',
        categories: ['Agency', 'Partners'],
        series: [
          { name: 'Hong Kong', color: RED, values: [120, 80] },
          { name: 'Thailand', color: GREEN, values: [60, 90] },
        ],
        labels: [
          ['1,200', '800'],
          ['600', '900'],
        ],
      }),
    );
    expect(chart.grammar).toBe('grouped_bar');
    expect(rows(chart)).toEqual([
      'Hong Kong | Agency | 1200 | HKD m',
      'Thailand | Agency | 600 | HKD m',
      'Hong Kong | Partners | 800 | HKD m',
      'Thailand | Partners | 900 | HKD m',
    ]);
    expect(faults(chart)).toEqual([]);
  });

  it('segments of a stack have the value that stands in them', () => {
    const chart = one(
      drawBars(
        {
          title: '营业收入（亿元）',
          categories: ['2021年', '2022年'],
          series: [
            { name: '国内', color: RED, values: [40, 50] },
            { name: '海外', color: BLUE, values: [20, 30] },
          ],
          labels: [
            ['40', '50'],
            ['20', '30'],
          ],
        },
        true,
      ),
    );
    expect(chart.grammar).toBe('stacked_bar');
    expect(rows(chart)).toEqual([
      '国内 | 2021年 | 40 | 亿元',
      '海外 | 2021年 | 20 | 亿元',
      '国内 | 2022年 | 50 | 亿元',
      '海外 | 2022年 | 30 | 亿元',
    ]);
  });

  it('segments that happen to end at one level stand on no axis there', () => {
    const values = [
      [40, 40, 40, 25, 31],
      [44, 12, 33, 50, 27],
    ];
    const categories = ['2019', '2020', '2021', '2022', '2023'];
    const series = [RED, BLUE].map((color, i) => ({ name: `Series ${i}`, color, values: values[i] as number[] }));
    const chart = one(
      drawBars({ title: 'Sales', categories, series, labels: values.map((own) => own.map(String)) }, true),
    );
    expect(faults(chart)).toEqual([]);
    expect(chart.marks.every(({ extent }) => (extent ?? 1) > 0)).toBe(true);
  });

  it('a value that goes with another bar than its own is refused, the others are not', () => {
    const values = [10, 20, 30, 40, 50];
    const chart = one(
      drawBars({
        title: 'Orders',
        categories: ['Jan', 'Feb', 'Mar', 'Apr', 'May'],
        series: [{ name: 'Orders', color: RED, values }],
        labels: [['10', '20', '45', '40', '50']],
      }),
    );
    expect(faults(chart)).toEqual(['2 GEOMETRY_DISAGREES']);
  });

  it.each([90, 180, 270] as const)('a page that lies on its side by %i degrees reads alike', (turn) => {
    const chart = one(drawBars({ ...expense, turn }));
    expect(rows(chart)).toEqual(rows(one(drawBars(expense))));
    expect(chart.grammar).toBe('bar');
  });

  it('whatever the values are, each is read at its own bar or not at all', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 999 }), { minLength: 3, maxLength: 8 }), (values) => {
        const categories = values.map((_, i) => `C${String.fromCharCode(65 + i)}x`);
        const labels = [values.map(String)];
        const { charts } = findCharts(drawBars({ categories, series: [{ name: '', color: RED, values }], labels }), 0);
        for (const { category, value } of charts.flatMap(({ points }) => points)) {
          if (value === null || category === null) continue;
          expect(value).toBe(String(values[categories.indexOf(category.text)]));
        }
      }),
      { numRuns: 60, seed: 7 },
    );
  });
});

describe('lines', () => {
  it('points have the value above them, and the names below the plot', () => {
    const chart = one(
      drawLines({
        title: 'Rate, %',
        categories: ['Q1', 'Q2', 'Q3', 'Q4'],
        series: [{ name: 'Rate', color: RED, values: [20, 28, 24, 35] }],
        labels: [['20.0', '28.0', '24.0', '35.0']],
      }),
    );
    expect(chart.grammar).toBe('line');
    expect(rows(chart)).toEqual(['- | Q1 | 20.0 | %', '- | Q2 | 28.0 | %', '- | Q3 | 24.0 | %', '- | Q4 | 35.0 | %']);
    expect(faults(chart)).toEqual([]);
  });
});
