import type { IncomingHttpHeaders } from 'node:http';
import { GroundglassError } from '../../../evidence/errors.js';
import type { ExtensionConfig } from '../../../guard/session.js';
import type { Upstream } from '../upstream.js';

/** A stored session with all its messages; larger ones no model could be sent. */
const MAX_ANSWER_BYTES = 256 * 2 ** 20;

/** A session as far as the gateway reads it. */
export interface GooseSession {
  readonly id: string;
  /** As the server wrote it. */
  readonly json: string;
  readonly model: string;
  readonly provider: string;
  readonly workingDir: string;
  readonly conversation: readonly unknown[];
  /** Extensions that the session has, where the session itself tells (1.16). */
  readonly extensions: readonly ExtensionConfig[];
}

/** goosed's own API, in the name of the client whose request is being answered: its key goes along and is kept nowhere. */
export class Goosed {
  private readonly headers: IncomingHttpHeaders;

  constructor(
    private readonly upstream: Upstream,
    { 'x-secret-key': key, authorization }: IncomingHttpHeaders,
    private readonly signal: AbortSignal,
  ) {
    this.headers = {
      ...(key === undefined ? {} : { 'x-secret-key': key }),
      ...(authorization === undefined ? {} : { authorization }),
    };
  }

  /** Null where the server has no such session, or keeps none (1.6 before the first reply). */
  async session(id: string): Promise<GooseSession | null> {
    const { status, text } = await this.ask('GET', `/sessions/${encodeURIComponent(id)}`);
    return status === 200 ? sessionIn(text, id) : null;
  }

  /** A session as JSON; null where the server can't give it. */
  async exported(id: string): Promise<string | null> {
    const { status, text } = await this.ask('GET', `/sessions/${encodeURIComponent(id)}/export`);
    if (status !== 200) return null;
    const value = jsonOf(text);
    return typeof value === 'string' ? value : typeof value === 'object' && value !== null ? text : null;
  }

  async imported(json: string): Promise<GooseSession | null> {
    const { status, text } = await this.ask('POST', '/sessions/import', { json });
    return status === 200 ? sessionIn(text, null) : null;
  }

  async started(workingDir: string): Promise<GooseSession | null> {
    const { status, text } = await this.ask('POST', '/agent/start', { working_dir: workingDir });
    return status === 200 ? sessionIn(text, null) : null;
  }

  /** Loads a session's model and extensions; a server that loads them by itself has no such request. */
  async resume(id: string): Promise<void> {
    await this.ask('POST', '/agent/resume', { session_id: id, load_model_and_extensions: true });
  }

  async useModel(id: string, { provider, model }: Pick<GooseSession, 'provider' | 'model'>): Promise<void> {
    await this.ask('POST', '/agent/update_provider', { session_id: id, provider, model });
  }

  /** Names of the tools that a session has, or one extension of it. */
  async tools(id: string, extension: string | null = null): Promise<string[]> {
    const query = new URLSearchParams({ session_id: id, ...(extension === null ? {} : { extension_name: extension }) });
    const { status, text } = await this.ask('GET', `/agent/tools?${query}`);
    const tools = status === 200 ? jsonOf(text) : null;
    return Array.isArray(tools) ? tools.map((tool) => String((tool as { name?: unknown })?.name ?? '')) : [];
  }

  async extensions(session: Pick<GooseSession, 'id' | 'extensions'>): Promise<readonly ExtensionConfig[]> {
    const { status, text } = await this.ask('GET', `/sessions/${encodeURIComponent(session.id)}/extensions`);
    const listed = status === 200 ? extensionsIn(jsonOf(text)) : [];
    return listed.length > 0 ? listed : session.extensions;
  }

  /** @returns whether the server did it */
  async removeExtension(id: string, name: string): Promise<boolean> {
    return isDone(await this.ask('POST', '/agent/remove_extension', { session_id: id, name }));
  }

  async addExtension(id: string, config: ExtensionConfig): Promise<boolean> {
    return isDone(await this.ask('POST', '/agent/add_extension', { session_id: id, config }));
  }

  private async ask(method: string, path: string, body?: unknown): Promise<{ status: number; text: string }> {
    const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body));
    const headers = body === undefined ? this.headers : { ...this.headers, 'content-type': 'application/json' };
    const reply = await this.upstream.send({ method, path, headers, body: bytes }, this.signal);
    const pieces: Buffer[] = [];
    let length = 0;
    for await (const piece of reply as AsyncIterable<Buffer>) {
      length += piece.length;
      if (length > MAX_ANSWER_BYTES) throw tooLarge();
      pieces.push(piece);
    }
    return { status: reply.statusCode ?? 0, text: Buffer.concat(pieces).toString('utf8') };
  }
}

const isDone = ({ status }: { readonly status: number }): boolean => status >= 200 && status < 300;

function sessionIn(text: string, id: string | null): GooseSession | null {
  const value = jsonOf(text);
  if (typeof value !== 'object' || value === null) return null;
  const session = ('session' in value ? value.session : value) as Record<string, unknown>;
  const own = session.id ?? session.sessionId ?? id;
  if (typeof own !== 'string') return null;
  const config = session.model_config as { model_name?: unknown } | null | undefined;
  const conversation = session.conversation ?? session.messages;
  const data = session.extension_data as Record<string, unknown> | null | undefined;
  return {
    id: own,
    json: text,
    model: String(config?.model_name ?? ''),
    provider: String(session.provider_name ?? ''),
    workingDir: String(session.working_dir ?? '/'),
    conversation: Array.isArray(conversation) ? conversation : [],
    extensions: extensionsIn(data?.['enabled_extensions.v0']),
  };
}

function extensionsIn(holder: unknown): ExtensionConfig[] {
  const list = (holder as { extensions?: unknown } | null | undefined)?.extensions;
  return Array.isArray(list) ? list.filter((it): it is ExtensionConfig => typeof it?.name === 'string') : [];
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const tooLarge = (): GroundglassError =>
  new GroundglassError(
    'too_many_bytes',
    `goosed answers with more than ${MAX_ANSWER_BYTES} bytes.`,
    'Start a new session.',
    { limit: MAX_ANSWER_BYTES },
  );
