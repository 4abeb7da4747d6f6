import { describe, expect, it } from 'vitest';
import { textString } from './text-string.js';

describe('a text string of a PDF', () => {
  it.each([
    ['UTF-16, the high byte first', [0xfe, 0xff, 0x0e, 0x33, 0xd8, 0x3d, 0xde, 0x00], '\u0e33\u{1f600}'],
    ['UTF-16, the low byte first', [0xff, 0xfe, 0x44, 0x06], '\u0644'],
    ['UTF-8', [0xef, 0xbb, 0xbf, 0xc3, 0xa4], '\u00e4'],
    ['PDFDocEncoding', [0x37, 0x32, 0x25, 0xe4, 0x18, 0x80, 0x8a, 0xa0], '72%\u00e4\u02d8\u2022\u2212\u20ac'],
    ['no bytes', [], ''],
  ])('is read from %s', (_name, bytes, text) => {
    expect(textString(Uint8Array.from(bytes))).toBe(text);
  });
});
