import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ask } from '../src/answers/ask.js';
import { add } from '../src/library/add.js';
import { Library } from '../src/library/library.js';
import { tempFolder } from './support/library-files.js';
import { incomeTable, report } from './support/report.js';

const folder = tempFolder();
const QUESTION = 'What was gross profit of unit 5 in 2024?';
const income = (unit: number, grossProfit: string, more: readonly (readonly string[])[] = []): string =>
  incomeTable([['In millions', '2024'], ['Gross profit', grossProfit], ...more], `Income statement of unit ${unit}`);
/** More pages than are looked through for an answer: each has all words of the question, but at two values. */
const decoys = Array.from({ length: 90 }, (_, i) =>
  incomeTable(
    [
      ['In millions', '2024'],
      ['Gross profit', `${200 + i}.5`],
      ['Unit 5', `${300 + i}.5`],
    ],
    'Overview',
  ),
);
/** A page whose few words of the question are lost among others. */
const far = (grossProfit: string): string =>
  income(
    5,
    grossProfit,
    Array.from({ length: 6 }, (_, i) => [
      `Segment ${i + 20} inventories and receivables, less write-downs`,
      `${i + 31}.25`,
    ]),
  );

const replyOver = async (...pages: string[]) => {
  const name = join(folder, `${pages.length}-${Math.random()}`);
  writeFileSync(`${name}.pdf`, report(...pages));
  const library = Library.open(name, { create: true });
  try {
    const { documents } = await add(library, { paths: [`${name}.pdf`] });
    return await ask(library, { question: QUESTION, doc: documents[0]?.digest as string });
  } finally {
    await library.close();
  }
};

describe('a value that fits as well as the one that is found', () => {
  it('makes the answer ambiguous, however far it is from the question', async () => {
    const reply = await replyOver(income(5, '41.5'), ...decoys, far('77.5'));
    expect(reply).toMatchObject({ status: 'abstained', reason: 'AMBIGUOUS_SERIES' });
  });

  it('is no rival where it is of another thing, or the same', async () => {
    const reply = await replyOver(income(5, '41.5'), ...decoys, far('41.5'));
    expect(reply).toMatchObject({ status: 'answered', value: '41.5' });
  });
});
