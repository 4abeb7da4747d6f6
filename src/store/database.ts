import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { diskFull, GroundglassError } from '../evidence/errors.js';

export type Database = InstanceType<typeof DatabaseSync>;

/** How long a writer waits for another before it gives up. Writes here are single short transactions. */
const BUSY_TIMEOUT_MS = 30_000;
/** Result codes of SQLite (sqlite.org/rescode.html). */
const BUSY = 5;
const READ_ONLY = 8;
const CORRUPT = 11;
const FULL = 13;
const CANT_OPEN = 14;
const NOT_A_DATABASE = 26;

const FILE_NAME = 'catalogue.sqlite';

/** What helps where the catalogue, or the list of documents that it points to, is lost. */
export const REBUILD_STEP = `Delete ${FILE_NAME} (and its -wal and -shm files) and add the files again; objects that are sound are reused.`;

/**
 * Opens the catalogue of a library folder: write-ahead logging, so that readers and one writer never wait for each
 * other, and full syncing, so that what was published survives a power cut.
 *
 * @param create whether to make the folder; without it a missing library reads as an empty one
 * @throws GroundglassError `library_damaged`, `library_busy`, `file_not_readable` for a folder that can't be one
 */
export function openDatabase(root: string, create: boolean): Database {
  const path = join(root, FILE_NAME);
  if (!existsSync(path)) {
    if (!create) return new DatabaseSync(':memory:');
    makeFolder(root);
  } else if (statSync(path).size === 0 && hasObjects(root)) {
    // To SQLite an empty file is a new database: a library cut off to nothing would silently read as an empty one.
    throw damagedError();
  }
  return guarded(() => {
    const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
    return database;
  });
}

/**
 * Runs `work` as one transaction: all of it, or nothing. `write` takes the write lock at once. Inside a transaction it
 * is part of that one.
 */
export function transaction<T>(database: Database, mode: 'read' | 'write', work: () => T): T {
  if (database.isTransaction) return work();
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

/** SQLITE_ERROR has no code of its own for it. */
const isTableMissing = (error: unknown): boolean => error instanceof Error && /no such table/.test(error.message);

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
    if (code === FULL) throw diskFull(error);
    if (code === CORRUPT || code === NOT_A_DATABASE || isTableMissing(error)) throw damagedError(error);
    if (code === CANT_OPEN || code === READ_ONLY) {
      throw new GroundglassError(
        'file_not_readable',
        `The library's catalogue (${FILE_NAME}) can't be opened.`,
        'Check the permissions of the library folder: readers keep a lock file in it and so must be able to write there.',
        {},
        { cause: error },
      );
    }
    throw error;
  }
}

function makeFolder(root: string): void {
  try {
    mkdirSync(root, { recursive: true });
  } catch (error) {
    throw new GroundglassError(
      'file_not_readable',
      `The library folder ${root} can't be made.`,
      'Name another folder with --library: one that exists, or whose parent can be written.',
      { path: root },
      { cause: error },
    );
  }
}

function hasObjects(root: string): boolean {
  const folder = join(root, 'objects', 'sha256');
  return existsSync(folder) && readdirSync(folder).length > 0;
}

function damagedError(cause?: unknown): GroundglassError {
  return new GroundglassError(
    'library_damaged',
    `The library's catalogue (${FILE_NAME}) is damaged.`,
    REBUILD_STEP,
    { file: FILE_NAME },
    { cause },
  );
}
