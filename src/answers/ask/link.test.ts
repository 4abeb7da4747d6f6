import { describe, expect, it } from 'vitest';
import { type AskedMember, candidatesFor } from './candidates.js';
import { fact, member } from './facts-fixture.js';
import { linkFact } from './link.js';
import { linkOperands } from './operands.js';
import { parseQuestion } from './question.js';
import { correctSpelling } from './spelling.js';
import { unitsOf } from './wording.js';

function asked(text: string, members: readonly AskedMember[]) {
  const labels = new Map<string, ReturnType<typeof unitsOf>>();
  for (const { facts, context } of members)
    for (const name of [...context, ...facts.flatMap((one) => one.labels.map((label) => label.text))])
      labels.set(name, unitsOf(name));
  const all = [...labels.values()].map((units) => ({ units, gloss: [] }));
  const question = correctSpelling(parseQuestion(text), all, () => false);
  const candidates = candidatesFor(question, [], members, (name) => ({ units: labels.get(name) ?? [], gloss: [] }));
  return { question, candidates };
}

function linked(text: string, ...members: readonly AskedMember[]): string | null {
  const { question, candidates } = asked(text, members);
  const result = linkFact(question, candidates);
  return 'found' in result ? result.found[0].fact.value : result.reason;
}

describe('a fact is taken where its labels explain every word', () => {
  const income = member([
    fact('1', { category: 'Net income' }, { period: '2023' }),
    fact('2', { category: 'Net income attributable to shareholders' }, { period: '2023' }),
    fact('3', { category: 'Operating income' }, { period: '2023' }),
    fact('4', { category: 'Net income' }, { period: '2024' }),
  ]);

  it.each([
    ['What was net income in 2023?', '1'],
    ['net income attributable to shareholders 2023', '2'],
    ['What was the operating income?', '3'],
    ['What was net income?', 'AMBIGUOUS_PERIOD'],
    ['What was income in 2023?', 'AMBIGUOUS_CATEGORY'],
    ['What was net income in 2022?', 'PERIOD_NOT_FOUND'],
    ['What was net income from discontinued operations in 2023?', 'SERIES_NOT_FOUND'],
    ['What was comprehensive income in 2023?', 'SERIES_NOT_FOUND'],
    ['What was EBITDA in 2023?', 'NO_EVIDENCE'],
  ])('%s', (question, expected) => {
    expect(linked(question, income)).toBe(expected);
  });

  it('one word names one label: it is not used for the row and for the column', () => {
    const matrix = member([
      fact('1', { category: 'North', series: 'North' }),
      fact('2', { category: 'North', series: 'South' }),
      fact('3', { category: 'South', series: 'North' }),
    ]);
    expect(linked('What is North for South?', matrix)).toMatch(/^AMBIGUOUS/u);
    expect(linked('What is North for North?', matrix)).toBe('1');
  });

  it('a number in the question is a number of the label', () => {
    const bands = member([
      fact('1', { category: '$10,000–14,999', series: 'Households' }),
      fact('2', { category: '$15,000–29,999', series: 'Households' }),
    ]);
    expect(linked('Households with $10,000-14,999', bands)).toBe('1');
    expect(linked('Households with $10,000-29,999', bands)).toMatch(/NOT_FOUND|AMBIGUOUS/u);
    expect(linked('Households with $40,000', bands)).toBe('SERIES_NOT_FOUND'.replace('SERIES', 'CATEGORY'));
  });

  it('a heading over the rows tells equal labels apart', () => {
    const nested = member([
      fact('1', { category: 'Doctorate', group: 'Public', series: 'Share' }),
      fact('2', { category: 'Doctorate', group: 'Private', series: 'Share' }),
    ]);
    expect(linked('Share of doctorate, private', nested)).toBe('2');
    expect(linked('Share of doctorate', nested)).toMatch(/^AMBIGUOUS/u);
  });

  it('titles explain words, and name no value', () => {
    const chart = member(
      [
        fact('1', { category: 'Asia', title: 'Sales by region' }),
        fact('2', { category: 'Europe', title: 'Sales by region' }),
      ],
      {
        context: ['Acme Corporation annual report'],
      },
    );
    expect(linked('What were the sales of Acme Corporation in Asia?', chart)).toBe('1');
    expect(linked('What were the sales of Acme Corporation?', chart)).toMatch(/^AMBIGUOUS|NOT_FOUND/u);
    expect(linked('What were the sales of Apex Corporation in Asia?', chart)).toMatch(/NOT_FOUND|NO_EVIDENCE/u);
  });

  it('the same value printed twice is one answer, and what is proven speaks for it', () => {
    const [a, b] = [false, true].map((verified, i) =>
      member([fact('7', { category: 'Rent' }, { verified })], { id: String(i) }),
    );
    const { question, candidates } = asked('rent', [a as AskedMember, b as AskedMember]);
    const result = linkFact(question, candidates);
    expect('found' in result && result.found[0].fact.verified).toBe(true);
    expect(
      linked('rent', member([fact('7', { category: 'Rent' })]), member([fact('8', { category: 'Rent' })], { id: 'n' })),
    ).toBe('AMBIGUOUS_SERIES');
  });

  it('a name that holds more than is asked for is another thing', () => {
    const sheet = member([
      fact('1', { category: 'Non-current assets' }),
      fact('2', { category: 'Revenue growth' }),
      fact('3', { category: 'Profit before tax' }),
      fact('4', { category: 'Due from banks' }),
      fact('5', { category: 'EBITDA (excluding one-offs)' }),
      fact('6', { category: 'Dividends per share' }),
      fact('7', { category: 'US sales' }),
    ]);
    for (const question of [
      'current assets',
      'total assets',
      'revenue',
      'tax',
      'profit',
      'due to banks',
      'EBITDA',
      'dividend share',
      'our sales',
    ])
      expect(linked(`What were ${question}?`, sheet), question).toMatch(/NOT_FOUND|NO_EVIDENCE|UNIT_MISMATCH/u);
    expect(linked('What were US sales?', sheet)).toBe('7');
    expect(linked('dividends per share', sheet)).toBe('6');
  });

  it('equal facts of two tables are not told apart by words that name the facts themselves', () => {
    const group = member([fact('900', { category: 'Total assets' })]);
    const parent = member([fact('5', { category: 'Total assets', title: 'Assets of the parent company' })], {
      id: 'p',
    });
    expect(linked('What were total assets?', group, parent)).toBe('AMBIGUOUS_SERIES');
    expect(linked('What were total assets of the parent company?', group, parent)).toBe('5');
  });

  it('a scale or a sign that is asked for must be the value’s', () => {
    const table = member([fact('900', { category: 'Revenue' }, { unit: 'USD m' })]);
    expect(linked('revenue in millions', table)).toBe('900');
    for (const question of ['revenue in thousands', 'revenue in billions', 'revenue in %', 'revenue in ¥'])
      expect(linked(question, table), question).toBe('UNIT_MISMATCH');
  });

  it('a unit that is asked for must be the value’s', () => {
    const both = member([
      fact('72', { category: 'Agency', title: 'Mix' }, { unit: '%' }),
      fact('310', { category: 'Agency', title: 'Mix' }, { unit: 'USD m' }),
    ]);
    expect(linked('What share does Agency have in the mix?', both)).toBe('72');
    expect(linked('Agency in the mix in US dollars', both)).toBe('310');
    expect(linked('How much is Agency in the mix?', both)).toBe('310');
    expect(linked('Agency in the mix', both)).toMatch(/^AMBIGUOUS/u);
    expect(linked('Agency in the mix in euros', both)).toBe('UNIT_MISMATCH');
  });

  it('what is to be computed is only looked up where a label of the value says it', () => {
    const growth = member([
      fact('5', { category: 'Revenue growth', title: 'Highlights' }, { unit: '%' }),
      fact('9', { category: 'Revenue', title: 'Growth highlights' }),
    ]);
    expect(linked('What was revenue growth?', growth)).toBe('5');
    expect(linked('What was the growth of costs?', growth)).toMatch(/NOT_FOUND|NO_EVIDENCE/u);
  });
});

