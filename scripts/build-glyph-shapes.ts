// Makes data/glyph-shapes.br: the shapes of characters in the fonts that PDFium and pdf.js bring along (Foxit's stand-ins
// for Helvetica, Times and Courier, BSD; Liberation Sans, OFL). Shapes that repeat one that is there are left out.
//
//   npx tsx scripts/build-glyph-shapes.ts
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { type GlyphShape, shapeOf } from '../src/pipeline/proof/glyph-shape.js';
import { distance } from '../src/pipeline/proof/shape-distance.js';
import { compilePdfium, Pdfium } from '../src/sources/pdf/pdfium.js';

const CHARACTERS = [...'0123456789%.,-()+$/:;*=&#?![]ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz£¥§'];
const STANDARD = ['Helvetica', 'Times', 'Courier'].flatMap((family) =>
  ['', '-Bold', family === 'Times' ? '-Italic' : '-Oblique', family === 'Times' ? '-BoldItalic' : '-BoldOblique'].map(
    (style) => (family === 'Times' && style === '' ? 'Times-Roman' : family + style),
  ),
);
const LIBERATION = new URL('../node_modules/pdfjs-dist/standard_fonts/', import.meta.url);
const UNITS = 1000;
/** Closer than this, a shape adds nothing. */
const SAME = 0.025;
const MOVE = 2;
const BEZIER = 1;
const TRUETYPE = 2;

const engine = await Pdfium.start(await compilePdfium());
const { fn, scratch } = engine;
const document = fn.FPDF_CreateNewDocument();
const fonts = [
  ...STANDARD.map((name) => engine.withCString(name, (cName) => fn.FPDFText_LoadStandardFont(document, cName))),
  ...readdirSync(LIBERATION)
    .filter((name) => name.endsWith('.ttf'))
    .map((name) => {
      const bytes = readFileSync(new URL(name, LIBERATION));
      return fn.FPDFText_LoadFont(document, engine.store(bytes), bytes.length, TRUETYPE, 0);
    }),
];
const kept: { character: string; shape: GlyphShape }[] = [];
for (const font of fonts) {
  for (const character of CHARACTERS) {
    const shape = shapeOf(outline(font, character.charCodeAt(0)), UNITS);
    if (shape === null) continue;
    const isNew = !kept.some((one) => one.character === character && distance(one.shape, shape) < SAME);
    if (isNew) kept.push({ character, shape });
  }
}
const round = (value: number): number => Math.round(value * UNITS) / UNITS;
const rows = kept.map(({ character, shape: { cells, width, bottom, top } }) => [
  character,
  round(width),
  round(bottom),
  round(top),
  Buffer.from(cells).toString('base64'),
]);
const packed = brotliCompressSync(JSON.stringify(rows));
writeFileSync(new URL('../data/glyph-shapes.br', import.meta.url), packed);
console.log(`${rows.length} shapes of ${fonts.length} fonts, ${packed.length} bytes`);

/** PDFium gives outlines in ems whatever the size that is asked for. */
function outline(font: number, code: number): string {
  const path = fn.FPDFFont_GetGlyphPath(font, code, UNITS);
  if (path === 0) return '';
  let out = '';
  let curve: number[] = [];
  const count = fn.FPDFGlyphPath_CountGlyphSegments(path);
  for (let i = 0; i < count; i++) {
    const segment = fn.FPDFGlyphPath_GetGlyphPathSegment(path, i);
    fn.FPDFPathSegment_GetPoint(segment, scratch, scratch + 4);
    const point = [Math.round(UNITS * engine.f32(scratch)), Math.round(UNITS * engine.f32(scratch + 4))];
    const type = fn.FPDFPathSegment_GetType(segment);
    if (type === BEZIER) {
      curve.push(...point);
      if (curve.length === 6) {
        out += `C${curve.join(' ')}`;
        curve = [];
      }
    } else out += `${type === MOVE ? 'M' : 'L'}${point.join(' ')}`;
    if (fn.FPDFPathSegment_GetClose(segment)) out += 'Z';
  }
  return out;
}
