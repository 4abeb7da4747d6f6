import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { PictureCache } from './picture-cache.js';

let folder: string;
beforeEach(() => {
  const root = mkdtempSync(join(tmpdir(), 'pictures-'));
  folder = join(root, 'cache', 'images');
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
});
const cacheOf = (maxBytes: number): PictureCache =>
  new PictureCache(folder, { GROUNDGLASS_CACHE_MAX_BYTES: String(maxBytes) });
const picture = (name: number): Uint8Array => new Uint8Array(100).fill(name);
/** Puts pictures, each a second older than the next. */
async function putAged(cache: PictureCache, names: readonly number[]): Promise<string[]> {
  const files: string[] = [];
  for (const [i, name] of names.entries()) {
    const { file } = await cache.put(picture(name), 'image/png');
    const time = Date.now() / 1000 - 1_000 + i;
    utimesSync(file, time, time);
    files.push(file);
  }
  return files;
}

describe('the picture cache', () => {
  it('deletes only what it has written', async () => {
    const cache = cacheOf(150);
    await putAged(cache, [1]);
    const others = ['holiday.raw', `${'0'.repeat(64)}.docx`, 'abc.png'].map((name) => join(folder, name));
    for (const path of others) {
      writeFileSync(path, 'x'.repeat(1_000));
      utimesSync(path, 1, 1);
    }
    const [, last] = await putAged(cacheOf(150), [2, 3]);
    expect(others.every((path) => existsSync(path))).toBe(true);
    expect(readdirSync(folder)).toHaveLength(others.length + 1);
    expect(existsSync(last as string)).toBe(true);
  });

  it('names a picture by its content and its type', async () => {
    const cache = cacheOf(1_000);
    const { file, sha256 } = await cache.put(picture(1), 'image/jpeg');
    expect(sha256).toBe(createHash('sha256').update(picture(1)).digest('hex'));
    expect(file).toBe(join(folder, `${sha256}.jpg`));
    expect(new Uint8Array(readFileSync(file))).toEqual(picture(1));
    expect((await cache.put(picture(1), 'image/jpeg')).file).toBe(file);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('deletes what was used longest ago once it is full, in one process and over many', async () => {
    const cache = cacheOf(350);
    const [first, second, third] = await putAged(cache, [1, 2, 3]);
    await cache.put(picture(1), 'image/png');
    await cache.put(picture(4), 'image/png');
    expect([first, second, third].map((file) => existsSync(file as string))).toEqual([true, false, true]);
    for (let name = 5; name < 40; name++) {
      await (name % 2 ? cache : cacheOf(350)).put(picture(name), 'image/png');
      if (name % 2) expect(readdirSync(folder).length).toBeLessThanOrEqual(5);
    }
    await cacheOf(350).put(picture(99), 'image/png');
    expect(readdirSync(folder)).toHaveLength(3);
  });

  it('keeps the picture just written, though it alone is over the limit', async () => {
    const cache = cacheOf(50);
    const one = await cache.put(picture(1), 'image/png');
    const two = await cache.put(picture(2), 'image/png');
    expect([existsSync(one.file), existsSync(two.file)]).toEqual([false, true]);
  });

  it('may be deleted between any two calls', async () => {
    const cache = cacheOf(1_000);
    await cache.put(picture(1), 'image/png');
    rmSync(join(folder, '..', '..'), { recursive: true });
    const { file } = await cache.put(picture(1), 'image/png');
    expect(new Uint8Array(readFileSync(file))).toEqual(picture(1));
  });

  it('never delivers a file that holds something else than its name says', async () => {
    const cache = cacheOf(1_000);
    const { file } = await cache.put(picture(1), 'image/png');
    writeFileSync(file, picture(2));
    await cache.put(picture(1), 'image/png');
    expect(new Uint8Array(readFileSync(file))).toEqual(picture(1));
  });

  it('leaves nothing half-written beside the pictures', async () => {
    const cache = cacheOf(10_000);
    await Promise.all(Array.from({ length: 20 }, (_, name) => cache.put(picture(name % 5), 'image/png')));
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  const unmakeable = [
    join(import.meta.filename, 'cache'),
    ...(process.platform === 'linux' ? ['/proc/none/cache'] : []),
  ];
  it.each(unmakeable)('%s, where no folder can be made, is refused by name', async (where) => {
    const cache = new PictureCache(where, {});
    await expect(cache.put(picture(1), 'image/png')).rejects.toMatchObject({
      code: 'bad_argument',
      message: expect.stringContaining(where),
    });
  });

  it.each(['0', '-1', 'many'])('refuses %s as its limit', (setting) => {
    expect(() => new PictureCache(folder, { GROUNDGLASS_CACHE_MAX_BYTES: setting })).toThrow(
      expect.objectContaining({ code: 'bad_argument' }),
    );
  });
});
