import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { EngineThread, type Task } from './engine-thread.js';

/** A thread that speaks the protocol and can misbehave in every way. */
const ENTRY = `
import { parentPort, workerData } from 'node:worker_threads';
const calls = {
  add: (a, b) => a + b + (workerData.offset ?? 0),
  hang: () => { for (;;); },
  exit: () => process.exit(3),
  crash: () => { setImmediate(() => { throw new Error('not today'); }); return new Promise(() => {}); },
  throwNothing: () => { setImmediate(() => { throw null; }); return new Promise(() => {}); },
  silent: () => new Promise(() => {}),
  fill: () => { for (const all = []; ; ) all.push(new Array(1000).fill(all.length)); },
};
const wire = (code) => ({ code, class: 'bad_input', message: 'no', next_step: 'go', details: { page_index: 3 } });
parentPort.on('message', async ({ id, name, args }) => {
  if (name === 'refuse') return parentPort.postMessage({ id, error: wire('file_damaged'), fatal: false });
  if (name === 'trap') return parentPort.postMessage({ id, error: wire('out_of_memory'), fatal: true });
  parentPort.postMessage({ id, value: await calls[name](...args) });
});`;

type Reply<T> = Promise<{ value: T }>;
type Calls = {
  add: (a: number, b: number) => Reply<number>;
} & Record<'hang' | 'fill' | 'exit' | 'crash' | 'throwNothing' | 'silent' | 'refuse' | 'trap', () => Reply<null>>;

const folder = mkdtempSync(join(tmpdir(), 'engine-thread-'));
const entry = join(folder, 'entry.mjs');
writeFileSync(entry, ENTRY);
afterAll(() => rmSync(folder, { recursive: true }));

const start = (data = {}): EngineThread<Calls> => new EngineThread<Calls>(entry, data);
const task = (what: string, timeoutMs = 20_000): Task => ({ what, timeoutMs, instead: 'Do something else' });

describe('an engine thread', () => {
  it('answers, in any number, with what it was started with', async () => {
    const thread = start({ offset: 100 });
    const sums = await Promise.all([1, 2, 3].map((n) => thread.call('add', [n, n], task('Adding'))));
    expect(sums).toEqual([102, 104, 106]);
    await thread.close();
  });

  it('is ended when a call takes longer than its time, and says what and how long', async () => {
    const thread = start();
    await expect(thread.call('hang', [], task('Reading page 7', 300))).rejects.toMatchObject({
      code: 'too_slow',
      class: 'too_large',
      message: 'Reading page 7 took longer than 0.3 s and was stopped.',
      nextStep: 'Do something else, or raise GROUNDGLASS_PAGE_TIMEOUT_MS.',
      details: { limit_ms: 300 },
    });
    expect(thread.alive).toBe(false);
    await expect(thread.call('add', [1, 1], task('Adding'))).rejects.toMatchObject({ code: 'file_damaged' });
  });

  it.each(['exit', 'crash', 'throwNothing'] as const)(
    'that dies by %s fails its call with a typed error',
    async (how) => {
      const thread = start();
      await expect(thread.call(how, [], task('Reading'))).rejects.toMatchObject({
        name: 'GroundglassError',
        code: 'file_damaged',
      });
      expect(thread.alive).toBe(false);
    },
  );

  it('passes on an error of the engine and goes on', async () => {
    const thread = start();
    await expect(thread.call('refuse', [], task('Reading'))).rejects.toMatchObject({
      code: 'file_damaged',
      details: { page_index: 3 },
    });
    expect(await thread.call('add', [1, 1], task('Adding'))).toBe(2);
    await thread.close();
  });

  it('is ended after a trap', async () => {
    const thread = start();
    await expect(thread.call('trap', [], task('Reading'))).rejects.toMatchObject({
      code: 'out_of_memory',
      nextStep: 'Do something else.',
    });
    expect(thread.alive).toBe(false);
  });

  it('is ended when it takes more memory than it was given, and says on what', async () => {
    const thread = new EngineThread<Calls>(entry, {}, 32);
    await expect(thread.call('fill', [], task('Reading page 7'))).rejects.toMatchObject({
      code: 'out_of_memory',
      message: 'Reading page 7 took more memory than one thread may have.',
      nextStep: 'Do something else.',
    });
    expect(thread.alive).toBe(false);
  });

  it('that is closed leaves nobody waiting', async () => {
    const thread = start();
    const waiting = expect(thread.call('silent', [], task('Reading'))).rejects.toMatchObject({
      name: 'GroundglassError',
    });
    await thread.close();
    await waiting;
    expect(thread.alive).toBe(false);
  });
});
