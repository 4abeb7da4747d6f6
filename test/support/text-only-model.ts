import { bodyOf, listening } from './servers.js';

export interface ChatMessage {
  readonly role: string;
  readonly content?: unknown;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
  readonly tool_call_id?: string;
}

export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

/** What it says next: an answer, or calls of tools. */
export type Next = string | readonly { readonly name: string; readonly arguments: unknown }[];

export interface TextOnlyModel {
  readonly url: string;
  /** Bodies as they arrived. */
  readonly bodies: string[];
  /** What it refused, as it said it. */
  readonly refusals: string[];
}

/**
 * A chat model that reads text only, behind a typed parser: a part that is no text is refused in the words that DeepSeek has for
 * it, with its place in the body.
 */
export async function textOnlyModel(next: (request: ChatRequest) => Next): Promise<TextOnlyModel> {
  const [bodies, refusals]: [string[], string[]] = [[], []];
  let calls = 0;
  const url = await listening(async (request, response) => {
    const body = await bodyOf(request);
    bodies.push(body);
    const asked = JSON.parse(body) as ChatRequest;
    response.setHeader('content-type', 'application/json');
    const refusal = refusalOf(asked, body);
    if (refusal !== null) {
      refusals.push(refusal);
      const error = { message: refusal, type: 'invalid_request_error', param: null, code: 'invalid_request_error' };
      return response.writeHead(400).end(JSON.stringify({ error }));
    }
    const said = next(asked);
    const message =
      typeof said === 'string'
        ? { role: 'assistant', content: said }
        : {
            role: 'assistant',
            content: null,
            tool_calls: said.map((call) => ({
              id: `call_${(calls += 1)}`,
              type: 'function',
              function: { name: call.name, arguments: JSON.stringify(call.arguments) },
            })),
          };
    response.end(JSON.stringify({ model: asked.model, choices: [{ index: 0, message, finish_reason: 'stop' }] }));
  });
  return { url: `${url}/v1`, bodies, refusals };
}

function refusalOf({ messages }: ChatRequest, body: string): string | null {
  for (const [i, { content }] of messages.entries()) {
    const part = Array.isArray(content) ? content.find(({ type }) => type !== 'text') : undefined;
    if (part === undefined) continue;
    const column = body.indexOf(`"type":"${part.type}"`) + 1;
    return (
      `Failed to deserialize the JSON body into the target type: messages[${i}]: unknown variant \`${part.type}\`, ` +
      `expected \`text\` at line 1 column ${column}`
    );
  }
  return null;
}

/**
 * A model that makes a page of pictures as some do: it loads a skill, looks at each picture "to make sure" wherever it is offered
 * a tool for that, writes the page, and reads it back.
 */
export function pageMaker({ messages, tools = [] }: ChatRequest): Next {
  const start = messages.findLastIndex(({ role, content }) => role === 'user' && wordsOf(content) !== '');
  const said = wordsOf(messages[start]?.content);
  const pictures = [...new Set(said.match(/\bmedia\/[\w-]+\.png\b/g) ?? [])];
  if (!/theme page|主题页/.test(said)) return `You said: ${said.split('\n')[0]}`;
  const called = messages.slice(start).flatMap((it) => (it.tool_calls ?? []).map((call) => call.function.name));
  const offered = (name: string): string | undefined =>
    tools.map((tool) => tool.function.name).find((it) => it.split('__').at(-1) === name);
  const isCalled = (name: string): boolean => called.some((it) => it.split('__').at(-1) === name);
  const reader = offered('read_image');
  if (!isCalled('load_skill'))
    return [{ name: offered('load_skill') ?? 'load_skill', arguments: { name: 'theme-page' } }];
  if (reader !== undefined && !isCalled('read_image')) {
    return pictures.map((source) => ({ name: reader, arguments: { source } }));
  }
  const path = 'theme.html';
  const content = `<!doctype html><meta charset="utf-8"><title>主题页</title>${pictures.map((it) => `<img src="${it}" alt="">`).join('')}`;
  if (!isCalled('write_file')) return [{ name: offered('write_file') ?? 'write_file', arguments: { path, content } }];
  if (!isCalled('read_file')) return [{ name: offered('read_file') ?? 'read_file', arguments: { path } }];
  return `The page is ready: ${path}`;
}

/** What a person says, without what a gateway puts in brackets beside it. */
function wordsOf(content: unknown): string {
  const texts = Array.isArray(content) ? content.map(({ text }) => text ?? '') : [content];
  return texts.filter((it) => typeof it === 'string' && !it.startsWith('[')).join('\n');
}
