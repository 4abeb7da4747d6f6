import { edited } from '../edits.js';
import { parseJsonTree } from '../json-tree.js';

type Current = (id: string) => string;

/** The same request with other session ids; all else stays byte for byte. @throws GroundglassError for what is no JSON */
export function withSessions(text: string, current: Current): string {
  const root = parseJsonTree(text);
  if (root.type !== 'object') return text;
  return edited(
    text,
    root.members.flatMap(([key, { value, start, end }]) =>
      (key === 'session_id' || key === 'sessionId') && typeof value === 'string' && current(value) !== value
        ? [{ from: start, to: end, text: JSON.stringify(current(value)) }]
        : [],
    ),
  );
}

/** The same path and query with other session ids. */
export const currentPath = (path: string, current: Current): string =>
  path.replace(NAMED, (whole, before: string, id: string) => {
    const now = current(decoded(id));
    return now === decoded(id) ? whole : `${before}${encodeURIComponent(now)}`;
  });

/** `/sessions/ID…`, and `session_id=ID` in a query; names of other routes under /sessions stand for no session. */
const NAMED = /(^\/sessions\/(?!import(?:[/?]|$)|search(?:[/?]|$)|insights(?:[/?]|$))|[?&]session_?[iI]d=)([^/?&#]+)/g;

function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
