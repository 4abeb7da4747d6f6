import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { GroundglassError } from '../evidence/errors.js';

/** Path of a file in the package's data folder, whether we run from src/models or bundled from dist. */
export function dataFile(name: string): string {
  let folder = new URL('.', import.meta.url);
  for (let i = 0; i < MAX_LEVELS; i += 1) {
    const path = fileURLToPath(new URL(`data/${name}`, folder));
    if (existsSync(path)) return path;
    folder = new URL('..', folder);
  }
  throw new GroundglassError(
    'engine_missing',
    `The data file ${name} that search needs is not beside the program.`,
    'Install the package again: its data folder is incomplete.',
    { file: name },
  );
}

/** src/models is two levels below the package, dist one. */
const MAX_LEVELS = 4;
