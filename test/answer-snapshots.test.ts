import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { answerIndex } from '../src/answers/answer-index.js';
import { scopeOf, snapshotWith, switchPointers, writeMembers, writeSnapshot } from '../src/answers/answer-snapshot.js';
import { ask } from '../src/answers/ask.js';
import { membersOf } from '../src/answers/members.js';
import { add } from '../src/library/add.js';
import { remove } from '../src/library/documents.js';
import { Library } from '../src/library/library.js';
import { cli } from './support/library-cli.js';
import { tempFolder } from './support/library-files.js';
import { distributionMix, expenseRatio, incomeTable, report } from './support/report.js';

const folder = tempFolder();
const put = (name: string, bytes: Uint8Array): string => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
};
const first = put('first.pdf', report(incomeTable()));
const second = put('second.pdf', report(expenseRatio(), distributionMix()));
const open: Library[] = [];
const openLibrary = (name: string): Library => {
  const library = Library.open(join(folder, name), { create: true });
  open.push(library);
  return library;
};
afterAll(() => Promise.all(open.map((library) => library.close())));

const REVENUE = { question: 'What was revenue in 2024?' };
const AGENCY = { question: 'What is the share of Agency in the distribution mix in 1H26?' };

describe('publishing goes in three steps, and none of them alone changes what readers see', () => {
  it('what stopped after the members, or after the snapshot, left the old snapshot serving; done again it ends the same', async () => {
    const library = openLibrary('steps');
    await add(library, { paths: [first] });
    const before = await ask(library, REVENUE);
    expect(before.value).toBe('1310.25');
    await add(library, { paths: [second] });
    const entry = (await library.snapshots.current()).documents.find(
      ({ title, pages }) => title === 'Annual report' && pages === 2,
    );
    if (!entry) throw new Error('the second report is not there');

    const other = openLibrary('steps');
    const seen = async (): Promise<string | null> =>
      (await ask(other, { ...REVENUE, doc: before.citations[0]?.source_version as string })).snapshot;
    const made = await membersOf(library, entry);
    const members = await writeMembers(entry, made);
    expect(await seen()).toBe(before.snapshot);
    const known = (await snapshotWith(other, [])).snapshot.documents;
    const ref = await writeSnapshot(library, [...known, members]);
    expect(await seen()).toBe(before.snapshot);

    // Each step again writes the same objects.
    expect(await writeMembers(entry, made)).toEqual(members);
    expect(await writeSnapshot(library, [members, ...known])).toEqual(ref);
    const pointer = library.catalogue.pointer('current-manifest');
    expect(await switchPointers(library, pointer, ref)).toBe(true);
    expect(await seen()).toBe(ref.digest);
    expect((await ask(other, AGENCY)).value).toBe('72');
  });

  it('a writer that another overtook does not switch', async () => {
    const library = openLibrary('overtaken');
    await add(library, { paths: [first, second] });
    const [one] = await scopeOf(library, undefined);
    const alone = await snapshotWith(library, one ? [one] : []);
    const both = await snapshotWith(library, await scopeOf(library, undefined));
    expect(await switchPointers(library, alone.ref, alone.ref)).toBe(false);
    expect(library.catalogue.pointer('current-manifest')).toEqual(both.ref);
  });

  it('two processes that publish at once lose nothing of each other', async () => {
    const [a, b] = [openLibrary('race'), openLibrary('race')];
    const { documents } = await add(a, { paths: [first, second] });
    const [x, y] = documents.map(({ digest }) => digest) as [string, string];
    await Promise.all([ask(a, { ...REVENUE, doc: x }), ask(b, { ...AGENCY, doc: y })]);
    expect((await snapshotWith(a, [])).snapshot.scope).toEqual([x, y].sort());
  });
});

it('a reader goes on in the snapshot that it opened, whatever is published after', async () => {
  const library = openLibrary('pinned');
  await add(library, { paths: [first] });
  const old = await snapshotWith(library, await scopeOf(library, undefined));
  const index = await answerIndex(library, old, (await library.snapshots.current()).documents);
  await add(library, { paths: [second] });
  expect((await ask(library, AGENCY)).value).toBe('72');
  const found = await index.search('Agency distribution mix', null);
  expect(new Set(found.map(({ digest }) => digest))).toEqual(new Set(old.snapshot.scope));
});

it('a document that was removed is asked no more', async () => {
  const library = openLibrary('removed');
  const { documents } = await add(library, { paths: [first, second] });
  expect((await ask(library, REVENUE)).status).toBe('answered');
  await remove(library, { doc: documents[0]?.digest as string });
  const reply = await ask(library, REVENUE);
  expect(reply).toMatchObject({ status: 'abstained' });
  expect((await ask(library, AGENCY)).status).toBe('answered');
});

it('a process killed while it publishes leaves what was published before', async () => {
  const library = join(folder, 'killed');
  const run = (args: string[], onStart?: Parameters<typeof cli>[1]) =>
    cli([...args, '--json', '--quiet'], { library, ...onStart });
  const before = (await run(['ask', REVENUE.question, '--doc', first])).json;
  for (const delayMs of [400, 700, 1_000, 1_400, 1_800]) {
    await run(['ask', AGENCY.question, '--doc', second], {
      onStart: (child) => void wait(delayMs).then(() => child.kill('SIGKILL')),
    });
    const after = (await run(['ask', REVENUE.question, '--doc', first])).json;
    expect({ ...after, snapshot: null }).toEqual({ ...before, snapshot: null });
  }
  expect((await run(['ask', AGENCY.question, '--doc', second])).json.value).toBe('72');
}, 120_000);
