import type { IncomingHttpHeaders } from 'node:http';
import type { Speaker } from '../../guard/attach-recent.js';
import type { Capabilities } from '../../guard/capabilities.js';
import type { Fitness } from '../../guard/fitness.js';
import type { Dialect } from '../../guard/picture.js';
import type { Guarding, PreparedRequest } from '../../guard/prepare-request.js';
import type { RecentPictures } from '../../guard/recent-pictures.js';
import type { PictureUnderstanding } from '../../guard/understand.js';
import type { GuardLog, GuardMetrics } from './observe.js';
import type { Upstream } from './upstream.js';

export interface GatewayParts {
  readonly upstream: Upstream;
  /** How requests are written whose path does not tell. */
  readonly dialect: Dialect;
  readonly capabilities: Capabilities;
  readonly understanding: PictureUnderstanding;
  readonly fitness: Fitness;
  readonly recent: RecentPictures;
  readonly metrics: GuardMetrics;
  readonly log: GuardLog;
  /** Where what was learned is kept; null to forget it at the end. */
  readonly stateFolder: string | null;
  readonly maxBodyBytes: number;
  /** Report what would change, and change nothing. */
  readonly dryRun: boolean;
}

export const guardingOf = (parts: GatewayParts, dialect: Dialect, signal: AbortSignal): Guarding => ({
  dialect,
  takes: (model, position) => parts.capabilities.takes(parts.upstream.origin, model, position),
  understand: (pictures) => parts.understanding.understand(pictures, signal),
  unfit: (pictures) => parts.fitness.unfit(pictures),
});

export function report(
  { metrics, log, dryRun }: GatewayParts,
  { model, kept, replaced, withheld }: PreparedRequest,
): void {
  const outcome = replaced.length > 0 ? 'pictures_in_words' : kept.length > 0 ? 'pictures_kept' : 'no_picture';
  metrics.requests.inc({ outcome });
  metrics.pictures.inc({ outcome: 'replaced' }, replaced.length);
  metrics.pictures.inc({ outcome: 'kept' }, kept.length);
  if (replaced.length === 0) return;
  const paths = replaced.map(({ path, position, mediaType, bytes }) => ({ path, position, mediaType, bytes }));
  log.info(
    { model, dry_run: dryRun, replaced: paths, withheld },
    dryRun ? 'pictures would go into words' : 'pictures went into words',
  );
}

/** Who speaks, as whoever stands before the gateway knows. */
export function speakerOf(headers: IncomingHttpHeaders): Speaker | null {
  const [person, channel] = [headers['x-groundglass-person'], headers['x-groundglass-channel']];
  return typeof person === 'string' ? { person, channel: typeof channel === 'string' ? channel : '' } : null;
}
