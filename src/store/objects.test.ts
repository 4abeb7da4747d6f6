import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { digestOf, ObjectStore, objectPath } from './objects.js';

let root: string;
let store: ObjectStore;
const bytes = new TextEncoder().encode('the quick brown fox');
const pathOf = (digest: string): string => join(root, objectPath(digest));

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'objects-'));
  store = new ObjectStore(root);
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
});

describe('every read checks length and digest, and the error names the object', () => {
  it.each([
    [
      'a flipped bit',
      'object_damaged',
      (path: string) => {
        const content = readFileSync(path);
        content[3] = (content[3] as number) ^ 1;
        writeFileSync(path, content);
      },
    ],
    ['a lost end', 'object_damaged', (path: string) => truncateSync(path, 5)],
    ['lost content', 'object_damaged', (path: string) => truncateSync(path, 0)],
    [
      'an appended byte',
      'object_damaged',
      (path: string) => writeFileSync(path, Buffer.concat([bytes, Buffer.from('!')])),
    ],
    ['a deleted file', 'object_missing', (path: string) => rmSync(path)],
    [
      'a folder in its place',
      'object_missing',
      (path: string) => {
        rmSync(path);
        mkdirSync(path);
      },
    ],
  ])('%s is %s', async (_, code, damage) => {
    const ref = await store.put(bytes);
    expect(new Uint8Array(await store.get(ref))).toEqual(bytes);
    damage(pathOf(ref.digest));
    await expect(store.get(ref)).rejects.toMatchObject({
      code,
      class: 'damaged_evidence',
      details: { object: ref.digest },
    });
    expect(await store.isSound(ref)).toBe(false);
  });

  it('a reference with another length is refused though the digest holds', async () => {
    const ref = await store.put(bytes);
    await expect(store.get({ ...ref, bytes: ref.bytes + 1 })).rejects.toMatchObject({ code: 'object_damaged' });
  });

  it('putting the bytes of a damaged object mends it', async () => {
    const ref = await store.put(bytes);
    truncateSync(pathOf(ref.digest), 2);
    await store.put(bytes);
    expect(await store.isSound(ref)).toBe(true);
  });
});

describe('an object appears whole or not at all', () => {
  it('half-written files beside the objects are no objects', async () => {
    const ref = { digest: digestOf(bytes), bytes: bytes.length };
    mkdirSync(join(root, 'objects', 'sha256'), { recursive: true });
    writeFileSync(join(root, 'objects', 'sha256', `.${ref.digest}.abc`), bytes.subarray(0, 4));
    expect(store.has(ref)).toBe(false);
    await expect(store.get(ref)).rejects.toMatchObject({ code: 'object_missing' });
  });

  it('the same bytes put many times at once are one object, and nothing is left beside it', async () => {
    const refs = await Promise.all(Array.from({ length: 20 }, () => store.put(bytes)));
    expect(new Set(refs.map((ref) => ref.digest)).size).toBe(1);
    expect(readdirSync(join(root, 'objects', 'sha256'))).toEqual([digestOf(bytes)]);
  });

  it('sweeping deletes what killed writers left, once it is old, and nothing else', async () => {
    const { digest } = await store.put(bytes);
    const folder = join(root, 'objects', 'sha256');
    for (const name of ['.old', '.new']) writeFileSync(join(folder, name), 'x');
    const twoHoursAgo = Date.now() / 1000 - 7_200;
    utimesSync(join(folder, '.old'), twoHoursAgo, twoHoursAgo);
    utimesSync(join(folder, digest), twoHoursAgo, twoHoursAgo);
    await store.sweep();
    expect(readdirSync(folder).sort()).toEqual(['.new', digest].sort());
  });

  it('sweeping a store that has no folder yet is nothing', async () => {
    await expect(store.sweep()).resolves.toBeUndefined();
  });
});

describe('a reference that is no digest', () => {
  it.each(['../../../etc/passwd', 'a/b', '', 'A'.repeat(64), `${'0'.repeat(64)}x`])(
    '%j names no path',
    async (digest) => {
      const folder = mkdtempSync(join(tmpdir(), 'groundglass-objects-'));
      const objects = new ObjectStore(folder);
      const ref = { digest, bytes: 1 };
      await expect(objects.get(ref)).rejects.toMatchObject({ code: 'library_damaged' });
      expect(() => objects.deleteNow(ref)).toThrow(expect.objectContaining({ code: 'library_damaged' }));
      rmSync(folder, { recursive: true, force: true });
    },
  );
});
