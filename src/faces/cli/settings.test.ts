import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { languageIn } from './open-library.js';
import { settings } from './settings.js';

describe('settings', () => {
  let folder: string;
  const write = (text: string) => writeFileSync(join(folder, 'config.json'), text);
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'groundglass-settings-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('come from the environment where there is no file', () => {
    expect(settings(folder, { GROUNDGLASS_MAX_PAGES: '7' })).toEqual({ GROUNDGLASS_MAX_PAGES: '7' });
  });

  it('come from the file of the library folder, and the environment wins', () => {
    write('{"GROUNDGLASS_MAX_PAGES": 9, "GROUNDGLASS_LANG": "zh"}');
    expect(settings(folder, { GROUNDGLASS_MAX_PAGES: '7', HOME: '/h' })).toEqual({
      GROUNDGLASS_MAX_PAGES: '7',
      GROUNDGLASS_LANG: 'zh',
      HOME: '/h',
    });
  });

  it('come from a named file, which must be there', () => {
    const named = join(folder, 'other.json');
    const environment = { GROUNDGLASS_CONFIG: named };
    expect(() => settings(folder, environment)).toThrow(/can't be read/);
    writeFileSync(named, '{"GROUNDGLASS_EMBEDDING_URL": "http://localhost:1/v1"}');
    expect(settings(folder, environment).GROUNDGLASS_EMBEDDING_URL).toBe('http://localhost:1/v1');
  });

  it.skipIf(process.platform === 'win32').each([
    ['a pipe', (path: string) => execFileSync('mkfifo', [path]), /no regular file/],
    ['a device without end', (path: string) => symlinkSync('/dev/zero', path), /no regular file/],
    ['a folder', (path: string) => mkdirSync(path), /no regular file/],
    ['larger than any', (path: string) => writeFileSync(path, ' '.repeat(70_000)), /70000 bytes/],
  ])('of a file that is %s are refused, named or not', (_, make, message) => {
    const path = join(folder, 'config.json');
    make(path);
    for (const environment of [{}, { GROUNDGLASS_CONFIG: path }]) {
      expect(() => settings(folder, environment)).toThrow(
        expect.objectContaining({ code: 'bad_argument', message: expect.stringMatching(message) }),
      );
    }
  });

  it.each([
    ['no JSON', '{'],
    ['no object', '[1]'],
    ['another name', '{"PATH": "/"}'],
    ['another name of ours', '{"groundglass_lang": "zh"}'],
    ['an endpoint, which only the user may name', '{"GROUNDGLASS_EMBEDDING_URL": "http://localhost:1/v1"}'],
    ['a cache folder', '{"GROUNDGLASS_CACHE": "/"}'],
    ['no plain value', '{"GROUNDGLASS_LANG": {"a": 1}}'],
  ])('of a file with %s are refused', (_, text) => {
    write(text);
    expect(() => settings(folder, {})).toThrow(expect.objectContaining({ code: 'bad_argument' }));
  });
});

describe('the language of notices', () => {
  it.each([
    [{}, 'en'],
    [{ LANG: 'zh_CN.UTF-8' }, 'zh'],
    [{ LANG: 'de_DE.UTF-8' }, 'en'],
    [{ LANG: 'zh_CN.UTF-8', GROUNDGLASS_LANG: 'en' }, 'en'],
    [{ LC_ALL: 'C', LANG: 'zh_TW' }, 'en'],
  ])('of %o is %s', (environment, language) => {
    expect(languageIn(environment)).toBe(language);
  });
});
