import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Catalogue, fingerprint, runStage } from './catalogue.js';
import { type ObjectRef, ObjectStore, objectPath } from './objects.js';

let root: string;
const file = (): string => join(root, 'catalogue.sqlite');
const ref = (digit: string): ObjectRef => ({ digest: digit.repeat(64), bytes: 1 });

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'catalogue-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
});

describe('a fingerprint', () => {
  it('does not depend on the order of its inputs', () => {
    const inputs = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer()));
    fc.assert(
      fc.property(inputs, (one) => {
        const other = Object.fromEntries(Object.entries(one).reverse());
        expect(fingerprint('read', 1, other)).toBe(fingerprint('read', 1, one));
      }),
    );
  });

  it('tells stage, version, names and values apart', () => {
    const names = [
      fingerprint('read', 1, { a: 'x', b: 'y' }),
      fingerprint('embed', 1, { a: 'x', b: 'y' }),
      fingerprint('read', 2, { a: 'x', b: 'y' }),
      fingerprint('read', 1, { a: 'y', b: 'x' }),
      fingerprint('read', 1, { a: 'x', c: 'y' }),
      fingerprint('read', 1, { a: 1 }),
      fingerprint('read', 1, { a: '1' }),
    ];
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('a stage', () => {
  const load = (objects: ObjectStore) => async (result: ObjectRef) =>
    new TextDecoder().decode(await objects.get(result));

  it('runs once for the same fingerprint, and again where its result was lost or damaged', async () => {
    const catalogue = Catalogue.open(root, true);
    const objects = new ObjectStore(root);
    let runs = 0;
    const run = async () => {
      runs += 1;
      return new TextEncoder().encode('result');
    };
    let result: ObjectRef | undefined;
    const stage = () =>
      runStage(catalogue, objects, 'name', run, (made) => {
        result = made;
        return load(objects)(made);
      });
    expect([await stage(), await stage(), runs]).toEqual(['result', 'result', 1]);
    truncateSync(join(root, objectPath(result?.digest as string)), 1);
    expect([await stage(), runs]).toEqual(['result', 2]);
    rmSync(join(root, objectPath(result?.digest as string)));
    expect([await stage(), runs]).toEqual(['result', 3]);
    catalogue.close();
  });

  it('on demand is listed for its document, and for each other one that has the same', async () => {
    const catalogue = Catalogue.open(root, true);
    const ref = await new ObjectStore(root).put(new TextEncoder().encode('same'));
    for (const document of ['one', 'other']) await catalogue.write(() => catalogue.recordDerived(document, ref));
    const taken = (document: string) => catalogue.write(() => catalogue.takeDerived(document));
    expect([await taken('one'), catalogue.isDerived(ref)]).toEqual([[], true]);
    expect([await taken('other'), catalogue.isDerived(ref)]).toEqual([[ref], false]);
    expect(await taken('other')).toEqual([]);
    catalogue.close();
  });

  it('that fails is not remembered', async () => {
    const catalogue = Catalogue.open(root, true);
    const objects = new ObjectStore(root);
    await expect(
      runStage(catalogue, objects, 'n', () => Promise.reject(new Error('no')), load(objects)),
    ).rejects.toThrow('no');
    expect(await runStage(catalogue, objects, 'n', async () => new TextEncoder().encode('yes'), load(objects))).toBe(
      'yes',
    );
    catalogue.close();
  });
});

describe('a transaction', () => {
  it('that throws leaves nothing behind', async () => {
    const catalogue = Catalogue.open(root, true);
    await expect(
      catalogue.write(() => {
        catalogue.setPointer('current', ref('a'));
        throw new Error('half way');
      }),
    ).rejects.toThrow('half way');
    expect(catalogue.pointer('current')).toBeNull();
    catalogue.close();
  });

  it('of one connection is seen by another whole', async () => {
    const [writer, reader] = [Catalogue.open(root, true), Catalogue.open(root, false)];
    await writer.write(() => {
      writer.setPointer('current', ref('b'));
      expect(reader.pointer('current')).toBeNull();
    });
    expect(reader.pointer('current')).toEqual(ref('b'));
    writer.close();
    reader.close();
  });

  it('keeps the newest snapshots on the list and gives back the others', async () => {
    const catalogue = Catalogue.open(root, true);
    for (const digit of ['1', '2', '3', '1', '4']) await catalogue.write(() => catalogue.recordSnapshot(ref(digit)));
    expect(catalogue.takeOldSnapshots(2)).toEqual([ref('3'), ref('2')]);
    expect(catalogue.takeOldSnapshots(2)).toEqual([]);
    expect([catalogue.isListed(ref('1')), catalogue.isListed(ref('2'))]).toEqual([true, false]);
    catalogue.close();
  });
});

describe("while another process holds the library's write lock", () => {
  const locked = () => {
    const catalogue = Catalogue.open(root, true);
    const other = new DatabaseSync(file());
    other.exec('BEGIN IMMEDIATE');
    onTestFinished(() => {
      vi.useRealTimers();
      other.close();
      catalogue.close();
    });
    return { catalogue, other };
  };

  it('readers are answered, timers run, and the write is done when the lock is free', async () => {
    const { catalogue, other } = locked();
    const writing = catalogue.write(() => catalogue.setPointer('current', ref('a')));
    expect(catalogue.pointer('current')).toBeNull();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(catalogue.pointer('current')).toBeNull();
    other.exec('COMMIT');
    await writing;
    expect(catalogue.pointer('current')).toEqual(ref('a'));
  });

  it('a write gives up after 30 s and says so, and the next one may succeed', async () => {
    const { catalogue, other } = locked();
    vi.useFakeTimers();
    const writing = catalogue.write(() => catalogue.setPointer('current', ref('a'))).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(29_000);
    expect(await Promise.race([writing, 'still waiting'])).toBe('still waiting');
    await vi.advanceTimersByTimeAsync(1_100);
    expect(await writing).toMatchObject({ code: 'library_busy', message: expect.stringContaining('30 s') });
    other.exec('COMMIT');
    await catalogue.write(() => catalogue.setPointer('current', ref('b')));
    expect(catalogue.pointer('current')).toEqual(ref('b'));
  });

  it('writers of several connections take turns, and no write is lost', async () => {
    const catalogues = [1, 2, 3].map(() => Catalogue.open(root, true));
    const counted = (catalogue: Catalogue) => catalogue.pointer('count')?.bytes ?? 0;
    await Promise.all(
      catalogues.flatMap((catalogue) =>
        Array.from({ length: 20 }, () =>
          catalogue.write(() => catalogue.setPointer('count', { digest: '', bytes: counted(catalogue) + 1 })),
        ),
      ),
    );
    expect(catalogues.map(counted)).toEqual([60, 60, 60]);
    for (const catalogue of catalogues) catalogue.close();
  });
});

describe('a catalogue that can not be read is said to be so', () => {
  const filled = async (): Promise<void> => {
    const catalogue = Catalogue.open(root, true);
    await catalogue.write(() => {
      for (let i = 0; i < 400; i++)
        catalogue.setOrigin({ path: `/some/where/${i}`, document: 'd'.repeat(64), bytes: 1, modifiedMs: 2 });
      catalogue.setPointer('current', ref('c'));
    });
    catalogue.database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    catalogue.close();
    // What the process would do at its end: with the log, SQLite could mend what is damaged here.
    for (const suffix of ['-wal', '-shm']) rmSync(file() + suffix, { force: true });
  };

  it.each([
    [
      'garbage',
      () =>
        writeFileSync(
          file(),
          'this is no database, it is a text of some length that goes on for more than a header'.repeat(99),
        ),
    ],
    ['cut off', () => truncateSync(file(), 8_192)],
    ['cut off within a page', () => truncateSync(file(), 5_000)],
    [
      'zeros at its start',
      () => writeFileSync(file(), Buffer.concat([Buffer.alloc(4_096), readFileSync(file()).subarray(4_096)])),
    ],
    [
      'garbage after its header',
      () => {
        const content = readFileSync(file());
        writeFileSync(file(), Buffer.concat([content.subarray(0, 100), Buffer.alloc(content.length - 100, 0xa5)]));
      },
    ],
  ])('%s: library_damaged', async (_, damage) => {
    await filled();
    damage();
    expect(() => {
      const catalogue = Catalogue.open(root, false);
      try {
        catalogue.pointer('current');
        catalogue.originsOf('d'.repeat(64));
      } finally {
        catalogue.close();
      }
    }).toThrow(expect.objectContaining({ code: 'library_damaged', class: 'damaged_evidence' }));
  });

  it('cut off to nothing beside objects is damaged, not a new and empty library', async () => {
    await filled();
    await new ObjectStore(root).put(new Uint8Array([1]));
    truncateSync(file(), 0);
    expect(() => Catalogue.open(root, true)).toThrow(expect.objectContaining({ code: 'library_damaged' }));
    rmSync(file());
    Catalogue.open(root, true).close();
  });

  it('of another schema version is refused with both versions, and left as it is', async () => {
    await filled();
    const database = new DatabaseSync(file());
    database.exec('PRAGMA user_version = 99');
    database.close();
    const before = readFileSync(file());
    expect(() => Catalogue.open(root, true)).toThrow(
      expect.objectContaining({ code: 'library_version', details: { schema: 99, readable_schema: 2 } }),
    );
    expect(readFileSync(file()).equals(before)).toBe(true);
  });

  it.each([
    ['without a version', 0],
    ['with the version that ours has', 1],
    ['of another version', 7],
  ])('of another program, %s, is refused and left as it is', (_, version) => {
    const database = new DatabaseSync(file());
    database.exec(`CREATE TABLE theirs (id INTEGER); INSERT INTO theirs VALUES (1); PRAGMA user_version = ${version}`);
    database.close();
    const before = readFileSync(file());
    for (const create of [true, false]) {
      expect(() => Catalogue.open(root, create)).toThrow(
        expect.objectContaining({ code: 'library_version', details: { tables: ['theirs'] } }),
      );
    }
    expect(readFileSync(file()).equals(before)).toBe(true);
    expect(readdirSync(root)).toEqual(['catalogue.sqlite']);
  });

  it.skipIf(process.platform === 'win32')('that is a pipe or a folder is refused, and nothing waits for it', () => {
    execFileSync('mkfifo', [file()]);
    expect(() => Catalogue.open(root, true)).toThrow(expect.objectContaining({ code: 'file_not_readable' }));
    rmSync(file());
    mkdirSync(file());
    expect(() => Catalogue.open(root, true)).toThrow(expect.objectContaining({ code: 'file_not_readable' }));
  });

  const unmakeable = [
    join(import.meta.filename, 'library'),
    ...(process.platform === 'linux' ? ['/proc/none/library'] : []),
  ];
  it.each(unmakeable)('%s, where no folder can be made, is refused by name', (where) => {
    expect(() => Catalogue.open(where, true)).toThrow(
      expect.objectContaining({ code: 'file_not_readable', details: { path: where } }),
    );
  });

  it('that is missing is not made by a reader', () => {
    const catalogue = Catalogue.open(join(root, 'none'), false);
    expect(catalogue.pointer('current')).toBeNull();
    catalogue.close();
    expect(existsSync(join(root, 'none'))).toBe(false);
  });
});
