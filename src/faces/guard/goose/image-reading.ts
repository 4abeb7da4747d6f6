import type { GooseSessions } from '../../../guard/goose/sessions.js';
import { isPictureTool } from '../../../guard/prepare-request.js';
import { withoutSessionImageRead } from '../../../guard/session.js';
import type { Goosed, GooseSession } from './goosed.js';

/**
 * Takes tools that load pictures out of a session until {@link restoreImageReading}: the extension that has them is removed and
 * added again with the rest of its tools. What it was like is kept first.
 *
 * @returns names of the tools that are gone
 */
export async function disableImageReading(
  goosed: Goosed,
  sessions: GooseSessions,
  session: GooseSession,
): Promise<string[]> {
  const all = await goosed.tools(session.id);
  const readers = all.filter(isPictureTool);
  if (readers.length === 0) return [];
  const extensions = await goosed.extensions(session);
  const tools = Object.fromEntries(
    await Promise.all(
      extensions.map(async ({ name }) => [name, (await goosed.tools(session.id, name)).map(unprefixed)] as const),
    ),
  );
  const reduced = withoutSessionImageRead(extensions, tools);
  const changed = extensions.filter((extension) => !reduced.includes(extension));
  const owed = sessions.owed(session.id);
  sessions.owe(session.id, [...owed, ...changed.filter(({ name }) => !owed.some((it) => it.name === name))]);
  for (const { name } of changed) {
    await goosed.removeExtension(session.id, name);
    const rest = reduced.find((it) => it.name === name);
    if (rest !== undefined) await goosed.addExtension(session.id, rest);
  }
  const left = new Set(changed.length === 0 ? all : await goosed.tools(session.id));
  return readers.filter((name) => !left.has(name));
}

/** Gives a session the tools back that it had before; what the server refuses is still owed. */
export async function restoreImageReading(goosed: Goosed, sessions: GooseSessions, id: string): Promise<void> {
  const owed = sessions.owed(id);
  if (owed.length === 0) return;
  const refused = [];
  for (const extension of owed) {
    await goosed.removeExtension(id, extension.name);
    if (!(await goosed.addExtension(id, extension))) refused.push(extension);
  }
  sessions.owe(id, refused);
}

/** `developer__read_image` is listed under that name and allowed under `read_image`. */
const unprefixed = (name: string): string => name.split('__').at(-1) ?? name;
