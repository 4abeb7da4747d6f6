import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { epub, epubEntries, oneChapter, zip } from '../../test/fixtures/epub.js';
import { sniff } from './sniff.js';

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const picture = sharp({ create: { width: 4, height: 4, channels: 3, background: '#888' } });
const entries = epubEntries(oneChapter('<p>x</p>'));

describe('sniff tells by the content', () => {
  it.each([
    ['a PDF', bytes('%PDF-1.7\n'), 'pdf'],
    ['a PDF after a kilobyte of mail', bytes(`${'x'.repeat(1000)}%PDF-1.4`), 'pdf'],
    ['a PDF header too far in', bytes(`${'x'.repeat(1100)}%PDF-1.4`), null],
    ['an EPUB', epub(oneChapter('<p>x</p>')), 'epub'],
    ['an EPUB without mimetype', zip(entries.slice(1)), 'epub'],
    [
      'an EPUB whose container.xml comes last',
      zip([{ name: 'a', content: Buffer.alloc(40_000, 'x'), stored: true }, entries[1]!]),
      'epub',
    ],
    ['another zip', zip([{ name: 'word/document.xml', content: 'x' }]), null],
    ['an empty zip', zip([]), null],
    ['an ASCII DXF', bytes('  0\r\nSECTION\r\n  2\r\nHEADER\r\n'), 'cad'],
    ['a DXF with comments first', bytes('999\nmade by hand\n  0\nSECTION\n'), 'cad'],
    ['a binary DXF', bytes('AutoCAD Binary DXF\r\n\x1a\0\0\0'), 'cad'],
    ['a DWG', bytes('AC1032\0\0\0\0'), 'cad'],
    ['text that begins with a nought', bytes('0\nand so on\n'), null],
    ['an SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>'), null],
    ['an icon', bytes('\0\0\x01\0\x01\0\x10\x10'), null],
    ['a BMP', bytes(`BM${'\0'.repeat(60)}`), null],
    ['nothing', new Uint8Array(), null],
  ])('%s', async (_, content, kind) => expect(await sniff(content)).toBe(kind));

  it.each(['png', 'jpeg', 'webp', 'tiff', 'gif'] as const)('%s', async (format) => {
    expect(await sniff(await picture.clone().toFormat(format).toBuffer())).toBe('image');
  });

  it('a picture with %PDF- in a comment is a picture', async () => {
    const png = await picture
      .clone()
      .withExif({ IFD0: { ImageDescription: '%PDF-1.4' } })
      .png()
      .toBuffer();
    expect([png.subarray(0, 1024).includes('%PDF-'), await sniff(png)]).toEqual([true, 'image']);
  });

  it('AVIF is none of ours', async () => {
    expect(await sniff(await picture.clone().avif({ effort: 0 }).toBuffer())).toBeNull();
  });
});
