import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isAbsolute } from 'node:path';
import type { Tool } from '../../examples/guard/agent.js';
import { bodyOf, listening } from './servers.js';
import type { ChatMessage } from './text-only-model.js';

export interface GooseMessage {
  readonly role: 'user' | 'assistant';
  readonly created: number;
  // biome-ignore lint/suspicious/noExplicitAny: parts of every type that goose has
  readonly content: any[];
}

interface Extension {
  readonly type: string;
  readonly name: string;
  readonly available_tools?: readonly string[];
}

export interface FakeSession {
  readonly id: string;
  readonly working_dir: string;
  conversation: GooseMessage[];
  provider_name: string;
  model_config: { model_name: string };
  extensions: Extension[];
}

export interface GoosedOptions {
  readonly version: '1.6' | '1.16' | '1.31';
  /** Base URL of the chat API that it asks. */
  readonly llm: string;
  readonly model?: string;
  readonly secret?: string;
  /** Tools of the developer extension. */
  readonly tools: readonly Tool[];
  readonly onCall?: (name: string) => void;
  /** Whether it can export and import sessions; it can from 1.16 on. */
  readonly exports?: boolean;
  /** Whether a session gets its tools taken: in some versions an extension can't be reconfigured. */
  readonly reconfigures?: boolean;
}

/** goosed as far as a chat front end uses it: sessions, extensions, replies with tools, and its way of asking an OpenAI API. */
export async function fakeGoosed(options: GoosedOptions) {
  const goosed = new FakeGoosed(options);
  const url = await listening((request, response) => goosed.handle(request, response));
  return { url, goosed };
}

export class FakeGoosed {
  readonly sessions = new Map<string, FakeSession>();
  /** Requests as they came: method and path. */
  readonly requests: string[] = [];
  private readonly listeners = new Map<string, Set<ServerResponse>>();

  constructor(private readonly options: GoosedOptions) {}

