import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GroundglassError, toGroundglassError } from '../../evidence/errors.js';
import type { Capabilities } from '../../guard/capabilities.js';
import { findPictures } from '../../guard/find-pictures.js';
import type { Fitness } from '../../guard/fitness.js';
import { parseJsonTree } from '../../guard/json-tree.js';
import type { JsonUnit } from '../../guard/json-units.js';
import { isLoadablePicture } from '../../guard/paths-in-text.js';
import type { Dialect } from '../../guard/picture.js';
import { type Guarding, type PreparedRequest, prepareRequest } from '../../guard/prepare-request.js';
import { meansNoPictures } from '../../guard/refusals.js';
import { mayHoldPicture } from '../../guard/signs.js';
import type { PictureUnderstanding } from '../../guard/understand.js';
import { statusOf } from '../http/statuses.js';
import type { GuardLog, GuardMetrics } from './observe.js';
import { openRequestBody, type Rest } from './request-body.js';
import { answerHeaders, type Upstream } from './upstream.js';

export interface GatewayParts {
  readonly upstream: Upstream;
  /** How requests are written whose path does not tell. */
  readonly dialect: Dialect;
  readonly capabilities: Capabilities;
  readonly understanding: PictureUnderstanding;
  readonly fitness: Fitness;
  readonly metrics: GuardMetrics;
  readonly log: GuardLog;
  readonly maxBodyBytes: number;
  /** Report what would change, and change nothing. */
  readonly dryRun: boolean;
}

/** A streaming reverse proxy that lets no picture through to a model that takes none. */
export function createGateway(parts: GatewayParts): Server {
  const server = createServer((request, response) => {
    handle(parts, request, response).catch((thrown: unknown) => fail(parts, request, response, thrown));
  });
  // A model may think for minutes before its first byte; the upstream's own limit decides.
  server.requestTimeout = 0;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  return server;
}

/** Longer than what load balancers keep (60 s), so that they close first and no request meets a closing connection. */
const KEEP_ALIVE_MS = 65_000;

async function handle(parts: GatewayParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://gateway');
  if (pathname === '/healthz') return answer(response, 200, 'application/json', '{"status":"ok"}');
  if (pathname === '/metrics') return answer(response, 200, parts.metrics.contentType, await parts.metrics.text());
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const forwarded = { method: request.method ?? 'GET', path: request.url ?? '/', headers: request.headers };
  if (request.method !== 'POST' || !GUARDED.test(pathname)) {
    return pass(await parts.upstream.send({ ...forwarded, body: request }, gone.signal), response);
  }
  const dialect = dialectAt(pathname, parts.dialect);
  const { maxBodyBytes: maxBytes } = parts;
  let model = '';
  const hasPicture = (bytes: Buffer, unit: JsonUnit): boolean => {
    if (unit.key === 'model' && !unit.inList) model = String(parseJsonTree(decoded(bytes)).value);
    return unitHasPicture(bytes, unit, dialect);
  };
  const body = await openRequestBody(request, { maxBytes, hasPicture });
  if ('begun' in body) {
    const stream = Readable.from(
      longBody(parts, dialect, () => model, body.begun, gone.signal),
      { objectMode: false },
    );
    return pass(await parts.upstream.send({ ...forwarded, body: stream }, gone.signal), response);
  }
  if (!mayHoldPicture(body.whole)) {
    parts.metrics.requests.inc({ outcome: 'no_picture' });
    return pass(await parts.upstream.send({ ...forwarded, body: body.whole }, gone.signal), response);
  }
  await guarded(parts, dialect, forwarded, body.whole, response, gone.signal);
}

/** Where conversations are sent to: OpenAI chat completions and responses, Anthropic messages. */
const GUARDED = /\/(?:chat\/completions|responses|messages)$/;

const dialectAt = (pathname: string, configured: Dialect): Dialect =>
  pathname.endsWith('/messages') ? 'anthropic' : configured === 'anthropic' ? 'openai' : configured;

type Head = Pick<Parameters<Upstream['send']>[0], 'method' | 'path' | 'headers'>;

async function guarded(
  parts: GatewayParts,
  dialect: Dialect,
  head: Head,
  body: Buffer,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  const source = decoded(body);
  const prepare = (): Promise<PreparedRequest> => prepareRequest(source, guardingOf(parts, dialect, signal));
  const prepared = await prepare();
  report(parts, prepared);
  const sent = parts.dryRun || prepared.text === source ? body : Buffer.from(prepared.text);
  const reply = await parts.upstream.send({ ...head, body: sent }, signal);
  if (prepared.kept.length === 0 || parts.dryRun) return pass(reply, response);

  const refusal = await refusalIn(reply);
  if (!meansNoPictures(reply.statusCode ?? 0, refusal.text)) return pass(reply, response, refusal.bytes);
  reply.destroy();
  const roles = new Set(prepared.kept.map(({ role }) => role));
  // Refused in the result of a tool, a picture of a person may still be taken.
  if (TOOL_RESULTS.test(refusal.text) && roles.has('tool_result')) roles.delete('user');
  parts.capabilities.learnRefusal(parts.upstream.origin, prepared.model, roles);
  parts.metrics.learned.inc();
  parts.log.info({ model: prepared.model, positions: [...roles] }, 'learned that the model takes no pictures there');
  const again = await prepare();
  report(parts, again);
  return pass(await parts.upstream.send({ ...head, body: Buffer.from(again.text) }, signal), response);
}

