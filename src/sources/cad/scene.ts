import type { Shape, Style } from './drawing.js';
import type { Block, DxfFile, RawEntity } from './dxf-file.js';
import type { Content, Placement } from './entities/content.js';
import { type AttributeContent, readAttribute, readConstant, readEntity } from './entities/read-entity.js';
import { copyMatrix, cornerShifts, EMPTY, Reach, type Support } from './extent.js';
import type { Findings } from './findings.js';
import { type Look, lookOf, Styles } from './look.js';
import { mapPiece, type Piece, toShapes } from './pieces.js';
import { add, compose, IDENTITY, type Matrix, scale, translation } from './space.js';
import type { Props } from './tags/props.js';

/** Blocks inside blocks: real drawings nest under ten deep. */
const MAX_DEPTH = 64;
/** Shapes that one entity may become: an array of a thousand bolts has some ten thousand. Beyond, it is counted as skipped. */
const MAX_SHAPES = 200_000;
/** The same of all entities of a drawing that become more than one: a million letters took more than 1 GB, and half a minute. */
const MAX_SHAPES_OF_ALL = 500_000;

/** An entity as it is read: what it draws, how, and its attributes. */
export interface Element {
  readonly raw: RawEntity;
  readonly handle: string;
  readonly look: Look;
  readonly content: Content;
  readonly attributes: readonly (AttributeContent & { readonly handle: string; readonly look: Look })[];
  /** Nothing of it can be drawn. */
  readonly isUnread: boolean;
}

interface BlockScene {
  readonly support: Support;
  /** Shapes that it becomes, nested blocks expanded. */
  readonly count: number;
}

const NO_BLOCK: BlockScene = { support: EMPTY, count: 0 };
const NOTHING: Content = { pieces: [], placements: [], text: null, block: null };

/** Everything that layouts show: entities, and the blocks that they share, each read once. */
export class Scene {
  readonly styles: Styles;
  readonly #read = new Map<string, readonly Element[]>();
  readonly #blocks = new Map<string, BlockScene>();
  /** The same under inserts on layers that are off. */
  readonly #hiddenBlocks = new Map<string, BlockScene>();
  /** Inserts that would go on without end. */
  readonly #leftOut = new Set<RawEntity>();
  readonly #open = new Set<string>();
  /** Blocks that are being drawn: one that holds itself is not drawn in itself, as it was not measured there. */
  readonly #inside = new Set<string>();
  #admitted = 0;

  constructor(
    readonly file: DxfFile,
    readonly findings: Findings,
  ) {
    this.styles = new Styles(file);
  }

  /** Reads an entity and notes what is wrong with it. */
  element(raw: RawEntity, handle: string, insideBlock = false): Element {
    const element = this.read(raw, handle, insideBlock);
    const { content, look } = element;
    if (element.isUnread) this.findings.skip(raw.type);
    if (content.missing) this.findings.missing({ handle, ...content.missing });
    this.#noteNames(raw, look, handle);
    for (const [i, part] of element.attributes.entries()) {
      const attribute = raw.parts[i];
      if (attribute) this.#noteNames(attribute, part.look, part.handle || handle);
    }
    this.#noteFonts(element);
    return element;
  }

