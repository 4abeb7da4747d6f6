import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../../test/support/library-files.js';
import { expenseRatio, report } from '../../test/support/report.js';
import { evaluate } from './evaluate.js';

const folder = tempFolder();
writeFileSync(join(folder, 'ratio.pdf'), report(expenseRatio()));
mkdirSync(join(folder, 'empty'));
mkdirSync(join(folder, 'several'));
for (const name of ['a', 'b']) writeFileSync(join(folder, 'several', `${name}.pdf`), report(expenseRatio(), name));
writeFileSync(join(folder, 'notes.txt'), 'no document');

const asked = (question: string, expect: unknown, source = 'ratio.pdf') => ({ source, question, expect });
const RATIO = 'What was the expense ratio in 1H25?';

describe('what an evaluation counts', () => {
  it('an abstention for another reason than expected is not right', async () => {
    const items = [asked(RATIO, { reasons: ['PERIOD_NOT_FOUND'] }), asked(RATIO, { reasons: ['VALUE_UNAVAILABLE'] })];
    const { failures, ...tally } = await evaluate({ items }, folder);
    expect(tally).toMatchObject({ answerable: 0, escapes: 0, abstained_rightly: 1, abstained_wrongly: 1 });
    expect(failures).toMatchObject([{ rule: 'must be abstained as PERIOD_NOT_FOUND', got: 'VALUE_UNAVAILABLE' }]);
  });

  it('an answer where there is none is an escape, and no abstention', async () => {
    const items = [asked('What was the expense ratio in 1H24?', { reasons: [] })];
    const reply = await evaluate({ items }, folder);
    expect(reply).toMatchObject({ escapes: 1, abstained_rightly: 0, abstained_wrongly: 0 });
  });

  it('a value in another unit is not exact', async () => {
    const items = [asked('What was the expense ratio in 1H24?', { value: '12.4', unit: 'bps' })];
    const reply = await evaluate({ items }, folder);
    expect(reply).toMatchObject({ answerable: 1, covered: 1, exact: 0 });
  });
});

describe('what is no set of questions is said to be none', () => {
  it.each<[string, unknown]>([
    ['nothing', null],
    ['a list', []],
    ['no items', { items: [] }],
    ['an item that is nothing', { items: [null] }],
    ['a question that is a number', { items: [asked(7 as never, { value: '1' })] }],
    ['an empty question', { items: [asked('', { value: '1' })] }],
    ['a value that is a number', { items: [asked(RATIO, { value: 12.4 })] }],
    ['nothing expected', { items: [asked(RATIO, {})] }],
    ['an answer and an abstention expected at once', { items: [asked(RATIO, { value: '1', reasons: [] })] }],
    ['a reason that there is not', { items: [asked(RATIO, { reasons: ['NOT_THERE'] })] }],
    ['reasons that are no list', { items: [asked(RATIO, { reasons: 'VALUE_UNAVAILABLE' })] }],
    ['a path that no system has', { items: [asked(RATIO, { reasons: [] }, 'a\0b.pdf')] }],
    ['no source', { items: [{ question: RATIO, expect: { reasons: [] } }] }],
  ])('%s', async (_, set) => {
    await expect(evaluate(set, folder)).rejects.toMatchObject({ code: 'bad_argument' });
  });

  it.each([
    ['a file that is not there', 'none.pdf'],
    ['a file that is no document', 'notes.txt'],
    ['an empty folder', 'empty'],
    ['a folder of several documents', 'several'],
  ])('%s is told by its path', async (_, source) => {
    const items = [asked(RATIO, { reasons: [] }, source)];
    await expect(evaluate({ items }, folder)).rejects.toMatchObject({
      class: expect.stringMatching(/^(?:bad_input|unsupported)$/u),
      message: expect.stringContaining(source),
    });
  });
});
