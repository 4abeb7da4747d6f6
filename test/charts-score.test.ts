import { describe, expect, it } from 'vitest';
import { makePages } from '../bench/charts/make-pages.js';
import { formatOf, printed } from '../bench/charts/numbers.js';
import { type ReadChart, type ReadPoint, scorePage } from '../bench/charts/score.js';
import type { TrueChart, TruePoint } from '../bench/charts/truth.js';

const point = (changes: Partial<TruePoint>): TruePoint => ({
  series: [null, 'Revenue'],
  category: ['Europe'],
  period: null,
  units: ['USD m'],
  value: '12.5',
  printed: '12.5',
  kind: 'EXPLICIT',
  ...changes,
});
const TRUTH: TrueChart = {
  file: 'a.pdf',
  page: 1,
  producer: 'cairo',
  split: 'tune',
  grammar: 'bar',
  titles: ['Revenue'],
  period: null,
  box: [0, 0, 100, 100],
  points: [
    point({}),
    point({ category: ['Asia'], value: '7', printed: '7' }),
    point({ category: ['Africa'], value: null, printed: null, kind: 'UNAVAILABLE' }),
  ],
};
const RIGHT: ReadPoint = {
  series: 'Revenue',
  category: 'Europe',
  period: null,
  unit: 'USD m',
  value: '12.5',
  mark: [10, 10, 20, 20],
  refused: [],
  unproven: [],
};
const read = (...points: Partial<ReadPoint>[]): ReadChart[] => [
  { grammar: 'bar', title: 'Revenue', marks: [0, 0, 100, 100], points: points.map((one) => ({ ...RIGHT, ...one })) },
];
const faultsOf = (...points: Partial<ReadPoint>[]): string[] =>
  scorePage([TRUTH], read(...points)).flatMap(({ wrong }) => wrong.map(({ fault }) => fault));

describe('the score of charts', () => {
  it('counts a value under its labels and in its unit as exact, and what is not read as missed', () => {
    const [chart] = scorePage([TRUTH], read({ unit: 'USD million' }));
    expect(chart).toMatchObject({ points: 2, wrong: [], grammarRight: true, titleRight: true });
    expect(chart?.exact.map(({ category }) => category[0])).toEqual(['Europe']);
    expect(chart?.missed.map(({ point }) => point.category[0])).toEqual(['Asia']);
  });

  it.each([
    ['another value', { value: '12.6' }, 'value'],
    ['the value of the neighbour', { category: 'Asia' }, 'value'],
    ['a value for a mark that prints none', { category: 'Africa' }, 'invented'],
    ['a category that there is not', { category: '12.5' }, 'no such point'],
    ['a series that there is not', { series: 'Costs' }, 'no such point'],
    ['another unit', { unit: 'USD' }, 'unit'],
    ['no unit where one is printed', { unit: null }, 'unit missing'],
  ] as const)('counts %s as wrong', (_, change, fault) => {
    expect(faultsOf(change)).toEqual([fault]);
  });

  it('counts a title that is not the chart’s as wrong where it stands for the series', () => {
    const [chart] = scorePage(
      [TRUTH],
      [{ ...(read({ series: 'Annual report' })[0] as ReadChart), title: 'Annual report' }],
    );
    expect(chart?.wrong.map(({ fault }) => fault)).toEqual(['title']);
  });

  it('counts a value that was taken from the chart beside as wrong, and once', () => {
    const beside: TrueChart = {
      ...TRUTH,
      titles: ['Costs'],
      box: [120, 0, 100, 100],
      points: [point({ series: [null, 'Costs'], value: '30', printed: '30' })],
    };
    const taken = { ...read({ value: '30', series: 'Costs' })[0], title: 'Costs' } as ReadChart;
    expect(scorePage([TRUTH, beside], [taken]).map(({ wrong, exact }) => [wrong.length, exact.length])).toEqual([
      [1, 0],
      [0, 0],
    ]);
  });

  it('counts nothing that the reader itself leaves pending, and no right reading that is not proven', () => {
    const [pending] = scorePage([TRUTH], read({ value: '99', refused: ['AMBIGUOUS_MARK'] }));
    expect(pending).toMatchObject({ exact: [], wrong: [] });
    const [unproven] = scorePage([TRUTH], read({ unproven: ['COVERED'] }));
    expect(unproven).toMatchObject({ exact: [], wrong: [] });
    expect(unproven?.unproven).toHaveLength(1);
  });
});

describe('the generated charts', () => {
  it('are the same each time', () => {
    expect(JSON.stringify(makePages())).toBe(JSON.stringify(makePages()));
  });

  it('differ between the halves', () => {
    const pages = makePages().map(({ split, seed, id, producer, ...rest }) => ({ split, key: JSON.stringify(rest) }));
    const tuned = new Set(pages.filter(({ split }) => split === 'tune').map(({ key }) => key));
    expect(pages.filter(({ split, key }) => split === 'heldout' && tuned.has(key))).toEqual([]);
  });

  it('print numbers as their format says', () => {
    expect(printed('1234567', formatOf({ prefix: '$', grouping: ',' }))).toBe('$1,234,567');
    expect(printed('9800.5', formatOf({ grouping: ' ', suffix: ' %' }))).toBe('9 800.5 %');
    expect(printed('-3.5', formatOf({ negative: '()', suffix: 'm' }))).toBe('(3.5m)');
    expect(printed('12', formatOf({ plus: true }))).toBe('+12');
  });
});
