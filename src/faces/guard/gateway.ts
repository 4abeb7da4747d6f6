import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { Readable } from 'node:stream';
import { toGroundglassError } from '../../evidence/errors.js';
import { attachRecent } from '../../guard/attach-recent.js';
import { findPictures } from '../../guard/find-pictures.js';
import { refersToPictures } from '../../guard/follow-up.js';
import { parseJsonTree, stringOf } from '../../guard/json-tree.js';
import type { JsonUnit } from '../../guard/json-units.js';
import { isLoadablePicture } from '../../guard/paths-in-text.js';
import type { Dialect } from '../../guard/picture.js';
import { type PreparedRequest, prepareRequest } from '../../guard/prepare-request.js';
import { meansNoPictures } from '../../guard/refusals.js';
import { mayHoldPicture } from '../../guard/signs.js';
import { wordsOf } from '../../guard/turn.js';
import { statusOf } from '../http/statuses.js';
import { GooseGateway } from './goose/goose-gateway.js';
import { type GatewayParts, guardingOf, report, speakerOf } from './parts.js';
import { answer, decoded, pass, refusalIn } from './relay.js';
import { openRequestBody, type Rest } from './request-body.js';
import { type Upstream, unpackedReply } from './upstream.js';

/** A streaming reverse proxy that lets no picture through to a model that takes none. */
export function createGateway(parts: GatewayParts): Server {
  const goose = parts.dialect === 'goose' ? new GooseGateway(parts) : null;
  const server = createServer((request, response) => {
    handle(parts, goose, request, response).catch((thrown: unknown) => fail(parts, request, response, thrown));
  });
  // A model may think for minutes before its first byte; the upstream's own limit decides.
  server.requestTimeout = 0;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  return server;
}

/** Longer than what load balancers keep (60 s), so that they close first and no request meets a closing connection. */
const KEEP_ALIVE_MS = 65_000;

async function handle(
  parts: GatewayParts,
  goose: GooseGateway | null,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const pathname = pathOf(request.url ?? '/');
  if (pathname === '/healthz') return answer(response, 200, 'application/json', '{"status":"ok"}');
  if (pathname === '/metrics') return answer(response, 200, parts.metrics.contentType, await parts.metrics.text());
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  if (goose !== null) return goose.handle(request, response, gone.signal);
  const forwarded = { method: request.method ?? 'GET', path: request.url ?? '/', headers: request.headers };
  if (request.method !== 'POST' || !GUARDED.test(pathname)) {
    return pass(await parts.upstream.send({ ...forwarded, body: request }, gone.signal), response);
  }
  const dialect = dialectAt(pathname, parts.dialect);
  const { maxBodyBytes: maxBytes } = parts;
  const head = new Map<string, string>();
  const isHeld = (bytes: Buffer, unit: JsonUnit): boolean => {
    if (!unit.inList && HEAD_MEMBERS.has(unit.key)) head.set(unit.key, decoded(bytes));
    return unitHasPicture(bytes, unit, dialect) || (!parts.recent.isEmpty && speaksOfPictures(bytes, unit));
  };
  const body = await openRequestBody(request, { maxBytes, isHeld });
  if ('begun' in body) {
    const stream = Readable.from(longBody(parts, dialect, request.headers, head, body.begun, gone.signal), {
      objectMode: false,
    });
    return pass(await parts.upstream.send({ ...forwarded, body: stream }, gone.signal), response);
  }
  if (!mayHoldPicture(body.whole) && (parts.recent.isEmpty || !isJson(body.whole))) {
    parts.metrics.requests.inc({ outcome: 'no_picture' });
    const { whole, packed } = body;
    const sent = { ...forwarded, body: packed ?? whole, isPacked: packed !== null };
    return pass(await parts.upstream.send(sent, gone.signal), response);
  }
  await guarded(parts, dialect, forwarded, body.whole, response, gone.signal);
}

