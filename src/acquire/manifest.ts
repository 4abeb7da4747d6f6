import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GroundglassError } from '../evidence/errors.js';
import {
  type ImageManifest,
  imageManifestSchema,
  LICENSE_VERIFICATION,
  type StoredImageItem,
} from '../evidence/wire/images.js';
import { writeWhole } from '../store/write-whole.js';
import { nameKey } from './filenames.js';

export const manifestIn = (folder: string): string => join(folder, 'image_sources.json');

/**
 * The manifest at a path, as it stands now; an empty one where there is none.
 * @throws GroundglassError `manifest_damaged` for one that can't be read as a manifest: nobody may write over it
 */
export function readManifest(path: string): ImageManifest {
  const text = contentOf(path);
  if (text === null) return { license_verification: LICENSE_VERIFICATION, generated_at: '', items: [] };
  const parsed = manifestSchema.safeParse(jsonIn(text, path));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw damaged(path, `${issue?.path.join('.') || 'it'}: ${issue?.message}`);
}

/** A hand-written one may leave out what we write at the top. */
const manifestSchema = imageManifestSchema.extend({
  license_verification: imageManifestSchema.shape.license_verification.default(LICENSE_VERIFICATION),
  generated_at: imageManifestSchema.shape.generated_at.default(''),
});

/** Only for whoever holds the manifest's lock. */
export function writeManifest(path: string, manifest: ImageManifest): void {
  writeWhole(path, `${JSON.stringify({ ...manifest, generated_at: new Date().toISOString() }, null, 2)}\n`);
}

export const itemOf = ({ items }: ImageManifest, filename: string): StoredImageItem | undefined =>
  items.find((item) => nameKey(item.filename) === nameKey(filename));

/** The manifest with this item in the place of the one of its name, or at its end. */
export function withItem(manifest: ImageManifest, item: StoredImageItem): ImageManifest {
  const key = nameKey(item.filename);
  const at = manifest.items.findIndex(({ filename }) => nameKey(filename) === key);
  const others = manifest.items.filter(({ filename }) => nameKey(filename) !== key);
  return { ...manifest, items: others.toSpliced(at < 0 ? others.length : at, 0, item) };
}

export const withoutItem = (manifest: ImageManifest, filename: string): ImageManifest => ({
  ...manifest,
  items: manifest.items.filter((item) => nameKey(item.filename) !== nameKey(filename)),
});

/** Null where there is no file. */
function contentOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw damaged(path, (error as Error).message, error);
  }
}

function jsonIn(text: string, path: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw damaged(path, (error as Error).message, error);
  }
}

const damaged = (path: string, why: string, cause?: unknown): GroundglassError =>
  new GroundglassError(
    'manifest_damaged',
    `The image manifest ${path} can't be read (${why}). Nothing was written.`,
    'Repair it, or move it away: the pictures that it lists lose their provenance then.',
    { path },
    { cause },
  );