  /** The same without notes: for entities that are read again to be drawn. */
  read(raw: RawEntity, handle: string, insideBlock: boolean): Element {
    const props = this.file.props(raw);
    const isConstant = insideBlock && raw.type === 'ATTDEF';
    const content = isConstant ? readConstant(props, this.file) : readEntity(raw, props, this.file);
    const attributes = raw.type === 'INSERT' ? raw.parts.map((part) => this.#attribute(this.file.props(part))) : [];
    return {
      raw,
      handle,
      look: lookOf(props, this.file),
      content: content ?? NOTHING,
      attributes,
      isUnread: content === null,
    };
  }

  /**
   * How far an entity reaches, and how many shapes it becomes.
   * @param isHidden on a layer that is off: only what it shows of blocks on other layers counts
   */
  measure(element: Element, isHidden = false): { readonly reach: Reach; readonly count: number } {
    const reach = new Reach();
    let count = 0;
    if (!isHidden) {
      count += element.content.pieces.length;
      for (const piece of element.content.pieces) reach.piece(piece);
    }
    for (const placement of element.content.placements) {
      const block = this.#block(placement.block, isHidden, element.raw);
      reach.placement(placement, block.support);
      count += block.count * placement.columns * placement.rows;
    }
    const [array] = element.content.placements;
    const shifts = array ? cornerShifts(array) : [];
    for (const attribute of element.attributes) {
      if (attribute.invisible || this.#isHidden(attribute.look, isHidden)) continue;
      for (const piece of attribute.content?.pieces ?? []) {
        reach.piece(piece);
        for (const shift of shifts.slice(1)) reach.piece(mapPiece(translation(shift), piece));
      }
      count += array ? array.columns * array.rows : 1;
    }
    return { reach, count };
  }

  /** Whether an entity of a layout is drawn; not where it, or all that were admitted before it, would be too many shapes. */
  admits({ raw, handle }: Element, count: number): boolean {
    if (count <= 1) return true;
    const isDrawn = count <= MAX_SHAPES && this.#admitted + count <= MAX_SHAPES_OF_ALL;
    if (isDrawn) this.#admitted += count;
    else {
      this.findings.skip(raw.type);
      const why = count > MAX_SHAPES ? '' : `, and all before it ${this.#admitted}`;
      this.findings.warn(
        'too_many_shapes',
        `${raw.type} ${handle} would draw ${count} shapes${why}; it is left out of pictures, and so is what else is too much.`,
      );
    }
    return isDrawn;
  }

  /** Text that a block shows, in its own order: a table's, which has it nowhere else. */
  blockText(name: string): string {
    const texts = this.#elements(name.toLowerCase()).map((element) => element.content.text ?? '');
    return texts.filter((text) => text !== '').join('\n');
  }

  /** All shapes of an entity of a layout. */
  shapes(element: Element): Shape[] {
    const shapes: Shape[] = [];
    this.#draw(element, IDENTITY, null, 0, shapes);
    return shapes;
  }

  #draw(element: Element, matrix: Matrix, owner: Style | null, depth: number, shapes: Shape[]): void {
    const style = this.styles.resolve(element.look, owner);
    const put = (pieces: readonly Piece[], as: Style, at = matrix) => {
      for (const piece of pieces) {
        for (const shape of toShapes(at === IDENTITY ? piece : mapPiece(at, piece), as)) shapes.push(shape);
      }
    };
    if (depth === 0 || !this.styles.isHidden(style.layer)) put(element.content.pieces, style);
    const attributes = element.attributes.flatMap(({ look, content, invisible }) => {
      const own = this.styles.resolve(look, style);
      return invisible || content === null || this.styles.isHidden(own.layer) ? [] : [{ pieces: content.pieces, own }];
    });
    if (attributes.length > 0) {
      // Every copy of an array has them.
      const [array] = element.content.placements;
      for (const copy of array ? copiesOf(array) : [IDENTITY]) {
        const whole = copy === IDENTITY ? matrix : compose(matrix, copy);
        for (const { pieces, own } of attributes) put(pieces, own, whole);
        if (shapes.length > MAX_SHAPES) break;
      }
    }
    for (const placement of element.content.placements) this.#drawBlock(placement, matrix, style, depth, shapes);
  }

  #drawBlock(placement: Placement, matrix: Matrix, style: Style, depth: number, shapes: Shape[]): void {
    // Before an array of a billion copies of nothing is walked.
    const isEmpty = this.#block(placement.block, this.styles.isHidden(style.layer), null).count === 0;
    if (isEmpty || depth > MAX_DEPTH || this.#inside.has(placement.block)) return;
    this.#inside.add(placement.block);
    const elements = this.#elements(placement.block);
    for (let row = 0; row < placement.rows; row++) {
      for (let column = 0; column < placement.columns && shapes.length <= MAX_SHAPES; column++) {
        const copy = compose(matrix, copyMatrix(placement, column, row));
        for (const element of elements) {
          const layer = element.look.layer === '0' ? style.layer : element.look.layer;
          if (!element.look.invisible && !this.styles.isFrozen(layer))
            this.#draw(element, copy, style, depth + 1, shapes);
        }
      }
    }
    this.#inside.delete(placement.block);
  }

  /** On layer 0 of a block that is what the insert is; else what its own layer says. */
  #isHidden(look: Look, isInsertHidden: boolean): boolean {
    return look.layer === '0' ? isInsertHidden : this.styles.isHidden(look.layer);
  }

