import { GroundglassError } from '../evidence/errors.js';

/**
 * What a file may cost before it is refused. Each limit has a default, and a hard bound that no setting passes. Settings
 * are environment variables: `GROUNDGLASS_` and the name in capitals with underscores (`GROUNDGLASS_MAX_PIXELS`).
 */
const LIMITS = {
  /** Bytes of one input file. PDFium holds the file in its 32-bit memory beside everything else. */
  maxFileBytes: { byDefault: 256 * 2 ** 20, hardBound: 1024 * 2 ** 20 },
  /** Pages of one document; 10,000 pages are a data dump, not a publication, and take an hour to embed. */
  maxPages: { byDefault: 5_000, hardBound: 20_000 },
  /** Pixels of one delivered picture: an A4 page at 300 DPI has 8.7 million, and no model looks at more. */
  maxPixels: { byDefault: 12_000_000, hardBound: 100_000_000 },
  /** Encoded bytes of one delivered picture: what model APIs take at most, with room for base64. */
  maxPictureBytes: { byDefault: 8_000_000, hardBound: 64_000_000 },
  /** Pixels a decoder may be asked for: an A0 scan at 300 DPI has 140 million. Checked from the header. */
  maxDecodePixels: { byDefault: 268_000_000, hardBound: 1_000_000_000 },
  /**
   * Bytes of a picture that its decoder may keep at once, where the format can't be read row by row: an A0 scan in colour
   * at 300 DPI in any of them. With the file and the program itself, adding a picture stays under 1.2 GB.
   */
  maxDecodeBytes: { byDefault: 840_000_000, hardBound: 8_000_000_000 },
  /** Milliseconds that an engine may spend on one page before its thread is ended. */
  pageTimeoutMs: { byDefault: 30_000, hardBound: 600_000 },
  /** Entries of one zip container. */
  maxZipEntries: { byDefault: 20_000, hardBound: 65_535 },
  /** Inflated bytes of all entries of a zip container together. */
  maxZipBytes: { byDefault: 1024 * 2 ** 20, hardBound: 4096 * 2 ** 20 },
  /** Inflated bytes per stored byte; deflate itself can't pass 1032, real EPUB text stays under 20. */
  maxZipRatio: { byDefault: 200, hardBound: 1_032 },
  /** Inflated bytes of one content document (XHTML, OPF, NCX). */
  maxMarkupBytes: { byDefault: 32 * 2 ** 20, hardBound: 256 * 2 ** 20 },
  /** Depth of nested elements in markup; parsers and walkers recurse. */
  maxNesting: { byDefault: 512, hardBound: 4_096 },
} as const;

export type Limits = { readonly [K in keyof typeof LIMITS]: number };

/** @throws GroundglassError `file_too_large` */
export function checkFileSize(bytes: number, limits: Limits): void {
  if (bytes <= limits.maxFileBytes) return;
  throw new GroundglassError(
    'file_too_large',
    `The file has ${bytes} bytes; the limit is ${limits.maxFileBytes}.`,
    'Split it, or raise GROUNDGLASS_MAX_FILE_BYTES.',
    { bytes, limit: limits.maxFileBytes },
  );
}

/**
 * The limits in force: defaults, overridden by the environment, held inside the hard bounds.
 * @throws GroundglassError `bad_argument` for a setting that is not a positive number or passes its hard bound
 */
export function limitsFrom(environment: NodeJS.ProcessEnv = process.env): Limits {
  const limits: Record<string, number> = {};
  for (const [name, { byDefault, hardBound }] of Object.entries(LIMITS)) {
    const variable = `GROUNDGLASS_${name.replace(/[A-Z]/g, (c) => `_${c}`).toUpperCase()}`;
    const setting = environment[variable];
    const value = setting === undefined || setting === '' ? byDefault : Number(setting);
    if (!(value > 0 && value <= hardBound)) {
      throw new GroundglassError(
        'bad_argument',
        `${variable} is ${JSON.stringify(setting)}.`,
        `Set it to a number above 0 and up to ${hardBound}, or unset it (${byDefault}).`,
        { variable, hard_bound: hardBound },
      );
    }
    limits[name] = value;
  }
  return limits as Limits;
}
