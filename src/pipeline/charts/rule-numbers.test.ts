import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PaintedPage } from '../../sources/painted.js';
import { type Drawn, drawBars, drawLines } from './chart-fixture.js';
import { findCharts } from './find-charts.js';
import { BLUE, one, refusals, rows } from './reading-fixture.js';

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
    findCharts(painted, 0).charts.flatMap((chart) => {
      const refused = refusals(chart);
      return chart.points.flatMap(({ value, category }, i) => {
        const own = category?.text.charCodeAt(1) ?? 0;
        if (value === null || refused[i]?.length !== 0) return [];
        return own - 65 !== unlabelled && value === String(values[own - 65]) ? [] : [`${category?.text}: ${value}`];
      });
    });
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
