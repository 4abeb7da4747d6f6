import { readFile } from 'node:fs/promises';
import { GroundglassError } from '../../evidence/errors.js';

/** What a file of JSON holds. */
export async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new GroundglassError(
      'bad_argument',
      `${path} can't be read as JSON (${error instanceof Error ? error.message : String(error)}).`,
      'Pass a file that holds one JSON document.',
      {},
      { cause: error },
    );
  }
}
