import { IDENTITY } from '../page-space.js';
import { clipToRect } from './clips.js';
import { factor, round2 } from './numbers.js';
import { OP } from './operators.js';
import { shadingServer } from './paint-servers.js';
import type { Painter } from './painter.js';
import { NO_PATH, type PathShape, packedRect, rectPath, writePath } from './path-data.js';
import { grownBy, meet, type Rect, UNIT_SQUARE } from './rect.js';
import { meanScale } from './state.js';
import { fillAttributes, NO_PAINT, penOf, strokeAttributes } from './style.js';

const FILLS = new Set<number>([
  OP.fill,
  OP.rawFillPath,
  OP.eoFill,
  OP.fillStroke,
  OP.eoFillStroke,
  OP.closeFillStroke,
  OP.closeEOFillStroke,
]);
const STROKES = new Set<number>([
  OP.stroke,
  OP.closeStroke,
  OP.fillStroke,
  OP.eoFillStroke,
  OP.closeFillStroke,
  OP.closeEOFillStroke,
]);
const EVEN_ODD = new Set<number>([OP.eoFill, OP.eoFillStroke, OP.closeEOFillStroke]);

/** Paints a path, then clips with it where that was asked for (ISO 32000-1, 8.5). */
export function paintPath(painter: Painter, index: number, fn: number, data: ArrayLike<number> | null): void {
  const { state } = painter;
  const shape = data === null ? NO_PATH : writePath(data, state.ctm);
  if (shape.d !== '' && fn !== OP.endPath) {
    const how = {
      fills: FILLS.has(fn),
      strokes: STROKES.has(fn),
      rule: EVEN_ODD.has(fn) ? 'evenodd' : 'nonzero',
    } as const;
    painter.drawing?.path(state, data as ArrayLike<number>, how.fills ? how.rule : null, how.strokes);
    paintOutline(painter, index, shape, data as ArrayLike<number>, how);
  }
  if (painter.pendingClip !== null) painter.clipTo(shape, painter.pendingClip);
  painter.pendingClip = null;
}

/** Fills the unit square: an image mask of one pixel. */
export function paintUnitSquare(painter: Painter, index: number): void {
  const shape = writePath(packedRect(UNIT_SQUARE), painter.state.ctm);
  painter.drawing?.unitSquare(painter.state);
  paintOutline(painter, index, shape, [], { fills: true, strokes: false, rule: 'nonzero' });
}

function paintOutline(
  painter: Painter,
  index: number,
  shape: PathShape,
  data: ArrayLike<number>,
  how: { fills: boolean; strokes: boolean; rule: 'nonzero' | 'evenodd' },
): void {
  const { state } = painter;
  const fill = how.fills ? painter.serve(state.fill) : NO_PAINT;
  const pen = how.strokes ? penOf(state) : null;
  const box: Rect = pen === null ? shape.box : grownBy(shape.box, pen.reach);
  const stroke = how.strokes ? painter.serve(state.stroke) : NO_PAINT;
  // A shading has a box of its own.
  const clip = state.clip;
  if (fill.clip !== null && !how.strokes) state.clip = clipToRect(clip, fill.clip);
  // Filled and stroked at once, the line hides the filling below it (ISO 32000-2, 11.7.4.4).
  const asOne = how.fills && how.strokes && state.fillAlpha === state.strokeAlpha;
  const [fillAlpha, strokeAlpha] = asOne ? [1, 1] : [state.fillAlpha, state.strokeAlpha];
  const opacity = asOne && state.fillAlpha !== 1 ? ` opacity="${factor(state.fillAlpha)}"` : '';
  const rule = how.rule === 'evenodd' && how.fills ? ' fill-rule="evenodd"' : '';
  const paint = `${fillAttributes(fill, fillAlpha)}${rule}${pen === null ? '' : strokeAttributes(stroke, pen, strokeAlpha)}${opacity}`;
  const local = pen?.matrix
    ? { d: writePath(data, IDENTITY).d, at: ` transform="${pen.matrix}"` }
    : { d: shape.d, at: '' };
  painter.paint(
    String(index),
    box,
    (id) => `<path${id}${local.at} d="${local.d}"${paint}/>`,
    {
      kind: 'path',
      d: shape.d,
      fill: fill.listed,
      fillRule: how.rule,
      stroke: stroke.listed,
      strokeWidthPt: pen === null ? 0 : round2(state.lineWidth * meanScale(state.ctm)),
      dashed: pen !== null && pen.dash !== '',
    },
    fill.unwritable ?? stroke.unwritable,
  );
  state.clip = clip;
}

/** Paints all that the clip leaves with a shading (8.7.4.2). */
export function paintShading(painter: Painter, index: number, name: string): void {
  const { state, area } = painter;
  const box = state.clip.box === null ? area : meet(area, state.clip.box);
  const server = shadingServer(painter, name, state.ctm);
  const shown = server.clip === null ? box : meet(box, server.clip);
  const alpha = state.fillAlpha === 1 ? '' : ` fill-opacity="${factor(state.fillAlpha)}"`;
  if (server.unwritable !== null) {
    painter.patch(String(index), shown, server.unwritable);
    return;
  }
  painter.paint(
    String(index),
    shown,
    (id) => `<path${id} d="${rectPath(shown)}" fill="url(#${server.id})"${alpha}/>`,
    { kind: 'shading' },
    null,
  );
}