  /** What a block holds, each read once. */
  #elements(name: string): readonly Element[] {
    const known = this.#read.get(name);
    if (known) return known;
    const block = this.file.blocks.get(name);
    const elements = (block?.entities ?? []).map((raw) =>
      this.element(raw, this.file.props(raw).handle(5) ?? (block as Block).name, true),
    );
    this.#read.set(name, elements);
    return elements;
  }

  /** @param isHidden the insert's layer is off, and with it the block's layer 0 */
  #block(name: string, isHidden: boolean, insert: RawEntity | null): BlockScene {
    const blocks = isHidden ? this.#hiddenBlocks : this.#blocks;
    const known = blocks.get(name);
    if (known) return known;
    const block = this.file.blocks.get(name);
    if (!block) return NO_BLOCK;
    if (this.#open.has(name) || this.#open.size >= MAX_DEPTH) {
      const why = this.#open.has(name) ? 'contains itself' : `lies more than ${MAX_DEPTH} blocks deep`;
      if (insert !== null && !this.#leftOut.has(insert)) {
        this.#leftOut.add(insert);
        this.findings.skip('INSERT');
      }
      this.findings.warn('block_nesting', `Block ${JSON.stringify(block.name)} ${why}; that part of it is left out.`);
      return NO_BLOCK;
    }
    this.#open.add(name);
    const reach = new Reach();
    let count = 0;
    for (const element of this.#elements(name)) {
      const { invisible, layer } = element.look;
      if (invisible || (layer !== '0' && this.styles.isFrozen(layer))) continue;
      const measured = this.measure(element, this.#isHidden(element.look, isHidden));
      reach.include(measured.reach);
      count += measured.count;
    }
    this.#open.delete(name);
    const scene = { support: reach.support(), count };
    blocks.set(name, scene);
    return scene;
  }

  #attribute(props: Props): AttributeContent & { handle: string; look: Look } {
    return { ...readAttribute(props, this.file), handle: props.handle(5) ?? '', look: lookOf(props, this.file) };
  }

  #noteFonts({ content, attributes }: Element): void {
    for (const { content: inner } of attributes) {
      if (inner === null) this.findings.skip('ATTRIB');
      for (const piece of inner?.pieces ?? []) if (piece.kind === 'text') this.findings.font(piece.font);
    }
    for (const piece of content.pieces) if (piece.kind === 'text') this.findings.font(piece.font);
  }

  /** Notes what an entity or attribute names and no table has. A drawing without a table (R12 may lack them) lacks none of its names. */
  #noteNames(raw: RawEntity, look: Look, handle: string): void {
    const props = this.file.props(raw);
    const { layers, linetypes, styles } = this.file.tables;
    const layer = this.styles.layer(look.layer);
    if (look.layer !== '0' && layers.size > 0 && layer === undefined) {
      this.findings.missing({ handle, what: 'layer', name: look.layer });
    }
    const own = look.linetype === BY_LAYER ? layer?.linetype : this.file.text(props, 6)?.trim();
    const linetype = own?.toLowerCase() ?? BY_LAYER;
    if (linetypes.size > 0 && !KNOWN_LINETYPES.has(linetype) && !linetypes.has(linetype)) {
      this.findings.missing({ handle, what: 'linetype', name: own ?? '' });
    }
    const style = TEXT_TYPES.has(raw.type) ? this.file.text(props, 7) : null;
    if (style !== null && styles.size > 0 && !styles.has(style.toLowerCase())) {
      this.findings.missing({ handle, what: 'style', name: style });
    }
  }
}

/** From the first copy of an array to each of them. */
function* copiesOf({ columns, rows, columnStep, rowStep }: Placement): Generator<Matrix> {
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const isFirst = row === 0 && column === 0;
      yield isFirst ? IDENTITY : translation(add(scale(columnStep, column), scale(rowStep, row)));
    }
  }
}

const BY_LAYER = 'bylayer';
const KNOWN_LINETYPES = new Set([BY_LAYER, 'byblock', 'continuous']);
const TEXT_TYPES = new Set(['TEXT', 'MTEXT', 'ATTRIB', 'ATTDEF']);
