import type { PaintedElement, PaintedPath, PaintedPicture } from '../../painted.js';
import { concat, type Matrix } from '../page-space.js';
import { type Clip, clipToRect, clipToShape, hides, insideGroup } from './clips.js';
import { FontFace } from './fonts.js';
import { beginGroup, endGroup, type GroupFrame } from './groups.js';
import { factor, num, round2 } from './numbers.js';
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
import type { PageContext } from './page-context.js';
import { type PaintServer, paintServer, shadingServer } from './paint-servers.js';
import type { Paint } from './paints.js';
import { NO_PATH, type PathShape, writePath } from './path-data.js';
import { paintImage, paintImageMask } from './pictures.js';
import { addRect, emptyRect, isEmpty, meet, type Rect, toPageBox } from './rect.js';
import { GraphicsState, meanScale, uniformScale } from './state.js';
import { Layer } from './svg-writer.js';
import { paintText, type TextClip } from './text.js';

const CAPS = ['', ' stroke-linecap="round"', ' stroke-linecap="square"'];
const JOINS = ['', ' stroke-linejoin="round"', ' stroke-linejoin="bevel"'];
/** What SVG takes where nothing is said; PDF's own default is 10. */
const SVG_MITER = 4;
/** A line of width 0 is as thin as the device can draw (ISO 32000-1, 8.4.3.2): a pixel at 144 DPI. */
const HAIRLINE_PT = 0.5;
/** Content streams inside of glyphs and patterns, inside of each other; real files have two. */
const MAX_DEPTH = 6;
/** Operators of one page with all that is inside glyphs and patterns; a dense map has a million. */
const MAX_OPERATORS = 4_000_000;

