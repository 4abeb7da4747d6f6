import { type Glyph, OUTLINE_UNITS_PER_EM } from '../../painted.js';
import { modeFills, modeStrokes } from '../../text-mode.js';
import { concat, directionDeg, type Matrix } from '../page-space.js';
import type { FontFace } from './fonts.js';
import { matrixAttribute, round2 } from './numbers.js';
import type { EngineGlyph } from './operators.js';
import type { Painter } from './painter.js';
import { writePath } from './path-data.js';
import { addRect, emptyRect, grownBy, isEmpty, mapped, type Rect, toPageBox } from './rect.js';
import { fillAttributes, NO_PAINT, penOf, strokeAttributes } from './style.js';
import { type Placed, textRuns } from './text-runs.js';
import { TYPE3_EM, type3Markup } from './type3.js';

/** Outlines of text that clips what comes after the text object. */
export interface TextClip {
  readonly markup: string[];
  readonly box: Rect;
}

/** Where a glyph without an outline would be, in ems. */
const UNDRAWN_BOX: Rect = [0, 0, 1, 1];

/** Paints the glyphs of one text operator (ISO 32000-1, 9.4.4). */
export function paintText(painter: Painter, index: number, glyphs: readonly (EngineGlyph | number)[]): void {
  const { state } = painter;
  const { font } = state;
  if (font === null || !(state.fontSize !== 0)) return;
  const direction = state.fontSize < 0 ? -1 : 1;
  const size = Math.abs(state.fontSize);
  const frame = concat(
    concat([state.hScale * direction, 0, 0, direction, state.x, state.y + state.rise], state.textMatrix),
    state.ctm,
  );
  const { runs, length } = textRuns(painter, font, size, direction, glyphs);
  runs.forEach((run, k) => {
    paintRun(painter, runs.length === 1 ? String(index) : `${index}-${k + 1}`, run, frame, size, font);
  });
  if (font.vertical) state.y -= length;
  else state.x += length * state.hScale * direction;
}

function paintRun(painter: Painter, name: string, run: Placed[], frame: Matrix, size: number, font: FontFace): void {
  const { state } = painter;
  const at = (u: number, v: number): [number, number] => [
    frame[0] * u + frame[2] * v + frame[4],
    frame[1] * u + frame[3] * v + frame[5],
  ];
  const along = font.vertical ? Math.hypot(frame[2], frame[3]) : Math.hypot(frame[0], frame[1]);
  const box = emptyRect();
  const glyphs: Glyph[] = run.map((item, k) => {
    const { glyph, u, v, outline, type3 } = item;
    const shape = outline?.box ?? type3?.box ?? null;
    const matrix = emMatrix(frame, size, u, v);
    const ink = shape === null ? null : mapped(matrix, shape);
    if (ink !== null) addRect(box, ink);
    else if (item.undrawn) addRect(box, mapped(matrix, UNDRAWN_BOX));
    if (outline !== null) painter.context.outlines[outline.hash] ??= `m${outline.start.join(' ')}${outline.rest}`;
    const next = run[k + 1];
    const [x, y] = at(u, v);
    return {
      unicode: clean(glyph.unicode),
      charCode: glyph.originalCharCode,
      outline: outline?.hash ?? type3?.hash ?? '',
      origin: [round2(x), round2(y)],
      advance: round2((next === undefined ? item.width : next.pen - item.pen) * along),
      width: round2(item.natural * along),
      ink: ink === null ? null : toPageBox(ink),
    };
  });
  const { mode } = state;
  const substituted = run.some(({ undrawn }) => undrawn);
  const fills = font.type3 ? mode !== 3 : modeFills(mode);
  const strokes = !font.type3 && modeStrokes(mode);
  const pen = strokes ? penOf(state) : null;
  const painted = pen === null ? box : grownBy(box, pen.reach);
  const fill = fills ? painter.serve(state.fill) : NO_PAINT;
  const stroke = strokes ? painter.serve(state.stroke) : NO_PAINT;
  // Pens and patterns are in page space: so is the outline, then.
  const inPage = strokes || (fills && typeof state.fill !== 'string' && state.fill !== null);
  const write = font.type3
    ? (id: string) => type3Markup(painter, id, fills ? placedType3(run, frame, size) : [])
    : (id: string) => {
        const style = `${fillAttributes(fill, state.fillAlpha)}${pen === null ? '' : strokeAttributes(stroke, pen, state.strokeAlpha)}`;
        return outlineMarkup(id, run, frame, size, inPage, style);
      };
  painter.paint(
    name,
    isEmpty(painted) ? [0, 0, 0, 0] : painted,
    write,
    {
      kind: 'text',
      text: glyphs.map(({ unicode }) => unicode).join(''),
      glyphs,
      font: font.name,
      substituted,
      type3: font.type3,
      sizePt: round2(size * Math.hypot(frame[2], frame[3])),
      em: emOf(frame, size),
      rotationDeg: rotation(frame, font.vertical),
      vertical: font.vertical,
      mode,
      fill: fills && typeof state.fill === 'string' ? state.fill : null,
      stroke: strokes && typeof state.stroke === 'string' ? state.stroke : null,
    },
    fill.unwritable ??
      stroke.unwritable ??
      (substituted && (fills || strokes) ? 'text in a font that is not in the file' : null),
  );
  if (mode >= 4 && !font.type3) {
    painter.textClip ??= { markup: [], box: emptyRect() };
    painter.textClip.markup.push(outlineMarkup('', run, frame, size, false, ''));
    addRect(painter.textClip.box, box);
  }
}

