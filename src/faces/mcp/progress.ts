import type { ServerContext } from '@modelcontextprotocol/server';
import type { AddProgress } from '../../library/add.js';

/** A notification is sent at most this often: hosts redraw for each. */
const INTERVAL_MS = 500;

/** Sends an operation's progress to the caller, where it asked for that with a progress token. */
export function progressTo({ _meta, notify }: ServerContext['mcpReq']): (progress: AddProgress) => void {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  let last = 0;
  // The protocol wants a number that only grows; that of pages starts anew with each document.
  let progress = 0;
  return ({ stage, done, total }) => {
    progress += 1;
    const now = Date.now();
    if (now - last < INTERVAL_MS) return;
    last = now;
    const params = { progressToken, progress, message: `${stage}: ${done} of ${total}` };
    // A caller that is gone needs no news; that it is gone ends the call by its own signal.
    notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}
