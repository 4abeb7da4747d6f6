import { edited } from './edits.js';
import { findPictures } from './find-pictures.js';
import { attachRecentMediaForFollowup, type RecentPicture } from './follow-up.js';
import { type HistoryItem, histories } from './histories.js';
import { type JsonNode, memberOf, stringOf } from './json-tree.js';
import type { Dialect, FoundPicture } from './picture.js';
import { contentOf, type RecentPictures } from './recent-pictures.js';
import { turnStart, wordsOf } from './turn.js';

/** Who speaks, and where; null where nothing tells people apart: then nobody gets pictures of anybody. */
export interface Speaker {
  readonly person: string;
  readonly channel: string;
}

/**
 * Remembers the pictures of a request's present turn; where it has none but speaks of some that the same person sent shortly
 * before, these are put behind its words, newest first. Pictures that the request still holds are not given twice.
 *
 * @param root of the request, the text of which is `text`
 * @param speaker as the headers name them; else `user`, `metadata.user_id` or the session that the body names
 * @param now milliseconds since 1970
 */
export function attachRecent(
  text: string,
  root: JsonNode,
  dialect: Dialect,
  speaker: Speaker | null,
  recent: RecentPictures,
  now: number,
): string {
  const who = speaker ?? speakerIn(root);
  const items = histories(root);
  const start = turnStart(items);
  const turn = items[start];
  if (who === null || turn === undefined) return text;
  const pictures = findPictures(root, { dialect });
  const ofTurn = pictures.filter(({ path, role }) => {
    const at = items.findIndex(({ pointer }) => path === pointer || path.startsWith(`${pointer}/`));
    return at >= start && role === 'user';
  });
  recent.remember(ofTurn.flatMap((picture) => remembered(picture, who, now)));
  const held = new Set(pictures.flatMap((picture) => remembered(picture, who, now)).map(contentOf));
  const asked = { text: wordsOf(turn.node), pictures: ofTurn.length, ...who };
  const attached = attachRecentMediaForFollowup(asked, recent.at(now), now).filter((it) => !held.has(contentOf(it)));
  return attached.length === 0
    ? text
    : withParts(
        text,
        turn,
        attached.map((it) => partOf(it, dialect, turn)),
      );
}

function speakerIn(root: JsonNode): Speaker | null {
  const session = stringOf(root, 'session_id') ?? '';
  const person = stringOf(root, 'user') ?? stringOf(memberOf(root, 'metadata'), 'user_id') ?? session;
  return person === '' ? null : { person, channel: session };
}

const remembered = ({ carrier, mediaType }: FoundPicture, who: Speaker, at: number): RecentPicture[] =>
  carrier.kind === 'inline' || carrier.kind === 'url' ? [{ ...who, at, carrier, mediaType }] : [];

function withParts(text: string, turn: HistoryItem, parts: readonly unknown[]): string {
  const content = memberOf(turn.node, 'content') ?? turn.node;
  const added = parts.map((part) => JSON.stringify(part)).join(',');
  if (content.type === 'array') {
    const last = content.members.at(-1)?.[1];
    const at = last?.end ?? content.start + 1;
    return edited(text, [{ from: at, to: at, text: last === undefined ? added : `,${added}` }]);
  }
  if (typeof content.value !== 'string') return text;
  const type = turn.context.responses ? 'input_text' : 'text';
  const said = JSON.stringify({ type, text: content.value });
  // The input of the Responses API that is one text is as a list one message.
  const list = content === turn.node ? `[{"role":"user","content":[${said},${added}]}]` : `[${said},${added}]`;
  return edited(text, [{ from: content.start, to: content.end, text: list }]);
}

function partOf({ carrier, mediaType }: RecentPicture, dialect: Dialect, { context }: HistoryItem): unknown {
  const type = mediaType ?? 'image/png';
  const url = carrier.kind === 'url' ? carrier.url : `data:${type};base64,${carrier.base64}`;
  if (dialect === 'anthropic') {
    const source =
      carrier.kind === 'url' ? { type: 'url', url } : { type: 'base64', media_type: type, data: carrier.base64 };
    return { type: 'image', source };
  }
  if (dialect === 'goose')
    return { type: 'image', data: carrier.kind === 'url' ? url : carrier.base64, mimeType: type };
  return context.responses ? { type: 'input_image', image_url: url } : { type: 'image_url', image_url: { url } };
}
