/** Bytes that tell the encoding of a text string (ISO 32000-2, 7.9.2.2); without them it is in PDFDocEncoding. */
const MARKS: readonly [bytes: readonly number[], encoding: string][] = [
  [[0xfe, 0xff], 'utf-16be'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xef, 0xbb, 0xbf], 'utf-8'],
];
/** Where PDFDocEncoding differs from Latin-1 (ISO 32000-1, annex D.3), from 0x18 and from 0x80 on. */
const FROM_18 = '\u02d8\u02c7\u02c6\u02d9\u02dd\u02db\u02da\u02dc';
const FROM_80 =
  '\u2022\u2020\u2021\u2026\u2014\u2013\u0192\u2044\u2039\u203a\u2212\u2030\u201e\u201c\u201d\u2018\u2019\u201a\u2122\ufb01\ufb02\u0141\u0152\u0160\u0178\u017d\u0131\u0142\u0153\u0161\u017e\ufffd\u20ac';

/** The text of a PDF text string. */
export function textString(bytes: Uint8Array): string {
  for (const [mark, encoding] of MARKS) {
    if (mark.every((byte, i) => bytes[i] === byte))
      return new TextDecoder(encoding).decode(bytes.subarray(mark.length));
  }
  return Array.from(bytes, (byte) => FROM_18[byte - 0x18] ?? FROM_80[byte - 0x80] ?? String.fromCharCode(byte)).join(
    '',
  );
}
