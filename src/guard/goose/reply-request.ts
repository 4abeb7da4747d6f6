import { type JsonNode, memberOf, parseJsonTree, stringOf } from '../json-tree.js';
import { textOf } from '../turn.js';

/** What a client of goose asks for: the next reply of a session. */
export interface ReplyRequest {
  readonly text: string;
  /** Null where only the path tells. */
  readonly sessionId: string | null;
  readonly requestId: string | null;
  /** What the person says; null where the client sends the whole history itself (goose up to 1.16). */
  readonly said: string | null;
  readonly hasHistory: boolean;
}

/** @throws GroundglassError `bad_argument`, `too_deep` for a body that is no JSON */
export function readReplyRequest(text: string): ReplyRequest {
  const root = parseJsonTree(text);
  const message = memberOf(root, 'user_message');
  return {
    text,
    sessionId: stringOf(root, 'session_id') ?? null,
    requestId: stringOf(root, 'request_id') ?? null,
    said: message === undefined ? null : textOf(message),
    hasHistory: HISTORIES.some((key) => isFilled(memberOf(root, key))),
  };
}

const HISTORIES = ['messages', 'override_conversation', 'conversation_so_far'];
const isFilled = (node: JsonNode | undefined): boolean => node?.type === 'array';

/** The same request, told what was said before. @param conversation JSON of a list of messages */
export function withHistory(text: string, conversation: string): string {
  const { end } = parseJsonTree(text);
  return `${text.slice(0, end - 1)},"override_conversation":${conversation}${text.slice(end - 1)}`;
}
