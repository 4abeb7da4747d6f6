import { createHash } from 'node:crypto';
import { lstatSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { GroundglassError } from '../evidence/errors.js';
import { patientWrite } from './database.js';
import { makeFolders } from './make-folders.js';

/**
 * Runs `work` while no other process of this machine runs work under the same path. The lock is the operating system's, on an
 * empty SQLite file in the system's temporary folder: it ends with its process, however that ends, and leaves nothing beside the path.
 * @param path need not be there; its folder must be
 * @throws GroundglassError `library_busy` after 30 s, and what the work throws
 */
export async function withPathLock<T>(path: string, work: () => T): Promise<T> {
  const database = new DatabaseSync(lockFile(path));
  try {
    return await patientWrite(database, work);
  } catch (error) {
    throw error instanceof GroundglassError && error.code === 'library_busy' ? busy(path, error) : error;
  } finally {
    database.close();
  }
}

function lockFile(path: string): string {
  const whole = resolve(path);
  const real = join(realpathSync(dirname(whole)), basename(whole));
  const folder = join(tmpdir(), `groundglass-locks-${process.getuid?.() ?? 'user'}`);
  makeFolders(folder);
  const { uid } = lstatSync(folder);
  // A folder of somebody else could hold links to files of ours.
  if (process.getuid !== undefined && uid !== process.getuid()) throw notOurs(folder);
  return join(folder, `${createHash('sha256').update(real).digest('hex')}.lock`);
}

const busy = (path: string, cause: Error): GroundglassError =>
  new GroundglassError(
    'library_busy',
    `Another process has been writing ${path} for 30 s.`,
    'Wait for it to finish, or end it.',
    { path },
    { cause },
  );

const notOurs = (folder: string): GroundglassError =>
  new GroundglassError(
    'file_not_readable',
    `${folder} belongs to another user.`,
    'Set TMPDIR to a folder of your own.',
    { path: folder },
  );
