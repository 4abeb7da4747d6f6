import { describe, expect, it } from 'vitest';
import { page, run } from '../layout/painted-fixture.js';
import { wordsOf } from '../layout/words.js';
import { categoriesOf } from './categories.js';
import { labelsOf } from './labels.js';

/** Lettering of 10 pt: what it says, where it begins, and its baseline. */
type Line = readonly [text: string, x: number, y: number];

const labels = (lines: readonly Line[]) => labelsOf(wordsOf(page(lines.map(([text, x, y]) => run(text, x, y)))));
const namesOf = (found: ReturnType<typeof categoriesOf>): string[] | null =>
  found === null ? null : found.all.map((name) => name.labels.map(({ text }) => text).join(' '));

describe('names beside level bars', () => {
  /** Stacks of two segments at 200, 260 and 320 pt from the top, which begin 100 pt from the left. */
  const items = [200, 260, 320].flatMap((at) => ['red', 'blue'].map((key) => ({ at, key })));
  const names: Line[] = [
    ['2021', 75, 203],
    ['2022', 75, 263],
    ['2023', 75, 323],
  ];
  const read = (lines: readonly Line[], ends: readonly [number, number] = [-Infinity, Infinity]) =>
    categoriesOf(items, 100, labels(lines), false, -1, ends);

  it.each([
    ['a unit', 'HK$m', 158, undefined],
    ['a unit in even steps with the names', 'HK$m', 145, undefined],
    ['a heading beyond the end of the axis, in even steps with the names', 'Sales', 145, [170, 350]],
    ['a heading off the even steps', 'Sales', 160, undefined],
  ] as const)('%s over them is none', (_, text, y, ends) => {
    const found = read([[text, 70, y], ...names], ends);
    expect(namesOf(found)).toEqual(['2021', '2022', '2023']);
    expect(found?.byItem.map((name) => name?.labels[0]?.text)).toEqual(
      ['2021', '2022', '2023'].flatMap((name) => [name, name]),
    );
  });

  it('the legend in the row of one of them is none', () => {
    const single = items.filter(({ key }) => key === 'red');
    const found = categoriesOf(single, 100, labels([...names, ['Interim', 38, 268]]), false, -1, [170, 350]);
    expect(namesOf(found)).toEqual(['2021', '2022', '2023']);
  });

  it('lines that end alike are one name', () => {
    const single = items.filter(({ key }) => key === 'red');
    const found = categoriesOf(
      single,
      100,
      labels([names[0] as Line, ['New', 80, 258], ['business', 55, 269], names[2] as Line]),
      false,
      -1,
      [170, 350],
    );
    expect(namesOf(found)).toEqual(['2021', 'New business', '2023']);
  });

  it('a heading and a unit under it, set as close as the lines of one name, are none', () => {
    expect(namesOf(read([['Sales', 70, 146], ['US$ m', 70, 158], ...names]))).toEqual(['2021', '2022', '2023']);
  });

  it.each([
    ['within the axis', [120, 350]],
    ['where nothing shows its end', [-Infinity, Infinity]],
  ] as const)('a place without a bar keeps its name %s', (_, ends) => {
    expect(namesOf(read([['2020', 75, 145], ...names], ends))).toEqual(['2020', '2021', '2022', '2023']);
  });
});

describe('names under upright bars', () => {
  const items = [150, 250, 350].map((at) => ({ at, key: 'red' }));
  const names: Line[] = [
    ['North', 137.5, 315],
    ['South', 237.5, 315],
    ['West', 340, 315],
  ];
  const read = (lines: readonly Line[]) => categoriesOf(items, -300, labels(lines), true, -1, [100, 400]);

  it('go on in a second line of their own', () => {
    expect(namesOf(read([...names, ['coast', 137.5, 326], ['coast', 237.5, 326], ['coast', 337.5, 326]]))).toEqual([
      'North coast',
      'South coast',
      'West coast',
    ]);
  });

  it('do not go on in a note that runs on below others', () => {
    const note = 'Figures may not add up, for all of them are rounded';
    expect(namesOf(read([...names, [note, 250 - 2.5 * note.length + 12.5, 326]]))).toEqual(['North', 'South', 'West']);
  });
});
