import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { zip } from '../../../test/fixtures/epub.js';
import { limitsFrom } from '../limits.js';
import { openContainer } from './container.js';

const limits = limitsFrom({});
const zeros = (bytes: number): Uint8Array => new Uint8Array(bytes);

describe('a zip container', () => {
  it('gives back what was stored and what was deflated', async () => {
    const container = await openContainer(
      zip([
        { name: 'a/', content: '' },
        { name: 'a/stored.txt', content: 'stored', stored: true },
        { name: 'a/图.txt', content: 'deflated' },
        { name: 'empty', content: '' },
      ]),
      limits,
    );
    expect(container.names).toEqual(['a/stored.txt', 'a/图.txt', 'empty']);
    expect(Buffer.from(await container.read('a/stored.txt')).toString()).toBe('stored');
    expect(Buffer.from(await container.read('a/图.txt')).toString()).toBe('deflated');
    expect(await container.read('empty')).toHaveLength(0);
  });

  it.each(['../evil', 'a/../../evil', '/etc/passwd', 'C:/evil', 'a\\..\\evil', 'a/..'])(
    'refuses the name %s',
    async (name) => {
      await expect(openContainer(zip([{ name, content: 'x' }]), limits)).rejects.toMatchObject({ code: 'unsafe_path' });
    },
  );

  it('accepts names that only look like a climb', async () => {
    const container = await openContainer(zip([{ name: 'a..b/c...png', content: 'x' }]), limits);
    expect(container.names).toEqual(['a..b/c...png']);
  });

  it('stops a bomb by its ratio while inflating', async () => {
    const container = await openContainer(zip([{ name: 'bomb', content: zeros(30 * 2 ** 20) }]), limits);
    await expect(container.read('bomb')).rejects.toMatchObject({ code: 'zip_bomb', details: { entry: 'bomb' } });
  });

  it('stops a bomb whose header declares a few bytes', async () => {
    const bytes = zip([{ name: 'bomb', content: zeros(30 * 2 ** 20), declaredSize: 100 }]);
    const container = await openContainer(bytes, limits);
    await expect(container.read('bomb')).rejects.toMatchObject({ code: 'zip_bomb', details: { declared_bytes: 100 } });
  });

  it.each([
    [100, 'zip_bomb'],
    [10_000, 'file_damaged'],
  ])('takes a header that declares %i of 5,000 bytes for a lie', async (declaredSize, code) => {
    const container = await openContainer(zip([{ name: 'a', content: 'x y'.repeat(1_667), declaredSize }]), limits);
    await expect(container.read('a')).rejects.toMatchObject({ code });
  });

  it('counts the inflated bytes of all files together, and each file once', async () => {
    const text = Buffer.from(Array.from({ length: 50_000 }, (_, i) => i.toString(36)).join(' '));
    const honest = [
      { name: 'a', content: text },
      { name: 'b', content: text },
    ];
    const container = await openContainer(zip(honest), { ...limits, maxZipBytes: 2 * text.length });
    for (const name of ['a', 'a', 'b', 'a', 'b']) await container.read(name);
    await expect(openContainer(zip(honest), { ...limits, maxZipBytes: 2 * text.length - 1 })).rejects.toMatchObject({
      code: 'zip_bomb',
    });
  });

  it('refuses 65,000 entries without reading them', async () => {
    const entries = Array.from({ length: 65_000 }, (_, i) => ({ name: `f${i}`, content: '', stored: true }));
    await expect(openContainer(zip(entries), limits)).rejects.toMatchObject({ code: 'zip_bomb' });
  });

  it('reads the first of two equal files of one name, and says so', async () => {
    const twice = { name: 'a', content: 'same' };
    const container = await openContainer(zip([twice, twice]), limits);
    expect(container.warnings.map(({ code }) => code)).toEqual(['duplicate_entry']);
    expect(Buffer.from(await container.read('a')).toString()).toBe('same');
  });

  it('refuses two different files of one name', async () => {
    const bytes = zip([
      { name: 'a', content: 'this' },
      { name: 'a', content: 'that' },
    ]);
    await expect(openContainer(bytes, limits)).rejects.toMatchObject({ code: 'file_damaged' });
  });

  it('warns of a name that is not UTF-8', async () => {
    const container = await openContainer(zip([{ name: Buffer.from('sp\xe9cial', 'latin1'), content: 'x' }]), limits);
    expect(container.warnings.map(({ code }) => code)).toEqual(['name_not_utf8']);
  });

  it.each([
    ['an empty file', new Uint8Array(), 'file_empty'],
    ['text', Buffer.from('not a zip file at all, and long enough to hold an end record'), 'file_damaged'],
    ['a cut-off zip', zip([{ name: 'a', content: 'x'.repeat(500), stored: true }]).subarray(0, 400), 'file_damaged'],
  ])('%s is refused', async (_, bytes, code) => {
    await expect(openContainer(bytes, limits)).rejects.toMatchObject({ code });
  });

  it('says which file is damaged', async () => {
    const bytes = Buffer.from(zip([{ name: 'a', content: 'some text that is stored', stored: true }]));
    bytes[40]! ^= 0xff;
    const container = await openContainer(bytes, limits);
    await expect(container.read('a')).rejects.toMatchObject({ code: 'file_damaged', message: /a is damaged/ });
  });

  it.each([
    [{ flags: 1 }, 'content_encrypted'],
    [{ method: 14 }, 'unsupported_format'],
  ])('an entry with %j is refused when it is read', async (wrong, code) => {
    const container = await openContainer(zip([{ name: 'a', content: 'x', stored: true, ...wrong }]), limits);
    await expect(container.read('a')).rejects.toMatchObject({ code });
  });

  it('gives the start of a deflated file without inflating the rest', async () => {
    const content = Buffer.concat([Buffer.from('START'), zeros(20 * 2 ** 20)]);
    expect(deflateRawSync(content).length).toBeGreaterThan(4096);
    const container = await openContainer(zip([{ name: 'a', content }]), limits);
    const head = await container.head('a');
    expect(Buffer.from(head.subarray(0, 5)).toString()).toBe('START');
    expect(head.length).toBeLessThan(5 * 2 ** 20);
  });
});
