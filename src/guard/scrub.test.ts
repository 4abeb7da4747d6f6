import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPictures } from './find-pictures.js';
import { parseJsonTree } from './json-tree.js';
import { scrub } from './scrub.js';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const URI = `data:image/png;base64,${PNG}`;
const scrubbed = (text: string): string =>
  scrub(text, findPictures(parseJsonTree(text)), (_, number) => `[picture ${number}]`);

describe('scrubbing', () => {
  it('leaves every byte but those of the pictures', () => {
    const text = `{ "model":"m",  "seed": 12345678901234567890, "messages":[ {"role":"user","content":[
      {"type":"text","text":"\\u4f60好 \\/"}, {"type":"image_url","image_url":{"url":"${URI}"}}] } ], "x": 1.0 }`;
    expect(scrubbed(text)).toBe(text.replace(/\{"type":"image_url".*?\}\}/, '{"type":"text","text":"[picture 1]"}'));
  });

  it('speaks the dialect of the place: parts, output strings, items of a Responses history, pieces of a text', () => {
    const input = [
      { role: 'user', content: [{ type: 'input_image', image_url: URI }] },
      { role: 'assistant', content: [{ type: 'input_image', image_url: URI }] },
      { type: 'function_call_output', call_id: 'c', output: [{ type: 'input_image', image_url: URI }] },
      { type: 'computer_call_output', call_id: 'c', output: { type: 'computer_screenshot', image_url: URI } },
      { type: 'image_generation_call', id: 'i', result: PNG },
      { role: 'user', content: `a ${URI} b ${URI} c` },
      { role: 'user', content: [{ type: 'slide', caption: 'Q3 results', bytes: PNG }] },
    ];
    expect(JSON.parse(scrubbed(JSON.stringify({ input }))).input).toEqual([
      { role: 'user', content: [{ type: 'input_text', text: '[picture 1]' }] },
      { role: 'assistant', content: [{ type: 'output_text', text: '[picture 2]' }] },
      { type: 'function_call_output', call_id: 'c', output: [{ type: 'input_text', text: '[picture 3]' }] },
      { type: 'computer_call_output', call_id: 'c', output: '[picture 4]' },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: '[picture 5]' }] },
      { role: 'user', content: 'a [picture 6] b [picture 7] c' },
      { role: 'user', content: [{ type: 'input_text', text: 'Q3 results\n[picture 8]' }] },
    ]);
  });

  it('leaves no picture, and all else as it was, in any conversation', () => {
    const words = fc.oneof(fc.string(), fc.constantFrom('图', 'data:', '\u0000', '"', '\\', '/9j/', 'a'.repeat(99)));
    const picture = fc.constantFrom<unknown>(
      { type: 'image_url', image_url: { url: URI } },
      { type: 'input_image', image_url: URI },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } },
      { type: 'image', data: PNG, mimeType: 'image/png' },
      { type: 'resource', resource: { uri: 'u', blob: PNG } },
      { type: 'unheard', of: [{ deep: PNG }] },
    );
    const text = words.map((it): unknown => ({ type: 'text', text: it }));
    const leaf = fc.oneof(picture, text);
    const result = fc
      .array(leaf, { maxLength: 3 })
      .map((content): unknown => ({ type: 'tool_result', tool_use_id: 't', content }));
    const goose = fc
      .array(leaf, { maxLength: 3 })
      .map((value): unknown => ({ type: 'toolResponse', id: 'c', toolResult: { status: 'success', value } }));
    const message = fc.record({
      role: fc.constantFrom('user', 'assistant', 'tool', 'system'),
      content: fc.oneof(fc.array(fc.oneof(picture, text, result, goose), { maxLength: 4 }), words),
      tool_calls: fc.constantFrom(undefined, [{ id: 'c', function: { name: 'f', arguments: URI } }]),
    });
    fc.assert(
      fc.property(fc.array(message, { maxLength: 5 }), fc.constantFrom('messages', 'conversation'), (messages, key) => {
        const before = JSON.stringify({ [key]: messages });
        const pictures = findPictures(parseJsonTree(before));
        const after = scrubbed(before);
        expect(findPictures(parseJsonTree(after))).toEqual([]);
        if (pictures.length === 0) expect(after).toBe(before);
        const calls = (json: string) => JSON.parse(json)[key].map((it: { tool_calls?: unknown }) => it.tool_calls);
        expect(calls(after)).toEqual(calls(before));
        const texts = (json: string) =>
          [...json.matchAll(/"type":"text","text":"((?:[^"\\]|\\.)*)"/g)]
            .map((it) => it[1])
            .filter((it) => !it?.startsWith('[picture'));
        expect(texts(after)).toEqual(texts(before));
      }),
      { numRuns: 300 },
    );
  });
});
