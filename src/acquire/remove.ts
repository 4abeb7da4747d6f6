import { lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { GroundglassError } from '../evidence/errors.js';
import { withPathLock } from '../store/path-lock.js';
import { pictureName } from './filenames.js';
import { itemOf, readManifest, withoutItem, writeManifest } from './manifest.js';

/**
 * Takes a picture away, and then its entry: one that is killed between leaves an entry without a picture, never the other way.
 * @returns its name. @throws GroundglassError `image_not_found` where the manifest has no such entry
 */
export async function removePicture(folder: string, manifestPath: string, filename: string): Promise<string> {
  const given = pictureName(filename);
  return withPathLock(manifestPath, () => {
    const manifest = readManifest(manifestPath);
    const item = itemOf(manifest, given);
    if (item === undefined) {
      throw new GroundglassError(
        'image_not_found',
        `The manifest ${manifestPath} has no picture ${given}.`,
        'Name one that it lists.',
        { filename: given },
      );
    }
    const path = join(folder, pictureName(item.filename));
    if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) rmSync(path, { force: true });
    writeManifest(manifestPath, withoutItem(manifest, given));
    return item.filename;
  });
}
