import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { GroundglassError } from '../evidence/errors.js';

/** Path of a file in the package's data folder. @throws GroundglassError `engine_missing` */
export function dataFile(name: string): string {
  const path = packageFile(`data/${name}`);
  if (path !== null) return path;
  throw new GroundglassError(
    'engine_missing',
    `The data file ${name} that search needs is not beside the program.`,
    'Install the package again: its data folder is incomplete.',
    { file: name },
  );
}

/** src/models is two levels below the package, dist one. */
const MAX_LEVELS = 4;

/** Path of a file of the package, whether we run from src/models or bundled from dist; null where there is none. */
export function packageFile(name: string): string | null {
  let folder = new URL('.', import.meta.url);
  for (let i = 0; i < MAX_LEVELS; i += 1) {
    const path = fileURLToPath(new URL(name, folder));
    if (existsSync(path)) return path;
    folder = new URL('..', folder);
  }
  return null;
}
