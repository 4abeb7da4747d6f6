import type { PageBox } from '../evidence/boxes.js';
import { rounded } from '../evidence/boxes.js';
import type { Refusal } from '../evidence/wire/prove.js';
import { type GlyphRun, OUTLINE_UNITS_PER_EM, type PaintedPage } from '../sources/painted.js';
import type { WitnessedPage, WitnessedText } from '../sources/witnessed.js';
import { actualTexts } from './proof/actual-text.js';
import { copiesOf } from './proof/copies.js';
import { drawnAt } from './proof/drawn-at.js';
import type { EvidenceGlyph, EvidenceRun, PageEvidence } from './proof/evidence.js';
import { type GlyphShape, shapeOf, shapeOfDrawing } from './proof/glyph-shape.js';
import { knockedOut } from './proof/knocked-out.js';
import { lyingGlyphs } from './proof/lying-glyphs.js';
import { type Match, matchGlyphs } from './proof/match-glyphs.js';
import { overlaidLetters } from './proof/overlaid-letters.js';
import type { ReadableGlyph, ReadableRun } from './proof/pieces.js';
import { readAs } from './proof/read-as.js';
import { readingsOf } from './proof/readings.js';
import { refusalsOf } from './proof/refusals.js';
import { strangersAt } from './proof/strangers.js';
import { unevenNumbers } from './proof/uneven-numbers.js';
import { upsideDownDigits } from './proof/upside-down.js';

/**
 * Joins what pdf.js says is painted with what PDFium and its pixels show of it. All judgement is done here, once a page:
 * a proof only looks up.
 */
export function pageEvidence(painted: PaintedPage, witnessed: WitnessedPage): PageEvidence {
  const page = [0, 0, painted.width, painted.height] as unknown as PageBox;
  const runsPainted = painted.elements.filter((element): element is GlyphRun => element.kind === 'text');
  const matches = matchGlyphs(runsPainted, witnessed.texts);
  const shapes = shapesOf(painted);
  const lying = lyingGlyphs(runsPainted, shapes);
  const upsideDown = upsideDownDigits(runsPainted);
  const covered = knockedOut(painted.elements);
  const copies = copiesOf(runsPainted);
  const actual = actualTexts(runsPainted, matches.byGlyph, witnessed.texts);

  const runs: EvidenceRun[] = [];
  const glyphs: EvidenceGlyph[] = [];
  const readable: ReadableRun[] = [];
  for (const run of runsPainted) {
    const readableGlyphs: ReadableGlyph[] = [];
    let embedded: boolean | null = null;
    run.glyphs.forEach((glyph, i) => {
      const original = copies.get(glyph);
      const isCopyInRun = original?.run === run;
      // PDFium leaves out some of what it takes for copies.
      const twin = original === undefined || isCopyInRun ? null : matches.byGlyph.get(original.glyph);
      const match = matches.byGlyph.get(glyph) ?? twin ?? null;
      if (match !== null) embedded = (embedded ?? true) && isEmbedded(run, match);
      const shape = shapes.get(glyph.outline) ?? null;
      const other = actual.get(glyph);
      const box = glyph.ink ?? match?.char.box ?? null;
      const blank = isBlank(glyph.unicode) && glyph.ink === null;
      const refused: Refusal[] = blank
        ? []
        : refusalsOf({
            run,
            glyph,
            match,
            page,
            shape,
            embedded: match !== null && isEmbedded(run, match),
            lies: lying.has(glyph) || upsideDown.has(glyph),
            actualTextDiffers: other !== undefined,
            isCopyInRun,
            isKnockedOut: covered.has(glyph),
          });
      const reads = (said: string): string => readAs(said, glyph, shape, run, run.glyphs[i - 1] ?? null);
      // Two glyphs that print as one are read as one.
      if (!isCopyInRun)
        readableGlyphs.push({
          index: glyphs.length,
          texts: [reads(glyph.unicode), reads(match?.char.unicode ?? glyph.unicode), other ?? reads(glyph.unicode)],
          origin: glyph.origin,
          width: glyph.width,
          refused: refused.length > 0,
        });
      glyphs.push({
        run: runs.length,
        pdfjs: glyph.unicode,
        pdfium: match?.char.unicode ?? null,
        charCode: glyph.charCode,
        outline: glyph.outline,
        origin: glyph.origin,
        box: rounded(box ?? pointBox(glyph.origin)),
        visiblePixels: match?.char.pixels?.visiblePixels ?? null,
        seen: match?.char.pixels?.seen ?? null,
        refused,
      });
    });
    runs.push({
      element: run.id,
      font: run.font,
      embedded,
      mode: run.mode,
      fill: run.fill ?? run.stroke,
      alpha: run.fillAlpha,
      sizePt: run.sizePt,
      rotationDeg: run.rotationDeg,
    });
    readable.push({ sizePt: run.sizePt, rotationDeg: run.rotationDeg, vertical: run.vertical, glyphs: readableGlyphs });
  }
  for (const text of witnessed.texts) addUnmatched(text, matches.matched, runs, glyphs, readable);
  const readings = readingsOf(readable);
  const refuse = (index: number, reason: Refusal): void => {
    const glyph = glyphs[index] as EvidenceGlyph;
    glyphs[index] = { ...glyph, refused: [...new Set([...glyph.refused, reason])] };
  };
  const overlaid = overlaidLetters(glyphs, runs, readings);
  const strangers = strangersAt(glyphs, runs, readings);
  for (const [index, reason] of drawnAt(glyphs, runs, readings, painted.elements)) refuse(index, reason);
  for (const [index, reason] of strangers) refuse(index, reason);
  for (const index of overlaid) refuse(index, 'COVERED');
  for (const index of unevenNumbers(glyphs, runs, readings)) refuse(index, 'WITNESSES_DISAGREE');
  return {
    width: painted.width,
    height: painted.height,
    runs,
    glyphs,
    readings,
    pictures: witnessed.pictures,
  };
}