const FILLS = new Set<number>([
  OP.fill,
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

/** What an element is listed with, besides what its graphics state says. */
type Listed =
  | Omit<PaintedPath, keyof Common>
  | Omit<PaintedPicture, keyof Common>
  | Omit<Extract<PaintedElement, { kind: 'text' }>, keyof Common>;
type Common = Pick<PaintedElement, 'id' | 'box' | 'clip' | 'layerHidden' | 'fillAlpha' | 'strokeAlpha'>;

/** Runs an operator list and writes what it paints. */
export class Painter {
  state: GraphicsState;
  layer: Layer;
  /** Box of everything painted in the layer. */
  ink: Rect = emptyRect();
  /** Whether elements are listed and named: not those inside of masks, patterns and glyphs. */
  listing: boolean;
  /** The soft mask that the next graphics state dictionary puts into force. */
  pendingMask: { readonly id: string; readonly unwritable: string | null } | null = null;
  readonly groups: GroupFrame[] = [];
  private readonly stack: GraphicsState[] = [];
  private readonly marked: boolean[] = [];
  private readonly initial: GraphicsState;
  private pendingClip: 'nonzero' | 'evenodd' | null = null;
  textClip: TextClip | null = null;

  /**
   * @param area the part of the target space that can show: the page, or the cell of a pattern
   */
  constructor(
    readonly context: PageContext,
    ctm: Matrix,
    clip: Clip,
    readonly area: Rect,
    private readonly depth = 0,
  ) {
    this.initial = new GraphicsState(ctm, clip);
    this.state = this.initial.copy();
    this.layer = new Layer(context.definitions);
    this.listing = depth === 0;
  }

  run({ fnArray, argsArray }: OperatorList): void {
    this.context.count(fnArray.length, MAX_OPERATORS);
    for (let i = 0; i < fnArray.length; i++) this.operator(i, fnArray[i] as number, argsArray[i] ?? []);
    while (this.groups.length > 0) endGroup(this);
  }

  /** A painter for content inside of a pattern or a glyph; null where such content nests too deep. */
  nested(ctm: Matrix, clip: Clip, area: Rect): Painter | null {
    if (this.depth >= MAX_DEPTH) {
      this.context.warn('nested_too_deep', 'Patterns or glyphs that are inside of each other too deep are left out.');
      return null;
    }
    const painter = new Painter(this.context, ctm, clip, area, this.depth + 1);
    const { fill, stroke } = this.state;
    Object.assign(painter.state, { fill, stroke });
    return painter;
  }

  // The numbers are those of the engine's list; arguments are what the engine promises for each.
  private operator(index: number, fn: number, args: readonly unknown[]): void {
    const { state } = this;
    const [a, b] = args as readonly number[] as [number, number];
    switch (fn) {
      case OP.save:
        this.save();
        break;
      case OP.restore:
        this.restore();
        break;
      case OP.transform:
        state.ctm = concat(args as readonly number[] as Matrix, state.ctm);
        break;
      case OP.constructPath:
        this.path(index, a, (args[1] as [ArrayLike<number> | null])[0]);
        break;
      case OP.clip:
        this.pendingClip = 'nonzero';
        break;
      case OP.eoClip:
        this.pendingClip = 'evenodd';
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
        for (const [key, value] of args[0] as [string, never][]) this.setting(key, value);
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
        this.shading(index, args[0] as string);
        break;
      case OP.beginText:
        Object.assign(state, { textMatrix: [1, 0, 0, 1, 0, 0], x: 0, y: 0, lineX: 0, lineY: 0 });
        break;
      case OP.endText:
        this.endText();
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
        this.font(args[0] as string, b);
        break;
      case OP.setTextRenderingMode:
        state.mode = a;
        break;
      case OP.setTextRise:
        state.rise = a;
        break;
      case OP.setLeadingMoveText:
        state.leading = b;
        this.moveText(a, b);
        break;
      case OP.moveText:
        this.moveText(a, b);
        break;
      case OP.nextLine:
        this.moveText(0, state.leading);
        break;
      case OP.setTextMatrix:
        Object.assign(state, { textMatrix: args[0], x: 0, y: 0, lineX: 0, lineY: 0 });
        break;
      case OP.showText:
        paintText(this, index, args[0] as readonly (EngineGlyph | number)[]);
        break;
      case OP.setCharWidthAndBounds:
        break;
      case OP.beginMarkedContent:
        this.marked.push(true);
        break;
      case OP.beginMarkedContentProps:
        this.marked.push((args[0] as string) !== 'OC' || this.context.isVisible(args[1]));
        break;
      case OP.endMarkedContent:
        this.marked.pop();
        break;
      case OP.paintFormXObjectBegin:
        this.save();
        if (args[0]) this.state.ctm = concat(args[0] as Matrix, this.state.ctm);
        this.state.base = this.state.ctm;
        if (args[1]) this.clipToBox(args[1] as ArrayLike<number>, this.state.ctm);
        break;
      case OP.paintFormXObjectEnd:
        this.restore();
        break;
      case OP.beginGroup:
        beginGroup(this, args[0] as EngineGroup);
        break;
      case OP.endGroup:
        endGroup(this);
        break;
      case OP.beginAnnotation:
        this.annotation(args[1] as ArrayLike<number> | null, args[2] as Matrix, args[3] as Matrix);
        break;
      case OP.paintImageXObject:
        paintImage(this, index, this.context.objects.get(args[0] as string) as EngineImage | null, args[0] as string);
        break;
      case OP.paintInlineImageXObject:
        paintImage(this, index, args[0] as EngineImage, `inline ${index}`);
        break;
      case OP.paintImageMaskXObject:
        paintImageMask(this, index, args[0] as EngineMask);
        break;
      case OP.paintSolidColorImageMask:
        this.fillOutline(index, writePath([0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 4], state.ctm));
        break;
    }
  }

  save(): void {
    this.stack.push(this.state);
    this.state = this.state.copy();
  }

  restore(): void {
    const state = this.stack.pop();
    if (state !== undefined) this.state = state;
    this.pendingClip = null;
  }

  clipToBox(box: ArrayLike<number>, m: Matrix): void {
    const [x0, y0, x1, y1] = Array.from(box) as Rect;
    this.clipTo(writePath([0, x0, y0, 1, x1, y0, 1, x1, y1, 1, x0, y1, 4], m), 'nonzero');
  }

  private clipTo(shape: PathShape, rule: 'nonzero' | 'evenodd'): void {
    const { state } = this;
    if (shape.isRect) state.clip = clipToRect(state.clip, shape.box);
    else if (shape.d === '') state.clip = clipToRect(state.clip, [0, 0, 0, 0]);
    else {
      const markup = `<path d="${shape.d}"${rule === 'evenodd' ? ' clip-rule="evenodd"' : ''}/>`;
      state.clip = clipToShape(state.clip, markup, shape.box);
    }
  }

  private path(index: number, fn: number, data: ArrayLike<number> | null): void {
    const { state } = this;
    const shape = data === null ? NO_PATH : writePath(data, state.ctm);
    if (shape.d !== '' && fn !== OP.endPath) {
      this.outline(index, shape, data as ArrayLike<number>, {
        fills: FILLS.has(fn),
        strokes: STROKES.has(fn),
        rule: EVEN_ODD.has(fn) ? 'evenodd' : 'nonzero',
      });
    }
    if (this.pendingClip !== null) this.clipTo(shape, this.pendingClip);
    this.pendingClip = null;
  }

  /** Fills an outline that no path operator draws. */
  private fillOutline(index: number, shape: PathShape): void {
    this.outline(index, shape, [], { fills: true, strokes: false, rule: 'nonzero' });
  }

  private outline(
    index: number,
    shape: PathShape,
    data: ArrayLike<number>,
    how: { fills: boolean; strokes: boolean; rule: 'nonzero' | 'evenodd' },
  ): void {
    const { state } = this;
    const fill = how.fills ? this.serve(state.fill, shape.box) : NO_PAINT;
    const pen = how.strokes ? this.pen() : null;
    const box: Rect = pen === null ? shape.box : grownBy(shape.box, pen.reach);
    const stroke = how.strokes ? this.serve(state.stroke, box) : NO_PAINT;
    // Filled and stroked at once, the line hides the filling below it (ISO 32000-2, 11.7.4.4).
    const asOne = how.fills && how.strokes && state.fillAlpha === state.strokeAlpha;
    const [fillAlpha, strokeAlpha] = asOne ? [1, 1] : [state.fillAlpha, state.strokeAlpha];
    const opacity = asOne && state.fillAlpha !== 1 ? ` opacity="${factor(state.fillAlpha)}"` : '';
    const rule = how.rule === 'evenodd' && how.fills ? ' fill-rule="evenodd"' : '';
    const paint = `${fillAttributes(fill, fillAlpha)}${rule}${pen === null ? '' : strokeAttributes(stroke, pen, strokeAlpha)}${opacity}`;
    const local = pen?.matrix
      ? { d: writePath(data, UNMOVED).d, at: ` transform="${pen.matrix}"` }
      : { d: shape.d, at: '' };
    this.paint(
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
  }

  /** The pen in force: page space where it is round there, else user space with its matrix. */
  pen(): Pen {
    const { state } = this;
    const uniform = uniformScale(state.ctm);
    const scale = uniform ?? 1;
    const mean = meanScale(state.ctm);
    const width = state.lineWidth * mean > 0 ? state.lineWidth * scale : (HAIRLINE_PT / (mean || 1)) * scale;
    const dashes = state.dash.map((length) => Math.max(0, length) * scale);
    const dash =
      dashes.some((length) => length > 0) && dashes.every(Number.isFinite)
        ? ` stroke-dasharray="${dashes.map(num).join(' ')}"${state.dashPhase ? ` stroke-dashoffset="${num(state.dashPhase * scale)}"` : ''}`
        : '';
    const miter =
      state.join === 0 && state.miter !== SVG_MITER ? ` stroke-miterlimit="${factor(Math.max(1, state.miter))}"` : '';
    const [a, b, c, d, e, f] = state.ctm;
    return {
      width,
      dash,
      style: `${CAPS[state.cap] ?? ''}${JOINS[state.join] ?? ''}${miter}`,
      reach: (Math.max(Math.hypot(a, b), Math.hypot(c, d)) * Math.max(state.lineWidth, 0)) / 2 || HAIRLINE_PT / 2,
      matrix: uniform === null && mean > 0 ? `matrix(${[a, b, c, d, e, f].map(factor).join(' ')})` : null,
    };
  }

  /** How a paint is written; a pattern becomes a definition in page space. */
  serve(paint: Paint, box: Rect): Served {
    if (paint === null) return NO_PAINT;
    if (typeof paint === 'string') return { attribute: paint, listed: paint, unwritable: null, clip: null };
    const server: PaintServer = paintServer(this, paint, box);
    return { attribute: server.id === null ? 'none' : `url(#${server.id})`, listed: 'pattern', ...server };
  }

  private shading(index: number, name: string): void {
    const { state, area } = this;
    const box = state.clip.box === null ? area : meet(area, state.clip.box);
    const server = shadingServer(this, name, state.ctm);
    const shown = server.clip === null ? box : meet(box, server.clip);
    const [x0, y0, x1, y1] = shown;
    const alpha = state.fillAlpha === 1 ? '' : ` fill-opacity="${factor(state.fillAlpha)}"`;
    const d = `M${num(x0)} ${num(y0)}H${num(x1)}V${num(y1)}H${num(x0)}Z`;
    const listed = { kind: server.unwritable === null ? ('shading' as const) : ('patch' as const) };
    if (server.unwritable !== null) {
      this.patch(String(index), shown, server.unwritable);
      return;
    }
    this.paint(String(index), shown, (id) => `<path${id} d="${d}" fill="url(#${server.id})"${alpha}/>`, listed, null);
  }

  /** A place where the rendering of the page by the first engine goes. */
  patch(name: string, box: Rect, reason: string): void {
    if (!this.listing) {
      this.context.warn('not_vector', `A part of a pattern or mask is left out: ${reason}.`);
      return;
    }
    const seen = meet(this.area, this.state.clip.box === null ? box : meet(this.state.clip.box, box));
    this.paint(name, seen, (id) => this.context.patch(id, toPageBox(seen), reason), { kind: 'patch' }, null);
  }

  /**
   * Puts markup into the layer, and the element into the list.
   * @param name number of the operator, and of the run inside it
   * @param write the markup, given its id attribute
   */
  paint(
    name: string,
    box: Rect,
    write: (idAttribute: string) => string,
    listed: Listed,
    unwritable: string | null,
  ): void {
    const { state, context } = this;
    const layerHidden = this.marked.includes(false);
    const id = `op-${name}`;
    if (this.listing) {
      context.list({
        id,
        box: toPageBox(box),
        clip: state.clip.box === null ? null : toPageBox(state.clip.box),
        layerHidden,
        fillAlpha: round4(state.fillAlpha * state.groupAlpha),
        strokeAlpha: round4(state.strokeAlpha * state.groupAlpha),
        ...listed,
      } as PaintedElement);
    }
    if (layerHidden) return;
    addRect(this.ink, box);
    const attribute = this.listing ? ` id="${id}"` : '';
    if (hides(state.clip, box)) {
      if (this.listing) this.layer.add(`<g${attribute}/>`, UNSET);
      return;
    }
    const setting = { clip: context.clips.idFor(state.clip, box), mask: state.mask, blend: state.blend, opacity: 1 };
    this.layer.add(write(attribute), setting);
    const reason = unwritable ?? state.unwritable;
    if (reason !== null && listed.kind !== 'patch')
      context.cover(meet(this.area, state.clip.box === null ? box : meet(state.clip.box, box)), reason);
  }

  private font(name: string, size: number): void {
    const { context, state } = this;
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

  private moveText(x: number, y: number): void {
    const { state } = this;
    state.x = state.lineX += x;
    state.y = state.lineY += y;
  }

  private endText(): void {
    if (this.textClip === null) return;
    const { markup, box } = this.textClip;
    this.textClip = null;
    if (markup.length === 0) this.state.clip = clipToRect(this.state.clip, [0, 0, 0, 0]);
    else this.state.clip = clipToShape(this.state.clip, markup.join(''), box);
  }

  private setting(key: string, value: never): void {
    const { state } = this;
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
        this.font(value[0], value[1]);
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
        state.mask = value ? (this.pendingMask?.id ?? null) : null;
        state.unwritable = value ? (this.pendingMask?.unwritable ?? null) : null;
        this.pendingMask = null;
        break;
    }
  }

  private annotation(rect: ArrayLike<number> | null, transform: Matrix, matrix: Matrix): void {
    while (this.groups.length > 0) endGroup(this);
    this.stack.length = 0;
    this.state = this.initial.copy();
    if (rect) this.clipToBox(rect, this.state.ctm);
    this.state.ctm = concat(matrix, concat(transform, this.state.ctm));
    this.state.base = this.state.ctm;
  }

  /** Begins a layer of its own for a group. */
  enterGroup(): void {
    this.layer = new Layer(this.context.definitions);
    this.ink = emptyRect();
    const { state } = this;
    state.groupAlpha *= state.fillAlpha;
    Object.assign(state, { fillAlpha: 1, strokeAlpha: 1, blend: 'normal', mask: null, clip: insideGroup(state.clip) });
  }

  /** The box of what was painted, empty where nothing was. */
  get painted(): Rect | null {
    return isEmpty(this.ink) ? null : this.ink;
  }
}

export interface Pen {
  readonly width: number;
  readonly dash: string;
  readonly style: string;
  /** How far the line reaches beyond its outline, page space; mitres not counted. */
  readonly reach: number;
  /** From user space, where the line is not as wide in every direction. */
  readonly matrix: string | null;
}

export interface Served {
  /** Value of the fill or stroke attribute. */
  readonly attribute: string;
  readonly listed: string | null;
  readonly unwritable: string | null;
  readonly clip: Rect | null;
}

export const NO_PAINT: Served = { attribute: 'none', listed: null, unwritable: null, clip: null };
const UNMOVED: Matrix = [1, 0, 0, 1, 0, 0];
const UNSET = { clip: null, mask: null, blend: 'normal', opacity: 1 };

export function fillAttributes({ attribute }: Served, opacity: number): string {
  // Black is what SVG fills with where nothing is said.
  const fill = attribute === '#000000' ? '' : ` fill="${attribute}"`;
  return opacity === 1 || attribute === 'none' ? fill : `${fill} fill-opacity="${factor(opacity)}"`;
}

export function strokeAttributes({ attribute }: Served, pen: Pen, opacity: number): string {
  if (attribute === 'none') return '';
  return ` stroke="${attribute}" stroke-width="${pen.width < 0.1 ? factor(pen.width) : num(pen.width)}"${pen.dash}${pen.style}${
    opacity === 1 ? '' : ` stroke-opacity="${factor(opacity)}"`
  }`;
}

const grownBy = ([x0, y0, x1, y1]: Rect, by: number): Rect => [x0 - by, y0 - by, x1 + by, y1 + by];
const alpha = (value: unknown): number => (typeof value === 'number' ? Math.min(1, Math.max(0, value)) : 1);
const round4 = (value: number): number => Math.round(value * 10_000) / 10_000;
