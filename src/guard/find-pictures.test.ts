import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findPictures } from './find-pictures.js';
import { parseJsonTree } from './json-tree.js';
import { isLoadablePicture } from './paths-in-text.js';
import type { FoundPicture } from './picture.js';
import { mayHoldPicture } from './signs.js';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const BYTES = Buffer.from(PNG, 'base64').length;
const URI = `data:image/png;base64,${PNG}`;

const found = (document: unknown, loads?: (path: string) => boolean): FoundPicture[] =>
  findPictures(parseJsonTree(JSON.stringify(document)), loads ? { loads } : {});
const base64 = (bytes: string | Buffer): string => Buffer.from(bytes as string).toString('base64');
const seen = (document: unknown) =>
  found(document).map(({ path, dialect, position, bytes, mediaType }) => [path, dialect, position, bytes, mediaType]);

describe('a picture is found', () => {
  it.each<[string, unknown, string, string, string]>([
    [
      'as image_url of a user (OpenAI chat)',
      { model: 'm', messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: URI } }] }] },
      '/messages/0/content/0',
      'openai',
      'user',
    ],
    [
      'as a bare image_url string (Ollama)',
      { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: URI }] }] },
      '/messages/0/content/0',
      'openai',
      'user',
    ],
    [
      'in the parts of an OpenAI tool message',
      { messages: [{ role: 'tool', tool_call_id: 'c', content: [{ type: 'image_url', image_url: { url: URI } }] }] },
      '/messages/0/content/0',
      'openai',
      'tool_result',
    ],
    [
      'in the JSON that an OpenAI tool message is',
      { messages: [{ role: 'tool', tool_call_id: 'c', content: JSON.stringify({ image: PNG }) }] },
      '/messages/0/content',
      'openai',
      'text',
    ],
    [
      'as input_image of a user (Responses)',
      { input: [{ role: 'user', content: [{ type: 'input_image', image_url: URI }] }] },
      '/input/0/content/0',
      'openai',
      'user',
    ],
    [
      'in a function_call_output (Responses)',
      { input: [{ type: 'function_call_output', call_id: 'c', output: [{ type: 'input_image', image_url: URI }] }] },
      '/input/0/output/0',
      'openai',
      'tool_result',
    ],
    [
      'as the screenshot of a computer call (Responses)',
      { input: [{ type: 'computer_call_output', output: { type: 'computer_screenshot', image_url: URI } }] },
      '/input/0/output',
      'openai',
      'tool_result',
    ],
    [
      'that the model made (Responses)',
      { input: [{ type: 'image_generation_call', id: 'i', status: 'completed', result: PNG }] },
      '/input/0',
      'openai',
      'assistant',
    ],
    [
      'of a user (Anthropic)',
      {
        messages: [
          {
            role: 'user',
            content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } }],
          },
        ],
      },
      '/messages/0/content/0',
      'anthropic',
      'user',
    ],
    [
      'nested in a tool_result (Anthropic)',
      {
        messages: [
          {
            role: 'user',
            content: [
              {
                type: 'tool_result',
                tool_use_id: 't',
                content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } }],
              },
            ],
          },
        ],
      },
      '/messages/0/content/0/content/0',
      'anthropic',
      'tool_result',
    ],
    [
      'in toolResult.value.content (goose, new)',
      {
        conversation: [
          {
            role: 'user',
            created: 1,
            content: [
              {
                type: 'toolResponse',
                id: 'c',
                toolResult: {
                  status: 'success',
                  value: { content: [{ type: 'image', data: PNG, mimeType: 'image/png' }], isError: false },
                },
              },
            ],
          },
        ],
      },
      '/conversation/0/content/0/toolResult/value/content/0',
      'goose',
      'tool_result',
    ],
    [
      'in toolResult.value as a list (goose, old), snake_case',
      [
        {
          role: 'user',
          created: 1,
          content: [
            {
              type: 'tool_response',
              id: 'c',
              tool_result: { status: 'success', value: [{ type: 'image', data: PNG, mimeType: 'image/png' }] },
            },
          ],
        },
      ],
      '/0/content/0/tool_result/value/0',
      'goose',
      'tool_result',
    ],
    [
      'in the result of an MCP tool',
      { content: [{ type: 'image', data: PNG, mimeType: 'image/png' }], isError: false },
      '/content/0',
      'mcp',
      'tool_result',
    ],
    [
      'in an embedded resource (MCP), whatever it is called',
      {
        jsonrpc: '2.0',
        id: 1,
        result: {
          content: [{ type: 'resource', resource: { uri: 'x', blob: PNG, mimeType: 'application/octet-stream' } }],
        },
      },
      '/result/content/0',
      'mcp',
      'tool_result',
    ],
    [
      'as a data URI in the middle of a text',
      { messages: [{ role: 'user', content: `看这个 ![x](${URI}) 好吗` }] },
      '/messages/0/content',
      'openai',
      'text',
    ],
    [
      'in a part of a type that nobody knows',
      { messages: [{ role: 'user', content: [{ type: 'slide', thumbnail: { bytes: PNG } }] }] },
      '/messages/0/content/0',
      'openai',
      'user',
    ],
    [
      'in arrays in arrays',
      { messages: [{ role: 'user', content: [[[{ type: 'image_url', image_url: { url: URI } }]]] }] },
      '/messages/0/content/0/0/0',
      'openai',
      'user',
    ],
    [
      'behind escapes',
      JSON.parse(
        `{"messages":[{"role":"user","content":[{"type":"im\\u0061ge_url","im\\u0061ge_url":{"url":"${URI.replaceAll('/', '\\/')}"}}]}]}`,
      ),
      '/messages/0/content/0',
      'openai',
      'user',
    ],
  ])('%s', (_, document, path, dialect, position) => {
    expect(seen(document)).toEqual([[path, dialect, position, BYTES, 'image/png']]);
    expect(mayHoldPicture(Buffer.from(JSON.stringify(document)))).toBe(true);
  });

  it('at an address, as a file that was uploaded, and of a media type that nobody knows', () => {
    const document = {
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_image', image_url: 'https://example.com/a.png' },
            { type: 'input_image', file_id: 'file-1' },
            { type: 'image', data: 'AAAA', mimeType: 'image/x-new' },
            { type: 'input_image' },
          ],
        },
      ],
    };
    expect(found(document).map(({ carrier, mediaType }) => [carrier.kind, mediaType])).toEqual([
      ['url', null],
      ['file_id', null],
      ['inline', 'image/x-new'],
      ['unknown', null],
    ]);
  });

  it('as a path that goose would load, and only one that is there and is a picture', () => {
    const folder = mkdtempSync(join(tmpdir(), 'guard-'));
    const [picture, page] = [join(folder, 'a.png'), join(folder, 'b.png')];
    writeFileSync(picture, Buffer.from(PNG, 'base64'));
    writeFileSync(page, '<html>no picture</html>');
    const text = `compare ${picture} with ${page} and ${folder}/none.png and "${picture}"`;
    const goose = { user_message: { role: 'user', created: 1, content: [{ type: 'text', text }] }, session_id: 's' };
    expect(found(goose, isLoadablePicture).map(({ carrier }) => carrier)).toEqual([{ kind: 'path', path: picture }]);
    expect(found({ messages: [{ role: 'user', content: text }] }, isLoadablePicture)).toEqual([]);
  });

  it('as a path behind megabytes without a blank, in time', () => {
    const text = `data:image/svg+xml;utf8,${'a/b'.repeat(2 ** 20)} /x/y.png`;
    const goose = { user_message: { role: 'user', created: 1, content: [{ type: 'text', text }] }, session_id: 's' };
    expect(found(goose, () => true).map(({ carrier }) => carrier)).toEqual([{ kind: 'path', path: '/x/y.png' }]);
  });

  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"/>';
  const heic = Buffer.concat([Buffer.from('0000001c', 'hex'), Buffer.from('ftypheic'), Buffer.alloc(40)]);
  it.each<[string, Record<string, unknown>, string]>([
    ['SVG in base64', { bytes: base64(svg) }, 'image/svg+xml'],
    ['SVG behind a declaration', { deep: [{ bytes: base64(`<?xml version="1.0"?>${svg}`) }] }, 'image/svg+xml'],
    ['HEIC, as telephones make it', { bytes: base64(heic) }, 'image/heic'],
    ['a bitmap', { bytes: base64(`BM6\u0001\u0001\u0001${'\0'.repeat(60)}`) }, 'image/bmp'],
    [
      'a web page that is called a PNG',
      { mime_type: 'IMAGE/PNG', payload: { bytes: base64('<html>'.repeat(40)) } },
      'IMAGE/PNG',
    ],
    ['a data URI in capitals', { uri: `DATA:IMAGE/PNG;BASE64,${'A'.repeat(40)}` }, 'image/png'],
  ])('in a part of a kind that nobody knows: %s', (_, member, mediaType) => {
    const document = { messages: [{ role: 'user', content: [{ type: 'capture', ...member }] }] };
    expect(found(document).map((it) => [it.path, it.mediaType])).toEqual([['/messages/0/content/0', mediaType]]);
    expect(mayHoldPicture(Buffer.from(JSON.stringify(document)))).toBe(true);
  });

  it.each([
    ['SVG', base64(svg), 'image/svg+xml'],
    ['a web page that is called a PNG', base64('<html>'.repeat(40)), 'image/png'],
    ['a PNG in broken lines', `${PNG.slice(0, 76)}\n${PNG.slice(76)}`, 'image/png'],
  ])('in the JSON that a text is, as a whole: %s', (_, data, mimeType) => {
    const content = JSON.stringify({ content: [{ type: 'image', data, mimeType }], isError: false });
    const document = { messages: [{ role: 'tool', tool_call_id: 'c', content }] };
    const [picture, ...more] = found(document);
    expect([picture?.mediaType, more]).toEqual([mimeType, []]);
    const { from, to } = { from: 0, to: 0, ...picture?.place };
    expect(JSON.parse(`"${content.slice(from, to)}"`)).toBe(data);
    expect(mayHoldPicture(Buffer.from(JSON.stringify(document)))).toBe(true);
  });

  it('in base64 whose lines are broken, with nothing of it left over', () => {
    const long = Buffer.concat([Buffer.from(PNG, 'base64'), Buffer.alloc(300, 7)]).toString('base64');
    const wrapped = long.replace(/.{76}/g, '$&\r\n');
    const [picture] = found({ messages: [{ role: 'user', content: `${wrapped}\r\nand so on` }] });
    expect(picture?.place).toMatchObject({ kind: 'piece', from: 0, to: wrapped.length });
  });
});

