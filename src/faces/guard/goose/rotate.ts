import { type Healing, healedSession } from '../../../guard/goose/healed-session.js';
import type { Goosed, GooseSession } from './goosed.js';

export interface Rotated {
  readonly session: GooseSession;
  /** What the reply has to be told of before, as JSON, where the new session could not be given it; else null. */
  readonly history: string | null;
}

/**
 * A new session with all that the old one held, pictures in words: exported, healed and imported, or, where the server can't,
 * started anew and told. The old one stays as it was. Null where the server makes no session.
 *
 * @param without what a person said in the turn that is sent again; null to keep all turns
 */
export async function rotated(
  goosed: Goosed,
  session: GooseSession,
  healing: Healing,
  without: string | null,
): Promise<Rotated | null> {
  const json = await goosed.exported(session.id);
  const made = json === null ? null : await goosed.imported(await healedSession(json, healing, without));
  if (made !== null) {
    await ready(goosed, made, session);
    return { session: made, history: null };
  }
  const started = await goosed.started(session.workingDir);
  if (started === null) return null;
  await ready(goosed, started, session);
  return { session: started, history: await healedSession(JSON.stringify(session.conversation), healing, without) };
}

async function ready(goosed: Goosed, made: GooseSession, old: GooseSession): Promise<void> {
  await goosed.resume(made.id);
  // An import does not take the model along in every version.
  if (old.model !== '' && made.model !== old.model) await goosed.useModel(made.id, old);
}
