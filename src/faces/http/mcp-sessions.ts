import { randomUUID } from 'node:crypto';
import { createMcpHandler, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { Library } from '../../library/library.js';
import { createMcpServer, type McpOptions } from '../mcp/server.js';
import { MAX_BODY_BYTES, readBody } from './body.js';

/** Sessions kept; the one unused for longest goes first, and its client starts a new one. */
const MOST_SESSIONS = 100;

type Transport = WebStandardStreamableHTTPServerTransport;

/**
 * MCP over streamable HTTP. A client that opens a session keeps it, and with it what a probe established. Everything else is
 * served request by request: the revision of 2026-07-28, which has no sessions, and calls without a handshake.
 */
export class McpSessions {
  /** Least recently used first. */
  private readonly sessions = new Map<string, Transport>();
  private readonly stateless;

  constructor(
    private readonly library: Library,
    private readonly options: McpOptions,
  ) {
    this.stateless = createMcpHandler(() => createMcpServer(library, options, null), {
      maxRequestBodySize: MAX_BODY_BYTES,
    });
  }

  readonly fetch = async (incoming: Request): Promise<Response> => {
    const body = incoming.method === 'POST' ? await readBody(incoming) : null;
    // A request of the platform's own: the adaptor's is a stand-in that can't be copied.
    const { method, headers, signal } = incoming;
    const request = new Request(incoming.url, { method, headers, signal, body });
    const id = headers.get('mcp-session-id');
    if (id !== null) return this.session(id)?.handleRequest(request) ?? sessionNotFound();
    return opensSession(body) ? this.open(request) : this.stateless.fetch(request);
  };

  async close(): Promise<void> {
    await Promise.all([...this.sessions.values()].map((transport) => transport.close()));
    await this.stateless.close();
  }

  private session(id: string): Transport | undefined {
    const transport = this.sessions.get(id);
    if (transport) {
      this.sessions.delete(id);
      this.sessions.set(id, transport);
    }
    return transport;
  }

  private async open(request: Request): Promise<Response> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      enableJsonResponse: true,
      maxRequestBodySize: MAX_BODY_BYTES,
      onsessioninitialized: (id) => {
        this.sessions.set(id, transport);
        const [oldest] = this.sessions.keys();
        if (this.sessions.size > MOST_SESSIONS && oldest !== undefined) void this.sessions.get(oldest)?.close();
      },
    });
    const server = createMcpServer(this.library, this.options);
    server.server.onclose = () => this.sessions.delete(transport.sessionId ?? '');
    await server.connect(transport);
    return transport.handleRequest(request);
  }
}

function opensSession(body: string | null): boolean {
  try {
    const message: unknown = JSON.parse(body ?? '');
    return typeof message === 'object' && message !== null && 'method' in message && message.method === 'initialize';
  } catch {
    return false;
  }
}

/** As the transport itself words it: the client is to start a new session. */
const sessionNotFound = (): Response =>
  Response.json({ jsonrpc: '2.0', error: { code: -32001, message: 'Session not found' }, id: null }, { status: 404 });
