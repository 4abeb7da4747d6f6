import { describe, it } from 'vitest';
import { CONVERSATION_DIALECTS, checkConversations } from './support/guard-conversations.js';

/** Of all dialects together; `npm run bench -- guard-conversations` tries twenty times as many. */
const CONVERSATIONS = Number(process.env.GUARD_CONVERSATIONS ?? 500);

describe('through the gateway to a model that reads text only', () => {
  it.each(CONVERSATION_DIALECTS)(
    'no picture passes, and every text and call does: %s',
    async (dialect) => {
      await checkConversations(dialect, CONVERSATIONS / CONVERSATION_DIALECTS.length);
    },
    3_600_000,
  );
});
