import { type PDFDocument, PDFHexString, PDFName, type PDFRef, PDFString } from 'pdf-lib';

/** A TrueType face embedded in a document by glyph numbers (Type 0, Identity-H), with a ToUnicode map of what is used. */
export interface EmbeddedFace {
  readonly ref: PDFRef;
  /** The text as glyph numbers for `Tj`. @throws Error where the face lacks a character */
  encode(text: string): PDFHexString;
  widthPt(text: string, sizePt: number): number;
  /** Writes widths and the map; to be called once, after the last `encode`. */
  finish(): void;
}

export function embedTrueType(document: PDFDocument, file: Buffer, name: string): EmbeddedFace {
  const { context } = document;
  const face = readFace(file);
  const used = new Map<number, string>();
  const ref = context.nextRef();
  const glyphsOf = (text: string): number[] =>
    [...text].map((character) => {
      const glyph = face.glyphOf(character.codePointAt(0) as number);
      if (glyph === 0) throw new Error(`${name} has no ${character}`);
      used.set(glyph, character);
      return glyph;
    });
  return {
    ref,
    encode: (text) =>
      PDFHexString.of(
        glyphsOf(text)
          .map((glyph) => hex(glyph))
          .join(''),
      ),
    widthPt: (text, sizePt) => (glyphsOf(text).reduce((sum, glyph) => sum + face.widthOf(glyph), 0) * sizePt) / 1000,
    finish: () => {
      const program = context.register(context.flateStream(file, { Length1: file.length }));
      const descriptor = context.register(
        context.obj({
          Type: 'FontDescriptor',
          FontName: PDFName.of(name),
          Flags: 4,
          FontBBox: [-543, -303, 1300, 979],
          ItalicAngle: 0,
          Ascent: 905,
          Descent: -212,
          CapHeight: 729,
          StemV: 80,
          FontFile2: program,
        }),
      );
      const widths = [...used.keys()].sort((a, b) => a - b).flatMap((glyph) => [glyph, [face.widthOf(glyph)]]);
      const descendant = context.register(
        context.obj({
          Type: 'Font',
          Subtype: 'CIDFontType2',
          BaseFont: PDFName.of(name),
          CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
          FontDescriptor: descriptor,
          W: widths,
          CIDToGIDMap: 'Identity',
        }),
      );
      const font = {
        Type: 'Font',
        Subtype: 'Type0',
        BaseFont: PDFName.of(name),
        Encoding: 'Identity-H',
        DescendantFonts: [descendant],
        ToUnicode: context.register(context.flateStream(toUnicode(used))),
      };
      context.assign(ref, context.obj(font));
    },
  };
}

const hex = (value: number): string => value.toString(16).padStart(4, '0');

function toUnicode(used: ReadonlyMap<number, string>): string {
  const rows = [...used].map(([glyph, character]) => `<${hex(glyph)}> <${hex(character.charCodeAt(0))}>`);
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Used def /CMapType 2 def
1 begincodespacerange <0000> <ffff> endcodespacerange
${rows.length} beginbfchar
${rows.join('\n')}
endbfchar endcmap CMapName currentdict /CMap defineresource pop end end`;
}

/** Glyphs of characters and their widths in thousandths of an em (OpenType: head, hhea, hmtx, cmap format 4). */
function readFace(file: Buffer) {
  const tables = new Map<string, number>();
  for (let i = 0; i < file.readUInt16BE(4); i++) {
    const at = 12 + 16 * i;
    tables.set(file.toString('latin1', at, at + 4), file.readUInt32BE(at + 8));
  }
  const table = (name: string): number => tables.get(name) as number;
  const unitsPerEm = file.readUInt16BE(table('head') + 18);
  const metrics = file.readUInt16BE(table('hhea') + 34);
  const cmap = table('cmap');
  const subtables = Array.from(
    { length: file.readUInt16BE(cmap + 2) },
    (_, i) => cmap + file.readUInt32BE(cmap + 8 + 8 * i),
  );
  const segments = subtables.find((at) => file.readUInt16BE(at) === 4);
  if (segments === undefined) throw new Error('the face has no character map of format 4');
  const count = file.readUInt16BE(segments + 6) / 2;
  const word = (group: number, i: number): number => segments + 14 + (group === 0 ? 0 : 2) + 2 * count * group + 2 * i;
  return {
    widthOf: (glyph: number): number =>
      Math.round((1000 * file.readUInt16BE(table('hmtx') + 4 * Math.min(glyph, metrics - 1))) / unitsPerEm),
    glyphOf: (code: number): number => {
      for (let i = 0; i < count; i++) {
        if (file.readUInt16BE(word(0, i)) < code) continue;
        const start = file.readUInt16BE(word(1, i));
        if (start > code) return 0;
        const delta = file.readUInt16BE(word(2, i));
        const offset = file.readUInt16BE(word(3, i));
        if (offset === 0) return (code + delta) & 0xffff;
        const glyph = file.readUInt16BE(word(3, i) + offset + 2 * (code - start));
        return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
      }
      return 0;
    },
  };
}
