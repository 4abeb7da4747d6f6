import { describe, expect, it } from 'vitest';
import { run } from '../layout/painted-fixture.js';
import { grid, rows, tablesOn } from '../tables/tables-fixture.js';
import type { Fact } from './fact.js';
import { tableFacts } from './table-facts.js';
import { tableIr } from './table-ir.js';

/** Facts of a table whose lines are drawn: what stands in the cell for sales in 2024, and what is painted besides. */
function salesOf(cell: string, ...more: Parameters<typeof tablesOn>[0]): Pick<Fact, 'value' | 'isNumber' | 'refused'> {
  const body = [
    ['', '2023', '2024'],
    ['Sales', '1,250', cell],
    ['Cost', '2,100', '2,204'],
  ];
  const tables = tablesOn([
    ...grid([50, 200, 350, 500], [100, 120, 140, 160]),
    ...rows(body, [55, 205, 355], 114, 20),
    ...more,
  ]);
  expect(tables).toHaveLength(1);
  const facts = tableFacts(tableIr(tables[0] as (typeof tables)[number], tables));
  const fact = facts.find(({ labels }) => ['Sales', '2024'].every((name) => labels.some(({ text }) => text === name)));
  return fact as Fact;
}
/** A small digit that begins at x, raised over the line of the cell or on it. */
const mark = (text: string, x: number, raised = true) => run(text, x, raised ? 130 : 134, 6);
const END_OF_NUMBER = 355 + 5 * 5;

describe('a mark beside a number is no part of it', () => {
  it('raised and small, right behind it', () => {
    expect(salesOf('1,839', mark('2', END_OF_NUMBER))).toMatchObject({ value: '1839', isNumber: true });
  });

  it.each([
    ['set like it, a blank away', '1,839 2'],
    ['set like it, before it', '2 1,839'],
    ['in brackets', '1,839(2)'],
    ['a star', '1,839*'],
    ['a raised digit of the font', '1,839²'],
    ['set like it, touching it', '1,8392'],
  ])('%s: what the number is stays open', (_, cell) => {
    const { value, isNumber, refused } = salesOf(cell);
    expect({ isNumber, refused }).toEqual({ isNumber: false, refused: ['NOT_A_NUMBER'] });
    expect(value).toBe(cell);
  });

  it('a number without one is a number', () => {
    expect(salesOf('1,839')).toMatchObject({ value: '1839', refused: [] });
  });
});

describe('a cell that holds nothing but a mark has no value', () => {
  it.each([
    ['a small digit', '', mark('2', 355)],
    ['a small digit on the line', '', mark('2', 355, false)],
    ['a star', '*', null],
    ['a raised digit of the font', '²', null],
  ] as const)('%s', (_, cell, painted) => {
    expect(salesOf(cell, ...(painted === null ? [] : [painted]))).toMatchObject({ value: null, isNumber: false });
  });

  it('a digit as large as the others is one', () => {
    expect(salesOf('2')).toMatchObject({ value: '2', isNumber: true });
  });
});
