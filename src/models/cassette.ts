import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { GroundglassError } from '../evidence/errors.js';

/** Whether what a model said counts, or came of a test. */
export type ExecutionMode = 'PRODUCTION' | 'TEST';

/** A reply of a model, made now or recorded before. */
export interface RecordedReply {
  readonly reply: unknown;
  readonly executionMode: ExecutionMode;
}

/**
 * Recorded calls of models, one JSON file each, named by the fingerprint of the request. What was recorded is replayed byte
 * for byte; pictures in a request are kept as their digests, and headers, where the key is, are not kept at all.
 */
export class Cassettes {
  constructor(
    readonly folder: string,
    /** `auto` replays what is there and records what is not, `record` calls always, `replay` never. */
    readonly mode: CassetteMode,
    /** What calls that are recorded now are marked as. */
    readonly executionMode: ExecutionMode,
  ) {}

  /**
   * The recorded reply to a request, or the one that `call` gets, recorded.
   *
   * @throws GroundglassError `cassette_missing` in the mode `replay`, `file_damaged` for a file that is no recording of this
   *   request; what `call` throws
   */
  async play(request: unknown, call: () => Promise<unknown>): Promise<RecordedReply> {
    const fingerprint = fingerprintOf(request);
    const path = join(this.folder, `${fingerprint}.json`);
    const recorded = this.mode === 'record' ? null : await this.recorded(path, fingerprint);
    if (recorded !== null) return recorded;
    if (this.mode === 'replay') {
      throw new GroundglassError(
        'cassette_missing',
        `No recording of this call of a model is in ${this.folder}.`,
        'Record it once with GROUNDGLASS_CASSETTES_MODE=auto, or unset GROUNDGLASS_CASSETTES_MODE.',
        { request: fingerprint },
      );
    }
    const reply = await call();
    await this.write(path, { format: FORMAT, execution_mode: this.executionMode, request: slim(request), reply });
    return { reply, executionMode: this.executionMode };
  }

  private async recorded(path: string, fingerprint: string): Promise<RecordedReply | null> {
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
      throw damaged(path, error);
    });
    if (text === null) return null;
    const parsed = text.length > MAX_CHARS ? undefined : Recording.safeParse(jsonOf(text)).data;
    if (parsed === undefined || fingerprintOf(parsed.request) !== fingerprint) throw damaged(path);
    return { reply: parsed.reply, executionMode: parsed.execution_mode };
  }

  /** Written aside and renamed: another process reads it whole or not at all. */
  private async write(path: string, recording: z.infer<typeof Recording>): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    const aside = `${path}.${randomBytes(6).toString('hex')}`;
    try {
      await writeFile(aside, `${JSON.stringify(recording, null, 1)}\n`, { flag: 'wx' });
      await rename(aside, path);
    } catch (error) {
      await rm(aside, { force: true });
      throw error;
    }
  }
}

const MODES = ['auto', 'record', 'replay', 'off'] as const;
type CassetteMode = Exclude<(typeof MODES)[number], 'off'>;

/**
 * The recordings that `GROUNDGLASS_CASSETTES` names, null where there are none. `GROUNDGLASS_CASSETTES_MODE` is `auto` where it
 * is not set; `GROUNDGLASS_EXECUTION_MODE=TEST` marks what is recorded as a test's.
 *
 * @throws GroundglassError `bad_argument` for a mode that is none
 */
export function cassettesFrom(environment: Readonly<Record<string, string | undefined>>): Cassettes | null {
  const folder = environment.GROUNDGLASS_CASSETTES;
  const mode = environment.GROUNDGLASS_CASSETTES_MODE || 'auto';
  if (!isOneOf(MODES, mode)) throw wrong('GROUNDGLASS_CASSETTES_MODE', MODES);
  if (!folder || mode === 'off') return null;
  return new Cassettes(resolve(folder), mode, executionModeIn(environment));
}

/** @throws GroundglassError `bad_argument` */
export function executionModeIn(environment: Readonly<Record<string, string | undefined>>): ExecutionMode {
  const mode = environment.GROUNDGLASS_EXECUTION_MODE || 'PRODUCTION';
  if (!isOneOf(EXECUTION_MODES, mode)) throw wrong('GROUNDGLASS_EXECUTION_MODE', EXECUTION_MODES);
  return mode;
}

/** Names a request: SHA-256 over its JSON, pictures as their digests, keys in a fixed order. */
export const fingerprintOf = (request: unknown): string => sha256(JSON.stringify(slim(request)));

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A request without the bytes of its pictures, keys sorted: the same for the same request, however it was put together. */
function slim(value: unknown): unknown {
  if (typeof value === 'string') return value.startsWith('data:') ? `${PICTURE}${sha256(value)}` : value;
  if (Array.isArray(value)) return value.map(slim);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, slim(inner)]),
  );
}

const FORMAT = 'cassette-v1';
const PICTURE = 'sha256:';
/** Replies are bounded to a megabyte by the endpoints, and requests hold no pictures. */
const MAX_CHARS = 8_000_000;
const EXECUTION_MODES = ['PRODUCTION', 'TEST'] as const;

const Recording = z.object({
  format: z.literal(FORMAT),
  execution_mode: z.enum(EXECUTION_MODES),
  request: z.unknown(),
  reply: z.unknown(),
});

const isOneOf = <T extends string>(all: readonly T[], value: string): value is T => all.some((one) => one === value);

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const wrong = (name: string, allowed: readonly string[]): GroundglassError =>
  new GroundglassError('bad_argument', `${name} is no mode.`, `Set it to one of ${allowed.join(', ')}, or unset it.`);

const damaged = (path: string, cause?: unknown): GroundglassError =>
  new GroundglassError(
    'file_damaged',
    `The recording ${path} can't be read, or is of another request.`,
    'Delete it and record the call again.',
    {},
    { cause },
  );
