import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { GroundglassError } from '../../evidence/errors.js';
import { Capabilities } from '../../guard/capabilities.js';
import { Fitness } from '../../guard/fitness.js';
import { RecentPictures } from '../../guard/recent-pictures.js';
import { PictureUnderstanding } from '../../guard/understand.js';
import { openDescriber } from '../../models/picture-describer.js';
import { limitsFrom } from '../../sources/limits.js';
import { createGateway } from './gateway.js';
import { openLog, openMetrics } from './observe.js';
import { Upstream } from './upstream.js';

/** What the command line gives, as text. */
export interface GuardFlags {
  readonly config?: string;
  readonly listen?: string;
  readonly upstream?: string;
  readonly dialect?: string;
  readonly visionUrl?: string;
  readonly visionModel?: string;
  readonly visionTimeoutMs?: string;
  readonly textOnly?: readonly string[];
  readonly vision?: readonly string[];
  readonly state?: string;
  readonly dryRun?: boolean;
}

export interface ServeOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly quiet: boolean;
  readonly logTo: NodeJS.WritableStream;
  readonly onReady: (url: string) => void;
}

/** Runs the gateway until the process is told to end; requests under way are then finished. */
export async function serveGuard(flags: GuardFlags, options: ServeOptions): Promise<void> {
  const settings = await settingsFrom(flags, options.environment);
  const { host, port } = addressOf(settings.listen);
  const upstream = new Upstream(settings.upstream, settings.upstream_timeout_ms);
  const limits = limitsFrom({ ...options.environment });
  const { vision_url: url, vision_model: model } = settings;
  const server = createGateway({
    upstream,
    dialect: settings.dialect,
    capabilities: new Capabilities({ textOnly: settings.text_only, vision: settings.vision }, settings.state ?? null),
    understanding: new PictureUnderstanding({
      describer:
        url && model
          ? openDescriber({
              url,
              model,
              key: options.environment.GROUNDGLASS_VISION_KEY,
              timeoutMs: settings.vision_timeout_ms,
            })
          : null,
      folder: settings.state === undefined ? null : join(settings.state, 'descriptions'),
      limits,
    }),
    fitness: new Fitness(limits),
    recent: new RecentPictures(),
    stateFolder: settings.state ?? null,
    metrics: openMetrics(),
    log: openLog(options.quiet, options.logTo),
    maxBodyBytes: settings.max_body_bytes,
    dryRun: settings.dry_run,
  });
  await new Promise<void>((ready, failed) => {
    server.once('error', (error: NodeJS.ErrnoException) => failed(cantListen(settings.listen, error)));
    server.listen(port, host, ready);
  });
  const bound = server.address();
  options.onReady(
    `http://${host.includes(':') ? `[${host}]` : host}:${typeof bound === 'object' ? bound?.port : port}`,
  );
  await new Promise<void>((ended) => {
    const end = (): void => {
      server.close(() => ended());
      server.closeIdleConnections();
      setTimeout(() => server.closeAllConnections(), GRACE_MS).unref();
    };
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
  });
  upstream.close();
}

/** What answers under way get to come to their end. */
const GRACE_MS = 10_000;

const Settings = z.strictObject({
  listen: z.string().default('127.0.0.1:8788'),
  upstream: z.string({ error: 'name the API that the gateway stands before: --upstream URL' }),
  dialect: z.enum(['openai', 'anthropic', 'goose']).default('openai'),
  vision_url: z.string().optional(),
  vision_model: z.string().optional(),
  vision_timeout_ms: z.coerce.number().int().min(100).max(600_000).default(20_000),
  text_only: z.array(z.string().min(1)).default([]),
  vision: z.array(z.string().min(1)).default([]),
  state: z.string().min(1).optional(),
  dry_run: z.boolean().default(false),
  /** Requests with more are refused (413): what APIs take is 32 to 50 MB. */
  max_body_bytes: z.coerce
    .number()
    .int()
    .min(1_024)
    .max(1024 * 2 ** 20)
    .default(64 * 2 ** 20),
  /** A model may think for minutes between two pieces of its answer. */
  upstream_timeout_ms: z.coerce.number().int().min(1_000).max(3_600_000).default(600_000),
});

/** @throws GroundglassError `bad_argument` naming each fault */
async function settingsFrom(
  flags: GuardFlags,
  environment: ServeOptions['environment'],
): Promise<z.infer<typeof Settings>> {
  const { config, ...given } = flags;
  const named = Object.fromEntries(
    Object.entries(given).map(([key, value]) => [key.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`), value]),
  );
  const endpoint = {
    vision_url: environment.GROUNDGLASS_VISION_URL,
    vision_model: environment.GROUNDGLASS_VISION_MODEL,
  };
  const fromEnvironment = Object.fromEntries(Object.entries(endpoint).filter(([, value]) => value));
  const parsed = Settings.safeParse({
    ...fromEnvironment,
    ...(config === undefined ? {} : await readConfig(config)),
    ...named,
  });
  const faults = parsed.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
  const settings = parsed.data;
  if (settings && (settings.vision_url === undefined) !== (settings.vision_model === undefined)) {
    faults.push('vision_url and vision_model go together');
  }
  if (settings === undefined || faults.length > 0) {
    throw new GroundglassError(
      'bad_argument',
      `The gateway can't start: ${faults.join('; ')}.`,
      'See groundglass guard --help.',
    );
  }
  return { ...settings, ...(settings.state === undefined ? {} : { state: resolve(settings.state) }) };
}

async function readConfig(path: string): Promise<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
      return parsed as Record<string, unknown>;
  } catch (cause) {
    throw new GroundglassError(
      'bad_argument',
      `${path} can't be read as JSON.`,
      'Name a JSON file of settings.',
      {},
      { cause },
    );
  }
  throw new GroundglassError('bad_argument', `${path} holds no JSON object.`, 'Name a JSON file of settings.');
}

function addressOf(listen: string): { readonly host: string; readonly port: number } {
  const match = /^(?:(.*):)?(\d{1,5})$/.exec(listen);
  const port = Number(match?.[2]);
  if (match === null || port > 65_535) {
    throw new GroundglassError('bad_argument', `--listen ${JSON.stringify(listen)} is no address.`, 'Give HOST:PORT.');
  }
  return { host: (match[1] ?? '127.0.0.1').replace(/^\[|\]$/g, ''), port };
}

const cantListen = (listen: string, cause: NodeJS.ErrnoException): GroundglassError =>
  new GroundglassError(
    'bad_argument',
    `Nothing can listen at ${listen} (${cause.code}).`,
    'Name another --listen.',
    {},
    { cause },
  );