describe('no picture is', () => {
  it.each<[string, unknown]>([
    [
      'what the model wrote as arguments of a call',
      {
        messages: [
          {
            role: 'assistant',
            tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: `{"a":"${URI}"}` } }],
          },
          { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'f', input: { image: URI } }] },
        ],
        input: [{ type: 'function_call', call_id: 'c', name: 'f', arguments: URI }],
        conversation: [
          {
            role: 'assistant',
            content: [{ type: 'toolRequest', id: 'c', toolCall: { value: { arguments: { a: URI } } } }],
          },
        ],
      },
    ],
    ['a definition of a tool', { messages: [], tools: [{ type: 'function', function: { description: URI } }] }],
    [
      'talk about data URIs',
      { messages: [{ role: 'user', content: 'use data:image/png;base64,iVBORw0 or data:image/png;base64,…' }] },
    ],
    [
      'sound, PDFs and signatures',
      {
        messages: [
          {
            role: 'user',
            content: [
              { type: 'input_audio', input_audio: { data: 'UklGRiQAAABXQVZF'.padEnd(200, 'A'), format: 'wav' } },
            ],
          },
          {
            role: 'user',
            content: [
              { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0xLjQK' } },
            ],
          },
          { role: 'assistant', content: [{ type: 'thinking', thinking: 'x', signature: PNG }] },
        ],
      },
    ],
    [
      'an audio file in RIFF',
      { content: [{ type: 'audio', data: 'UklGRiQAAABXQVZF'.padEnd(200, 'A'), mimeType: 'audio/wav' }] },
    ],
    ['a path in an OpenAI conversation', { messages: [{ role: 'user', content: '/tmp/a.png' }] }],
    [
      'sound, an archive and an id in parts that nobody knows',
      {
        messages: [
          {
            role: 'user',
            content: [
              { type: 'voice', data: 'UklGRiQAAABXQVZF'.padEnd(200, 'A') },
              { type: 'bundle', bytes: 'UEsDBBQAAAAIA'.padEnd(200, 'A') },
              { type: 'picture_ref', mime_type: 'image/png', id: '0123456789abcdef0123456789abcdef' },
            ],
          },
        ],
      },
    ],
    ['an empty conversation', { messages: [] }],
    ['a number', 5],
  ])('%s', (_, document) => {
    expect(seen(document)).toEqual([]);
  });
});
