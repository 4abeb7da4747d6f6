import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PaintedPage } from '../../sources/painted.js';
import { rect, run } from '../layout/painted-fixture.js';
import type { Chart } from './chart.js';
import { type Drawn, drawBars, drawLines, drawPie } from './chart-fixture.js';
import { findCharts } from './find-charts.js';
import { qualifyChart } from './qualify.js';

const RED = '#c8102e';
const BLUE = '#00529b';
const GREEN = '#2ca02c';

const one = (painted: PaintedPage): Chart => {
  const { charts } = findCharts(painted, 0);
  expect(charts).toHaveLength(1);
  return charts[0] as Chart;
};
const rows = (chart: Chart): string[] =>
  chart.points.map(({ series, category, value, unit, refused }) =>
    [series?.text ?? '-', category?.text ?? '-', value ?? 'none', unit ?? '-', ...refused].join(' | '),
  );
/** What speaks against each point besides the glyphs, which a page made by hand has no evidence of. */
const faults = (chart: Chart): string[] =>
  qualifyChart(chart, { width: 0, height: 0, runs: [], glyphs: [], readings: [], pictures: [] }).points.flatMap(
    ({ refused }, i) => refused.filter((reason) => reason !== 'WITNESSES_DISAGREE').map((reason) => `${i} ${reason}`),
  );

const expense: Drawn = {
  title: 'Expense ratio',
  categories: ['1H24', '1H25', '1H26'],
  series: [{ name: 'Expense ratio', color: BLUE, values: [13.2, 12.4, 11.9] }],
  labels: [['13.2%', null, '11.9%']],
};

describe('what the page leaves open stays pending', () => {
  const counts: Drawn = {
    title: 'Revenue',
    categories: ['Asia', 'Europe', 'Africa'],
    series: [{ name: 'Revenue', color: BLUE, values: [10, 20, 30] }],
    labels: [['10', '20', '30']],
  };
  const withText = (drawn: Drawn, text: string, x: number, y: number): PaintedPage => {
    const painted = drawBars(drawn);
    return { ...painted, elements: [...painted.elements, run(text, x, y, 8)] };
  };

  it('a unit near the chart that nothing ties to it may be that of its bare numbers', () => {
    expect(faults(one(drawBars(counts)))).toEqual([]);
    const chart = one(withText(counts, 'Amounts (US$m)', 530, 370));
    expect(faults(chart)).toEqual(['0 AMBIGUOUS_UNIT', '1 AMBIGUOUS_UNIT', '2 AMBIGUOUS_UNIT']);
  });

  it('a sample in the colour of the bars whose name is drawn, not written, leaves their series open', () => {
    const painted = drawBars(counts);
    const legend = [rect(240, 350, 250, 355, { fill: BLUE }), rect(256, 349, 262, 356, { fill: '#000000' })];
    expect(faults(one({ ...painted, elements: [...painted.elements, ...legend] }))).toEqual([
      '0 NO_SERIES',
      '1 NO_SERIES',
      '2 NO_SERIES',
    ]);
  });

  it('bare numbers under no title may be of any unit', () => {
    const { title: _, ...untitled } = counts;
    expect(faults(one(drawBars(untitled)))).toEqual(['0 AMBIGUOUS_UNIT', '1 AMBIGUOUS_UNIT', '2 AMBIGUOUS_UNIT']);
  });

  it('a value without the unit that the others of its series have is not told', () => {
    const shares = (labels: string[][]): Drawn => ({
      title: 'Income',
      categories: [''],
      series: [
        { name: 'Grants', color: RED, values: [20] },
        { name: 'Gifts', color: GREEN, values: [30] },
        { name: 'Sales', color: BLUE, values: [50] },
      ],
      labels,
    });
    expect(faults(one(drawPie(shares([['20%'], ['30%'], ['50%']]))))).toEqual([]);
    expect(faults(one(drawPie(shares([['20%'], ['30%'], ['50']]))))).toEqual(['2 AMBIGUOUS_UNIT']);
  });

  it('a lone year beside a mark is no value of it', () => {
    const labels = [['2023', null, '2023']];
    expect(faults(one(drawBars({ ...counts, labels }))).filter((fault) => /UNIT/u.test(fault))).toEqual([
      '0 AMBIGUOUS_UNIT',
      '2 AMBIGUOUS_UNIT',
    ]);
  });
});

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

