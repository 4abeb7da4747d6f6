import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GroundglassError } from '../evidence/errors.js';
import { type CandidatesFile, candidatesFileSchema } from '../evidence/wire/candidates.js';
import { stemOf } from './filenames.js';

/** Where the candidates for a picture of this name lie. */
export const candidatesFolder = (folder: string, filename: string): string =>
  join(folder, 'candidates', stemOf(filename));

export const candidatesPath = (folder: string, filename: string): string =>
  join(candidatesFolder(folder, filename), 'candidates.json');

/** The page of candidates that was prepared for a picture. @throws GroundglassError `bad_argument` where there is none */
export function readCandidates(folder: string, filename: string): CandidatesFile {
  const path = candidatesPath(folder, filename);
  try {
    return candidatesFileSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new GroundglassError(
      'bad_argument',
      `There are no candidates for ${filename}: ${path} can't be read.`,
      `Prepare them with: groundglass images search QUERY --filename ${filename} --save-candidates.`,
      { path },
      { cause: error },
    );
  }
}
