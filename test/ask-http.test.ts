import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AskReply } from '../src/evidence/wire/ask.js';
import { add } from '../src/library/add.js';
import { Library } from '../src/library/library.js';
import { objectPath } from '../src/store/objects.js';
import { CLI } from './support/library-cli.js';
import { tempFolder } from './support/library-files.js';
import { seenPage } from './support/seen-pages.js';

const root = resolve(import.meta.dirname, '..');
const REPORT = join(root, 'examples/data/tor-2020-2021-annual-report.pdf');
const QUESTION = 'What was the share of Agency in 1H26?';
const folder = tempFolder();
const running: ChildProcess[] = [];
let url: string;
let doc: string;
let empty: string;

beforeAll(async () => {
  writeFileSync(join(folder, 'mix.pdf'), seenPage(0, 1));
  doc = await libraryOf('library', join(folder, 'mix.pdf'));
  empty = join(folder, 'empty');
  await Library.open(empty, { create: true }).close();
  url = await served(join(folder, 'library'));
});
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
});

async function libraryOf(name: string, path: string): Promise<string> {
  const library = Library.open(join(folder, name), { create: true, environment: {} });
  const { documents } = await add(library, { paths: [path] });
  await library.close();
  return documents[0]?.document as string;
}

/** A real server in a process of its own. */
async function served(library: string, env: Record<string, string> = {}, cli = CLI): Promise<string> {
  const child = spawn(process.execPath, [cli, 'serve', '--library', library, '--port', '0'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return /https?:\/\/\S+/.exec(line.toString())?.[0] as string;
}

const post = (body: unknown, at = url): Promise<Response> =>
  fetch(new URL('/api/v1/ask', at), { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) });
const ask = async (body: unknown, at = url): Promise<AskReply> => {
  const response = await post(body, at);
  expect(response.status).toBe(200);
  return (await response.json()) as AskReply;
};
const codeOf = async (response: Response): Promise<string> =>
  ((await response.json()) as { error: { code: string } }).error.code;

describe('a question over HTTP', () => {
  it('is answered with 200, and abstained with 200 and its reason', async () => {
    expect(await ask({ question: QUESTION, doc })).toMatchObject({ status: 'answered', value: '72', unit: '%' });
    expect(await ask({ question: QUESTION })).toMatchObject({ status: 'answered', value: '72' });
    expect(await ask({ question: 'What was the share of Agency in 1H24?', doc })).toMatchObject({
      status: 'abstained',
      reason: 'PERIOD_NOT_FOUND',
      available: { periods: ['1H25', '1H26'] },
      value: null,
    });
    expect(await ask({ question: QUESTION }, await served(empty))).toMatchObject({ reason: 'NO_EVIDENCE', look: {} });
  });

  it('gets the page for a browser inside of the reply, and only where it asks for it', async () => {
    expect(await ask({ question: QUESTION })).not.toHaveProperty('view');
    const { view } = await ask({ question: QUESTION, inline: true });
    expect(view).toMatchObject({ file: null, bytes: Buffer.byteLength(view?.html ?? '') });
    expect(view?.html).toContain('<span class="number">72</span>');
  });

  it.each<[string, unknown, number]>([
    ['no JSON', '{', 400],
    ['a list', '[]', 400],
    ['no question', {}, 422],
    ['a blank question', { question: '  ' }, 422],
    ['a question of 9,000 signs', { question: 'x'.repeat(9_000) }, 422],
    ['a number for a question', { question: 7 }, 422],
    ['an option that is none', { question: 'x', page: 1 }, 422],
    ['an unknown document', { question: 'x', doc: 'ffffffffffffffff' }, 404],
    ['a path for a document', { question: 'x', doc: REPORT }, 404],
  ])('with %s is refused: %i', async (_, body, status) => {
    expect((await post(body)).status).toBe(status);
  });

  it.each(['ir', 'svg', 'receipt'] as const)(
    'whose %s is damaged on disk gets 409 once; then it is made anew',
    async (part) => {
      const [citation] = (await ask({ question: QUESTION, doc })).citations;
      const digest = citation?.[part] as string;
      const path = join(folder, 'library', objectPath(digest));
      const bytes = readFileSync(path);
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] as number) ^ 1;
      writeFileSync(path, bytes);
      const response = await post({ question: QUESTION, doc });
      const { error } = (await response.json()) as { error: { code: string; details: Record<string, unknown> } };
      expect([response.status, error.code]).toEqual([409, 'object_damaged']);
      expect(JSON.stringify(error)).toContain(digest);
      expect(await ask({ question: QUESTION, doc })).toMatchObject({
        value: '72',
        citations: [{ [part]: digest }, {}, {}],
      });
    },
  );

  it('is answered by words alone, with a warning, where the embedding endpoint does not answer', async () => {
    const env = { GROUNDGLASS_EMBEDDING_URL: 'http://127.0.0.1:9/v1', GROUNDGLASS_EMBEDDING_MODEL: 'm' };
    const reply = await ask({ question: QUESTION, doc }, await served(join(folder, 'library'), env));
    expect(reply).toMatchObject({ value: '72', warnings: [{ code: 'vectors_unavailable' }] });
  });

  it('gets 503 where a part of the program is missing', async () => {
    const broken = join(folder, 'package');
    mkdirSync(broken);
    for (const part of ['dist', 'data', 'package.json'])
      cpSync(join(root, part), join(broken, part), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(broken, 'node_modules'));
    rmSync(join(broken, 'data/glyph-shapes.br'));
    await libraryOf('library-2', join(folder, 'mix.pdf'));
    const response = await post(
      { question: QUESTION },
      await served(join(folder, 'library-2'), {}, join(broken, 'dist/cli.js')),
    );
    expect([response.status, await codeOf(response)]).toEqual([503, 'engine_missing']);
  });

  it('leaves the server free for others while all pages of a document are read for it', async () => {
    await libraryOf('library-3', REPORT);
    const at = await served(join(folder, 'library-3'));
    let answered = false;
    const asking = ask({ question: 'Which share of expenses went to fundraising?' }, at).finally(() => {
      answered = true;
    });
    const waitsMs: number[] = [];
    while (!answered) {
      const from = performance.now();
      expect((await fetch(new URL('/healthz', at))).status).toBe(200);
      if (!answered) waitsMs.push(performance.now() - from);
      await wait(20);
    }
    expect(await asking).toMatchObject({ value: '7.3' });
    process.stderr.write(
      `healthz while reading: ${waitsMs.length} replies, longest ${Math.round(Math.max(...waitsMs))} ms\n`,
    );
    // Where the pages are read in the server's own thread, one request waits for all of them.
    expect(waitsMs.length).toBeGreaterThan(5);
  }, 120_000);
});