describe('operands are alike but for the one label that the question names for each', () => {
  const table = member([
    fact('10', { category: 'Revenue', series: 'Group' }, { period: '2023', unit: 'm' }),
    fact('4', { category: 'Costs', series: 'Group' }, { period: '2023', unit: 'm' }),
    fact('11', { category: 'Revenue', series: 'Group' }, { period: '2024', unit: 'm' }),
    fact('20', { category: 'Margin', series: 'Group' }, { period: '2023', unit: '%' }),
  ]);
  const operands = (text: string, ...members: readonly AskedMember[]) => {
    const { question, candidates } = asked(text, members);
    const [operation] = question.operations;
    if (operation === undefined) return 'no operation';
    const found = linkOperands(question, operation, candidates);
    return 'reason' in found ? found.reason : `${found.rule} ${found.facts.map((one) => one.fact.value).join(' ')}`;
  };

  it.each([
    ['sum of revenue and costs in 2023', 'sum 10 4'],
    ['difference between costs and revenue in 2023', 'difference 10 4'],
    ['costs minus revenue in 2023', 'difference 4 10'],
    ['subtract costs from revenue in 2023', 'difference 10 4'],
    ['how much more was revenue than costs in 2023', 'difference 10 4'],
    ['how much less were costs than revenue in 2023', 'difference 10 4'],
    ['how much more were costs than revenue in 2023', 'UNSUPPORTED_QUESTION'],
    ['difference between revenue and costs in 2023 in percent', 'CATEGORY_NOT_FOUND'],
    ['difference between revenue in 2024 and 2023', 'COMPUTATION_NOT_ALLOWED'],
    ['difference between revenue and margin in 2023', 'COMPUTATION_NOT_ALLOWED'],
    ['difference between revenue and taxes in 2023', 'CATEGORY_NOT_FOUND'],
    ['growth of revenue', 'COMPUTATION_NOT_ALLOWED'],
  ])('%s', (question, expected) => {
    expect(operands(question, table)).toBe(expected);
  });

  it('shares of one ring are compared in percentage points, bars are not', () => {
    const shares = [
      fact('72', { category: 'Agency' }, { unit: '%' }),
      fact('28', { category: 'Partners' }, { unit: '%' }),
    ];
    const question = 'difference between Partners and Agency';
    expect(operands(question, member(shares, { kind: 'chart', grammar: 'donut' }))).toBe(
      'percentage_point_difference 72 28',
    );
    expect(operands(question, member(shares, { kind: 'chart', grammar: 'bar' }))).toBe('COMPUTATION_NOT_ALLOWED');
    expect(operands('sum of Partners and Agency', member(shares, { kind: 'chart', grammar: 'donut' }))).toBe(
      'COMPUTATION_NOT_ALLOWED',
    );
  });
});