function shapesOf({ outlines, drawings }: PaintedPage): Map<string, GlyphShape | null> {
  const shapes = new Map(Object.entries(outlines).map(([name, path]) => [name, knownShape(path)]));
  for (const [name, drawing] of Object.entries(drawings)) {
    shapes.set(name, drawing && shapeOfDrawing(drawing, OUTLINE_UNITS_PER_EM));
  }
  return shapes;
}

/** Shapes that are kept: the pages of a document show the same glyphs again. */
const MAX_SHAPES = 10_000;
const knownShapes = new Map<string, GlyphShape | null>();

function knownShape(path: string): GlyphShape | null {
  let shape = knownShapes.get(path);
  if (shape === undefined) {
    shape = shapeOf(path, OUTLINE_UNITS_PER_EM);
    if (knownShapes.size >= MAX_SHAPES) knownShapes.clear();
    knownShapes.set(path, shape);
  }
  return shape;
}

const isBlank = (unicode: string): boolean => unicode.trim() === '';
const pointBox = ([x, y]: readonly [number, number]): PageBox => [x, y, x, y] as unknown as PageBox;
/** Type 3 glyphs are drawings inside the file: there is nothing to embed. */
const isEmbedded = (run: GlyphRun, { text }: Match): boolean => run.type3 || text.embedded;

/** Text that only PDFium knows. It is never proven, but must be found, so that the refusal has its reason. */
function addUnmatched(
  text: WitnessedText,
  matched: ReadonlySet<object>,
  runs: EvidenceRun[],
  glyphs: EvidenceGlyph[],
  readable: ReadableRun[],
): void {
  const left = text.chars.filter((char) => !matched.has(char) && !isBlank(char.unicode));
  if (left.length === 0) return;
  const sizePt = Math.max(1, Math.min(text.box[3] - text.box[1], text.box[2] - text.box[0]));
  // pdf.js lists no glyphs of a font that is not in the file and that it has nothing like.
  const why: Refusal = text.embedded ? 'WITNESSES_DISAGREE' : 'NOT_EMBEDDED';
  const reason: Refusal = text.mode === INVISIBLE ? 'INVISIBLE_MODE' : why;
  readable.push({
    sizePt,
    rotationDeg: 0,
    vertical: false,
    glyphs: left.map((char, i) => ({
      index: glyphs.length + i,
      texts: [char.unicode, char.unicode, char.unicode],
      origin: char.origin,
      width: char.box[2] - char.box[0],
      refused: true,
    })),
  });
  for (const char of left) {
    glyphs.push({
      run: runs.length,
      pdfjs: null,
      pdfium: char.unicode,
      charCode: null,
      outline: null,
      origin: char.origin,
      box: char.box,
      visiblePixels: char.pixels?.visiblePixels ?? null,
      seen: char.pixels?.seen ?? null,
      refused: [reason],
    });
  }
  runs.push({
    element: null,
    font: text.font,
    embedded: text.embedded,
    mode: text.mode,
    fill: text.fill,
    alpha: text.fillAlpha,
    sizePt,
    rotationDeg: 0,
  });
}

const INVISIBLE = 3;
