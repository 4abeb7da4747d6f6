import { join } from 'node:path';
import { createGateway } from '../../src/faces/guard/gateway.js';
import { openMetrics } from '../../src/faces/guard/observe.js';
import { Upstream } from '../../src/faces/guard/upstream.js';
import { Capabilities } from '../../src/guard/capabilities.js';
import { Fitness } from '../../src/guard/fitness.js';
import type { Dialect } from '../../src/guard/picture.js';
import { RecentPictures } from '../../src/guard/recent-pictures.js';
import { PictureUnderstanding } from '../../src/guard/understand.js';
import type { PictureDescriber } from '../../src/models/picture-describer.js';
import { limitsFrom } from '../../src/sources/limits.js';
import { listening } from './servers.js';

export interface GuardOptions {
  readonly dialect?: Dialect;
  readonly textOnly?: readonly string[];
  readonly vision?: readonly string[];
  /** Null for no vision model. */
  readonly describer?: PictureDescriber | null;
  readonly state?: string;
  readonly dryRun?: boolean;
  readonly maxBodyBytes?: number;
  readonly maxBase64?: number;
}

/** A vision model that sees a red rectangle in everything. */
export const seer: PictureDescriber = { name: 'seer', describe: async () => 'A red rectangle.' };

/** The gateway before an upstream, and what it logs. */
export async function guardBefore(
  upstream: string,
  options: GuardOptions = {},
): Promise<{ url: string; log: string[] }> {
  const { dialect = 'openai', textOnly = [], vision = [], describer = seer, state = null, dryRun = false } = options;
  const { maxBodyBytes = 2 ** 25, maxBase64 } = options;
  const limits = limitsFrom({});
  const log: string[] = [];
  const note = (facts: object, message: string): void => void log.push(JSON.stringify({ ...facts, message }));
  const server = createGateway({
    upstream: new Upstream(upstream, 20_000),
    dialect,
    capabilities: new Capabilities({ textOnly, vision }, state),
    understanding: new PictureUnderstanding({ describer, folder: state && join(state, 'descriptions'), limits }),
    fitness: new Fitness(limits, maxBase64),
    recent: new RecentPictures(),
    stateFolder: state,
    metrics: openMetrics(),
    log: { info: note, warn: note },
    maxBodyBytes,
    dryRun,
  });
  return { url: await listening(server), log };
}
