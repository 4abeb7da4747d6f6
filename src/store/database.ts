import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { GroundglassError } from '../evidence/errors.js';

export type Database = InstanceType<typeof DatabaseSync>;

/** How long a writer waits for another before it gives up. Writes here are single short transactions. */
const BUSY_TIMEOUT_MS = 30_000;
/** SQLITE_BUSY, SQLITE_CORRUPT and SQLITE_NOTADB (sqlite.org/rescode.html). */
const BUSY = 5;
const CORRUPT = 11;
const NOT_A_DATABASE = 26;

const FILE_NAME = 'catalogue.sqlite';

/**
 * Opens the catalogue of a library folder: write-ahead logging, so that readers and one writer never wait for each
 * other, and full syncing, so that what was published survives a power cut.
 *
 * @param create whether to make the folder; without it a missing library reads as an empty one
 */
export function openDatabase(root: string, create: boolean): Database {
  const path = join(root, FILE_NAME);
  if (!create && !existsSync(path)) return new DatabaseSync(':memory:');
  mkdirSync(root, { recursive: true });
  return guarded(() => {
    const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
    return database;
  });
}

/** Runs `work` as one transaction: all of it, or nothing. `write` takes the write lock at once. */
export function transaction<T>(database: Database, mode: 'read' | 'write', work: () => T): T {
  return guarded(() => {
    database.exec(mode === 'write' ? 'BEGIN IMMEDIATE' : 'BEGIN');
    try {
      const result = work();
      database.exec('COMMIT');
      return result;
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
  });
}

/** SQLite's errors that a caller can act on, in our terms. */
function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
    if (code === BUSY) {
      throw new GroundglassError(
        'library_busy',
        `Another process has held the library's write lock for ${BUSY_TIMEOUT_MS / 1000} s.`,
        'Wait for it to finish, or end it: an interrupted add loses nothing that was published.',
        {},
        { cause: error },
      );
    }
    if (code === CORRUPT || code === NOT_A_DATABASE) {
      throw new GroundglassError(
        'library_damaged',
        `The library's catalogue (${FILE_NAME}) is damaged.`,
        `Delete ${FILE_NAME} (and its -wal and -shm files) and add the files again; objects that are sound are reused.`,
        {},
        { cause: error },
      );
    }
    throw error;
  }
}
