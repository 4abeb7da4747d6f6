import { describe, expect, it } from 'vitest';
import type { PaintedPage } from '../../sources/painted.js';
import { page, rect, run } from '../layout/painted-fixture.js';
import { type Drawn, drawBars, drawPie, moved } from './chart-fixture.js';
import { findCharts } from './find-charts.js';
import { BLUE, faults, GREEN, one, RED, refusals, rows } from './reading-fixture.js';

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

  it('but not where another chart under its own title states it', () => {
    const beside = (title: string): PaintedPage => {
      const [left, right] = [drawBars(counts), drawBars({ ...counts, title, labels: [['10%', '20%', '30%']] })];
      return page([...left.elements, ...right.elements.map((element) => moved(element, 455))], 1100, 400);
    };
    const faultsBeside = (title: string) => findCharts(beside(title), 0).charts.map((chart) => refusals(chart).flat());
    expect(faultsBeside('Costs (US$m)')[0]).toEqual([]);
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

  /** Two groups of bars side by side, and a legend of two colours nearer to the left one. */
  const withLegend = (left: string): PaintedPage => {
    const labels = [['10%', '20%', '30%']];
    const [one, other] = [left, BLUE].map((color) =>
      drawBars({ ...counts, title: 'Revenue', series: [{ name: '', color, values: [10, 20, 30] }], labels }),
    ) as [PaintedPage, PaintedPage];
    const legend = [rect(530, 200, 538, 208, { fill: BLUE }), run('Retail', 544, 207, 8)];
    const right = other.elements.map((element) => moved(element, 600));
    return page([...one.elements.map((element) => moved(element, 0, 15)), ...right, ...legend], 1240, 420);
  };

  it('a legend that stands nearer to another chart may be that one’s, where its colours are that one’s too', () => {
    const last = (painted: PaintedPage) => {
      const { charts } = findCharts(painted, 0);
      return rows(charts.reduce((a, b) => (b.box[2] > a.box[2] ? b : a)))[0];
    };
    expect(last(withLegend(BLUE))).toBe('Retail | Asia | 10 | % | AMBIGUOUS_SERIES');
    expect(last(withLegend(RED))).toBe('Retail | Asia | 10 | %');
  });
});
