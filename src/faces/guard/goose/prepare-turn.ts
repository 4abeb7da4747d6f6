import { attachRecent } from '../../../guard/attach-recent.js';
import { storedPictures } from '../../../guard/goose/healed-session.js';
import { type ReplyRequest, withHistory } from '../../../guard/goose/reply-request.js';
import { withSessions } from '../../../guard/goose/session-names.js';
import type { GooseSessions } from '../../../guard/goose/sessions.js';
import { parseJsonTree } from '../../../guard/json-tree.js';
import type { FoundPicture } from '../../../guard/picture.js';
import { prepareRequest } from '../../../guard/prepare-request.js';
import { type GatewayParts, guardingOf, report, speakerOf } from '../parts.js';
import type { Goosed } from './goosed.js';
import { disableImageReading, restoreImageReading } from './image-reading.js';
import { rotated } from './rotate.js';

export interface TurnRequest {
  readonly request: ReplyRequest;
  readonly sessionId: string;
  readonly headers: Parameters<typeof speakerOf>[0];
  /** Whether the model has refused this turn's pictures already. */
  readonly isRetried: boolean;
}

export interface PreparedTurn {
  readonly text: string;
  readonly sessionId: string;
  /** The session that {@link sessionId} has just taken the place of. */
  readonly rotatedFrom: string | null;
}

/**
 * Makes a turn fit for the session's model. A session whose stored conversation holds pictures that the model does not take is
 * replaced; such pictures of the turn go into words, and the session can't load pictures in that turn; in any other it can.
 */
export async function prepareTurn(
  parts: GatewayParts,
  sessions: GooseSessions,
  goosed: Goosed,
  { request, sessionId: named, headers, isRetried }: TurnRequest,
  signal: AbortSignal,
): Promise<PreparedTurn> {
  const id = sessions.current(named);
  let session = id === '' ? null : await goosed.session(id);
  const model = session?.model ?? '';
  const endpoint = `${parts.upstream.origin} ${session?.provider ?? ''}`.trim();
  if (isRetried) {
    parts.capabilities.learnRefusal(endpoint, model, ['user', 'tool_result']);
    parts.metrics.learned.inc();
    parts.log.info({ model }, 'learned that the model takes no pictures');
  }
  const guarding = guardingOf(parts, 'goose', signal);
  const takes = (_: string, role: Parameters<typeof guarding.takes>[1]) =>
    isRetried ? 'no' : parts.capabilities.takes(endpoint, model, role);
  const isBlind = takes(model, 'user') === 'no';

  const healing = {
    describe: guarding.understand,
    unfit: async (pictures: readonly FoundPicture[]) => {
      if (isBlind) return pictures;
      const why = await parts.fitness.unfit(pictures);
      return pictures.filter((_, i) => why[i] !== null);
    },
  };

  let history: string | null = null;
  let rotatedFrom: string | null = null;
  if (session !== null && (isRetried || (await healing.unfit(storedPictures(session.json))).length > 0)) {
    parts.log.info({ model, dry_run: parts.dryRun }, 'the session holds pictures: it is replaced');
    const made = parts.dryRun ? null : await rotated(goosed, session, healing, isRetried ? request.said : null);
    if (made !== null) {
      sessions.rotate(session.id, made.session.id);
      parts.metrics.rotated.inc();
      rotatedFrom = session.id;
      ({ session, history } = made);
    }
  }
  const now = session?.id ?? id;
  const own = withSessions(request.text, () => now);
  const told = history === null || request.hasHistory ? own : withHistory(own, history);
  const speaker = speakerOf(headers) ?? personIn(named);
  const asked = attachRecent(told, parseJsonTree(told), 'goose', speaker, parts.recent, Date.now());
  const prepared = await prepareRequest(asked, { ...guarding, takes });
  report(parts, { ...prepared, model });
  if (parts.dryRun) return { text: own, sessionId: now, rotatedFrom };
  if (session !== null && (prepared.isPictureTurn || isRetried)) {
    const withheld = await disableImageReading(goosed, sessions, session);
    if (withheld.length > 0) parts.log.info({ model, withheld }, 'the session can load no pictures in this turn');
  } else await restoreImageReading(goosed, sessions, now);
  return { text: prepared.text, sessionId: now, rotatedFrom };
}

/** Without anything else a session is one person's. */
const personIn = (sessionId: string): ReturnType<typeof speakerOf> =>
  sessionId === '' ? null : { person: sessionId, channel: sessionId };
