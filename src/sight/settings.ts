import { GroundglassError } from '../evidence/errors.js';

/**
 * What looking may cost, and how large things must be in a picture. Settings are environment variables: `GROUNDGLASS_` and
 * the name in capitals with underscores (`GROUNDGLASS_IMAGE_MAX_EDGE`).
 */
const SETTINGS = {
  /** Long edge of one picture in pixels: what vision models look at without shrinking it first. */
  imageMaxEdge: { byDefault: 1280, least: 64, most: 8192 },
  /** Pixels on which the height of a letter must land to be seen. */
  textReadablePx: { byDefault: 8, least: 1, most: 100 },
  /** Pixels on which a stroke's neighbourhood must land: stroked letters of the same height were read from 6 px on. */
  lineReadablePx: { byDefault: 6, least: 1, most: 100 },
  /** Height of the smallest lettering that is reckoned with where a sheet does not tell, in mm of paper (GB/T 14691: 2.5). */
  textHeightMm: { byDefault: 2, least: 0.1, most: 50 },
  /** Pictures of one sheet besides its overview. */
  evidenceMaxImages: { byDefault: 12, least: 1, most: 100 },
  /** Pictures of one `inspect`. */
  inspectMaxTiles: { byDefault: 4, least: 1, most: 100 },
  /** Pictures that a review keeps in a model's sight at once. */
  reviewObservationImages: { byDefault: 6, least: 1, most: 100 },
  /** Pages of a PDF that are looked at; 0 for all. */
  pdfMaxPages: { byDefault: 0, least: 0, most: 1_000_000 },
  /** Characters from which on a sheet's text layer counts as one: a lone sign is a stray. */
  textMinChars: { byDefault: 2, least: 1, most: 1_000_000 },
} as const;

export type SightSettings = { readonly [K in keyof typeof SETTINGS]: number };

/**
 * The settings in force: defaults, overridden by the environment.
 * @throws GroundglassError `bad_argument` for a setting that is no number or lies out of its bounds
 */
export function sightSettings(environment: NodeJS.ProcessEnv = process.env): SightSettings {
  const settings: Record<string, number> = {};
  for (const [name, { byDefault, least, most }] of Object.entries(SETTINGS)) {
    const variable = `GROUNDGLASS_${name.replace(/[A-Z]/g, (c) => `_${c}`).toUpperCase()}`;
    const setting = environment[variable];
    const value = setting === undefined || setting === '' ? byDefault : Number(setting);
    if (!(value >= least && value <= most)) {
      throw new GroundglassError(
        'bad_argument',
        `${variable} is ${JSON.stringify(setting)}.`,
        `Set it to a number from ${least} to ${most}, or unset it (${byDefault}).`,
        { variable, least, most },
      );
    }
    settings[name] = value;
  }
  return settings as SightSettings;
}
