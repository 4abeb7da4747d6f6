/** A small agent loop over an OpenAI-compatible chat API, and the tools of an agent that makes pages. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface ToolResult {
  readonly text: string;
  readonly images?: readonly { readonly data: string; readonly mimeType: string }[];
}

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly string[];
  readonly run: (args: Readonly<Record<string, string>>) => Promise<ToolResult>;
}

export interface Message {
  readonly role: 'user' | 'assistant' | 'tool';
  readonly content: unknown;
  readonly tool_calls?: readonly Call[];
  readonly tool_call_id?: string;
}

interface Call {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

/** More calls than any page needs: a model that goes round in circles is stopped. */
const MAX_STEPS = 20;

/** `load_skill`, `read_file`, `write_file` and `read_image`, in one folder. */
export function pageTools(folder: string): Tool[] {
  return [
    {
      name: 'load_skill',
      description: 'Load how a kind of work is done.',
      parameters: ['name'],
      run: async () => ({ text: 'A theme page is one HTML file that embeds every picture that was sent.' }),
    },
    {
      name: 'read_file',
      description: 'Read a text file.',
      parameters: ['path'],
      run: async ({ path = '' }) => ({ text: await readFile(join(folder, path), 'utf8') }),
    },
    {
      name: 'write_file',
      description: 'Write a text file.',
      parameters: ['path', 'content'],
      run: async ({ path = '', content = '' }) => {
        await writeFile(join(folder, path), content);
        return { text: `Wrote ${path}.` };
      },
    },
    {
      name: 'read_image',
      description: 'Look at a picture.',
      parameters: ['source'],
      run: async ({ source = '' }) => {
        const data = (await readFile(join(folder, source))).toString('base64');
        return { text: `Loaded image from ${source}.`, images: [{ data, mimeType: 'image/png' }] };
      },
    },
  ];
}

export interface Turn {
  /** Base URL, such as http://127.0.0.1:8788/v1. */
  readonly url: string;
  readonly model: string;
  readonly tools: readonly Tool[];
  /** The conversation so far, the new message last; what follows is added to it. */
  readonly messages: Message[];
  readonly onCall?: (name: string) => void;
}

/**
 * Lets the model answer, and runs the tools that it calls, until it is done.
 * @returns what it says in the end. @throws Error with the API's own words where it refuses
 */
export async function runTurn({ url, model, tools, messages, onCall }: Turn): Promise<string> {
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const reply = await complete(url, model, messages, tools);
    messages.push(reply);
    const calls = reply.tool_calls ?? [];
    if (calls.length === 0) return String(reply.content);
    const images: unknown[] = [];
    for (const call of calls) {
      onCall?.(call.function.name);
      const result = await run(call, tools);
      messages.push({ role: 'tool', tool_call_id: call.id, content: result.text });
      for (const { data, mimeType } of result.images ?? []) {
        images.push({ type: 'image_url', image_url: { url: `data:${mimeType};base64,${data}` } });
      }
    }
    // Tool messages hold text only; a picture of theirs goes into a message of its own, behind the last of them.
    if (images.length > 0) messages.push({ role: 'user', content: images });
  }
  throw new Error(`The model is not done after ${MAX_STEPS} steps.`);
}

async function run({ function: { name, arguments: args } }: Call, tools: readonly Tool[]): Promise<ToolResult> {
  const tool = tools.find((it) => it.name === name);
  if (tool === undefined) return { text: `Error: there is no tool ${name}.` };
  try {
    return await tool.run(JSON.parse(args));
  } catch (error) {
    return { text: `Error: ${error instanceof Error ? error.message : error}` };
  }
}

async function complete(url: string, model: string, messages: Message[], tools: readonly Tool[]): Promise<Message> {
  const offered = tools.map(({ name, description, parameters }) => ({
    type: 'function',
    function: {
      name,
      description,
      parameters: {
        type: 'object',
        properties: Object.fromEntries(parameters.map((it) => [it, { type: 'string' }])),
        required: parameters,
      },
    },
  }));
  const reply = await fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages, tools: offered }),
  });
  const body = (await reply.json()) as { error?: { message: string }; choices?: { message: Message }[] };
  const message = body.choices?.[0]?.message;
  if (!reply.ok || message === undefined) throw new Error(body.error?.message ?? `HTTP status ${reply.status}`);
  return message;
}