  start(conversation: GooseMessage[] = [], workingDir = '/tmp'): FakeSession {
    const id = `20261130_${this.sessions.size + 1}`;
    const session: FakeSession = {
      id,
      working_dir: workingDir,
      conversation,
      provider_name: 'openai',
      model_config: { model_name: this.options.model ?? 'deepseek-chat' },
      extensions: [{ type: 'builtin', name: 'developer' }],
    };
    this.sessions.set(id, session);
    return session;
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://goosed');
    this.requests.push(`${request.method} ${request.url}`);
    if (pathname === '/status') return send(response, 200, 'ok');
    if (request.headers['x-secret-key'] !== (this.options.secret ?? 'sesame')) return send(response, 401, '');
    const text = await bodyOf(request);
    const body = text === '' ? {} : JSON.parse(text);
    const { version, exports = version !== '1.6', reconfigures = version !== '1.6' } = this.options;
    const inPath = /^\/sessions\/([^/]+)(?:\/(\w+))?$/.exec(pathname);
    const [id, route] = [inPath?.[1], inPath?.[2]];
    switch (`${request.method} ${inPath && id !== 'import' ? `/sessions/:id/${route ?? ''}` : pathname}`) {
      case 'POST /reply': {
        const session =
          this.sessions.get(body.session_id) ?? (version === '1.6' ? this.named(body.session_id) : undefined);
        if (session === undefined) return send(response, 424, '{"message":"no such session"}');
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        this.take(session, body);
        await this.turn(session, (event) => response.write(`data: ${JSON.stringify(event)}\n\n`), response);
        return void response.end();
      }
      case 'POST /agent/start':
        return version === '1.6' ? send(response, 404, '') : sendJson(response, wire(this.start([], body.working_dir)));
      case 'POST /sessions/import': {
        if (!exports) return send(response, 404, '');
        const { conversation, extension_data } = JSON.parse(body.json);
        const made = this.start(conversation);
        made.extensions = extension_data['enabled_extensions.v0'].extensions;
        return sendJson(response, wire(made));
      }
    }
    const session = this.sessions.get(id ?? body.session_id ?? searchParams.get('session_id') ?? '');
    if (session === undefined) return send(response, 404, '{"message":"not found"}');
    switch (`${request.method} ${inPath ? `/sessions/:id/${route ?? ''}` : pathname}`) {
      case 'GET /sessions/:id/':
        if (version === '1.6') {
          return sendJson(response, { sessionId: session.id, metadata: {}, messages: session.conversation });
        }
        return sendJson(response, wire(session));
      case 'GET /sessions/:id/export':
        return exports ? sendJson(response, JSON.stringify(wire(session))) : send(response, 404, '');
      case 'GET /sessions/:id/extensions':
        return version === '1.31' ? sendJson(response, { extensions: session.extensions }) : send(response, 404, '');
      case 'POST /agent/resume':
        return sendJson(response, version === '1.31' ? { session: wire(session) } : wire(session));
      case 'POST /agent/update_provider':
        session.model_config = { model_name: body.model };
        session.provider_name = body.provider;
        return send(response, 200, '');
      case 'GET /agent/tools':
        return sendJson(
          response,
          this.tools(session).map((it) => ({ name: this.prefixed(it.name) })),
        );
      case 'POST /agent/remove_extension':
        if (!reconfigures) return send(response, 404, '');
        session.extensions = session.extensions.filter(({ name }) => name !== body.name);
        return send(response, 200, '');
      case 'POST /agent/add_extension':
        if (!reconfigures) return send(response, 404, '');
        session.extensions = [...session.extensions, body.config];
        return send(response, 200, '');
      case 'POST /sessions/:id/reply':
        this.take(session, body);
        sendJson(response, { request_id: body.request_id });
        return this.turn(session, (event) => this.publish(session.id, { ...event, chat_request_id: body.request_id }));
      case 'GET /sessions/:id/events': {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': ping 1\n\n');
        const all = this.listeners.get(session.id) ?? new Set();
        this.listeners.set(session.id, all.add(response));
        response.on('close', () => all.delete(response));
        return;
      }
      default:
        return send(response, 404, '');
    }
  }

  private named(id: string): FakeSession {
    const session = { ...this.start(), id };
    this.sessions.set(id, session);
    return session;
  }

  private publish(id: string, event: object): void {
    for (const it of this.listeners.get(id) ?? []) it.write(`id: 1\ndata: ${JSON.stringify(event)}\n\n`);
  }

  private tools({ extensions }: FakeSession): readonly Tool[] {
    const developer = extensions.find(({ name }) => name === 'developer');
    const allowed = developer?.available_tools ?? [];
    if (developer === undefined) return [];
    return this.options.tools.filter(({ name }) => allowed.length === 0 || allowed.includes(name));
  }

  private prefixed(name: string): string {
    return this.options.version === '1.31' ? name : `developer__${name}`;
  }

  private take(session: FakeSession, body: Record<string, unknown>): void {
    const whole = (body.messages ?? body.override_conversation) as GooseMessage[] | undefined;
    if (whole !== undefined) session.conversation = [...whole];
    if (body.user_message !== undefined) session.conversation.push(body.user_message as GooseMessage);
  }

  private async turn(session: FakeSession, emit: (event: object) => void, response?: ServerResponse): Promise<void> {
    const tell = (role: 'user' | 'assistant', content: unknown[]): void => {
      const message = { role, created: 1_767_225_600, content };
      session.conversation.push(message);
      emit({ type: 'Message', message });
    };
    for (let step = 0; step < 20 && response?.destroyed !== true; step += 1) {
      const tools = this.tools(session);
      const reply = await fetch(`${this.options.llm}/chat/completions`, {
        method: 'POST',
        body: JSON.stringify({
          model: session.model_config.model_name,
          messages: openAiMessages(session.conversation),
          tools: tools.map(({ name }) => ({ type: 'function', function: { name: this.prefixed(name) } })),
        }),
      });
      // biome-ignore lint/suspicious/noExplicitAny: the answer of a fake
      const answer = (await reply.json()) as any;
      if (!reply.ok) {
        emit({ type: 'Error', error: `Request failed: Bad request (${reply.status}): ${answer.error.message}` });
        break;
      }
      const { content, tool_calls: calls = [] } = answer.choices[0].message as ChatMessage;
      if (calls.length === 0) {
        tell('assistant', [{ type: 'text', text: String(content) }]);
        break;
      }
      tell(
        'assistant',
        calls.map(({ id, function: { name, arguments: args } }) => {
          const toolCall = { status: 'success', value: { name, arguments: JSON.parse(args) } };
          return { type: 'toolRequest', id, toolCall };
        }),
      );
      const results = await Promise.all(calls.map((call) => this.run(call, tools)));
      tell('user', results);
    }
    emit({ type: 'Finish', reason: 'stop' });
  }

  private async run(
    { id, function: { name, arguments: args } }: NonNullable<ChatMessage['tool_calls']>[number],
    tools: readonly Tool[],
  ) {
    const plain = name.split('__').at(-1) ?? name;
    this.options.onCall?.(plain);
    const tool = tools.find((it) => it.name === plain);
    if (tool === undefined)
      return { type: 'toolResponse', id, toolResult: { status: 'error', error: `Tool '${name}' is not available` } };
    const { text, images = [] } = await tool
      .run(JSON.parse(args))
      .catch((error: Error) => ({ text: `Error: ${error.message}`, images: [] }));
    const content = [{ type: 'text', text }, ...images.map((image) => ({ type: 'image', ...image }))];
    const value = this.options.version === '1.31' ? { content, isError: false } : content;
    return { type: 'toolResponse', id, toolResult: { status: 'success', value } };
  }
}

