import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { diskFull, GroundglassError } from '../evidence/errors.js';
import { makeFolders } from './make-folders.js';

export type Database = InstanceType<typeof DatabaseSync>;

/** How long a writer waits for another before it gives up. Writes here are single short transactions. */
const BUSY_TIMEOUT_MS = 30_000;
/** Between two tries to get the write lock: a transaction of another process takes some milliseconds. */
const RETRY_MS = 25;
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
 * Opens the catalogue of a library folder, and writes nothing to it yet: it may be another program's.
 *
 * @param create whether to make the folder; without it a missing library reads as an empty one
 * @throws GroundglassError `library_damaged`, `library_busy`, `file_not_readable` for a folder that can't be one
 */
export function openDatabase(root: string, create: boolean): Database {
  const path = join(root, FILE_NAME);
  if (!existsSync(path)) {
    if (!create) return new DatabaseSync(':memory:');
    makeFolder(root);
  } else {
    const facts = statSync(path);
    // SQLite would wait for whoever writes to a pipe.
    if (!facts.isFile()) throw unopenable();
    // To SQLite an empty file is a new database: a library cut off to nothing would silently read as an empty one.
    if (facts.size === 0 && hasObjects(root)) throw damagedError();
  }
  return guarded(() => new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS }));
}

/** A database in memory, with these tables: gone with the process. */
export function memoryDatabase(tables: readonly string[]): Database {
  const database = new DatabaseSync(':memory:');
  for (const table of tables) database.exec(table);
  return database;
}

/**
 * Write-ahead logging, so that readers and one writer never wait for each other, and full syncing, so that what was
 * published survives a power cut.
 */
export function prepareForWriting(database: Database): void {
  guarded(() => database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;'));
}

/**
 * Runs `work` as one transaction: all of it, or nothing. `write` takes the write lock at once. Inside a transaction it
 * is part of that one.
 */
export function transaction<T>(database: Database, mode: 'read' | 'write', work: () => T): T {
  if (database.isTransaction) return work();
  return guarded(() => {
    database.exec(mode === 'write' ? 'BEGIN IMMEDIATE' : 'BEGIN');
    return finish(database, work);
  });
}

/**
 * A write transaction whose wait for another process's holds up nothing else here: SQLite's own waiting would stop the
 * event loop, and with it every reader.
 */
export async function patientWrite<T>(database: Database, work: () => T): Promise<T> {
  const deadline = Date.now() + BUSY_TIMEOUT_MS;
  while (!guarded(() => beginAtOnce(database, Date.now() >= deadline))) {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  return guarded(() => finish(database, work));
}

/** Takes the write lock if it is free. @returns false where it isn't, and throws SQLite's error on the `last` try */
function beginAtOnce(database: Database, last: boolean): boolean {
  database.exec('PRAGMA busy_timeout = 0');
  try {
    database.exec('BEGIN IMMEDIATE');
    return true;
  } catch (error) {
    if (last || resultCode(error) !== BUSY) throw error;
    return false;
  } finally {
    database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
}

/** Runs `work` in the transaction that has begun, and ends it. */
function finish<T>(database: Database, work: () => T): T {
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** SQLite's result code, 0 for an error that is none of its. */
const resultCode = (error: unknown): number =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;

/** SQLITE_ERROR has no code of its own for it. */
const isTableMissing = (error: unknown): boolean => error instanceof Error && /no such table/.test(error.message);

/** SQLite's errors that a caller can act on, in our terms. */
function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const code = resultCode(error);
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
    if (code === CANT_OPEN || code === READ_ONLY) throw unopenable(error);
    throw error;
  }
}

function unopenable(cause?: unknown): GroundglassError {
  return new GroundglassError(
    'file_not_readable',
    `The library's catalogue (${FILE_NAME}) can't be opened.`,
    'Check the permissions of the library folder: readers keep a lock file in it and so must be able to write there.',
    {},
    { cause },
  );
}

function makeFolder(root: string): void {
  try {
    makeFolders(root);
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
