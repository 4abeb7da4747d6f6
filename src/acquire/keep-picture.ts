import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { GroundglassError } from '../evidence/errors.js';
import type { ImageItem, ImageManifest } from '../evidence/wire/images.js';
import { makeFolders } from '../store/make-folders.js';
import { withPathLock } from '../store/path-lock.js';
import { attributionText } from './credit-line.js';
import { nameKey, pictureName } from './filenames.js';
import { itemOf, readManifest, withItem, writeManifest } from './manifest.js';
import type { Original } from './originals.js';

/** What is known of a picture before it is kept; the rest is measured. */
export type ItemDraft = Omit<
  ImageItem,
  | 'filename'
  | 'width'
  | 'height'
  | 'sha256'
  | 'metadata_dimensions'
  | 'attribution_text'
  | 'attribution_required'
  | 'status'
> & {
  /** px that its source claimed, 0 where it claimed none */
  readonly claimed: { readonly width: number; readonly height: number };
};

export interface Keeping {
  readonly folder: string;
  readonly manifestPath: string;
  readonly filename: string;
  readonly original: Original;
  readonly item: ItemDraft;
}

/**
 * Puts a picture into its folder together with its entry in the manifest. The entry comes first: a process that is killed leaves no
 * picture without one, nor under another's, and what it had set aside is moved to its place by whoever keeps the next picture there. A
 * picture of this name that is there already is replaced.
 * @returns the entry. @throws GroundglassError `bad_filename`, `manifest_damaged`, `library_busy`; nothing is changed then
 */
export async function keepPicture({ folder, manifestPath, filename, original, item }: Keeping): Promise<ImageItem> {
  const name = pictureName(filename);
  const entry = entryOf(name, original, item);
  makeFolders(folder);
  return withPathLock(manifestPath, () => {
    const manifest = readManifest(manifestPath);
    finishInterrupted(folder, manifestPath, manifest);
    checkPlace(folder, name, manifest);
    const [place, aside] = [join(folder, name), join(folder, asideName(name, original.sha256))];
    const replaced = asideForReplaced(folder, name, itemOf(manifest, name)?.sha256, original.sha256);
    try {
      writeSynced(aside, original.bytes);
      if (replaced !== null) renameSync(place, replaced);
      writeManifest(manifestPath, withItem(manifest, entry));
    } catch (error) {
      rmSync(aside, { force: true });
      if (replaced !== null && existsSync(replaced)) renameSync(replaced, place);
      throw error;
    }
    renameSync(aside, place);
    if (replaced !== null) rmSync(replaced, { force: true });
    return entry;
  });
}

/** A picture much smaller than its source claimed: less than half of its pixels. */
export const isMuchSmaller = ({
  width,
  height,
  metadata_dimensions: claimed,
}: Pick<ImageItem, 'width' | 'height' | 'metadata_dimensions'>): boolean =>
  claimed !== undefined && width * height < (claimed.width * claimed.height) / 2;

function entryOf(filename: string, { width, height, sha256 }: Original, { claimed, ...draft }: ItemDraft): ImageItem {
  const differs = claimed.width > 0 && claimed.height > 0 && (claimed.width !== width || claimed.height !== height);
  const entry: ImageItem = {
    filename,
    ...draft,
    attribution_required: draft.license_tier === 'attribution-required',
    width,
    height,
    sha256,
    ...(differs
      ? { metadata_dimensions: { ...claimed, note: 'the size that the source claims; the file was measured' } }
      : {}),
    attribution_text: '',
    status: 'sourced',
  };
  return { ...entry, attribution_text: attributionText(entry) };
}

/**
 * Where the picture that is replaced steps aside, so that at no moment it stands under the entry of another; null where there is
 * none, or its entry tells no digest.
 */
function asideForReplaced(folder: string, name: string, before: string | null | undefined, now: string): string | null {
  const isOther = typeof before === 'string' && DIGEST.test(before) && before !== now;
  return isOther && existsSync(join(folder, name)) ? join(folder, asideName(name, before)) : null;
}

const DIGEST = /^[0-9a-f]{64}$/;

/** `.team.jpg.<digest>.taken`: a picture on its way to its place. */
const asideName = (name: string, sha256: string): string => `.${name}.${sha256}.taken`;
const ASIDE = /^\.(.+)\.([0-9a-f]{64})\.taken$/;

/** Moves to its place what a killed process had an entry for; takes away what it had none for. */
function finishInterrupted(folder: string, manifestPath: string, manifest: ImageManifest): void {
  const torn = (name: string): boolean => name.startsWith(`${basename(manifestPath)}.`) && /\.[0-9a-f]{12}$/.test(name);
  for (const found of readdirSync(folder)) {
    const [, name, sha256] = ASIDE.exec(found) ?? [];
    if (name !== undefined && itemOf(manifest, name)?.sha256 === sha256)
      renameSync(join(folder, found), join(folder, name));
    else if (name !== undefined || torn(found)) rmSync(join(folder, found), { force: true });
  }
}

/** @throws GroundglassError `bad_filename` where the name leads elsewhere, or is another picture's in other capitals */
function checkPlace(folder: string, name: string, manifest: ImageManifest): void {
  const other = [...readdirSync(folder), ...manifest.items.map(({ filename }) => filename)].find(
    (it) => nameKey(it) === nameKey(name) && it.normalize('NFC') !== name,
  );
  if (other !== undefined)
    throw taken(name, `differs from ${other} in capitals only`, `Take the name ${other}, or another one.`);
  const there = lstatSync(join(folder, name), { throwIfNoEntry: false });
  if (there !== undefined && !there.isFile()) throw taken(name, 'is that of a folder or a link', 'Take another name.');
}

const taken = (name: string, why: string, nextStep: string): GroundglassError =>
  new GroundglassError('bad_filename', `The file name ${JSON.stringify(name)} ${why}.`, nextStep, { filename: name });

/** On the disk before its entry is: a power cut must not leave an entry with an empty file. */
function writeSynced(path: string, bytes: Uint8Array): void {
  rmSync(path, { force: true });
  const file = openSync(path, 'wx');
  try {
    writeFileSync(file, bytes);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
