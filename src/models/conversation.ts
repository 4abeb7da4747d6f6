import { z } from 'zod';
import type { ChatService } from './chat-service.js';
import { pictureUrl } from './picture-url.js';

/** Something that a model may ask for while it thinks. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  /** A JSON Schema where somebody else's tool has one. */
  readonly parameters: z.ZodType | Readonly<Record<string, unknown>>;
}

/** A picture under the name that it is spoken of by. */
interface LabelledPicture {
  readonly label: string;
  readonly png: Uint8Array;
}

/** What has been said so far, in order. */
export type Message =
  | { readonly by: 'us'; readonly text: string; readonly pictures: readonly LabelledPicture[] }
  | { readonly by: 'model'; readonly text: string | null; readonly calls: readonly ToolCall[] }
  | { readonly by: 'tool'; readonly call: string; readonly text: string };

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON, or whatever the model wrote instead. */
  readonly arguments: string;
}

interface Exchange {
  readonly instructions: string;
  readonly messages: readonly Message[];
  /** None: the model can only answer. */
  readonly tools: readonly Tool[];
  /** Shape of the answer. It is demanded only where there are no tools: servers that force a shape never call one. */
  readonly shape: { readonly name: string; readonly schema: z.ZodType };
}

/**
 * The next thing that a model says in a conversation with pictures and tools. The conversation is told again in full each
 * time, as chat completions want it. Pictures stand in messages of ours: tool messages may hold text only.
 *
 * @throws GroundglassError as {@link ChatService.complete}
 */
export async function converse(
  service: ChatService,
  { instructions, messages, tools, shape }: Exchange,
  signal?: AbortSignal,
): Promise<Extract<Message, { by: 'model' }>> {
  const asked =
    tools.length > 0
      ? { tools: tools.map(toolOf), tool_choice: 'auto' }
      : {
          response_format: {
            type: 'json_schema',
            json_schema: { name: shape.name, strict: true, schema: jsonSchema(shape.schema) },
          },
        };
  const said = [{ role: 'system', content: instructions }, ...messages.map(messageOf)];
  const { text, calls } = await service.complete({ ...asked, messages: said }, signal);
  return { by: 'model', text, calls: tools.length > 0 ? calls : [] };
}

const jsonSchema = (schema: z.ZodType) => z.toJSONSchema(schema, { target: 'draft-7', io: 'input' });

const toolOf = ({ name, description, parameters }: Tool) => ({
  type: 'function',
  function: { name, description, parameters: parameters instanceof z.ZodType ? jsonSchema(parameters) : parameters },
});

function messageOf(message: Message): Record<string, unknown> {
  if (message.by === 'tool') return { role: 'tool', tool_call_id: message.call, content: message.text };
  if (message.by === 'us') return { role: 'user', content: contentOf(message) };
  const { text, calls } = message;
  const tool_calls = calls.map(({ id, name, arguments: given }) => ({
    id,
    type: 'function',
    function: { name, arguments: given },
  }));
  return { role: 'assistant', content: text, ...(calls.length > 0 ? { tool_calls } : {}) };
}

/** Each picture follows its label: the model names pictures by it. */
const contentOf = ({ text, pictures }: Extract<Message, { by: 'us' }>) =>
  pictures.length === 0
    ? text
    : [
        { type: 'text', text },
        ...pictures.flatMap(({ label, png }) => [
          { type: 'text', text: `Picture ${label}:` },
          { type: 'image_url', image_url: { url: pictureUrl(png) } },
        ]),
      ];
