import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImageRow } from '../evidence/wire/candidates.js';
import type { ImageManifest } from '../evidence/wire/images.js';
import { requestOf } from './batch-rows.js';
import { formatOf, pictureName } from './filenames.js';
import { itemOf } from './manifest.js';
import { takePhoto } from './originals.js';

/** What no longer holds of a picture that was sourced: its entry, its file, its size; null where all does. */
export async function driftOf(row: ImageRow, folder: string, manifest: ImageManifest): Promise<string | null> {
  const item = itemOf(manifest, row.filename);
  if (item === undefined) return `The manifest has no entry for ${row.filename}.`;
  const bytes = await readFile(join(folder, row.filename)).catch(() => null);
  if (bytes === null) return `${row.filename} is not there, or can't be read.`;
  // A picture that somebody chose in spite of its size keeps the size that it was taken with.
  const { min_width: minWidth, min_height: minHeight } = requestOf(row);
  const [least, lowest] = [item.width ?? minWidth, item.height ?? minHeight];
  try {
    const gates = { minWidth: Math.min(least, minWidth), minHeight: Math.min(lowest, minHeight), floorPixels: 0 };
    const { width, height } = await takePhoto(bytes, { ...gates, format: formatOf(pictureName(row.filename)) });
    const isAsTaken = (item.width ?? width) === width && (item.height ?? height) === height;
    return isAsTaken
      ? null
      : `${row.filename} has ${width} × ${height} px; it was taken with ${item.width} × ${item.height}.`;
  } catch (error) {
    return `${row.filename} is not what was taken: ${error instanceof Error ? error.message : String(error)}`;
  }
}