/** As goose writes its messages for the OpenAI API: a picture of a tool's result goes into a user message behind it. */
function openAiMessages(conversation: readonly GooseMessage[]): ChatMessage[] {
  return conversation.flatMap(({ role, content }): ChatMessage[] => {
    const calls = content.filter(({ type }) => type === 'toolRequest');
    if (calls.length > 0) {
      return [
        {
          role,
          content: null,
          tool_calls: calls.map(({ id, toolCall: { value } }) => ({
            id,
            function: { name: value.name, arguments: JSON.stringify(value.arguments) },
          })),
        },
      ];
    }
    const results = content.filter(({ type }) => type === 'toolResponse');
    if (results.length > 0) {
      return results.flatMap(({ id, toolResult }): ChatMessage[] => {
        const items = toolResult.value?.content ?? toolResult.value ?? [{ type: 'text', text: toolResult.error }];
        const texts = items.flatMap((it: { type: string; text: string }) => (it.type === 'text' ? [it.text] : []));
        const images = items.filter((it: { type: string }) => it.type === 'image').map(imageUrl);
        const result = { role: 'tool', tool_call_id: id, content: texts.join(' ') };
        return images.length === 0 ? [result] : [result, { role: 'user', content: images }];
      });
    }
    const parts = content.flatMap((it) => {
      if (it.type === 'image') return [imageUrl(it)];
      return it.type === 'text' ? [{ type: 'text', text: it.text }, ...(role === 'user' ? loaded(it.text) : [])] : [];
    });
    return [
      { role, content: parts.every(({ type }) => type === 'text') ? parts.map((it) => it.text).join('\n') : parts },
    ];
  });
}

const imageUrl = ({
  data,
  mimeType,
}: {
  data: string;
  mimeType: string;
}): { type: string; [key: string]: unknown } => ({
  type: 'image_url',
  image_url: { url: `data:${mimeType};base64,${data}` },
});

/** The picture that goose loads where a person's text names the path of one. */
function loaded(text: string): ReturnType<typeof imageUrl>[] {
  const path = text.split(/\s+/).find((it) => /\.(?:png|jpe?g)$/i.test(it) && isAbsolute(it) && existsSync(it));
  const bytes = path === undefined ? Buffer.alloc(0) : readFileSync(path);
  return bytes.subarray(0, 4).toString('latin1') === '\x89PNG'
    ? [imageUrl({ data: bytes.toString('base64'), mimeType: 'image/png' })]
    : [];
}

const wire = ({ extensions, ...session }: FakeSession) => ({
  ...session,
  name: 'Chat',
  session_type: 'user',
  extension_data: { 'enabled_extensions.v0': { extensions } },
});

const send = (response: ServerResponse, status: number, body: string): void =>
  void response.writeHead(status).end(body);
const sendJson = (response: ServerResponse, value: unknown): void =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
