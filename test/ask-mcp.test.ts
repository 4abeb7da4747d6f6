import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CallToolResult,
  Client,
  type Progress,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Serving, serve } from '../src/faces/http/serve.js';
import { OPERATIONS } from '../src/faces/operations.js';
import { add } from '../src/library/add.js';
import { Library } from '../src/library/library.js';
import { CLI } from './support/library-cli.js';
import { tempFolder } from './support/library-files.js';
import { seenPage } from './support/seen-pages.js';

const QUESTION = 'What was the share of Agency in 1H26?';
const folder = tempFolder();
let library: Library;
let serving: Serving;
let doc: string;
const open: Client[] = [];

beforeAll(async () => {
  writeFileSync(join(folder, 'mix.pdf'), seenPage(0, 1));
  library = Library.open(join(folder, 'library'), { create: true, environment: {} });
  const { documents } = await add(library, { paths: [join(folder, 'mix.pdf')] });
  doc = documents[0]?.document as string;
  serving = await serve(library, { version: '0.0.0', port: 0 });
});
afterAll(async () => {
  await Promise.all(open.map((client) => client.close()));
  await serving?.close();
  await library?.close();
});

async function overHttp(revision?: string): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1' },
    revision ? { versionNegotiation: { mode: { pin: revision } } } : {},
  );
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', serving.url)));
  open.push(client);
  return client;
}

async function overStdio(root = library.root): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [CLI, 'mcp', '--library', root], stderr: 'inherit' }),
  );
  open.push(client);
  return client;
}

const WAYS: [string, () => Promise<Client>][] = [
  ['stdio', () => overStdio()],
  ['HTTP with a session', () => overHttp()],
  ['HTTP without one', () => overHttp('2026-07-28')],
];

const ask = (client: Client, args: Record<string, unknown>): Promise<CallToolResult> =>
  client.callTool({ name: 'ask', arguments: args }) as Promise<CallToolResult>;
const textOf = ({ content }: CallToolResult): string => (content[0] as { text: string }).text;

describe.each(WAYS)('ask over %s', (_, connect) => {
  it('gives the reply of the library as structure, and in words the value, its page and its elements', async () => {
    const result = await ask(await connect(), { question: QUESTION, doc: null });
    const own = await OPERATIONS.ask.run(library, { question: QUESTION }, {});
    expect(result.structuredContent).toEqual(JSON.parse(JSON.stringify(own)));
    expect(result.structuredContent).toMatchObject({ status: 'answered', value: '72', unit: '%' });
    expect(result.content).toHaveLength(1);
    const [sentence, value, cited, ...labels] = textOf(result).split('\n');
    expect(sentence).toContain('Agency');
    expect(sentence).toContain('72%');
    expect(value).toBe('  value 72, unit %');
    expect(cited).toMatch(/^ {2}"72%" on page 1, op-\d+ \(\/cells\/\d+\/plain\)$/);
    expect(labels.join('\n')).toContain('"Agency" on page 1');
  });

  it('abstains with the reason, what there is and what to do next', async () => {
    const result = await ask(await connect(), { question: 'What was the share of Agency in 1H24?', doc });
    expect(result.isError).toBeFalsy();
    expect(result.structuredContent).toMatchObject({ status: 'abstained', reason: 'PERIOD_NOT_FOUND', value: null });
    expect(textOf(result)).toMatch(/^No answer: PERIOD_NOT_FOUND\n/);
    expect(textOf(result)).toContain('periods: 1H25 · 1H26');
    const { look } = result.structuredContent as { look: { next_step: string } };
    expect(textOf(result).endsWith(look.next_step)).toBe(true);
    // Nothing in an abstention may be taken for the value.
    expect(textOf(result)).not.toMatch(/7[02]%/);
  });

  it('tells an unknown document, and no question, as errors with code and next step', async () => {
    const client = await connect();
    for (const [args, code] of [
      [{ question: QUESTION, doc: 'ffffffffffffffff' }, 'document_not_found'],
      [{ question: '' }, 'bad_argument'],
      [{ question: QUESTION, inline: true }, 'bad_argument'],
    ] as const) {
      const result = await ask(client, args);
      expect(result.isError).toBe(true);
      expect(result.structuredContent).toMatchObject({ error: { code, next_step: expect.stringMatching(/\w/) } });
    }
  });
});

it('offers a model the question and the document, and no page for a browser', async () => {
  const { tools } = await (await overStdio()).listTools();
  const tool = tools.find(({ name }) => name === 'ask');
  expect(Object.keys(tool?.inputSchema.properties ?? {})).toEqual(['question', 'doc']);
  expect(tool?.description).toContain('status is answered');
});

it('tells how far it is while a document is read for its first question', async () => {
  const fresh = Library.open(join(folder, 'fresh'), { create: true, environment: {} });
  const report = join(import.meta.dirname, '../examples/data/tor-2020-2021-annual-report.pdf');
  await add(fresh, { paths: [report] });
  await fresh.close();
  const client = await overStdio(fresh.root);
  const told: Progress[] = [];
  const result = await client.callTool(
    { name: 'ask', arguments: { question: 'Which share of expenses went to fundraising?' } },
    { onprogress: (progress) => told.push(progress), timeout: 100_000 },
  );
  expect(result.structuredContent).toMatchObject({ value: '7.3' });
  expect(told.length).toBeGreaterThan(0);
  expect(told.map(({ progress }) => progress)).toEqual(
    [...new Set(told.map(({ progress }) => progress))].sort((a, b) => a - b),
  );
  expect(told.at(-1)?.message).toMatch(/^qualifying: \d+ of 17$/);
}, 120_000);
