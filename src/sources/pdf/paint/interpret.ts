import { concat, IDENTITY, type Matrix } from '../page-space.js';
import { clipToRect, clipToShape } from './clips.js';
import { FontFace } from './fonts.js';
import { beginGroup, endGroup } from './groups.js';
import {
  type EngineFont,
  type EngineGlyph,
  type EngineGroup,
  type EngineImage,
  type EngineMask,
  type EnginePattern,
  OP,
  type OperatorList,
} from './operators.js';
import type { Painter } from './painter.js';
import { paintPath, paintShading, paintUnitSquare } from './paths.js';
import { paintImage, paintImageMask } from './pictures.js';
import type { GraphicsState } from './state.js';
import { paintText } from './text.js';

/** Operators of one page with all that is inside glyphs and patterns; a dense map has a million. */
const MAX_OPERATORS = 4_000_000;

/** Runs an operator list. Whatever groups are open at its end are closed. */
export function interpret(painter: Painter, { fnArray, argsArray }: OperatorList): void {
  painter.context.count(fnArray.length, MAX_OPERATORS);
  for (let i = 0; i < fnArray.length; i++) operator(painter, i, fnArray[i] as number, argsArray[i] ?? []);
  while (painter.groups.length > 0) endGroup(painter);
}

// The numbers are those of the engine's list; arguments are what the engine promises for each.
function operator(painter: Painter, index: number, fn: number, args: readonly unknown[]): void {
  const { state } = painter;
  const [a, b] = args as readonly number[] as [number, number];
  switch (fn) {
    case OP.save:
      painter.save();
      break;
    case OP.restore:
      painter.restore();
      break;
    case OP.transform:
      state.ctm = concat(args as readonly number[] as Matrix, state.ctm);
      break;
    case OP.constructPath:
      paintPath(painter, index, a, (args[1] as [ArrayLike<number> | null])[0]);
      break;
    case OP.clip:
      painter.pendingClip = 'nonzero';
      break;
    case OP.eoClip:
      painter.pendingClip = 'evenodd';
      break;
    case OP.setLineWidth:
      state.lineWidth = a;
      break;
    case OP.setLineCap:
      state.cap = a;
      break;
    case OP.setLineJoin:
      state.join = a;
      break;
    case OP.setMiterLimit:
      state.miter = a;
      break;
    case OP.setDash:
      [state.dash, state.dashPhase] = [args[0] as readonly number[], b];
      break;
    case OP.setGState:
      for (const [key, value] of args[0] as [string, never][]) setting(painter, key, value);
      break;
    case OP.setFillRGBColor:
      state.fill = args[0] as string;
      break;
    case OP.setStrokeRGBColor:
      state.stroke = args[0] as string;
      break;
    case OP.setFillTransparent:
      state.fill = null;
      break;
    case OP.setStrokeTransparent:
      state.stroke = null;
      break;
    case OP.setFillColorN:
      state.fill = { pattern: args as readonly unknown[] as EnginePattern, base: state.base };
      break;
    case OP.setStrokeColorN:
      state.stroke = { pattern: args as readonly unknown[] as EnginePattern, base: state.base };
      break;
    case OP.shadingFill:
      paintShading(painter, index, args[0] as string);
      break;
    case OP.beginText:
      Object.assign(state, { textMatrix: IDENTITY, x: 0, y: 0, lineX: 0, lineY: 0 });
      break;
    case OP.endText:
      endText(painter);
      break;
    case OP.setCharSpacing:
      state.charSpacing = a;
      break;
    case OP.setWordSpacing:
      state.wordSpacing = a;
      break;
    case OP.setHScale:
      state.hScale = a / 100;
      break;
    case OP.setLeading:
      state.leading = -a;
      break;
    case OP.setFont:
      setFont(painter, args[0] as string, b);
      break;
    case OP.setTextRenderingMode:
      state.mode = a;
      break;
    case OP.setTextRise:
      state.rise = a;
      break;
    case OP.setLeadingMoveText:
      state.leading = b;
      moveText(state, a, b);
      break;
    case OP.moveText:
      moveText(state, a, b);
      break;
    case OP.nextLine:
      moveText(state, 0, state.leading);
      break;
    case OP.setTextMatrix:
      Object.assign(state, { textMatrix: args[0], x: 0, y: 0, lineX: 0, lineY: 0 });
      break;
    case OP.showText:
      paintText(painter, index, args[0] as readonly (EngineGlyph | number)[]);
      break;
    case OP.beginMarkedContent:
      painter.marked.push(true);
      break;
    case OP.beginMarkedContentProps:
      painter.marked.push((args[0] as string) !== 'OC' || painter.context.isVisible(args[1]));
      break;
    case OP.endMarkedContent:
      painter.marked.pop();
      break;
    case OP.paintFormXObjectBegin:
      painter.save();
      if (args[0]) painter.state.ctm = concat(args[0] as Matrix, painter.state.ctm);
      painter.state.base = painter.state.ctm;
      if (args[1]) painter.clipToBox(args[1] as ArrayLike<number>, painter.state.ctm);
      break;
    case OP.paintFormXObjectEnd:
      painter.restore();
      break;
    case OP.beginGroup:
      beginGroup(painter, args[0] as EngineGroup);
      break;
    case OP.endGroup:
      endGroup(painter);
      break;
    case OP.beginAnnotation:
      painter.restart(args[1] as ArrayLike<number> | null, args[2] as Matrix, args[3] as Matrix);
      break;
    case OP.paintImageXObject:
      paintImage(
        painter,
        index,
        painter.context.objects.get(args[0] as string) as EngineImage | null,
        args[0] as string,
      );
      break;
    case OP.paintInlineImageXObject:
      paintImage(painter, index, args[0] as EngineImage, `inline ${index}`);
      break;
    case OP.paintImageMaskXObject:
      paintImageMask(painter, index, args[0] as EngineMask);
      break;
    case OP.paintSolidColorImageMask:
      paintUnitSquare(painter, index);
      break;
  }
}

