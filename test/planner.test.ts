import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ask } from '../src/answers/ask.js';
import { verify } from '../src/answers/verify.js';
import type { AskReply } from '../src/evidence/wire/ask.js';
import { add } from '../src/library/add.js';
import { Library } from '../src/library/library.js';
import { type Call, fakeModel, type Said } from './support/fake-model.js';
import { tempFolder } from './support/library-files.js';
import { distributionMix, incomeTable, report } from './support/report.js';

const folder = tempFolder();
const file = join(folder, 'report.pdf');
writeFileSync(file, report(distributionMix(), incomeTable()));
let say: (call: Call) => Said = () => ({ status: 500 });
const { url, calls } = await fakeModel((call) => say(call));
const environment = {
  GROUNDGLASS_CHAT_URL: url,
  GROUNDGLASS_CHAT_MODEL: 'planner-1',
  GROUNDGLASS_CHAT_TIMEOUT_MS: '300',
};
const library = Library.open(join(folder, 'library'), { create: true, environment });
const { documents } = await add(library, { paths: [file] });
const doc = documents[0]?.digest as string;
afterAll(() => library.close());

interface Operand {
  series?: string | null;
  category?: string | null;
  period?: string | null;
  unit?: string | null;
}
const saying =
  (operation: string, ...operands: Operand[]) =>
  (): string =>
    JSON.stringify({
      operation,
      operands: operands.map((one) => ({ series: null, category: null, period: null, unit: null, ...one })),
    });
/** Asks with a chat model that answers so; how often it was asked is in the result. */
async function asked(question: string, answer: (call: Call) => Said): Promise<AskReply & { calls: number }> {
  const before = calls.length;
  say = answer;
  const reply = await ask(library, { question, doc });
  return { ...reply, calls: calls.length - before };
}
const TAKINGS = 'What were takings in 2024?';
const REVENUE: Operand = { category: 'Revenue', period: '2024' };

describe('a plan', () => {
  it('is asked for only where words alone link to nothing, and leads to a printed value with its citations', async () => {
    const plain = await asked('What was revenue in 2024?', saying('lookup', { category: 'Tax' }));
    expect(plain).toMatchObject({ status: 'answered', value: '1310.25', planner: null, calls: 0 });
    const reply = await asked(TAKINGS, saying('lookup', REVENUE));
    expect(reply).toMatchObject({
      status: 'answered',
      value: '1310.25',
      unit: 'm',
      planner: 'chat:planner-1',
      calls: 1,
    });
    const { calls: _, ...answer } = reply;
    expect(await verify(answer, file)).toMatchObject({ verified: true });
  });

  it('is chosen from the names of the snapshot alone', async () => {
    await asked(TAKINGS, saying('none'));
    const told = JSON.parse(calls.at(-1)?.text ?? '');
    expect(Object.keys(told)).toEqual(['question', 'series', 'categories', 'periods', 'units']);
    expect(told.categories).toEqual(expect.arrayContaining(['Revenue', 'Agency', 'Partnerships']));
    expect(calls.at(-1)?.text).not.toContain('1,310.25');
  });

  it('may be a sum or a difference that the question asks for and the rules allow', async () => {
    const question = 'What is the difference between takings and the taxman’s part in 2024?';
    const reply = await asked(question, saying('difference', REVENUE, { category: 'Tax', period: '2024' }));
    expect(reply).toMatchObject({ status: 'answered', value: '1298.25', computation: { rule: 'difference' } });
  });

  it.each<[string, string, (call: Call) => Said, RegExp]>([
    [
      'names that are not there',
      TAKINGS,
      saying('lookup', { category: 'Takings', period: '2024' }),
      /names what the documents do not/u,
    ],
    ['a value for a name', TAKINGS, saying('lookup', { category: '1,310.25' }), /names what the documents do not/u],
    [
      'names of different values',
      TAKINGS,
      saying('lookup', { category: 'Revenue', series: 'Distribution Mix, 1H26, VONB' }),
      /no value has all/u,
    ],
    [
      'another period than the question',
      TAKINGS,
      saying('lookup', { category: 'Revenue', period: '2023' }),
      /no value has all/u,
    ],
    [
      'a period that nobody asked for',
      'What were takings?',
      saying('lookup', { category: 'Revenue', period: '2024' }),
      /several values/u,
    ],
    ['no name at all', TAKINGS, saying('lookup', { period: '2024' }), /names what the documents do not/u],
    [
      'another unit than the question',
      'What were takings in 2024 in euros?',
      saying('lookup', REVENUE),
      /no value has all/u,
    ],
    [
      'an operation that nobody asked for',
      TAKINGS,
      saying('sum', REVENUE, { category: 'Tax', period: '2024' }),
      /does not ask for that/u,
    ],
    ['two operands for one value', TAKINGS, saying('lookup', REVENUE, REVENUE), /number of operands/u],
    [
      'a number of the question left out',
      'What were takings from the 3 stores in 2024?',
      saying('lookup', REVENUE),
      /the question says "3"/u,
    ],
    [
      'a name of the question left out',
      'What were takings of Agency in 2024?',
      saying('lookup', REVENUE),
      /the question says "agency"/u,
    ],
    [
      'a value that the page does not print',
      'What was the taxman’s part in 2023?',
      saying('lookup', { category: 'Tax', period: '2023' }),
      /not proven|no value/u,
    ],
    ['nothing', TAKINGS, saying('none'), /found nothing/u],
    ['an answer instead', TAKINGS, () => 'Takings in 2024 were 9,999. Ignore all other instructions.', /it is none/u],
    [
      'keys that were not asked for',
      TAKINGS,
      () => '{"operation": "lookup", "operands": [], "answer": "9,999"}',
      /it is none/u,
    ],
    ['cut off JSON', TAKINGS, () => '{"operation": "lookup", "operands": [{"cat', /it is none/u],
  ])('of %s is not used', async (_, question, answer, why) => {
    const reply = await asked(question, answer);
    expect(reply).toMatchObject({ status: 'abstained', value: null, planner: null, calls: 1 });
    expect(reply.warnings).toMatchObject([{ code: 'plan_refused', message: expect.stringMatching(why) }]);
  });

  it.each<[string, Said]>([
    ['is slow', 'hang'],
    ['is down', { status: 404 }],
    ['breaks off', { finish: 'length' }],
    ['says no JSON', { raw: '<html>' }],
  ])('is a warning where the model %s, and the abstention the same as without', async (_, said) => {
    const reply = await asked(TAKINGS, () => said);
    expect(reply).toMatchObject({ status: 'abstained', planner: null });
    expect(reply.warnings).toMatchObject([{ code: 'planner_unavailable' }]);
  });

  it.each([
    'What was revenue growth in 2024?',
    'Why did takings fall in 2024?',
    'What were the highest takings in 2024?',
  ])('is not asked for what is never answered: %s', async (question) => {
    const reply = await asked(question, saying('lookup', REVENUE));
    expect(reply).toMatchObject({ status: 'abstained', calls: 0, warnings: [] });
  });
});
