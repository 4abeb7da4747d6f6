import { GroundglassError } from '../../evidence/errors.js';

/** How long a live CAD program is waited for, milliseconds. */
export interface LiveCadSettings {
  /** For its server to start and to say what it can do; a CAD program may have to open first. */
  readonly startTimeoutMs: number;
  /** For one answer. */
  readonly callTimeoutMs: number;
  /** After the drawing area was maximised: the window is laid out anew before it shows anything. */
  readonly maximiseWaitMs: number;
  /** After it was restored. */
  readonly restoreWaitMs: number;
}

const SETTINGS = {
  startTimeoutMs: { variable: 'GROUNDGLASS_CAD_START_TIMEOUT_MS', byDefault: 30_000 },
  callTimeoutMs: { variable: 'GROUNDGLASS_CAD_CALL_TIMEOUT_MS', byDefault: 60_000 },
  maximiseWaitMs: { variable: 'GROUNDGLASS_CAD_MAXIMISE_WAIT_MS', byDefault: 1_500 },
  restoreWaitMs: { variable: 'GROUNDGLASS_CAD_RESTORE_WAIT_MS', byDefault: 1_500 },
} as const satisfies Record<keyof LiveCadSettings, { variable: string; byDefault: number }>;

/** Nobody waits longer for a drawing. */
const MAX_MS = 600_000;

/** @throws GroundglassError `bad_argument` for a setting that is no number of milliseconds */
export function liveCadSettingsFrom(environment: NodeJS.ProcessEnv): LiveCadSettings {
  const entries = Object.entries(SETTINGS).map(([name, { variable, byDefault }]) => {
    const setting = environment[variable];
    const value = setting === undefined || setting === '' ? byDefault : Number(setting);
    if (value >= 0 && value <= MAX_MS) return [name, value];
    throw new GroundglassError(
      'bad_argument',
      `${variable} is ${JSON.stringify(setting)}.`,
      `Set it to milliseconds from 0 to ${MAX_MS}, or unset it (${byDefault}).`,
    );
  });
  return Object.fromEntries(entries) as LiveCadSettings;
}
