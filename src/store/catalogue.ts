import { createHash } from 'node:crypto';
import { GroundglassError } from '../evidence/errors.js';
import { type Database, openDatabase, patientWrite, prepareForWriting, transaction } from './database.js';
import { isDamage, type ObjectRef, type ObjectStore } from './objects.js';

/** Bumped when the tables change; a library of another version is refused by name, never guessed at. */
const SCHEMA_VERSION = 2;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS pointers (name TEXT PRIMARY KEY, digest TEXT NOT NULL, bytes INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS snapshots (
    id INTEGER PRIMARY KEY AUTOINCREMENT, digest TEXT NOT NULL UNIQUE, bytes INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS stages (
    fingerprint TEXT PRIMARY KEY, digest TEXT NOT NULL, bytes INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS origins (
    id INTEGER PRIMARY KEY, path TEXT NOT NULL, document TEXT NOT NULL, bytes INTEGER NOT NULL,
    modified_ms INTEGER NOT NULL, UNIQUE (path, document)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS derived (
    document TEXT NOT NULL, digest TEXT NOT NULL, bytes INTEGER NOT NULL, PRIMARY KEY (document, digest)
  ) STRICT;
`;

/**
 * Where a document's file lay when it was added, and what it looked like. A path whose file was changed and added again
 * is an origin of both documents.
 */
export interface Origin {
  readonly path: string;
  readonly document: string;
  readonly bytes: number;
  /** Time of the last change, whole milliseconds since 1970. */
  readonly modifiedMs: number;
}

/** Pointers, stage cache and origins of a library: everything in it that changes, in one transactional file. */
export class Catalogue {
  private constructor(readonly database: Database) {}

  /**
   * @param create see {@link openDatabase}
   * @param tables further tables that live in the same transactions
   * @throws GroundglassError what {@link openDatabase} does, and `library_version` for a library of another version or another
   *   program's database
   */
  static open(root: string, create: boolean, tables: readonly string[] = []): Catalogue {
    const database = openDatabase(root, create);
    try {
      const version = transaction(database, 'read', () => versionOf(database));
      if (version !== 0 && version !== SCHEMA_VERSION) throw otherVersion(version);
      prepareForWriting(database);
      if (version === 0) {
        transaction(database, 'write', () => {
          database.exec(SCHEMA);
          for (const table of tables) database.exec(table);
          database.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
        });
      }
      return new Catalogue(database);
    } catch (error) {
      database.close();
      throw error;
    }
  }

  read<T>(work: () => T): T {
    return transaction(this.database, 'read', work);
  }

  /**
   * One transaction with the write lock; `work` must not begin another one.
   * @throws GroundglassError `library_busy` where another process keeps the lock
   */
  write<T>(work: () => T): Promise<T> {
    return patientWrite(this.database, work);
  }

  pointer(name: string): ObjectRef | null {
    return this.read(() => refIn(this.database.prepare('SELECT digest, bytes FROM pointers WHERE name = ?').get(name)));
  }

  setPointer(name: string, ref: ObjectRef): void {
    this.database
      .prepare(
        'INSERT INTO pointers VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET digest = excluded.digest, bytes = excluded.bytes',
      )
      .run(name, ref.digest, ref.bytes);
  }

  /** Notes that a snapshot was published; one that comes back counts as new. */
  recordSnapshot(ref: ObjectRef): void {
    this.database.prepare('DELETE FROM snapshots WHERE digest = ?').run(ref.digest);
    this.database.prepare('INSERT INTO snapshots (digest, bytes) VALUES (?, ?)').run(ref.digest, ref.bytes);
  }

  isListed(snapshot: ObjectRef): boolean {
    return this.database.prepare('SELECT 1 FROM snapshots WHERE digest = ?').get(snapshot.digest) !== undefined;
  }

  /** Strikes all snapshots but the newest `keep` from the list and returns them. */
  takeOldSnapshots(keep: number): ObjectRef[] {
    const old = this.database
      .prepare('SELECT id, digest, bytes FROM snapshots ORDER BY id DESC LIMIT -1 OFFSET ?')
      .all(keep);
    for (const row of old) this.database.prepare('DELETE FROM snapshots WHERE id = ?').run(row.id);
    return old.map((row) => refIn(row) as ObjectRef);
  }

  cachedStage(fingerprint: string): ObjectRef | null {
    return this.read(() =>
      refIn(this.database.prepare('SELECT digest, bytes FROM stages WHERE fingerprint = ?').get(fingerprint)),
    );
  }

  cacheStage(fingerprint: string, ref: ObjectRef): void {
    this.database
      .prepare(
        'INSERT INTO stages VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET digest = excluded.digest, bytes = excluded.bytes',
      )
      .run(fingerprint, ref.digest, ref.bytes);
  }

  /** Whether an object is still the result of a stage, and was not forgotten because it was damaged. */
  hasStageOf(ref: ObjectRef): boolean {
    return this.read(
      () => this.database.prepare('SELECT 1 FROM stages WHERE digest = ?').get(ref.digest) !== undefined,
    );
  }

  forgetStages(ref: ObjectRef): void {
    this.database.prepare('DELETE FROM stages WHERE digest = ?').run(ref.digest);
  }

  /** Notes an object that was made of a document on demand: no snapshot names it, and it goes when the document does. */
  recordDerived(document: string, ref: ObjectRef): void {
    this.database.prepare('INSERT OR IGNORE INTO derived VALUES (?, ?, ?)').run(document, ref.digest, ref.bytes);
  }

  isDerived(ref: ObjectRef): boolean {
    return this.database.prepare('SELECT 1 FROM derived WHERE digest = ?').get(ref.digest) !== undefined;
  }

  /** Strikes what was made of a document from the list, and returns what no other document has too. */
  takeDerived(document: string): ObjectRef[] {
    const rows = this.database
      .prepare(
        `SELECT digest, bytes FROM derived AS mine WHERE document = ?
         AND NOT EXISTS (SELECT 1 FROM derived WHERE digest = mine.digest AND document <> mine.document)`,
      )
      .all(document);
    this.database.prepare('DELETE FROM derived WHERE document = ?').run(document);
    return rows.map((row) => refIn(row) as ObjectRef);
  }

  setOrigin(origin: Origin): void {
    this.database
      .prepare(
        `INSERT INTO origins (path, document, bytes, modified_ms) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE
         SET bytes = excluded.bytes, modified_ms = excluded.modified_ms`,
      )
      .run(origin.path, origin.document, origin.bytes, origin.modifiedMs);
  }

  /** The oldest first. */
  originsOf(document: string): Origin[] {
    const rows = this.read(() =>
      this.database
        .prepare('SELECT path, document, bytes, modified_ms FROM origins WHERE document = ? ORDER BY id')
        .all(document),
    );
    return rows.map((row) => ({
      path: String(row.path),
      document: String(row.document),
      bytes: Number(row.bytes),
      modifiedMs: Number(row.modified_ms),
    }));
  }

  forgetOrigins(document: string): void {
    this.database.prepare('DELETE FROM origins WHERE document = ?').run(document);
  }

  close(): void {
    this.database.close();
  }
}

/** The name of a stage's result: what went in, which code, which settings. Key order does not matter. */
export function fingerprint(stage: string, version: number, inputs: Readonly<Record<string, string | number>>): string {
  const canonical = JSON.stringify([stage, version, Object.entries(inputs).sort(([a], [b]) => (a < b ? -1 : 1))]);
  return createHash('sha256').update(canonical).digest('hex');
}

/**
 * The cached result of a stage, or that of running it; `load` gets what the caller needs of it. Where a cached result
 * can't be loaded because objects are missing or damaged it is made anew, since that is what adding again is for.
 */
export async function runStage<T>(
  catalogue: Catalogue,
  objects: ObjectStore,
  name: string,
  run: () => Promise<Uint8Array>,
  load: (result: ObjectRef) => Promise<T>,
): Promise<T> {
  const cached = catalogue.cachedStage(name);
  if (cached !== null) {
    try {
      return await load(cached);
    } catch (error) {
      if (!isDamage(error)) throw error;
    }
  }
  const ref = await objects.put(await run());
  await catalogue.write(() => catalogue.cacheStage(name, ref));
  return load(ref);
}

function refIn(row: Record<string, unknown> | undefined): ObjectRef | null {
  return row === undefined ? null : { digest: String(row.digest), bytes: Number(row.bytes) };
}

/** 0 for a new database. @throws GroundglassError `library_version` for one that holds another program's tables */
function versionOf(database: Database): number {
  const tables = database
    .prepare('SELECT name FROM sqlite_master')
    .all()
    .map(({ name }) => String(name));
  if (tables.length > 0 && !tables.includes('pointers')) throw otherProgram(tables);
  return Number(database.prepare('PRAGMA user_version').get()?.user_version ?? 0);
}

function otherProgram(tables: readonly string[]): GroundglassError {
  return new GroundglassError(
    'library_version',
    'The catalogue.sqlite in this folder is the database of another program; it was left as it is.',
    'Name another folder with --library.',
    { tables: tables.slice(0, 10) },
  );
}

function otherVersion(version: number): GroundglassError {
  return new GroundglassError(
    'library_version',
    `The library was made by another version of Groundglass: its catalogue has schema ${version}, this program reads ${SCHEMA_VERSION}.`,
    'Use the version that made it, or add the files to a library of their own with --library.',
    { schema: version, readable_schema: SCHEMA_VERSION },
  );
}
