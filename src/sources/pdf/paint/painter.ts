import type { PaintedElement, PaintedPath, PaintedPicture } from '../../painted.js';
import { concat, type Matrix } from '../page-space.js';
import { type Clip, clipToRect, clipToShape, hides, insideGroup } from './clips.js';
import type { Drawing } from './drawing.js';
import { endGroup, type GroupFrame } from './groups.js';
import { round4 } from './numbers.js';
import type { OperatorList } from './operators.js';
import type { PageContext } from './page-context.js';
import { type PaintServer, paintServer } from './paint-servers.js';
import type { Paint } from './paints.js';
import { type PathShape, packedRect, writePath } from './path-data.js';
import { addRect, emptyRect, isEmpty, meet, type Rect, toPageBox } from './rect.js';
import { GraphicsState } from './state.js';
import { NO_PAINT, type Served } from './style.js';
import { Layer } from './svg-writer.js';
import type { TextClip } from './text.js';

/** Content streams inside of glyphs and patterns, inside of each other; real files have two. */
const MAX_DEPTH = 6;

/** What an element is listed with, besides what its graphics state says. */
type Listed =
  | Omit<PaintedPath, keyof Common>
  | Omit<PaintedPicture, keyof Common>
  | Omit<Extract<PaintedElement, { kind: 'text' }>, keyof Common>;
type Common = Pick<PaintedElement, 'id' | 'box' | 'clip' | 'layerHidden' | 'fillAlpha' | 'strokeAlpha'>;

/** Where operators paint: the graphics state, the layer that markup goes into, and the list of elements. */
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
  readonly marked: boolean[] = [];
  private readonly initial: GraphicsState;
  pendingClip: 'nonzero' | 'evenodd' | null = null;
  textClip: TextClip | null = null;
  /** What takes down the shape of the Type 3 glyph that is being painted. */
  drawing: Drawing | null = null;

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

  run(list: OperatorList): void {
    this.context.interpret(this, list);
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
    this.clipTo(writePath(packedRect(Array.from(box) as Rect), m), 'nonzero');
  }

  /** Clips with an outline; one without area leaves nothing. */
  clipTo(shape: PathShape, rule: 'nonzero' | 'evenodd'): void {
    const { state } = this;
    if (shape.isRect) state.clip = clipToRect(state.clip, shape.box);
    else if (shape.d === '') state.clip = clipToRect(state.clip, [0, 0, 0, 0]);
    else {
      const markup = `<path d="${shape.d}"${rule === 'evenodd' ? ' clip-rule="evenodd"' : ''}/>`;
      state.clip = clipToShape(state.clip, markup, shape.box);
    }
  }

  /** How a paint is written; a pattern becomes a definition in page space. */
  serve(paint: Paint): Served {
    if (paint === null) return NO_PAINT;
    if (typeof paint === 'string') return { attribute: paint, listed: paint, unwritable: null, clip: null };
    const server: PaintServer = paintServer(this, paint);
    return { attribute: server.id === null ? 'none' : `url(#${server.id})`, listed: 'pattern', ...server };
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
        ...(state.knockoutGroup === 0 ? {} : { knockoutGroup: state.knockoutGroup }),
        ...listed,
      } as PaintedElement);
    }
    if (layerHidden) return;
    addRect(this.ink, box);
    this.drawing?.count(state, box);
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

  /** Begins anew in the page's own space, for an annotation. */
  restart(rect: ArrayLike<number> | null, transform: Matrix, matrix: Matrix): void {
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

const UNSET = { clip: null, mask: null, blend: 'normal', opacity: 1 };
