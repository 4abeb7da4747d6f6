import { describe, expect, it } from 'vitest';
import type { PaintedPage } from '../../sources/painted.js';
import { page, run } from '../layout/painted-fixture.js';
import { wordsOf } from '../layout/words.js';
import { type Drawn, drawBars } from './chart-fixture.js';
import { isPieced } from './doubts.js';
import { labelsOf } from './labels.js';
import { BLUE, faults, GREEN, one, rows } from './reading-fixture.js';

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

  it('makes no name of both where a blank parts them', () => {
    const chart = one(touched(['Asia', 'Europe', 'Africa'], '-5.2', 2));
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

describe('two numbers that touch', () => {
  it('are the values of two bars where a unit ends the first', () => {
    const values = [35, 20, 25, 30, 15, 40];
    const painted = drawBars({
      title: 'Margin',
      categories: ['Asia', 'Europe', 'Africa', 'Oceania', 'Arctic', 'Americas'],
      series: [
        { name: 'Retail', color: BLUE, values },
        { name: 'Trade', color: GREEN, values },
      ],
      labels: [values.map((value) => `${value}.25%`), values.map((value) => `${value}.25%`)],
    });
    expect(rows(one(painted)).slice(0, 2)).toEqual(['Retail | Asia | 35.25 | %', 'Trade | Asia | 35.25 | %']);
  });

  const labelsAt = (...runs: Parameters<typeof page>[0]) => labelsOf(wordsOf(page(runs)));

  it.each([
    ['in another size', run('120', 100, 200, 8), run('109%', 112.2, 200, 9)],
    ['a little higher', run('120', 100, 201.2, 9), run('109%', 113.7, 200, 9)],
  ])('are two labels where one is set %s', (_, tick, value) => {
    expect(labelsAt(tick, value).map(({ text }) => text)).toEqual(['120', '109%']);
  });

  it('are pieces of one that nobody can vouch for where they are set alike, and figures painted one by one are none', () => {
    const pieced = (...parts: string[]): boolean[] => {
      let x = 100;
      const runs = parts.map((part) => {
        const drawn = run(part, x, 200, 8);
        x += 4 * part.length;
        return drawn;
      });
      return labelsAt(...runs).map(isPieced);
    };
    expect(pieced('120', '109')).toEqual([true]);
    expect(pieced('1', '2', '0', '9')).toEqual([false]);
    expect(pieced('4', '2.6')).toEqual([false]);
  });
});
