import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { imageSearchReplySchema } from '../src/evidence/wire/candidates.js';
import { creditCheckReplySchema, imageTakeReplySchema } from '../src/evidence/wire/take.js';
import { type Serving, serve } from '../src/faces/http/serve.js';
import { Library } from '../src/library/library.js';
import { imageFixture, imageFolder } from './support/image-fixture.js';

const fixture = await imageFixture({
  works: [
    { at: 'wikimedia', id: 'oak', title: 'Old oak', author: 'Ann', license: 'CC BY-SA 4.0' },
    { at: 'wikimedia', id: 'crag', title: 'Bare crag', author: 'Ann', license: 'CC BY 4.0', file: 'svg' },
    { at: 'openverse', id: 'oak2', title: 'Old oak in fog', author: 'Eva', license: 'by 2.0' },
  ],
});
const root = imageFolder();
const folder = join(root, 'slides');
mkdirSync(folder);
let library: Library;
let serving: Serving;
let client: Client;

beforeAll(async () => {
  library = Library.open(join(imageFolder(), 'library'), {
    create: true,
    environment: { ...fixture.env, PEXELS_API_KEY: '', PIXABAY_API_KEY: '' },
  });
  serving = await serve(library, { version: '0.0.0', port: 0, roots: [root] });
  client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', serving.url)));
});
afterAll(async () => {
  await client?.close();
  await serving?.close();
  await library?.close();
});

const call = (name: string, args: object): Promise<CallToolResult> =>
  client.callTool({ name, arguments: { ...args } }) as Promise<CallToolResult>;
const post = async (name: string, body: object) => {
  const reply = await fetch(new URL(`/api/v1/${name}`, serving.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: reply.status, json: await reply.json() };
};

it('an agent searches, sees the sheet, promotes one, and checks the credit on its slide', async () => {
  const searched = await call('image_search', { query: 'Old oak', filename: 'oak.jpg', folder });
  const found = imageSearchReplySchema.parse(searched.structuredContent);
  expect([found.status, found.candidates.length]).toEqual(['Needs-Selection', 2]);
  expect(existsSync(join(folder, 'image_sources.json'))).toBe(false);
  expect(searched.content.some(({ type }) => type === 'image' || type === 'resource_link')).toBe(true);

  const taken = await call('image_promote', { candidate: '1', filename: 'oak.jpg', folder, checked_by: 'model' });
  const { status, item } = imageTakeReplySchema.parse(taken.structuredContent);
  expect([status, item?.checked_by, item?.selection_method]).toEqual(['Sourced', 'model', 'visual-thumbnail']);
  expect(JSON.parse(readFileSync(join(folder, 'image_sources.json'), 'utf8')).items).toEqual([item]);

  const slide = join(folder, 'slide.svg');
  const credit = `© ${item?.author} / ${item?.provider === 'openverse' ? 'Openverse' : 'Wikimedia Commons'} / ${item?.license_name}`;
  for (const [words, credited] of [
    [credit, true],
    ['A tree', false],
  ] as const) {
    writeFileSync(
      slide,
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 720"><rect width="1280" height="720" fill="#fff"/>` +
        `<image href="oak.jpg" width="600" height="400"/><text x="40" y="470" font-size="18">${words}</text></svg>`,
    );
    const checked = await call('credit_check', { paths: [slide] });
    expect(creditCheckReplySchema.parse(checked.structuredContent).slides[0]?.images[0]?.credited).toBe(credited);
  }
});

it('over HTTP the reply is that of the command line', async () => {
  const { status, json } = await post('image_search', {
    query: 'Old oak fog',
    filename: 'fog.jpg',
    folder,
    best: true,
  });
  expect([status, imageSearchReplySchema.parse(json).status]).toEqual([200, 'Sourced']);
  expect(existsSync(join(folder, 'fog.jpg'))).toBe(true);
});

it('a picture that fails a gate is not taken, and the reply says so as the command line does', async () => {
  const [filename, args] = ['crag.jpg', { filename: 'crag.jpg', folder }];
  expect((await post('image_search', { query: 'Bare crag', ...args })).json.status).toBe('Needs-Selection');
  const { structuredContent } = await call('image_promote', { candidate: '1', ...args });
  for (const reply of [structuredContent, (await post('image_promote', { candidate: '1', ...args })).json]) {
    const { status, item, error } = imageTakeReplySchema.parse(reply);
    expect([status, item, error?.code]).toEqual(['Needs-Selection', null, 'image_gate_failed']);
  }
  expect(existsSync(join(folder, filename))).toBe(false);
});

it('nothing is read or written outside of the roots', async () => {
  const elsewhere = imageFolder();
  writeFileSync(join(elsewhere, 'a.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  for (const [name, body] of [
    ['image_search', { query: 'Old oak', filename: 'a.jpg', folder: elsewhere }],
    ['image_search', { query: 'Old oak', filename: 'a.jpg', folder: join(folder, '../..') }],
    ['image_promote', { candidate: '1', filename: 'a.jpg', folder: elsewhere }],
    ['credit_check', { paths: [join(elsewhere, 'a.svg')] }],
    ['credit_check', { paths: [join(folder, 'slide.svg')], manifest: '/etc/passwd' }],
  ] as const) {
    const { status, json } = await post(name, body);
    expect([name, status, json.error.class]).toEqual([name, 400, 'bad_input']);
    expect((await call(name, body)).isError).toBe(true);
  }
  const { status, json } = await post('image_search', { query: 'Old oak', filename: '../a.jpg', folder });
  expect([status, json.error.code]).toEqual([400, 'bad_filename']);
});
