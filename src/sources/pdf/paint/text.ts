import { createHash } from 'node:crypto';
import { type Glyph, OUTLINE_UNITS_PER_EM } from '../../painted.js';
import { concat, directionDeg, type Matrix } from '../page-space.js';
import { NO_CLIP } from './clips.js';
import type { FontFace } from './fonts.js';
import { matrixAttribute, round2 } from './numbers.js';
import type { EngineGlyph } from './operators.js';
import type { Outline } from './outlines.js';
import type { Painter } from './painter.js';
import { writePath } from './path-data.js';
import { addRect, emptyRect, isEmpty, mapped, type Rect, toPageBox } from './rect.js';
import { fillAttributes, NO_PAINT, penOf, strokeAttributes } from './style.js';

/** Outlines of text that clips what comes after the text object. */
export interface TextClip {
  readonly markup: string[];
  readonly box: Rect;
}

/** A gap wider than this, in ems, blanks included, begins another run: a column, not a word. A wide blank of CJK has one. */
const MAX_GAP_EM = 1.05;
/** Where a glyph without an outline would be, in ems. */
const UNDRAWN_BOX: Rect = [0, 0, 1, 1];
/** Glyph space of a Type 3 font is written at this many units an em, as fine as a page at that size. */
const TYPE3_EM = 1000;

/** A glyph where it goes, in text units along and across the baseline from where the operator began. */
interface Placed {
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

interface Type3Glyph {
  readonly id: string;
  readonly hash: string;
  /** Box in ems. */
  readonly box: Rect;
}

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
  const { placed, length } = layOut(painter, font, size, direction, glyphs);
  const runs = split(placed, size);
  runs.forEach((run, k) => {
    paintRun(painter, runs.length === 1 ? String(index) : `${index}-${k + 1}`, run, frame, size, font);
  });
  if (font.vertical) state.y -= length;
  else state.x += length * state.hScale * direction;
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
  const paints = mode % 4;
  const fills = font.type3 ? mode !== 3 : paints === 0 || paints === 2;
  const strokes = !font.type3 && (paints === 1 || paints === 2);
  const pen = strokes ? penOf(state) : null;
  const painted: Rect =
    pen === null ? box : [box[0] - pen.reach, box[1] - pen.reach, box[2] + pen.reach, box[3] + pen.reach];
  const fill = fills ? painter.serve(state.fill, painted) : NO_PAINT;
  const stroke = strokes ? painter.serve(state.stroke, painted) : NO_PAINT;
  // Pens and patterns are in page space: so is the outline, then.
  const inPage = strokes || (fills && typeof state.fill !== 'string' && state.fill !== null);
  const write = font.type3
    ? (id: string) => type3Markup(painter, id, run, frame, size, fills)
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

function rotation(frame: Matrix, vertical: boolean): number {
  const degrees = directionDeg(vertical ? [-frame[2], -frame[3], 0, 0, 0, 0] : frame);
  return Number.isFinite(degrees) ? degrees : 0;
}

/** From ems to page space for a glyph at this place. */
const emMatrix = (frame: Matrix, size: number, u: number, v: number): Matrix => concat([size, 0, 0, size, u, v], frame);

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

function type3Markup(
  painter: Painter,
  id: string,
  run: readonly Placed[],
  frame: Matrix,
  size: number,
  fills: boolean,
): string {
  if (!fills) return `<g${id}/>`;
  const uses = run.flatMap(({ type3, u, v }) =>
    type3 === null
      ? []
      : [`href="#${type3.id}" transform="${matrixAttribute(emMatrix(frame, size / TYPE3_EM, u, v))}"`],
  );
  if (uses.length === 1) return `<use${id} ${uses[0]}/>`;
  const group = painter.context.definitions.define(
    'r',
    (of) => `<g id="${of}">${uses.map((use) => `<use ${use}/>`).join('')}</g>`,
  );
  return `<use${id} href="#${group}"/>`;
}

/** The content of a Type 3 glyph as a definition, drawn in the colours of the text; null where it paints nothing. */
function type3Glyph(painter: Painter, font: FontFace, glyph: EngineGlyph): Type3Glyph | null {
  const list = font.font.charProcOperatorList?.[glyph.operatorListId ?? ''];
  if (list === undefined) return null;
  const { context, state } = painter;
  const key = JSON.stringify([
    'type3',
    context.numberOf(list),
    context.paintKey(state.fill),
    context.paintKey(state.stroke),
    state.fillAlpha,
    state.strokeAlpha,
  ]);
  const known = context.type3.get(key);
  if (known !== undefined) return known as Type3Glyph | null;
  const m = concat(font.matrix, [TYPE3_EM, 0, 0, TYPE3_EM, 0, 0]);
  const inner = painter.nested(m, NO_CLIP, [-TYPE3_EM * 10, -TYPE3_EM * 10, TYPE3_EM * 10, TYPE3_EM * 10]);
  let made: Type3Glyph | null = null;
  if (inner !== null) {
    inner.state.fillAlpha = state.fillAlpha;
    inner.state.strokeAlpha = state.strokeAlpha;
    inner.run(list);
    const box = inner.painted;
    const content = inner.layer.end();
    if (box !== null && content !== '') {
      const id = context.definitions.define('y', (of) => `<g id="${of}">${content}</g>`);
      const plain = content.replace(/ (?:fill|stroke)="#[0-9a-f]{6}"| (?:fill|stroke)-opacity="[^"]*"/g, '');
      const hash = createHash('sha256').update(plain).digest('hex').slice(0, 16);
      made = { id, hash, box: box.map((v) => v / TYPE3_EM) as Rect };
    }
  }
  context.type3.set(key, made);
  return made;
}

/** Unicode from a file may be half of a pair, or no character at all. */
const clean = (unicode: string): string => (unicode === '\u0000' ? '' : unicode.toWellFormed());
