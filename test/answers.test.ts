import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ask as answer } from '../src/answers/ask.js';
import { prove } from '../src/answers/prove.js';
import type { AskReply } from '../src/evidence/wire/ask.js';
import { add } from '../src/library/add.js';
import { Library } from '../src/library/library.js';
import { objectPath } from '../src/store/objects.js';
import { type CliResult, cli } from './support/library-cli.js';
import { tempFolder } from './support/library-files.js';
import { distributionMix, expenseRatio, incomeTable, report } from './support/report.js';

const folder = tempFolder();
/** One library for all that is asked: every page is read once. */
const library = Library.open(join(folder, 'library'), { create: true });
afterAll(() => library.close());

/** Writes a report of these pages. @returns its path */
const written = (name: string, ...pages: string[]): string => {
  const path = join(folder, `${name}.pdf`);
  writeFileSync(path, report(...pages));
  return path;
};
const added = async (path: string): Promise<string> =>
  (await add(library, { paths: [path] })).documents[0]?.digest as string;

const file = written('report', expenseRatio(), distributionMix(), incomeTable());
const doc = await added(file);
const ask = (question: string, of = doc): Promise<AskReply> => answer(library, { question, doc: of });

describe('a question with one printed value is answered with it', () => {
  it.each([
    ['What was the expense ratio in 1H24?', '12.4', '%'],
    ['What was the expense ratio in the first half of 2026?', '11.1', '%'],
    ['2026年上半年的费用率是多少？', '11.1', '%'],
    ['What is the share of Agency in the distribution mix in 1H26?', '72', '%'],
    ['2026年上半年代理渠道占比是多少？', '72', '%'],
    ['What was revenue in 2024?', '1310.25', 'm'],
    ['What was revnue in 2024?', '1310.25', 'm'],
    ['2024年的营业收入是多少？', '1310.25', 'm'],
    ['What was the cost of sales in FY2023?', '-700.1', 'm'],
    ['２０２４年毛利', '589.95', 'm'],
  ])('%s', async (question, value, unit) => {
    const reply = await ask(question);
    expect(reply).toMatchObject({ status: 'answered', reason: null, value, unit, look: null });
    const [first, ...labels] = reply.citations;
    expect(reply.answer).toContain(first?.printed);
    expect(labels.length).toBeGreaterThan(0);
    for (const citation of reply.citations) {
      expect(citation.element_ids.length).toBeGreaterThan(0);
      const { page } = citation.locator;
      const proof = await prove(library, { doc, page: page as number, text: citation.printed });
      const elements = proof.occurrences.flatMap((one) => one.element_ids);
      expect(elements).toEqual(expect.arrayContaining(citation.element_ids));
    }
  });
});

