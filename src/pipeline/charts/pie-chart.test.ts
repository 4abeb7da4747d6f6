import { describe, expect, it } from 'vitest';
import type { PaintedPage } from '../../sources/painted.js';
import { page, run } from '../layout/painted-fixture.js';
import { type Drawn, drawBars, drawPie, moved } from './chart-fixture.js';
import { findCharts } from './find-charts.js';
import { BLUE, faults, one, RED, rows } from './reading-fixture.js';

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

  it('a legend beside bars of its colours names no slice of the same palette', () => {
    const bars = drawBars({
      title: 'New orders (HK$m)',
      categories: ['2021', '2022', '2023'],
      series: [
        { name: 'Rail', color: RED, values: [10, 20, 30] },
        { name: 'Road', color: BLUE, values: [14, 16, 12] },
      ],
      labels: [
        ['10', '20', '30'],
        ['14', '16', '12'],
      ],
    });
    // The pie has no legend of its own: what names its slices is not there.
    const pie = drawPie(mix).elements.filter(({ box }) => box[0] < 390);
    const painted = page([...pie, ...bars.elements.map((element) => moved(element, 0, 350))], 600, 760);
    const slices = findCharts(painted, 0).charts.filter(({ grammar }) => grammar === 'pie');
    expect(slices.flatMap(({ points }) => points.map(({ category }) => category?.text ?? null))).toEqual([null, null]);
    expect(slices[0]?.box[3]).toBeLessThan(340);
  });
});
