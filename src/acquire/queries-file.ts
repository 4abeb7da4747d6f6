import { readFileSync } from 'node:fs';
import { GroundglassError } from '../evidence/errors.js';
import { type ImageQueries, type ImageRow, imageQueriesSchema } from '../evidence/wire/candidates.js';
import { withPathLock } from '../store/path-lock.js';
import { writeWhole } from '../store/write-whole.js';
import { nameKey } from './filenames.js';

/** The rows of a batch. @throws GroundglassError `bad_argument` for a file that holds none */
export function readQueries(path: string): ImageQueries {
  try {
    return imageQueriesSchema.parse(JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, '')));
  } catch (error) {
    throw new GroundglassError(
      'bad_argument',
      `${path} can't be read as a list of image queries (${String((error as Error).message)
        .replace(/\s+/g, ' ')
        .slice(0, 300)}).`,
      'Give a file such as {"items": [{"filename": "team.jpg", "query": "team at a table", "status": "Pending"}]}.',
      { path },
      { cause: error },
    );
  }
}

/**
 * Changes one row as it stands now, while no other process changes any; the file is written whole.
 * @throws GroundglassError `bad_argument` where there is no such file or row
 */
export const changeRow = (path: string, filename: string, change: (row: ImageRow) => ImageRow): Promise<void> =>
  withPathLock(path, () => {
    const queries = readQueries(path);
    const at = queries.items.findIndex((row) => nameKey(row.filename) === nameKey(filename));
    const row = queries.items[at];
    if (row === undefined) throw noRow(path, filename);
    writeWhole(path, `${JSON.stringify({ ...queries, items: queries.items.with(at, change(row)) }, null, 2)}\n`);
  });

/** Refuses before any work what {@link changeRow} would refuse after it. */
export function checkRow(path: string, filename: string): void {
  if (!readQueries(path).items.some((row) => nameKey(row.filename) === nameKey(filename))) throw noRow(path, filename);
}

const noRow = (path: string, filename: string): GroundglassError =>
  new GroundglassError(
    'bad_argument',
    `${path} has no row for ${filename}.`,
    'Name a row of it, or leave --batch out.',
    {
      path,
      filename,
    },
  );