function emOf(frame: Matrix, size: number): [number, number, number, number] {
  const [ax, ay, ux, uy] = frame.map((v) => (Number.isFinite(v * size) ? Math.round(v * size * 1000) / 1000 : 0));
  return [ax, ay, ux, uy] as [number, number, number, number];
}

function rotation(frame: Matrix, vertical: boolean): number {
  const degrees = directionDeg(vertical ? [-frame[2], -frame[3], 0, 0, 0, 0] : frame);
  return Number.isFinite(degrees) ? degrees : 0;
}

/** From ems to page space for a glyph at this place. */
const emMatrix = (frame: Matrix, size: number, u: number, v: number): Matrix => concat([size, 0, 0, size, u, v], frame);

const placedType3 = (run: readonly Placed[], frame: Matrix, size: number) =>
  run.flatMap(({ type3, u, v }) => (type3 === null ? [] : [{ type3, matrix: emMatrix(frame, size / TYPE3_EM, u, v) }]));

function outlineMarkup(
  id: string,
  run: readonly Placed[],
  frame: Matrix,
  size: number,
  inPage: boolean,
  style: string,
): string {
  if (inPage) {
    const d = run.map(({ outline, u, v }) => (outline ? writePath(outline.data, emMatrix(frame, size, u, v)).d : ''));
    return `<path${id} d="${d.join('')}"${style}/>`;
  }
  const first = run[0] as Placed;
  const units = OUTLINE_UNITS_PER_EM / size;
  let d = '';
  for (const { outline, u, v } of run) {
    if (outline === null) continue;
    const x = Math.round((u - first.u) * units) + outline.start[0];
    const y = Math.round((v - first.v) * units) + outline.start[1];
    d += `M${x}${y < 0 ? '' : ' '}${y}${outline.rest}`;
  }
  if (d === '') return `<g${id}/>`;
  const m = emMatrix(frame, size / OUTLINE_UNITS_PER_EM, first.u, first.v);
  return `<path${id} transform="${matrixAttribute(m)}" d="${d}"${style}/>`;
}

/** Unicode from a file may be half of a pair, or no character at all. */
const clean = (unicode: string): string => (unicode === '\u0000' ? '' : unicode.toWellFormed());
