import { writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { GroundglassError } from '../evidence/errors.js';
import { makeFolders } from './make-folders.js';

/**
 * Writes what a caller asked to have in a file of their own; missing folders are made.
 * @returns the absolute path. @throws GroundglassError `bad_argument` where nothing can be written
 */
export async function writeOutput(output: string, content: Uint8Array | string): Promise<string> {
  const path = resolve(output);
  try {
    makeFolders(dirname(path));
    await writeFile(path, content);
  } catch (error) {
    throw new GroundglassError(
      'bad_argument',
      `Nothing can be written to ${path} (${error instanceof Error && 'code' in error ? error.code : error}).`,
      'Name a file in a folder that can be written.',
      { path },
      { cause: error },
    );
  }
  return path;
}
