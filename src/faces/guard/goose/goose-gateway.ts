import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import pLimit, { type LimitFunction } from 'p-limit';
import { toGroundglassError } from '../../../evidence/errors.js';
import { errorFrame, errorIn, eventFrames, refusesPictures } from '../../../guard/goose/events.js';
import { type ReplyRequest, readReplyRequest } from '../../../guard/goose/reply-request.js';
import { currentPath, withSessions } from '../../../guard/goose/session-names.js';
import { GooseSessions } from '../../../guard/goose/sessions.js';
import { meansNoPictures } from '../../../guard/refusals.js';
import type { GatewayParts } from '../parts.js';
import { decoded, pass, refusalIn } from '../relay.js';
import { wholeBody } from '../request-body.js';
import { answerHeaders, unpackedReply } from '../upstream.js';
import { EventFeed, EventFeeds } from './event-feeds.js';
import { Goosed } from './goosed.js';
import { prepareTurn } from './prepare-turn.js';

const REPLY = /^\/(?:reply|sessions\/([^/]+)\/reply)$/;
const EVENTS = /^\/sessions\/([^/]+)\/events$/;
/** Bodies of other requests that name a session are small; a larger one goes on as it comes. */
const MAX_NAMING_BYTES = 2 ** 20;
/** Replies of sessions that may still be refused. */
const MAX_UNDER_WAY = 1_000;

/** What a client is told where the model refuses pictures twice: never the words of the refusal itself. */
const UNSUPPORTED =
  'SESSION_VISUAL_CONTEXT_UNSUPPORTED: the model of this session reads text only, and the turn failed again after its pictures ' +
  'were put into words. Send the request again without pictures.';

/** A reply that somebody asked for, for as long as it may have to be asked for again. */
interface Asked {
  readonly request: ReplyRequest;
  readonly sessionId: string;
  readonly headers: IncomingHttpHeaders;
  /** Path with `:id` where the session stands. */
  readonly path: string;
  isRetried: boolean;
}

/** The gateway before an agent server with sessions: replies are guarded, all else goes through to whatever session stands now. */
export class GooseGateway {
  private readonly sessions: GooseSessions;
  private readonly feeds = new EventFeeds();
  private readonly underWay = new Map<string, Asked>();
  private readonly turns = new Map<string, LimitFunction>();

  constructor(private readonly parts: GatewayParts) {
    this.sessions = new GooseSessions(parts.stateFolder);
  }