describe('the number of a line across the plot is no value of a mark without a label', () => {
  const drawn = (values: readonly number[], rules: Drawn['rules'], unlabelled: number): Drawn => ({
    title: 'Orders',
    categories: values.map((_, i) => `C${String.fromCharCode(65 + i)}x`),
    series: [{ name: 'Orders', color: BLUE, values }],
    labels: [values.map((value, i) => (i === unlabelled ? null : String(value)))],
    rules: rules ?? [],
  });
  /** Values that are told of the mark without a label, and those of the others that are told otherwise than printed. */
  const wrong = (painted: PaintedPage, values: readonly number[], unlabelled: number): string[] =>
    findCharts(painted, 0).charts.flatMap((chart) =>
      qualifyChart(chart, { width: 0, height: 0, runs: [], glyphs: [], readings: [], pictures: [] }).points.flatMap(
        ({ refused }, i) => {
          const { value, category } = chart.points[i] as Chart['points'][0];
          const own = category?.text.charCodeAt(1) ?? 0;
          if (value === null || refused.some((reason) => reason !== 'WITNESSES_DISAGREE')) return [];
          return own - 65 !== unlabelled && value === String(values[own - 65]) ? [] : [`${category?.text}: ${value}`];
        },
      ),
    );
  const amounts = (min: number) =>
    fc.array(fc.integer({ min, max: 99 }), { minLength: min > 60 ? 2 : 3, maxLength: 7 });

  it.each([
    ['bars', drawBars],
    ['points of a line', drawLines],
  ] as const)('a target, at %s', (_, draw) => {
    fc.assert(
      fc.property(amounts(20), fc.integer({ min: 15, max: 99 }), fc.nat(6), (values, target, at) => {
        const category = at % values.length;
        const painted = draw(drawn(values, [{ value: target, label: String(target), category }], category));
        expect(wrong(painted, values, category)).toEqual([]);
      }),
      { numRuns: 150, seed: 37 },
    );
  });

  it('a target close to the end of the bar, which no other value tells from it', () => {
    fc.assert(
      fc.property(amounts(61), fc.integer({ min: -4, max: 4 }), (values, off) => {
        const target = (values[0] as number) + off;
        const painted = drawBars(drawn(values, [{ value: target, label: String(target), category: 0 }], 0));
        expect(wrong(painted, values, 0)).toEqual([]);
      }),
      { numRuns: 100, seed: 37 },
    );
  });

  it('the numbers of a grid that are printed over the first bar', () => {
    fc.assert(
      fc.property(amounts(20), (values) => {
        fc.pre(values.every((value) => value % 20 > 2 && value % 20 < 18));
        const rules = [20, 40, 60, 80].map((value) => ({ value, label: String(value), category: 0 }));
        expect(wrong(drawBars(drawn(values, rules, 0)), values, 0)).toEqual([]);
      }),
      { numRuns: 100, seed: 37 },
    );
  });

  it('and labels of other marks beside such a line are read as ever', () => {
    const chart = one(drawBars(drawn([50, 80, 70, 30], [{ value: 68, label: '68', category: 0 }], 0)));
    expect(rows(chart)).toEqual(['- | CAx | none | -', '- | CBx | 80 | -', '- | CCx | 70 | -', '- | CDx | 30 | -']);
  });
});

describe('a negative value that touches the name of its bar', () => {
  const drawn: Drawn = {
    title: 'Change, %',
    categories: ['Asia', 'Europe', 'Africa'],
    series: [{ name: 'Change', color: BLUE, values: [10, 20, 30] }],
    labels: [['10', '20', '30']],
  };
  /** The page with a text right behind the name of the last bar, in a string of its own. */
  const touched = (categories: string[], text: string, gapPt = 0): PaintedPage => {
    const painted = drawBars({ ...drawn, categories });
    const last = painted.elements.find((element) => element.kind === 'text' && element.text === categories[2]);
    const [, , x] = (last as NonNullable<typeof last>).box;
    return { ...painted, elements: [...painted.elements, run(text, x + gapPt, 314, 8)] };
  };

  it('makes no name of both', () => {
    const chart = one(touched(['Asia', 'Europe', 'Africa'], '-5.2'));
    expect(chart.points[2]?.refused).toContain('AMBIGUOUS_CATEGORY');
  });

  it('is no further part of a name that ends in digits', () => {
    const chart = one(touched(['2021', '2022', '2023'], '-5.2', 2));
    expect(chart.points.map(({ category }) => category?.text)).toEqual(['2021', '2022', '2023']);
  });

  it('and a hyphen of the name itself is one', () => {
    expect(faults(one(drawBars({ ...drawn, categories: ['Asia-1', 'Asia-2', 'Asia-3'] })))).toEqual([]);
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

describe('pies and rings', () => {
  const mix: Drawn = {
    title: 'Distribution mix, 1H26',
    categories: [],
    series: [
      { name: 'Agency', color: RED, values: [72] },
      { name: 'Partnerships', color: BLUE, values: [28] },
    ],
    labels: [['72%'], ['28%']],
  };

  it.each([
    ['pie', 0],
    ['donut', 50],
  ] as const)('slices of a %s are named by the legend', (grammar, inner) => {
    const chart = one(drawPie(mix, inner));
    expect(chart).toMatchObject({ grammar, title: { text: 'Distribution mix, 1H26' }, period: { text: '1H26' } });
    expect(rows(chart)).toEqual(['- | Agency | 72 | %', '- | Partnerships | 28 | %']);
    expect(faults(chart)).toEqual([]);
  });

  it('shares that are printed the wrong way round contradict the angles', () => {
    expect(faults(one(drawPie({ ...mix, labels: [['28%'], ['72%']] })))).not.toEqual([]);
  });

  /** The pie of the mix with a text of 8 pt more on it. */
  const withText = (text: string, x: number, y: number): PaintedPage => {
    const painted = drawPie(mix);
    return { ...painted, elements: [...painted.elements, run(text, x, y, 8)] };
  };

  it('a name at a slice that is not that of its colour in the legend leaves both open', () => {
    const chart = one(withText('Brokers', 136, 170));
    expect(faults(chart)).toEqual(['1 AMBIGUOUS_CATEGORY']);
  });

  it('a share in the row of the legend that is another than that at the slice leaves the value open', () => {
    expect(faults(one(withText('72%', 480, 157)))).toEqual([]);
    expect(faults(one(withText('65%', 480, 157)))).toEqual(['0 AMBIGUOUS_MARK']);
  });

  it('two slices of one colour have no name between them', () => {
    const series = [
      ...mix.series.map((own) => ({ ...own, values: [30] })),
      { name: 'Other', color: RED, values: [40] },
    ];
    const chart = one(drawPie({ ...mix, series, labels: [['30%'], ['30%'], ['40%']] }));
    expect(chart.points.filter(({ refused }) => refused.includes('AMBIGUOUS_CATEGORY'))).toHaveLength(2);
  });
});
