import type { LiveCadReply } from '../evidence/wire/live-cad.js';
import { LiveCad } from '../sources/live-cad/live-cad.js';
import type { LiveCadSettings } from '../sources/live-cad/settings.js';

/** What to do with a live CAD besides reviewing its drawing. */
export type LiveCadAction = 'list-tools' | 'check' | 'clear' | 'restore';

/**
 * Looks at a CAD server, or tidies up after a review that was cut off: `clear` takes away the marks of reviews and nothing
 * else, `restore` brings back what a maximised drawing area hides.
 * @param command starts the server
 * @throws GroundglassError `engine_missing`, `upstream_refused`, `unsupported_operation` where the server has no tool for it
 */
export async function tendLiveCad(
  command: string,
  action: LiveCadAction,
  settings: LiveCadSettings,
): Promise<LiveCadReply> {
  const live = await LiveCad.open(command, settings);
  try {
    if (action === 'clear') await live.clearMarks();
    if (action === 'restore') await live.restore();
    const check = action === 'check' ? await checked(live) : null;
    return {
      server: live.serverName,
      action,
      tools: live.tools.map(({ name, usedFor, openToModel }) => ({
        name,
        used_for: [...usedFor],
        open_to_model: openToModel,
      })),
      check,
      limitations: [...live.limitations],
    };
  } finally {
    await live.close();
  }
}

/** Does once what a review does all the time, and leaves everything as it was. */
const checked = (live: LiveCad): Promise<NonNullable<LiveCadReply['check']>> =>
  live.during(async () => {
    const { entities, truncated } = await live.entities();
    const place = entities.find(({ box }) => box !== null && (box[0] < box[2] || box[1] < box[3]))?.box ?? null;
    const shot = place === null ? null : await live.screenshot(place);
    return {
      entities: entities.length,
      truncated,
      screenshot: shot === null ? null : { width_px: shot.widthPx, height_px: shot.heightPx },
    };
  });
