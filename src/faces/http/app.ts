import { Hono } from 'hono';
import { GroundglassError, toGroundglassError } from '../../evidence/errors.js';
import { writeJson } from '../../evidence/raw-json.js';
import type { Library } from '../../library/library.js';
import { readPicture } from '../mcp/picture-resource.js';
import type { McpOptions } from '../mcp/server.js';
import { OPERATIONS, type Operation } from '../operations.js';
import { parseRequest } from '../parse-request.js';
import { readBody } from './body.js';
import { errorResponse, sendError } from './error-response.js';
import { bearer, sameMachine, securityHeaders } from './guards.js';
import { McpSessions } from './mcp-sessions.js';
import { openApiDocument } from './openapi.js';
import { withAllowedFiles } from './roots.js';
import { statusOf } from './statuses.js';

export interface AppOptions extends McpOptions {
  /** What the server is bound to; default 127.0.0.1. */
  readonly host?: string;
  /** Demanded of every request but the health check. */
  readonly token?: string;
  /** Names besides the loopback ones that `Host` and `Origin` may bear. */
  readonly allowedHosts?: readonly string[];
}

export interface App {
  readonly fetch: (request: Request) => Response | Promise<Response>;
  /** Ends the MCP sessions. */
  readonly close: () => Promise<void>;
}

/** The HTTP face of an open library: a route for every operation, the pictures, and MCP. */
export function createApp(library: Library, options: AppOptions): App {
  const mcp = new McpSessions(library, options);
  const app = new Hono();
  app.use(securityHeaders);
  app.use(sameMachine(options.host ?? '127.0.0.1', options.allowedHosts ?? []));
  app.get('/healthz', (context) => context.json({ status: 'ok' }));
  if (options.token !== undefined) app.use(bearer(options.token));

  for (const [name, operation] of Object.entries<Operation>(OPERATIONS)) {
    app.post(`/api/v1/${name}`, async (context) => {
      const body = parseBody(await readBody(context.req.raw));
      if (body === null)
        return errorResponse(context, 400, 'The body is not a JSON object.', 'Send one, as OpenAPI has it.');
      const request = checked(operation, body);
      if (request instanceof GroundglassError) return sendError(context, 422, request);
      const allowed = await withAllowedFiles(request, options.roots ?? []);
      const reply = await operation.run(library, allowed, { signal: context.req.raw.signal, raw: true });
      return context.body(writeJson(reply as object), 200, { 'Content-Type': 'application/json' });
    });
  }
  app.get('/api/v1/pictures/:name', async (context) => {
    const picture = await readPicture(library, context.req.param('name'));
    if (picture !== null) return context.body(picture.bytes, 200, { 'Content-Type': picture.mediaType });
    const error = new GroundglassError(
      'image_not_found',
      'The cache holds no such picture.',
      'Make it again with render or image.',
    );
    return sendError(context, 404, error);
  });
  app.get('/api/v1/openapi.json', (context) => context.json(openApiDocument(options.version)));
  app.all('/mcp', (context) => mcp.fetch(context.req.raw));

  app.notFound((context) =>
    errorResponse(context, 404, `There is no ${context.req.method} ${context.req.path}.`, 'See /api/v1/openapi.json.'),
  );
  app.onError((thrown, context) => {
    const error = toGroundglassError(thrown);
    return sendError(context, statusOf(error), error);
  });
  return { fetch: (request) => app.fetch(request), close: () => mcp.close() };
}

/** An empty body is a request without options; null is none at all. */
function parseBody(text: string): Record<string, unknown> | null {
  if (text.trim() === '') return {};
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** The request, or why it is none: a fault of its form, which has a status of its own. */
function checked({ request }: Operation, body: Record<string, unknown>): Record<string, unknown> | GroundglassError {
  try {
    return parseRequest(request, body);
  } catch (error) {
    return toGroundglassError(error);
  }
}
