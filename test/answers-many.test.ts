import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ask } from '../src/answers/ask.js';
import { add } from '../src/library/add.js';
import { Library } from '../src/library/library.js';
import { tempFolder } from './support/library-files.js';
import { incomeTable, report } from './support/report.js';

const folder = tempFolder();
const income = (unit: number, grossProfit: string, more: readonly (readonly string[])[] = []): string =>
  incomeTable([['In millions', '2024'], ['Gross profit', grossProfit], ...more], `Income statement of unit ${unit}`);
/** More pages than are looked through for an answer: each has all words of the questions, but at several values. */
const decoys = Array.from({ length: 90 }, (_, i) =>
  incomeTable(
    [
      ['In millions', '2024'],
      ['Gross profit', `${200 + i}.5`],
      ['Unit 5', `${300 + i}.5`],
      ['Unit 6', `${400 + i}.5`],
    ],
    'Overview',
  ),
);
/** A page whose few words of the question are lost among others. */
const far = (unit: number, grossProfit: string): string =>
  income(
    unit,
    grossProfit,
    Array.from({ length: 6 }, (_, i) => [
      `Segment ${i + 20} inventories and receivables, less write-downs`,
      `${i + 31}.25`,
    ]),
  );

describe('a value that fits as well as the one that is found', async () => {
  const path = join(folder, 'many.pdf');
  writeFileSync(path, report(income(5, '41.5'), income(6, '52.5'), ...decoys, far(5, '77.5'), far(6, '52.5')));
  const library = Library.open(join(folder, 'library'), { create: true });
  const { documents } = await add(library, { paths: [path] });
  const asked = (unit: number) =>
    ask(library, { question: `What was gross profit of unit ${unit} in 2024?`, doc: documents[0]?.digest as string });
  afterAll(() => library.close());

  it('makes the answer ambiguous, however far it is from the question', async () => {
    expect(await asked(5)).toMatchObject({ status: 'abstained', reason: 'AMBIGUOUS_SERIES' });
  });

  it('is no rival where it is of another thing, or the same', async () => {
    expect(await asked(6)).toMatchObject({ status: 'answered', value: '52.5' });
  });
});
