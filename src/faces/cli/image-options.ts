import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import { pictureName } from '../../acquire/filenames.js';
import { manifestIn } from '../../acquire/manifest.js';
import { type AcquireSettings, acquireSettingsFrom } from '../../acquire/settings.js';
import { GroundglassError } from '../../evidence/errors.js';
import { libraryFolder } from './open-library.js';
import type { CommonOptions } from './run.js';
import { settings } from './settings.js';
import { VERSION } from './version.js';

/** Where pictures go, as every command about them takes it. */
export interface FolderFlags {
  readonly output?: string;
  readonly manifest?: string;
  readonly batch?: string;
}

export const withFolderOptions = (command: Command): Command =>
  command
    .option('-o, --output <dir>', "folder of the pictures (else the batch file's, else this one)")
    .option('--manifest <file>', 'their manifest (else image_sources.json in that folder)');

/** The folder and the manifest that a command's options mean. @param batch file whose folder is the default */
export function placeIn({ output, manifest }: FolderFlags, batch?: string): { folder: string; manifestPath: string } {
  const folder = resolve(output ?? (batch === undefined ? '.' : dirname(batch)));
  return { folder, manifestPath: manifest === undefined ? manifestIn(folder) : resolve(manifest) };
}

/** A checked file name. @throws GroundglassError `bad_argument`, `bad_filename` */
export function filenameIn(given: string | undefined): string {
  if (given !== undefined) return pictureName(given);
  throw new GroundglassError('bad_argument', 'No file name is given.', 'Add --filename NAME.jpg.');
}

/** px of the downloaded picture. @throws GroundglassError `bad_argument` */
export function sizeIn(given: string | undefined, byDefault: number): number {
  if (given === undefined) return byDefault;
  if (/^[1-9]\d{0,5}$/.test(given)) return Number(given);
  throw new GroundglassError(
    'bad_argument',
    `${JSON.stringify(given)} is no size in px.`,
    'Give a whole number from 1 on.',
  );
}

export const DEFAULT_MIN_WIDTH = 1200;
export const DEFAULT_MIN_HEIGHT = 800;

export const acquireSettings = (common: CommonOptions): AcquireSettings =>
  acquireSettingsFrom(settings(libraryFolder(common.library)), VERSION);