it('hostile questions end quickly', () => {
  const table = member([fact('1', { category: 'Revenue', series: '营业收入'.repeat(20) }, { period: '2023' })]);
  for (const text of [
    'revenue '.repeat(5_000),
    '收入'.repeat(20_000),
    '2023 '.repeat(5_000),
    '('.repeat(50_000),
    '\u0000\ud800',
    'a'.repeat(100_000),
  ])
    expect(typeof linked(text, table)).toBe('string');
});

it('a share of the total is one of the whole, and a label that says so is named', () => {
  const shares = member([
    fact('31.5', { category: '国内', series: '占总收入比例' }, { unit: '%' }),
    fact('28', { category: '国内', series: '占总成本比例' }, { unit: '%' }),
  ]);
  expect(linked('国内占总收入比例是多少？', shares)).toBe('31.5');
  const costs = member([
    fact('12', { category: 'Rent', series: 'Percent of total expenses' }, { unit: '%' }),
    fact('9', { category: 'Rent', series: 'Percent of total revenue' }, { unit: '%' }),
  ]);
  expect(linked('What percent of total expenses was rent?', costs)).toBe('12');
});

it('what other names are near, but of another thing, is not taken for it', () => {
  const sales = member([fact('5', { category: 'Americas' }), fact('7', { category: 'Operating revenue' })]);
  expect(linked('What was the US?', sales)).not.toBe('5');
  expect(linked('What was revenue?', sales)).not.toBe('7');
});
