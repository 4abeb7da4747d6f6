import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { guardScanReplySchema, guardScrubReplySchema } from '../src/evidence/wire/guard.js';
import { readStored } from '../src/guard/stored.js';
import { cli } from './support/library-cli.js';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const folder = mkdtempSync(join(tmpdir(), 'groundglass-guard-'));
let files = 0;

function stored(text: string | Buffer): string {
  const path = join(folder, `${(files += 1)}.json`);
  writeFileSync(path, text);
  return path;
}

const guard = (...args: string[]) => cli(['guard', ...args], { cwd: folder });

async function scanned(text: string | Buffer) {
  const { code, json } = await guard('scan', stored(text), '--json');
  return { code, reply: json };
}

const said = { role: 'user', created: 1, content: [{ type: 'text', text: '做成主题页' }] };
const toolImage = {
  role: 'user',
  created: 2,
  content: [
    {
      type: 'toolResponse',
      id: 'c',
      toolResult: { status: 'success', value: { content: [{ type: 'image', data: PNG, mimeType: 'image/png' }] } },
    },
  ],
};

describe('guard scan', () => {
  const at = '/1/content/0/toolResult/value/content/0';
  it.each([
    ['a JSON document', JSON.stringify([said, toolImage]), at],
    ['one message a line', `${JSON.stringify(said)}\n${JSON.stringify(toolImage)}\n`, at],
    ['what goose exports', JSON.stringify({ id: 's', conversation: [said, toolImage] }), `/conversation${at}`],
    [
      'what goose exports, as a JSON string',
      JSON.stringify(JSON.stringify({ conversation: [said, toolImage] })),
      `/conversation${at}`,
    ],
  ])('finds the picture of %s, and ends with 1', async (_, text, path) => {
    const { code, reply } = await scanned(text);
    expect(code).toBe(1);
    expect(guardScanReplySchema.parse(reply)).toEqual({
      polluted: true,
      images: [{ path, dialect: 'goose', position: 'tool_result', bytes: 70, media_type: 'image/png' }],
    });
  });

  it('ends with 0 where there is none', async () => {
    expect(await scanned(JSON.stringify([said]))).toEqual({ code: 0, reply: { polluted: false, images: [] } });
    expect((await scanned('[]')).code).toBe(0);
  });

  it('takes a long conversation', async () => {
    const { code, reply } = await scanned(JSON.stringify([...Array(40_000).fill(said), toolImage]));
    expect([code, reply.images.length]).toEqual([1, 1]);
  });

  it.each([
    ['an empty file', '', 'file_empty'],
    ['what is no JSON', 'hello', 'bad_argument'],
    ['what is cut off', JSON.stringify([said, toolImage]).slice(0, -5), 'bad_argument'],
    ['what is nested without end', '['.repeat(100_000), 'too_deep'],
    ['a string in a string in a string without end', nestedString(12), 'bad_argument'],
  ])('has a reason for what is wrong with %s', (_, text, code) => {
    expect(() => readStored(text)).toThrow(expect.objectContaining({ code }));
  });

  it('says what is wrong', async () => {
    const { code, reply } = await scanned(Buffer.from([0xff, 0xfe, 0x00, 0x01]));
    expect([code, reply.error.code]).toEqual([2, 'bad_argument']);
  });

  it('says that there is no such file', async () => {
    const { code, json } = await guard('scan', 'nothing.json', '--json');
    expect([code, json.error.code]).toEqual([2, 'file_not_found']);
  });
});

function nestedString(times: number): string {
  let text = '[]';
  for (let i = 0; i < times; i += 1) text = JSON.stringify(text);
  return text;
}

describe('guard scrub', () => {
  it.each([
    ['a JSON document', (it: unknown[]) => JSON.stringify(it)],
    ['one message a line', (it: unknown[]) => it.map((message) => JSON.stringify(message)).join('\n')],
    ['what goose exports, as a JSON string', (it: unknown[]) => JSON.stringify(JSON.stringify({ conversation: it }))],
  ])('writes a copy of %s that scans clean, in the same form', async (_, write) => {
    const path = stored(write([said, toolImage]));
    const [before, copy] = [readFileSync(path, 'utf8'), join(folder, `${(files += 1)}.out`)];
    const { code, json } = await guard('scrub', path, '-o', copy, '--json');
    expect(code).toBe(0);
    expect(guardScrubReplySchema.parse(json)).toMatchObject({ file: copy, replaced: [{ position: 'tool_result' }] });
    expect((await guard('scan', copy)).code).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe(before);
    const healed = readFileSync(copy, 'utf8');
    expect([healed.includes('做成主题页'), healed.includes('is not shown'), healed.includes(PNG)]).toEqual([
      true,
      true,
      false,
    ]);
    expect(healed.startsWith('"')).toBe(before.startsWith('"'));
  });

  it('never writes over what it reads', async () => {
    const path = stored(JSON.stringify([toolImage]));
    const { code } = await guard('scrub', path, '-o', path, '--json');
    expect([code, readFileSync(path, 'utf8')]).toEqual([2, JSON.stringify([toolImage])]);
  });

  it('leaves a conversation without pictures as it is', async () => {
    const text = ` [ ${JSON.stringify(said)} ]\n`;
    const copy = join(folder, 'plain.out');
    await guard('scrub', stored(text), '-o', copy);
    expect(readFileSync(copy, 'utf8')).toBe(text);
  });
});
