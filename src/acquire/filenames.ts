import { GroundglassError } from '../evidence/errors.js';

/** Formats that a picture can be kept in, by the ending of its name. */
const FORMATS = {
  jpg: 'jpeg',
  jpeg: 'jpeg',
  png: 'png',
  webp: 'webp',
  gif: 'gif',
  tif: 'tiff',
  tiff: 'tiff',
} as const;
export type PhotoFormat = (typeof FORMATS)[keyof typeof FORMATS];

/** What file systems take, in bytes (ext4, APFS), less what is added to it while it is being written. */
const MAX_BYTES = 160;
/** Names of devices on Windows, whatever their ending (Win32, "Naming Files, Paths, and Namespaces"). */
const DEVICES = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)$/i;
/** Separators, what Windows forbids, and whatever is not seen: controls, bidirectional marks, lone surrogates. */
const FORBIDDEN = /[/\\:*?"<>|]|[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/**
 * A name for a picture in its folder, in Unicode's composed form: a bare name that means the same on every system.
 * @throws GroundglassError `bad_filename`
 */
export function pictureName(given: string): string {
  const name = given.normalize('NFC');
  const stem = stemOf(name);
  if (name.trim() === '') throw refused(given, 'is empty');
  if (FORBIDDEN.test(name)) throw refused(given, 'holds a path, or signs that no file name may have');
  // Full-width signs turn into separators where a program folds them.
  if (FORBIDDEN.test(name.normalize('NFKC')))
    throw refused(given, 'holds look-alikes of signs that no file name may have');
  if (name.startsWith('.') || name !== name.trim() || name.endsWith('.'))
    throw refused(given, 'begins or ends with a dot or a blank');
  if (DEVICES.test(name.split('.')[0]?.trim() ?? '')) throw refused(given, 'is the name of a device');
  if (Buffer.byteLength(name) > MAX_BYTES) throw refused(given, `has more than ${MAX_BYTES} bytes`);
  if (stem.trim() === '' || !(extensionOf(name) in FORMATS)) {
    throw refused(
      given,
      `does not end in one of ${Object.keys(FORMATS)
        .map((it) => `.${it}`)
        .join(' ')}`,
    );
  }
  return name;
}

/** What a checked name says the picture is kept as. */
export const formatOf = (name: string): PhotoFormat => FORMATS[extensionOf(name) as keyof typeof FORMATS];

/** Two names with one key are one file on systems that don't tell capitals apart. */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase();

/** The name without its ending. */
export const stemOf = (name: string): string => name.replace(/\.[^.]*$/, '');

const extensionOf = (name: string): string => /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? '';

const refused = (given: string, why: string): GroundglassError =>
  new GroundglassError(
    'bad_filename',
    `The file name ${JSON.stringify(given.slice(0, 200))} ${why}.`,
    'Give a bare name such as team-photo.jpg; the folder is named with -o.',
    { filename: given.slice(0, 200) },
  );
