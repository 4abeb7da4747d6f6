import { describe, expect, it } from 'vitest';
import { page, run } from '../layout/painted-fixture.js';
import { drawBars, drawPie, moved } from './chart-fixture.js';
import { findCharts } from './find-charts.js';

const BLUE = '#00529b';
const bars = (title?: string) =>
  drawBars({
    ...(title === undefined ? {} : { title }),
    categories: ['Asia', 'Europe', 'Africa'],
    series: [{ name: 'Revenue', color: BLUE, values: [10, 20, 30] }],
    labels: [['10%', '20%', '30%']],
  }).elements;
const HEADING = run('Business review', 80, 75, 20);
const PROSE = [
  run('The order book stood at its highest level for years.', 90, 370, 8),
  run('Two thirds of it came from customers of long standing.', 90, 382, 8),
];
const titlesOn = (...elements: Parameters<typeof page>[0]): (string | null)[] =>
  findCharts(page(elements, 1200, 400), 0).charts.map(({ title }) => title?.text ?? null);

describe('the heading of a page', () => {
  it('is the title of a chart that is all there is under it', () => {
    expect(titlesOn(HEADING, ...bars())).toEqual(['Business review']);
  });

  it('is no title of a chart beside running text', () => {
    expect(titlesOn(HEADING, ...bars(), ...PROSE)).toEqual([null]);
  });

  it('is no title of a chart beside another', () => {
    const pie = drawPie({
      categories: [],
      series: [
        { name: 'Agency', color: '#c8102e', values: [72] },
        { name: 'Partners', color: '#2ca02c', values: [28] },
      ],
      labels: [['72%'], ['28%']],
    });
    const beside = pie.elements.map((element) => moved(element, 600));
    expect(titlesOn(HEADING, ...bars(), ...beside)).not.toContain('Business review');
  });

  it('gives way to the title of the chart', () => {
    const low = bars('Revenue').map((element) => moved(element, 0, 25));
    expect(titlesOn(run('Business review', 80, 40, 20), ...low, ...PROSE)).toEqual(['Revenue']);
  });
});

describe('a unit, a date, a total and the label of a slice are no title', () => {
  it.each(['(In percent)', '截至2023年12月31日', 'As of 31 December 2023', 'Total: 100%', 'Asia 10%', '注：未经审计'])(
    '%s',
    (text) => {
      expect(titlesOn(...bars(text))).toEqual([null]);
    },
  );
});