function setFont(painter: Painter, name: string, size: number): void {
  const { context, state } = painter;
  let face = context.fonts.get(name);
  if (face === undefined) {
    const font = context.objects.get(name) as EngineFont | null;
    // The engine gives an error in place of a font that it can't read.
    face =
      font !== null && typeof font === 'object' && 'loadedName' in font ? new FontFace(font, context.objects) : null;
    if (face === null) context.warn('font_unreadable', 'A font can’t be read: its text is not drawn.');
    context.fonts.set(name, face);
  }
  state.font = face;
  state.fontSize = size;
}

function moveText(state: GraphicsState, x: number, y: number): void {
  state.x = state.lineX += x;
  state.y = state.lineY += y;
}

/** Text that clips does so once the text object is over (9.4.1). */
function endText(painter: Painter): void {
  if (painter.textClip === null) return;
  const { markup, box } = painter.textClip;
  const { state } = painter;
  painter.textClip = null;
  if (markup.length === 0) state.clip = clipToRect(state.clip, [0, 0, 0, 0]);
  else state.clip = clipToShape(state.clip, markup.join(''), box);
}

/** One entry of a graphics state parameter dictionary (8.4.5). */
function setting(painter: Painter, key: string, value: never): void {
  const { state } = painter;
  switch (key) {
    case 'LW':
      state.lineWidth = value;
      break;
    case 'LC':
      state.cap = value;
      break;
    case 'LJ':
      state.join = value;
      break;
    case 'ML':
      state.miter = value;
      break;
    case 'D':
      [state.dash, state.dashPhase] = value as [number[], number];
      break;
    case 'Font':
      setFont(painter, value[0], value[1]);
      break;
    case 'CA':
      state.strokeAlpha = alpha(value);
      break;
    case 'ca':
      state.fillAlpha = alpha(value);
      break;
    case 'BM':
      state.blend = (value as string) === 'source-over' ? 'normal' : value;
      break;
    case 'SMask':
      state.mask = value ? (painter.pendingMask?.id ?? null) : null;
      state.unwritable = value ? (painter.pendingMask?.unwritable ?? null) : null;
      painter.pendingMask = null;
      break;
    case 'TR':
      if (value)
        painter.context.warn(
          'transfer_function',
          'A transfer function (/TR) is left out: other viewers may show other colours.',
        );
      break;
  }
}

const alpha = (value: unknown): number => (typeof value === 'number' ? Math.min(1, Math.max(0, value)) : 1);
