import { createHash } from 'node:crypto';
import { type Database, openDatabase, transaction } from './database.js';
import type { ObjectRef, ObjectStore } from './objects.js';

/** Bumped when the tables change; a library of another version is refused by name, never guessed at. */
const SCHEMA_VERSION = 1;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS pointers (name TEXT PRIMARY KEY, digest TEXT NOT NULL, bytes INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS snapshots (
    id INTEGER PRIMARY KEY AUTOINCREMENT, digest TEXT NOT NULL UNIQUE, bytes INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS stages (
    fingerprint TEXT PRIMARY KEY, digest TEXT NOT NULL, bytes INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS origins (
    path TEXT PRIMARY KEY, document TEXT NOT NULL, bytes INTEGER NOT NULL, modified_ms INTEGER NOT NULL
  ) STRICT;
`;

/** Where a document's file lay when it was added, and what it looked like. */
export interface Origin {
  readonly path: string;
  readonly document: string;
  readonly bytes: number;
  readonly modifiedMs: number;
}

/** Pointers, stage cache and origins of a library: everything in it that changes, in one transactional file. */
export class Catalogue {
  private constructor(readonly database: Database) {}

  /**
   * @param create see {@link openDatabase}
   * @param tables further tables that live in the same transactions
   */
  static open(root: string, create: boolean, tables: readonly string[] = []): Catalogue {
    const database = openDatabase(root, create);
    const version = Number(database.prepare('PRAGMA user_version').get()?.user_version ?? 0);
    if (version === 0) {
      transaction(database, 'write', () => {
        database.exec(SCHEMA);
        for (const table of tables) database.exec(table);
        database.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
      });
    } else if (version !== SCHEMA_VERSION) {
      throw new Error(`library schema ${version}, this program reads ${SCHEMA_VERSION}`);
    }
    return new Catalogue(database);
  }

  read<T>(work: () => T): T {
    return transaction(this.database, 'read', work);
  }

  write<T>(work: () => T): T {
    return transaction(this.database, 'write', work);
  }

  pointer(name: string): ObjectRef | null {
    const row = this.database.prepare('SELECT digest, bytes FROM pointers WHERE name = ?').get(name);
    return row ? { digest: String(row.digest), bytes: Number(row.bytes) } : null;
  }

  setPointer(name: string, ref: ObjectRef): void {
    this.database
      .prepare('INSERT INTO pointers VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET digest = excluded.digest, bytes = excluded.bytes')
      .run(name, ref.digest, ref.bytes);
  }

  /** Notes that a snapshot was published; one that comes back counts as new. */
  recordSnapshot(ref: ObjectRef): void {
    this.database.prepare('DELETE FROM snapshots WHERE digest = ?').run(ref.digest);
    this.database.prepare('INSERT INTO snapshots (digest, bytes) VALUES (?, ?)').run(ref.digest, ref.bytes);
  }

  /** Strikes all snapshots but the newest `keep` from the list and returns them. */
  takeOldSnapshots(keep: number): ObjectRef[] {
    const old = this.database
      .prepare('SELECT id, digest, bytes FROM snapshots ORDER BY id DESC LIMIT -1 OFFSET ?')
      .all(keep);
    for (const row of old) this.database.prepare('DELETE FROM snapshots WHERE id = ?').run(row.id);
    return old.map((row) => ({ digest: String(row.digest), bytes: Number(row.bytes) }));
  }

  cachedStage(fingerprint: string): ObjectRef | null {
    const row = this.database.prepare('SELECT digest, bytes FROM stages WHERE fingerprint = ?').get(fingerprint);
    return row ? { digest: String(row.digest), bytes: Number(row.bytes) } : null;
  }

  cacheStage(fingerprint: string, ref: ObjectRef): void {
    this.database
      .prepare('INSERT INTO stages VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET digest = excluded.digest, bytes = excluded.bytes')
      .run(fingerprint, ref.digest, ref.bytes);
  }

  forgetStages(ref: ObjectRef): void {
    this.database.prepare('DELETE FROM stages WHERE digest = ?').run(ref.digest);
  }

  setOrigin(origin: Origin): void {
    this.database
      .prepare(
        `INSERT INTO origins VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE
         SET document = excluded.document, bytes = excluded.bytes, modified_ms = excluded.modified_ms`,
      )
      .run(origin.path, origin.document, origin.bytes, Math.round(origin.modifiedMs));
  }

  originsOf(document: string): Origin[] {
    return this.database
      .prepare('SELECT path, document, bytes, modified_ms FROM origins WHERE document = ?')
      .all(document)
      .map((row) => ({
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
 * The cached result of a stage, or the result of running it. The result is an object; the cache only remembers which.
 */
export async function runStage(
  catalogue: Catalogue,
  objects: ObjectStore,
  name: string,
  run: () => Promise<Uint8Array>,
): Promise<ObjectRef> {
  const cached = catalogue.cachedStage(name);
  if (cached !== null && objects.has(cached)) return cached;
  const ref = await objects.put(await run());
  catalogue.write(() => catalogue.cacheStage(name, ref));
  return ref;
}