const guardingOf = (parts: GatewayParts, dialect: Dialect, signal: AbortSignal): Guarding => ({
  dialect,
  takes: (model, position) => parts.capabilities.takes(parts.upstream.origin, model, position),
  understand: (pictures) => parts.understanding.understand(pictures, signal),
  unfit: (pictures) => parts.fitness.unfit(pictures),
});

/**
 * A long body on its way: what has no picture as it came, and the rest, from the first picture on, as the model takes it. What
 * has gone can't be sent again, so a model that nobody knows gets words.
 */
async function* longBody(
  parts: GatewayParts,
  dialect: Dialect,
  modelSoFar: () => string,
  begun: AsyncGenerator<Buffer, Rest>,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const rest = yield* begun;
  if (rest === null) return parts.metrics.requests.inc({ outcome: 'no_picture' });
  const { unit, bytes } = rest;
  // The rest alone is no JSON; behind the beginning of its list, or of its member, it is.
  const stub = `{"model":${JSON.stringify(modelSoFar())},${JSON.stringify(unit.key)}:${unit.inList ? '[' : ''}`;
  const guarding = guardingOf(parts, dialect, signal);
  const prepared = await prepareRequest(`${stub}${decoded(bytes)}`, {
    ...guarding,
    takes: (name, position) => (guarding.takes(name, position) === 'yes' ? 'yes' : 'no'),
  });
  report(parts, prepared);
  yield parts.dryRun ? bytes : Buffer.from(prepared.text.slice(stub.length));
}

function unitHasPicture(bytes: Buffer, { key, inList }: JsonUnit, dialect: Dialect): boolean {
  if (!mayHoldPicture(bytes)) return false;
  const text = decoded(bytes);
  const document = `{${JSON.stringify(key)}:${inList ? `[${text}]` : text}}`;
  return findPictures(parseJsonTree(document), { dialect, loads: isLoadablePicture }).length > 0;
}

const TOOL_RESULTS = /tool[ _]?(?:result|message|response)|role.{0,4}tool/i;

function report({ metrics, log, dryRun }: GatewayParts, { model, kept, replaced, withheld }: PreparedRequest): void {
  const outcome = replaced.length > 0 ? 'pictures_in_words' : kept.length > 0 ? 'pictures_kept' : 'no_picture';
  metrics.requests.inc({ outcome });
  metrics.pictures.inc({ outcome: 'replaced' }, replaced.length);
  metrics.pictures.inc({ outcome: 'kept' }, kept.length);
  if (replaced.length === 0) return;
  const paths = replaced.map(({ path, position, mediaType, bytes }) => ({ path, position, mediaType, bytes }));
  log.info(
    { model, dry_run: dryRun, replaced: paths, withheld },
    dryRun ? 'pictures would go into words' : 'pictures went into words',
  );
}

/** The start of an answer that may be a refusal: all of an error, the first event of a stream; nothing of any other. */
async function refusalIn(reply: IncomingMessage): Promise<{ readonly text: string; readonly bytes: Buffer[] }> {
  const status = reply.statusCode ?? 0;
  const isStream = /event-stream/i.test(reply.headers['content-type'] ?? '');
  if (status < 400 && !isStream) return { text: '', bytes: [] };
  const bytes: Buffer[] = [];
  let text = '';
  for await (const piece of reply.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes.push(piece);
    text += piece.toString('latin1');
    if (text.length > MAX_REFUSAL_CHARS || (isStream && /\n\r?\n/.test(text))) break;
  }
  // In a stream only an error event is a refusal: what a model says may speak of pictures too.
  return {
    text: status < 400 && !/^(?:event: ?error|data: ?\{"(?:type":"error"|error"))/m.test(text) ? '' : text,
    bytes,
  };
}

const MAX_REFUSAL_CHARS = 64 * 1024;

/** An answer as it comes, at the pace of whoever reads it. */
async function pass(reply: IncomingMessage, response: ServerResponse, head: readonly Buffer[] = []): Promise<void> {
  response.writeHead(reply.statusCode ?? 502, reply.statusMessage, answerHeaders(reply.rawHeaders));
  response.flushHeaders();
  for (const piece of head) response.write(piece);
  if (reply.readableEnded) {
    response.end();
    return;
  }
  try {
    await pipeline(reply, response);
  } catch {
    // Cut off on either side: the other side must see it cut off too, and not as a whole answer.
    response.destroy();
    reply.destroy();
  }
}

function decoded(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(body);
  } catch {
    throw new GroundglassError('bad_argument', 'The body is not UTF-8.', 'Send JSON in UTF-8.');
  }
}

function answer(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body);
}

/** An error of the gateway's own, in a form that clients of either API can show. */
function fail({ log }: GatewayParts, request: IncomingMessage, response: ServerResponse, thrown: unknown): void {
  if (response.destroyed || response.writableEnded) return;
  const error = toGroundglassError(thrown);
  log.warn({ code: error.code, path: request.url?.split('?')[0] }, error.message);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { code, message, next_step } = error.toWire();
  const status = error.class === 'upstream_refused' ? 502 : statusOf(error);
  const wire = {
    type: 'error',
    error: { type: 'groundglass_error', code, message: `${message} ${next_step}`, param: null },
  };
  answer(response, status, 'application/json', JSON.stringify(wire));
}
