import type { FontFace } from './fonts.js';
import type { EngineGlyph } from './operators.js';
import type { Outline } from './outlines.js';
import type { Painter } from './painter.js';
import { type Type3Glyph, type3Glyph } from './type3.js';

/** A gap wider than this, in ems, blanks included, begins another run: a column, not a word. A wide blank of CJK has one. */
const MAX_GAP_EM = 1.05;

/** A glyph where it goes, in text units along and across the baseline from where the operator began. */
export interface Placed {
  readonly glyph: EngineGlyph;
  readonly u: number;
  readonly v: number;
  /** Pen position before it, and its width with spacing. */
  readonly pen: number;
  readonly width: number;
  /** Width without spacing. */
  readonly natural: number;
  readonly outline: Outline | null;
  readonly type3: Type3Glyph | null;
  readonly undrawn: boolean;
}

/** The glyphs of one text operator as runs, each at its place, and how far the operator moves the pen (ISO 32000-1, 9.4.4). */
export function textRuns(
  painter: Painter,
  font: FontFace,
  size: number,
  direction: number,
  glyphs: readonly (EngineGlyph | number)[],
): { runs: Placed[][]; length: number } {
  const { placed, length } = layOut(painter, font, size, direction, glyphs);
  return { runs: split(placed, size), length };
}

function layOut(
  painter: Painter,
  font: FontFace,
  size: number,
  direction: number,
  glyphs: readonly (EngineGlyph | number)[],
): { placed: Placed[]; length: number } {
  const { state } = painter;
  const scale = size * font.matrix[0];
  const undrawn = font.font.missingFile === true;
  if (undrawn)
    painter.context.warn('font_missing', `The font ${font.name} is not in the file: its text has no outlines.`);
  const placed: Placed[] = [];
  let pen = 0;
  for (const glyph of glyphs) {
    if (typeof glyph === 'number') {
      pen += ((font.vertical ? 1 : -1) * glyph * size) / 1000;
      continue;
    }
    if (glyph === null) continue;
    const spacing = ((glyph.isSpace ? state.wordSpacing : 0) + state.charSpacing) * direction;
    let [u, v] = [pen, 0];
    let width = glyph.width * scale + spacing;
    if (font.vertical) {
      const metrics = glyph.vmetric ?? font.verticalMetrics;
      u = -(glyph.vmetric ? metrics[1] : glyph.width * 0.5) * scale;
      v = -(pen + metrics[2] * scale);
      width = -metrics[0] * scale - spacing;
    }
    const shown = glyph.isInFont || undrawn;
    const outline = shown && !font.type3 ? font.outline(glyph.fontChar) : null;
    const type3 = font.type3 ? type3Glyph(painter, font, glyph) : null;
    const natural = Math.abs(width - (font.vertical ? -spacing : spacing));
    placed.push({ glyph, u, v, pen, width, natural, outline, type3, undrawn });
    if (glyph.accent) {
      const accent = font.outline(glyph.accent.fontChar);
      const { x, y } = glyph.accent.offset;
      if (accent) {
        const mark = { ...glyph, unicode: '', width: 0 };
        placed.push({
          glyph: mark,
          u: u + size * x,
          v: v + size * y,
          pen: pen + width,
          width: 0,
          natural: 0,
          outline: accent,
          type3: null,
          undrawn,
        });
      }
    }
    pen += width;
  }
  return { placed, length: pen };
}

/** Whether it shows, or would: a font that the file does not bring, and that there is no other for, has no outlines. */
const hasInk = ({ outline, type3, glyph, undrawn }: Placed): boolean =>
  outline !== null || type3 !== null || (undrawn && glyph.unicode.trim() !== '');

/** Cuts where a gap is wide, and leaves out blanks at the ends: they paint nothing. */
function split(placed: readonly Placed[], size: number): Placed[][] {
  const runs: Placed[][] = [];
  let run: Placed[] = [];
  let blanks: Placed[] = [];
  let end = 0;
  for (const item of placed) {
    if (!hasInk(item)) {
      blanks.push(item);
      continue;
    }
    const gap = item.pen - end;
    if (run.length > 0 && Math.abs(gap) > MAX_GAP_EM * size) {
      runs.push(run);
      run = [];
    }
    if (run.length > 0) run.push(...blanks);
    blanks = [];
    run.push(item);
    end = item.pen + item.width;
  }
  if (run.length > 0) runs.push(run);
  return runs;
}
