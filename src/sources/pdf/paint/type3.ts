import { concat, type Matrix } from '../page-space.js';
import { NO_CLIP } from './clips.js';
import { Drawing } from './drawing.js';
import type { FontFace } from './fonts.js';
import { matrixAttribute } from './numbers.js';
import type { EngineGlyph } from './operators.js';
import { shapeName } from './outlines.js';
import type { Painter } from './painter.js';
import type { Rect } from './rect.js';

/** Glyph space of a Type 3 font is written at this many units an em, as fine as a page at that size. */
export const TYPE3_EM = 1000;

/** A glyph that is a drawing of its own (ISO 32000-1, 9.6.5). */
export interface Type3Glyph {
  readonly id: string;
  readonly hash: string;
  /** Box in ems. */
  readonly box: Rect;
}

/** The content of a Type 3 glyph as a definition, drawn in the colours of the text; null where it paints nothing. */
export function type3Glyph(painter: Painter, font: FontFace, glyph: EngineGlyph): Type3Glyph | null {
  const list = font.font.charProcOperatorList?.[glyph.operatorListId ?? ''];
  if (list === undefined) return null;
  const { context, state } = painter;
  const key = JSON.stringify([
    context.numberOf(list),
    context.paintKey(state.fill),
    context.paintKey(state.stroke),
    state.fillAlpha,
    state.strokeAlpha,
  ]);
  const known = context.type3.get(key);
  if (known !== undefined) return known;
  const m = concat(font.matrix, [TYPE3_EM, 0, 0, TYPE3_EM, 0, 0]);
  const inner = painter.nested(m, NO_CLIP, [-TYPE3_EM * 10, -TYPE3_EM * 10, TYPE3_EM * 10, TYPE3_EM * 10]);
  let made: Type3Glyph | null = null;
  if (inner !== null) {
    inner.state.fillAlpha = state.fillAlpha;
    inner.state.strokeAlpha = state.strokeAlpha;
    inner.drawing = new Drawing(state.fillAlpha);
    inner.run(list);
    const box = inner.painted;
    const content = inner.layer.end();
    if (box !== null && content !== '') {
      const id = context.definitions.define('y', (of) => `<g id="${of}">${content}</g>`);
      const plain = content.replace(/ (?:fill|stroke)="#[0-9a-f]{6}"| (?:fill|stroke)-opacity="[^"]*"/g, '');
      const drawing = inner.drawing.whole;
      // In one colour, it is the same drawing in any.
      const hash = shapeName(drawing === null ? content : plain);
      context.drawings[hash] ??= drawing;
      made = { id, hash, box: box.map((v) => v / TYPE3_EM) as Rect };
    }
  }
  context.type3.set(key, made);
  return made;
}

/** A run of Type 3 glyphs: each definition with the matrix that puts it in place. */
export function type3Markup(
  painter: Painter,
  id: string,
  glyphs: readonly { readonly type3: Type3Glyph; readonly matrix: Matrix }[],
): string {
  if (glyphs.length === 0) return `<g${id}/>`;
  const uses = glyphs.map(({ type3, matrix }) => `href="#${type3.id}" transform="${matrixAttribute(matrix)}"`);
  if (uses.length === 1) return `<use${id} ${uses[0]}/>`;
  const group = painter.context.definitions.define(
    'r',
    (of) => `<g id="${of}">${uses.map((use) => `<use ${use}/>`).join('')}</g>`,
  );
  return `<use${id} href="#${group}"/>`;
}
