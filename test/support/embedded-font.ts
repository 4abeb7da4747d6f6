import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { PdfObject } from '../fixtures/pdf.js';

const FIRST = 32;
const LAST = 126;

/** A font of the pdfjs-dist package (Liberation Sans, OFL) as three objects of a PDF: font, descriptor, file. */
export function embeddedFont(number: number, options: { readonly toUnicode?: string } = {}): PdfObject[] {
  const file = readFileSync(
    join(
      dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')),
      'standard_fonts/LiberationSans-Regular.ttf',
    ),
  );
  const widths = widthsOf(file).join(' ');
  return [
    `<</Type/Font/Subtype/TrueType/BaseFont/ABCDEF+LiberationSans/FirstChar ${FIRST}/LastChar ${LAST}/Widths[${widths}]/Encoding/WinAnsiEncoding/FontDescriptor ${number + 1} 0 R${options.toUnicode ?? ''}>>`,
    `<</Type/FontDescriptor/FontName/ABCDEF+LiberationSans/Flags 32/FontBBox[-543 -303 1300 979]/ItalicAngle 0/Ascent 905/Descent -212/CapHeight 729/StemV 80/FontFile2 ${number + 2} 0 R>>`,
    { dict: `/Length1 ${file.length}`, data: file },
  ];
}

/** A ToUnicode map under which each character of `from` reads as that of `to` at its place, and all others as they are. */
export function toUnicode(from: string, to: string): PdfObject {
  const rows = Array.from({ length: LAST - FIRST + 1 }, (_, i) => {
    const character = String.fromCharCode(FIRST + i);
    const at = from.indexOf(character);
    return `<${hex(FIRST + i, 2)}> <${hex((at < 0 ? character : (to[at] as string)).charCodeAt(0), 4)}>`;
  });
  return {
    data: `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def
1 begincodespacerange <00> <ff> endcodespacerange
${rows.length} beginbfchar
${rows.join('\n')}
endbfchar endcmap CMapName currentdict /CMap defineresource pop end end`,
  };
}

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

/** Advance widths of the printable ASCII characters, in thousandths (OpenType: head, hhea, hmtx, cmap format 4). */
function widthsOf(font: Buffer): number[] {
  const tables = new Map<string, number>();
  for (let i = 0; i < font.readUInt16BE(4); i++) {
    const at = 12 + 16 * i;
    tables.set(font.toString('latin1', at, at + 4), font.readUInt32BE(at + 8));
  }
  const table = (name: string): number => tables.get(name) as number;
  const unitsPerEm = font.readUInt16BE(table('head') + 18);
  const metrics = font.readUInt16BE(table('hhea') + 34);
  const cmap = table('cmap');
  let segments = 0;
  for (let i = 0; i < font.readUInt16BE(cmap + 2); i++) {
    const at = cmap + font.readUInt32BE(cmap + 8 + 8 * i);
    if (font.readUInt16BE(at) === 4) segments = at;
  }
  const count = font.readUInt16BE(segments + 6) / 2;
  const glyphOf = (code: number): number => {
    for (let i = 0; i < count; i++) {
      const end = font.readUInt16BE(segments + 14 + 2 * i);
      if (end < code) continue;
      const startAt = segments + 16 + 2 * count + 2 * i;
      const start = font.readUInt16BE(startAt);
      if (start > code) return 0;
      const delta = font.readUInt16BE(startAt + 2 * count);
      const offsetAt = startAt + 4 * count;
      const offset = font.readUInt16BE(offsetAt);
      if (offset === 0) return (code + delta) & 0xffff;
      const glyph = font.readUInt16BE(offsetAt + offset + 2 * (code - start));
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
    }
    return 0;
  };
  return Array.from({ length: LAST - FIRST + 1 }, (_, i) => {
    const glyph = Math.min(glyphOf(FIRST + i), metrics - 1);
    return Math.round((1000 * font.readUInt16BE(table('hmtx') + 4 * glyph)) / unitsPerEm);
  });
}