describe('what the page does not say is not answered', () => {
  it.each([
    ['What was the expense ratio in 1H25?', 'VALUE_UNAVAILABLE'],
    ['2025年上半年的费用率是多少？', 'VALUE_UNAVAILABLE'],
    ['What was tax in 2023?', 'VALUE_UNAVAILABLE'],
    ['By how many bps did the expense ratio change in 1H26?', 'COMPUTATION_NOT_ALLOWED'],
    ['What was the expense ratio in 1H23?', 'PERIOD_NOT_FOUND'],
    ['What was revenue in 2022?', 'PERIOD_NOT_FOUND'],
    ['What was revenue?', 'AMBIGUOUS_PERIOD'],
    ['What was revenue in 2024 in euros?', 'UNIT_MISMATCH'],
    ['What was revenue growth in 2024?', 'COMPUTATION_NOT_ALLOWED'],
    ['What is the difference between revenue in 2024 and revenue in 2023?', 'COMPUTATION_NOT_ALLOWED'],
    ['2024年营业收入同比增长多少？', 'COMPUTATION_NOT_ALLOWED'],
    ['What is the ratio of revenue to gross profit in 2024?', 'COMPUTATION_NOT_ALLOWED'],
    ['What is the sum of Agency and Partnerships in 1H26?', 'COMPUTATION_NOT_ALLOWED'],
    ['What is the difference between the expense ratio in 1H24 and 1H26?', 'COMPUTATION_NOT_ALLOWED'],
    ['Why did revenue rise?', 'UNSUPPORTED_QUESTION'],
    ['Which year had the highest revenue?', 'UNSUPPORTED_QUESTION'],
    ['What share has the Brokers channel in the distribution mix in 1H26?', 'CATEGORY_NOT_FOUND'],
    ['What was EBITDA in 2024?', 'NO_EVIDENCE'],
    ['?!', 'UNSUPPORTED_QUESTION'],
    [`What was revenue in 2024? ${'Revenue. '.repeat(300)}`, 'UNSUPPORTED_QUESTION'],
  ])('%s', async (question, reason) => {
    const reply = await ask(question);
    // A growth word beside a why is refused by either; both are no answers.
    const reasons = question.startsWith('Why') ? ['UNSUPPORTED_QUESTION', 'COMPUTATION_NOT_ALLOWED'] : [reason];
    expect(reply).toMatchObject({ status: 'abstained', answer: null, value: null, unit: null, citations: [] });
    expect(reasons).toContain(reply.reason);
    expect(reply.look).toHaveProperty('next_step');
  });

  it('and an abstention lists what there is', async () => {
    const missing = await ask('What was the expense ratio in 1H25?');
    expect(missing.available?.periods).toEqual(['1H24', '1H25', '1H26']);
    const brokers = await ask('What share has the Brokers channel in the distribution mix in 1H26?');
    expect(brokers.available?.categories).toEqual(expect.arrayContaining(['Agency', 'Partnerships']));
  });
});

describe('what may be computed is computed exactly, with a receipt', () => {
  it.each([
    [
      'What is the difference between Agency and Partnerships in the distribution mix in 1H26?',
      'percentage_point_difference',
      '44',
      'percentage points',
      ['72', '28'],
    ],
    [
      'How many percentage points more than Partnerships is Agency?',
      'percentage_point_difference',
      '44',
      'percentage points',
      ['72', '28'],
    ],
    ['Partnerships minus Agency in 1H26', 'percentage_point_difference', '-44', 'percentage points', ['28', '72']],
    ['What is the sum of revenue and cost of sales in 2023?', 'sum', '550.4', 'm', ['1250.5', '-700.1']],
    ['2024年毛利和营业收入相差多少？', 'difference', '720.3', 'm', ['1310.25', '589.95']],
  ])('%s', async (question, rule, value, unit, inputs) => {
    const reply = await ask(question);
    expect(reply).toMatchObject({ status: 'answered', value, unit });
    expect(reply.computation).toMatchObject({ rule, rounding: 'half-even', exact: true, output: { value, unit } });
    const computed = reply.computation?.inputs ?? [];
    expect(computed.map((input) => input.value)).toEqual(inputs);
    const cited = computed.map(({ citation }) => reply.citations[citation]?.printed);
    expect(new Set(cited).size).toBe(inputs.length);
  });
});

describe('verify', () => {
  const run = (args: readonly string[]): Promise<CliResult> => cli([...args, '--json', '--quiet']);

  it('proves an answer from the file alone, in another place, and nothing that was changed', async () => {
    const path = join(folder, 'answer.json');
    const pages = [expenseRatio(['12.5%', null, '11.1%']), distributionMix(['73%', '27%']), incomeTable()];
    const other = written('other', ...pages);
    for (const question of ['What was revenue in 2024?', 'Difference between Agency and Partnerships in 1H26']) {
      const reply = await ask(question);
      writeFileSync(path, JSON.stringify(reply));
      expect(await run(['verify', path, '--source', file])).toMatchObject({ code: 0, json: { verified: true } });
      expect(await run(['verify', path, '--source', other])).toMatchObject({ code: 4, json: { verified: false } });
      writeFileSync(path, JSON.stringify({ ...reply, value: '1' }));
      expect(await run(['verify', path, '--source', file])).toMatchObject({ code: 4, json: { verified: false } });
    }
  }, 60_000);

  it('of what is no answer says so', async () => {
    const path = join(folder, 'none.json');
    for (const text of ['{}', '[]', 'null', '{"status":"answered"}', 'not json', '']) {
      writeFileSync(path, text);
      expect((await run(['verify', path, '--source', file])).json, text).toMatchObject({
        error: { code: 'bad_argument' },
      });
    }
    expect((await run(['verify', join(folder, 'absent.json'), '--source', file])).code).toBe(2);
  }, 60_000);
});