  async handle(request: IncomingMessage, response: ServerResponse, signal: AbortSignal): Promise<void> {
    const pathname = (request.url ?? '/').split(/[?#]/, 1)[0] ?? '/';
    const [reply, events] = [REPLY.exec(pathname), EVENTS.exec(pathname)];
    if (request.method === 'POST' && reply) return this.reply(request, response, reply[1] ?? null, signal);
    if (request.method === 'GET' && events) {
      return this.events(request, response, decodeURIComponent(events[1] ?? ''), signal);
    }
    return this.passOn(request, response, signal);
  }

  private async reply(
    incoming: IncomingMessage,
    response: ServerResponse,
    inPath: string | null,
    signal: AbortSignal,
  ): Promise<void> {
    // A session is looked at as a whole, so the request is too.
    const request = readReplyRequest(decoded(await wholeBody(incoming, this.parts.maxBodyBytes)));
    const asked: Asked = {
      request,
      sessionId: inPath === null ? (request.sessionId ?? '') : decodeURIComponent(inPath),
      headers: incoming.headers,
      path: (incoming.url ?? '/').replace(/^\/sessions\/[^/]+/, '/sessions/:id'),
      isRetried: false,
    };
    if (inPath !== null && request.requestId !== null) this.remember(request.requestId, asked);
    const reply = await this.send(asked, signal);
    if (this.parts.dryRun) return pass(reply, response);
    if (!/event-stream/i.test(reply.headers['content-type'] ?? '')) {
      const refusal = await refusalIn(reply);
      if (!meansNoPictures(reply.statusCode ?? 0, refusal.text)) return pass(reply, response, refusal.bytes);
      reply.destroy();
      const again = await this.sendAgain(asked, signal);
      if (!/event-stream/i.test(again.headers['content-type'] ?? '')) return pass(again, response);
      return this.stream(again, response, asked, signal);
    }
    return this.stream(reply, response, asked, signal);
  }

  /** Prepares a turn and asks for its reply; turns of one session one after the other. */
  private send(asked: Asked, signal: AbortSignal): Promise<IncomingMessage> {
    const { headers, sessionId, path } = asked;
    return this.inTurn(sessionId, async () => {
      const goosed = new Goosed(this.parts.upstream, headers, signal);
      const turn = await prepareTurn(this.parts, this.sessions, goosed, asked, signal);
      if (turn.rotatedFrom !== null) await this.feeds.move(turn.rotatedFrom, turn.sessionId);
      const target = path.replace(':id', encodeURIComponent(turn.sessionId));
      const forwarded = { method: 'POST', path: target, headers: unpackedReply(headers), body: Buffer.from(turn.text) };
      return this.parts.upstream.send(forwarded, signal);
    });
  }

  private sendAgain(asked: Asked, signal: AbortSignal): Promise<IncomingMessage> {
    asked.isRetried = true;
    return this.send(asked, signal);
  }

  private async inTurn<Result>(sessionId: string, work: () => Promise<Result>): Promise<Result> {
    const key = this.sessions.current(sessionId);
    const limit = this.turns.get(key) ?? pLimit(1);
    this.turns.set(key, limit);
    try {
      return await limit(work);
    } finally {
      if (limit.activeCount + limit.pendingCount === 0) this.turns.delete(key);
    }
  }

  /** The events of a reply; a refusal of pictures is not one of them, but leads to one more try. */
  private async stream(
    first: IncomingMessage,
    response: ServerResponse,
    asked: Asked,
    signal: AbortSignal,
  ): Promise<void> {
    response.writeHead(first.statusCode ?? 200, first.statusMessage, answerHeaders(first.rawHeaders));
    response.flushHeaders();
    let source = first;
    try {
      while (await refusedAfter(source, response)) {
        source.destroy();
        if (asked.isRetried) {
          await write(response, errorFrame(UNSUPPORTED));
          break;
        }
        source = await this.sendAgain(asked, signal);
        if (source.statusCode !== 200) {
          source.destroy();
          await write(response, errorFrame(UNSUPPORTED));
          break;
        }
      }
      response.end();
    } catch (thrown) {
      // Cut off above: the client must see it cut off too.
      if (!signal.aborted) this.parts.log.warn({ code: toGroundglassError(thrown).code }, 'a reply was cut off');
      response.destroy();
      source.destroy();
    }
  }

  private remember(requestId: string, asked: Asked): void {
    this.underWay.delete(requestId);
    this.underWay.set(requestId, asked);
    if (this.underWay.size > MAX_UNDER_WAY) this.underWay.delete(this.underWay.keys().next().value ?? '');
  }

  /** The events of a session, and of whichever session takes its place while somebody listens. */
  private async events(
    request: IncomingMessage,
    response: ServerResponse,
    sessionId: string,
    signal: AbortSignal,
  ): Promise<void> {
    const feed = new EventFeed(this.sessions.current(sessionId));
    this.feeds.add(feed);
    try {
      for (let at: string | null = null; at !== feed.sessionId; ) {
        const { 'last-event-id': last, ...headers } = request.headers;
        // Numbers of events belong to a session.
        const sent = at === null && feed.sessionId === sessionId && last !== undefined ? request.headers : headers;
        at = feed.sessionId;
        const path = currentPath(request.url ?? '/', () => feed.sessionId);
        const source = await this.parts.upstream.send(
          { method: 'GET', path, headers: unpackedReply(sent), body: Buffer.alloc(0) },
          signal,
        );
        if (source.statusCode !== 200) return response.headersSent ? void response.end() : await pass(source, response);
        if (!response.headersSent) {
          response.writeHead(200, source.statusMessage, answerHeaders(source.rawHeaders));
          response.flushHeaders();
        }
        feed.open(source);
        await this.forward(source, response).catch((thrown: unknown) => {
          if (feed.sessionId === at) throw thrown;
        });
      }
      response.end();
    } catch (thrown) {
      if (!response.headersSent) throw thrown;
      response.destroy();
    } finally {
      this.feeds.delete(feed);
    }
  }

  private async forward(source: IncomingMessage, response: ServerResponse): Promise<void> {
    for await (const frame of eventFrames(source)) {
      if (this.parts.dryRun || !refusesPictures(frame)) await write(response, frame);
      else {
        const requestId = errorIn(frame)?.requestId ?? '';
        const asked = this.underWay.get(requestId);
        if (asked === undefined || asked.isRetried) await write(response, errorFrame(UNSUPPORTED, requestId));
        // Not waited for: the new session's events come through this very stream.
        else void this.askAgain(asked, response, requestId);
      }
    }
  }

  private async askAgain(asked: Asked, response: ServerResponse, requestId: string): Promise<void> {
    try {
      const reply = await this.sendAgain(asked, new AbortController().signal);
      reply.resume();
      if (reply.statusCode !== 200) response.write(errorFrame(UNSUPPORTED, requestId));
    } catch (thrown) {
      this.parts.log.warn({ code: toGroundglassError(thrown).code }, 'a reply could not be asked for again');
      if (!response.destroyed) response.write(errorFrame(UNSUPPORTED, requestId));
    }
  }

  /** Everything else, in the name of the session that stands now. */
  private async passOn(request: IncomingMessage, response: ServerResponse, signal: AbortSignal): Promise<void> {
    const current = (id: string): string => this.sessions.current(id);
    const path = currentPath(request.url ?? '/', current);
    const head = { method: request.method ?? 'GET', path, headers: request.headers };
    const length = Number(request.headers['content-length'] ?? 0);
    const names = this.sessions.hasRotated && length > 0 && length <= MAX_NAMING_BYTES;
    if (!names || request.headers['content-encoding'] !== undefined) {
      return pass(await this.parts.upstream.send({ ...head, body: request }, signal), response);
    }
    const pieces: Buffer[] = [];
    for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
    const bytes = Buffer.concat(pieces);
    return pass(await this.parts.upstream.send({ ...head, body: renamed(bytes, current) }, signal), response);
  }
}

/** A body that is no JSON names no session. */
function renamed(bytes: Buffer, current: (id: string) => string): Buffer {
  try {
    const text = decoded(bytes);
    const changed = withSessions(text, current);
    return changed === text ? bytes : Buffer.from(changed);
  } catch {
    return bytes;
  }
}

/** Passes events on until one says that the model takes no pictures. */
async function refusedAfter(source: IncomingMessage, response: ServerResponse): Promise<boolean> {
  for await (const frame of eventFrames(source)) {
    if (refusesPictures(frame)) return true;
    await write(response, frame);
  }
  return false;
}

/** At the pace of whoever reads. */
async function write(response: ServerResponse, bytes: Buffer | string): Promise<void> {
  if (response.destroyed || response.write(bytes)) return;
  await Promise.race([once(response, 'drain'), once(response, 'close')]);
}
