import { basename, join, normalize } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GroundglassError } from '../evidence/errors.js';
import { formatOf, nameKey, pictureName, stemOf } from './filenames.js';

/** What is hostile somewhere: separators and their look-alikes, devices, marks that turn a name round, halves of signs. */
const PIECES = [
  '..',
  '/',
  '\\',
  '.',
  ' ',
  ':',
  '\0',
  '\n',
  '\u202e',
  '\u200b',
  '\ud800',
  '／',
  '＼',
  '．',
  '：',
  'CON',
  'nul',
  'COM¹',
  '%2e%2e',
  '~',
];
const WORDS = ['team', '京都', 'صورة', 'é', 'e\u0301', 'Straße', '🏔', '.jpg', '.PNG', '.svg', '.jpg.exe', '.tiff'];
const names = fc.array(fc.oneof(fc.constantFrom(...PIECES, ...WORDS), fc.string({ unit: 'binary', maxLength: 4 })), {
  maxLength: 8,
});

const checked = (given: string): string | null => {
  try {
    return pictureName(given);
  } catch (error) {
    if (error instanceof GroundglassError && error.code === 'bad_filename') return null;
    throw error;
  }
};

describe('a name for a picture', () => {
  it.each([
    ['team photo.jpg', 'jpeg'],
    ['京都の寺.png', 'png'],
    ['صورة.webp', 'webp'],
    ['ＡＢＣ.jpg', 'jpeg'],
    ['v1.2 (final).JPEG', 'jpeg'],
    ['scan.tif', 'tiff'],
    ['console.jpg', 'jpeg'],
    ['com10.gif', 'gif'],
  ])('%j is one, kept as %s', (name, format) => {
    expect(formatOf(pictureName(name))).toBe(format);
  });

  it.each([
    ...[
      '../a.jpg',
      'a/../b.jpg',
      '..\\a.jpg',
      'C:a.jpg',
      'C:\\a.jpg',
      '\\\\host\\a.jpg',
      '/a.jpg',
      'a.jpg/',
      './a.jpg',
    ],
    ...['a／b.jpg', 'a＼b.jpg', '．．／a.jpg', 'a：b.jpg', 'a‥/b.jpg'],
    ...['a.jpg:stream.jpg', 'a\0.jpg', 'a\n.jpg', 'a\u202egpj.jpg', 'a\u200b.jpg', 'a\ud800.jpg', 'a\u2028b.jpg'],
    ...['con.jpg', 'CON.jpg', 'nul.tar.jpg', 'com1.png', 'COM¹.jpg', 'lpt9.gif', 'aux .jpg', 'CONIN$.jpg'],
    ...[
      '',
      ' ',
      '.',
      '..',
      '.jpg',
      '.a.jpg',
      ' a.jpg',
      'a.jpg ',
      'a.jpg.',
      'a',
      'a.',
      'a.svg',
      'a.html',
      'a.jpg.exe',
      'a.bmp',
    ],
    ...[
      'image_sources.json',
      `${'x'.repeat(157)}.jpg`,
      `${'京'.repeat(53)}.jpg`,
      '*.jpg',
      'a?.jpg',
      '<a>.jpg',
      '"a".jpg',
      'a|b.jpg',
    ],
  ])('%j is none', (name) => {
    expect(checked(name)).toBeNull();
  });

  it('never leaves its folder, is the same when it is checked again, and is seen in full', () => {
    fc.assert(
      fc.property(names, (parts) => {
        const name = checked(parts.join(''));
        if (name === null) return;
        expect([basename(name), normalize(join('/pictures', name))]).toEqual([name, `/pictures/${name}`]);
        expect([pictureName(name), name.normalize('NFC')]).toEqual([name, name]);
        // What is set aside beside it (`.NAME.digest.taken`), and its folder of candidates, are names too.
        expect(Buffer.byteLength(`.${name}.${'0'.repeat(64)}.taken`)).toBeLessThanOrEqual(255);
        expect(stemOf(name).trim()).not.toBe('');
        expect(formatOf(name)).toBeDefined();
      }),
      { numRuns: 2_000 },
    );
  });

  it('tells two that are one file on some systems', () => {
    expect(nameKey('CAF\u00c9.JPG')).toBe(nameKey('cafe\u0301.jpg'));
    expect(nameKey('a.jpg')).not.toBe(nameKey('b.jpg'));
  });
});