it('two libraries give the same snapshot and the same answer, and the command line prints it', async () => {
  const question = 'What was revenue in 2024?';
  const { code, json } = await cli(['ask', question, '--doc', file, '--json', '--quiet'], {
    library: join(folder, 'other-library'),
  });
  const reply = await ask(question);
  expect(reply.snapshot).toMatch(/^[0-9a-f]{64}$/u);
  expect(code).toBe(0);
  // Field by field in the same order.
  expect(JSON.stringify(json)).toBe(JSON.stringify(reply));
});

it.each(['ir', 'svg', 'receipt'] as const)(
  'a turned bit in the %s is told by name, and not silently made good',
  async (kind) => {
    const question = 'What was revenue in 2024?';
    const reply = await ask(question);
    const digest = reply.citations[0]?.[kind] as string;
    const path = join(library.root, objectPath(digest));
    const bytes = readFileSync(path);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] as number) ^ 4;
    writeFileSync(path, bytes);
    await expect(ask(question)).rejects.toMatchObject({ code: 'object_damaged', details: { object: digest } });
    expect(await ask(question)).toEqual(reply);
  },
);

it('text that is not seen, or in a font that is not in the file, is found and not answered', async () => {
  const hidden = incomeTable().replace('(1,310.25)', '(1,310.25) Tj 1 1 1 rg ( ');
  const tricked = hidden.replace('BT  /E 10 Tf 1 0 0 1 296 200 Tm', 'BT 3 Tr /E 10 Tf 1 0 0 1 296 200 Tm');
  const reply = await ask('What was revenue in 2024?', await added(written('tricked', tricked)));
  if (reply.status === 'answered') expect(reply.value).toBe('1310.25');
  const covered = await added(written('covered', `${incomeTable()} q 1 1 1 rg 294 182 60 20 re f Q`));
  expect(await ask('What was revenue in 2024?', covered)).toMatchObject({ status: 'abstained' });
});

it('a sign in the cell and a scale over the table make one unit', async () => {
  const table = incomeTable([
    ['In millions', '2023', '2024'],
    ['Revenue', '$1,250.5', '$1,310.25'],
    ['Margin', '44%', '45%'],
    ['Earnings per share', '$1.20', '$1.30'],
  ]);
  const signed = await added(written('signed', table));
  expect(await ask('What was revenue in 2024?', signed)).toMatchObject({ value: '1310.25', unit: 'USD m' });
  expect(await ask('What was the margin in 2024?', signed)).toMatchObject({ value: '45', unit: '%' });
  expect(await ask('What were earnings per share in 2024?', signed)).toMatchObject({ value: '1.30', unit: 'USD' });
});

it('a legend in colours that nobody can tell apart names nothing', async () => {
  const near = await added(written('near', distributionMix().replaceAll('.9 .5 .1 rg', '.13 .36 .7 rg')));
  const reply = await ask('What is the share of Agency in the distribution mix in 1H26?', near);
  expect(reply).toMatchObject({ status: 'abstained' });
});

it('a book and a picture have nothing to prove: the reply says where to look', async () => {
  const empty = Library.open(join(folder, 'empty'), { create: true });
  const reply = await answer(empty, { question: 'What was revenue in 2024?' });
  await empty.close();
  expect(reply).toMatchObject({ status: 'abstained', reason: 'NO_EVIDENCE', snapshot: null });
});
