import type { Shape, Style } from './drawing.js';
import type { DxfFile, RawEntity } from './dxf-file.js';
import type { Content, Placement } from './entities/content.js';
import { type AttributeContent, readAttribute, readConstant, readEntity } from './entities/read-entity.js';
import { copyMatrix, EMPTY, Reach, type Support } from './extent.js';
import type { Findings } from './findings.js';
import { type Look, lookOf, Styles } from './look.js';
import { mapPiece, type Piece, toShapes } from './pieces.js';
import { compose, IDENTITY, type Matrix } from './space.js';
import type { Props } from './tags/props.js';

/** Blocks inside blocks: real drawings nest under ten deep. */
const MAX_DEPTH = 64;
/** Shapes that one entity may become: an array of a thousand bolts has some ten thousand. Beyond, it is counted as skipped. */
const MAX_SHAPES = 200_000;

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
  readonly elements: readonly Element[];
  readonly support: Support;
  /** Shapes that it becomes, nested blocks expanded. */
  readonly count: number;
}

const NO_BLOCK: BlockScene = { elements: [], support: EMPTY, count: 0 };
const NOTHING: Content = { pieces: [], placements: [], text: null, block: null };

/** Everything that layouts show: entities, and the blocks that they share, each read once. */
export class Scene {
  readonly styles: Styles;
  readonly #blocks = new Map<string, BlockScene>();
  readonly #open = new Set<string>();

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
    const tables = this.file.tables;
    if (look.layer !== '0' && tables.layers.size > 0 && !this.styles.layer(look.layer)) {
      this.findings.missing({ handle, what: 'layer', name: look.layer });
    }
    if (!KNOWN_LINETYPES.has(look.linetype) && tables.linetypes.size > 0 && !tables.linetypes.has(look.linetype)) {
      this.findings.missing({ handle, what: 'linetype', name: look.linetype });
    }
    this.#noteTexts(element, handle);
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

  /** How far an entity reaches, and how many shapes it becomes. */
  measure(element: Element): { readonly reach: Reach; readonly count: number } {
    const reach = new Reach();
    let count = element.content.pieces.length;
    for (const piece of element.content.pieces) reach.piece(piece);
    for (const placement of element.content.placements) {
      const block = this.#block(placement.block);
      reach.placement(placement, block.support);
      count += block.count * placement.columns * placement.rows;
    }
    for (const attribute of element.attributes) {
      if (attribute.invisible) continue;
      for (const piece of attribute.content?.pieces ?? []) reach.piece(piece);
      count += 1;
    }
    return { reach, count };
  }

  canExpand = (count: number): boolean => count <= MAX_SHAPES;

  /** Text that a block shows, in its own order: a table's, which has it nowhere else. */
  blockText(name: string): string {
    const texts = this.#block(name.toLowerCase()).elements.map((element) => element.content.text ?? '');
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
    const put = (pieces: readonly Piece[], as: Style) => {
      for (const piece of pieces) {
        for (const shape of toShapes(matrix === IDENTITY ? piece : mapPiece(matrix, piece), as)) shapes.push(shape);
      }
    };
    put(element.content.pieces, style);
    for (const attribute of element.attributes) {
      const own = this.styles.resolve(attribute.look, style);
      if (!attribute.invisible && !this.styles.isHidden(own.layer)) put(attribute.content?.pieces ?? [], own);
    }
    for (const placement of element.content.placements) this.#drawBlock(placement, matrix, style, depth, shapes);
  }

  #drawBlock(placement: Placement, matrix: Matrix, style: Style, depth: number, shapes: Shape[]): void {
    const block = this.#block(placement.block);
    if (block.count === 0 || depth > MAX_DEPTH) return;
    for (let row = 0; row < placement.rows; row++) {
      for (let column = 0; column < placement.columns; column++) {
        if (shapes.length > MAX_SHAPES) return;
        const copy = compose(matrix, copyMatrix(placement, column, row));
        for (const element of block.elements) {
          if (element.look.invisible) continue;
          const layer = element.look.layer === '0' ? style.layer : element.look.layer;
          if (!this.styles.isHidden(layer)) this.#draw(element, copy, style, depth + 1, shapes);
        }
      }
    }
  }

  /** Layer 0 takes the insert's layer, so what is on it counts here whatever layer 0 is. */
  #isShown(look: Look): boolean {
    return !look.invisible && (look.layer === '0' || !this.styles.isHidden(look.layer));
  }

  #block(name: string): BlockScene {
    const known = this.#blocks.get(name);
    if (known) return known;
    const block = this.file.blocks.get(name);
    if (!block) return NO_BLOCK;
    if (this.#open.has(name) || this.#open.size >= MAX_DEPTH) {
      const why = this.#open.has(name) ? 'contains itself' : `lies more than ${MAX_DEPTH} blocks deep`;
      this.findings.skip('INSERT');
      this.findings.warn('block_nesting', `Block ${JSON.stringify(block.name)} ${why}; that part of it is left out.`);
      return NO_BLOCK;
    }
    this.#open.add(name);
    const reach = new Reach();
    const elements: Element[] = [];
    let count = 0;
    for (const raw of block.entities) {
      const element = this.element(raw, this.file.props(raw).handle(5) ?? block.name, true);
      elements.push(element);
      if (!this.#isShown(element.look)) continue;
      const measured = this.measure(element);
      reach.include(measured.reach);
      count += measured.count;
    }
    this.#open.delete(name);
    const scene = { elements, support: reach.support(), count };
    this.#blocks.set(name, scene);
    return scene;
  }

  #attribute(props: Props): AttributeContent & { handle: string; look: Look } {
    return { ...readAttribute(props, this.file), handle: props.handle(5) ?? '', look: lookOf(props, this.file) };
  }

  #noteTexts({ content, attributes, raw }: Element, handle: string): void {
    for (const { content: inner, handle: own } of attributes) {
      if (inner === null) this.findings.skip('ATTRIB');
      for (const piece of inner?.pieces ?? []) if (piece.kind === 'text') this.findings.font(piece.font);
      if (own === '') continue;
    }
    for (const piece of content.pieces) if (piece.kind === 'text') this.findings.font(piece.font);
    if (!TEXT_TYPES.has(raw.type)) return;
    const name = this.file.text(this.file.props(raw), 7);
    const { styles } = this.file.tables;
    if (name !== null && styles.size > 0 && !styles.has(name.toLowerCase())) {
      this.findings.missing({ handle, what: 'style', name });
    }
  }
}

const KNOWN_LINETYPES = new Set(['bylayer', 'byblock', 'continuous']);
const TEXT_TYPES = new Set(['TEXT', 'MTEXT', 'ATTDEF']);
