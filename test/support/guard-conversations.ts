import fc from 'fast-check';
import { guardBefore } from './guard-gateway.js';
import { bodyOf, listening } from './servers.js';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const URI = `data:image/png;base64,${PNG}`;
/** The digits in the middle of the picture, whatever is written around them. */
const TRACE = PNG.slice(12, 60);
/** Begins every text that a conversation is made of, so that it is found again wherever it is. */
const MARK = '§';

const words = fc
  .oneof(fc.string({ maxLength: 30 }), fc.constantFrom('图', 'data:', '\u0000', '"', '\\', '/9j/', '𝒳', 'a'.repeat(80)))
  .map((it) => `${MARK}${it}`);
const text = (type: string) => words.map((it): unknown => ({ type, text: it }));
const args = fc.constantFrom('{}', JSON.stringify({ url: 'x' }), '{"a":"图"}');

interface Shapes {
  readonly path: string;
  readonly list: 'messages' | 'input';
  readonly text: string;
  readonly picture: unknown;
  /** Messages of a call and its result that holds these parts. */
  readonly result: (parts: unknown[], args: string) => unknown[];
}

const SHAPES: Readonly<Record<string, Shapes>> = {
  'openai chat': {
    path: '/v1/chat/completions',
    list: 'messages',
    text: 'text',
    picture: { type: 'image_url', image_url: { url: URI } },
    result: (content, it) => [
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: it } }],
      },
      { role: 'tool', tool_call_id: 'c', content },
    ],
  },
  'openai responses': {
    path: '/v1/responses',
    list: 'input',
    text: 'input_text',
    picture: { type: 'input_image', image_url: URI },
    result: (output, it) => [
      { type: 'function_call', call_id: 'c', name: 'f', arguments: it },
      { type: 'function_call_output', call_id: 'c', output },
    ],
  },
  anthropic: {
    path: '/v1/messages',
    list: 'messages',
    text: 'text',
    picture: { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } },
    result: (content, it) => [
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'f', input: JSON.parse(it) }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content }] },
    ],
  },
  'goose and MCP shapes': {
    path: '/v1/chat/completions',
    list: 'messages',
    text: 'text',
    picture: { type: 'image', data: PNG, mimeType: 'image/png' },
    result: (content, it) => [
      {
        role: 'assistant',
        content: [
          { type: 'toolRequest', id: 'c', toolCall: { status: 'success', value: { name: 'f', arguments: it } } },
        ],
      },
      {
        role: 'user',
        content: [{ type: 'toolResponse', id: 'c', toolResult: { status: 'success', value: { content } } }],
      },
    ],
  },
};

export const CONVERSATION_DIALECTS = Object.keys(SHAPES);

function conversation({ text: type, picture, result }: Shapes): fc.Arbitrary<unknown[]> {
  const inText = fc.tuple(words, words).map(([a, b]): unknown => ({ type, text: `${a} ${URI} ${b}` }));
  const unknown = fc.constant<unknown>({ type: 'capture', of: [{ deep: PNG }] });
  const parts = fc.array(fc.oneof(text(type), fc.constant(picture), inText, unknown), { minLength: 1, maxLength: 4 });
  const said = fc.oneof(words, parts).map((content): unknown[] => [{ role: 'user', content }]);
  const answered = words.map((content): unknown[] => [{ role: 'assistant', content }]);
  const called = fc.tuple(parts, args).map(([content, it]) => result(content, it));
  return fc.array(fc.oneof(said, answered, called), { minLength: 1, maxLength: 6 }).map((all) => all.flat());
}

/**
 * Sends generated conversations through a gateway to a model that reads text only, and holds what arrives against what was sent.
 * @throws Error of the smallest conversation of which a picture arrives, or a text or a call of a tool does not
 */
export async function checkConversations(dialect: string, runs: number): Promise<void> {
  const shapes = SHAPES[dialect] as Shapes;
  let arrived = '';
  const upstream = await listening(async (request, response) => {
    arrived = await bodyOf(request);
    response.end('{}');
  });
  const { url } = await guardBefore(upstream, { textOnly: ['*'] });
  await fc.assert(
    fc.asyncProperty(conversation(shapes), async (messages) => {
      const body = JSON.stringify({ model: 'm', [shapes.list]: messages });
      const { status } = await fetch(`${url}${shapes.path}`, { method: 'POST', body });
      if (status !== 200) throw new Error(`HTTP status ${status}`);
      if (arrived.includes(TRACE)) throw new Error('a picture arrived');
      if (!body.includes(TRACE) && arrived !== body) throw new Error('a conversation without pictures was changed');
      const after = JSON.parse(arrived)[shapes.list];
      for (const part of [textsOf, callsOf]) {
        const [sent, got] = [part(messages), part(after)].map((it) => JSON.stringify(it));
        if (sent !== got) throw new Error(`sent ${sent}, arrived ${got}`);
      }
    }),
    { numRuns: runs },
  );
}

/** All texts of people and models, in order, without pictures and what stands for them. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') {
    const plain = value
      .replaceAll(URI, ' ')
      .replace(/\n*\[(?:Picture \d|No picture-reading tool)[\s\S]*?(?:>>>|\.)\](?= |\n|$)/g, ' ');
    return plain.includes(MARK) ? [plain.replace(/\s+/g, ' ').trim()] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}

function callsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(callsOf);
  if (typeof value !== 'object' || value === null) return [];
  const { type, tool_calls: calls } = value as { type?: string; tool_calls?: unknown };
  if (type === 'tool_use' || type === 'function_call' || type === 'toolRequest') return [value];
  return [...(calls === undefined ? [] : [calls]), ...Object.values(value).flatMap(callsOf)];
}