/** What tells the model of a long body, and who speaks, where it comes before the conversation. */
const HEAD_MEMBERS = new Set(['model', 'user', 'metadata', 'session_id']);

/** A path as servers read it that are not strict about how it is written. */
function pathOf(url: string): string {
  const once = (path: string): string => path.replace(/\/+/g, '/');
  const path = once(url.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0] ?? '');
  try {
    const { pathname } = new URL(path, 'http://gateway');
    return once(decodeURIComponent(pathname))
      .replace(/(?<=.)\/$/, '')
      .toLowerCase();
  } catch {
    return path;
  }
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
  const original = decoded(body);
  const root = parseJsonTree(original);
  const source = attachRecent(original, root, dialect, speakerOf(head.headers), parts.recent, Date.now());
  const tree = source === original ? root : parseJsonTree(source);
  const prepare = (): Promise<PreparedRequest> => prepareRequest(source, guardingOf(parts, dialect, signal), tree);
  const prepared = await prepare();
  report(parts, prepared);
  const sent = parts.dryRun || prepared.text === original ? body : Buffer.from(prepared.text);
  if (prepared.kept.length === 0 || parts.dryRun) {
    return pass(await parts.upstream.send({ ...head, body: sent }, signal), response);
  }
  const reply = await parts.upstream.send({ ...head, headers: unpackedReply(head.headers), body: sent }, signal);
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

/**
 * A long body on its way: what has no picture, and speaks of none that were sent before, as it came, and the rest as the model
 * takes it. What has gone can't be sent again, so a model that nobody knows gets words.
 *
 * @param head members that came before the rest, as JSON
 */
async function* longBody(
  parts: GatewayParts,
  dialect: Dialect,
  headers: IncomingHttpHeaders,
  head: ReadonlyMap<string, string>,
  begun: AsyncGenerator<Buffer, Rest>,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const rest = yield* begun;
  if (rest === null) return parts.metrics.requests.inc({ outcome: 'no_picture' });
  const { unit, bytes } = rest;
  // The rest alone is no JSON; behind the members that came first and the beginning of its own it is.
  const first = [...head].map(([key, value]) => `${JSON.stringify(key)}:${value},`).join('');
  const stub = `{${first}${JSON.stringify(unit.key)}:${unit.inList ? '[' : ''}`;
  const original = `${stub}${decoded(bytes)}`;
  const speaker = speakerOf(headers);
  const source = attachRecent(original, parseJsonTree(original), dialect, speaker, parts.recent, Date.now());
  const guarding = guardingOf(parts, dialect, signal);
  const prepared = await prepareRequest(source, {
    ...guarding,
    takes: (name, position) => (guarding.takes(name, position) === 'yes' ? 'yes' : 'no'),
  });
  report(parts, prepared);
  yield parts.dryRun ? bytes : Buffer.from(prepared.text.slice(stub.length));
}

/** Whether a message of a person may mean pictures that were sent before. */
function speaksOfPictures(bytes: Buffer, { inList }: JsonUnit): boolean {
  if (!inList || !isJson(bytes)) return false;
  const message = parseJsonTree(decoded(bytes));
  return stringOf(message, 'role') === 'user' && refersToPictures(wordsOf(message));
}

function isJson(bytes: Buffer): boolean {
  try {
    parseJsonTree(decoded(bytes));
    return true;
  } catch {
    return false;
  }
}

function unitHasPicture(bytes: Buffer, { key, inList }: JsonUnit, dialect: Dialect): boolean {
  if (!mayHoldPicture(bytes)) return false;
  const text = decoded(bytes);
  const document = `{${JSON.stringify(key)}:${inList ? `[${text}]` : text}}`;
  return findPictures(parseJsonTree(document), { dialect, loads: isLoadablePicture }).length > 0;
}

const TOOL_RESULTS = /tool[ _]?(?:result|message|response)|role.{0,4}tool/i;

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
