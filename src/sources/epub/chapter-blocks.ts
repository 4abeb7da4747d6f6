import type { Block } from '../source.js';
import { attachCaptions, isCaptionClass } from './captions.js';
import { imageReference, isPicture, svgAlt, svgText } from './image-elements.js';
import type { MarkupElement } from './markup.js';
import { attribute, findAll, hasWord, isNamed, textOf, walk } from './markup-tree.js';
import { TableReader } from './table-reader.js';
import { TextRun } from './text-run.js';

/** A picture that a chapter shows. */
export interface ShownImage {
  readonly href: string;
  readonly alt: string | null;
  readonly element: string | null;
  caption: string | null;
}

export interface ChapterContent {
  readonly blocks: readonly Block[];
  readonly images: readonly ShownImage[];
  /** The printed page label in force at the end. */
  readonly pageLabel: string | null;
}

/** What a chapter needs to know of its publication. */
export interface ChapterContext {
  readonly path: string;
  /** By `path#fragment`. */
  readonly pageLabels: ReadonlyMap<string, string>;
  /** The printed page label in force at the beginning. */
  readonly pageLabel: string | null;
  /** The href of the picture that a reference names; null (and a warning) where there is none. */
  resolveImage(reference: string): string | null;
  /** Whether a reference of `object`, `embed` or `video` names a picture at all. */
  namesImage(reference: string): boolean;
  /** The href for a picture drawn by an <svg> element of the chapter. */
  svgHref(svg: MarkupElement): string;
}

/** A block in the making: captions are only known once its neighbours are. */
export interface Draft extends Omit<Block, 'kind'> {
  kind: Block['kind'];
  readonly captionClass: boolean;
  readonly pictures: ShownImage[];
}

const NOT_TEXT = new Set(['head', 'script', 'style', 'template', 'rt', 'rp', 'rtc', 'audio', 'iframe']);
const ANNOTATIONS = new Set(['annotation', 'annotation-xml']);
const HEADING = /^h([1-6])$/;
const BLOCK_ELEMENTS = new Set(
  `address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer form
   h1 h2 h3 h4 h5 h6 header hgroup hr li main nav ol p pre section summary table ul`.split(/\s+/),
);

/** The blocks and pictures of a content document, in reading order. */
export function readBlocks(root: MarkupElement, context: ChapterContext): ChapterContent {
  const reader = new ChapterReader(context);
  walk(root, reader);
  return reader.finish();
}

type Start = Pick<Draft, 'element' | 'pageLabel' | 'captionClass' | 'kind' | 'level'>;

class ChapterReader {
  private readonly drafts: Draft[] = [];
  private readonly images: ShownImage[] = [];
  /** Pictures met inside a paragraph or table wait until its end, so that its text stays in one piece. */
  private waiting: Draft[] = [];
  private readonly run = new TextRun();
  private runStart: Start | null = null;
  private table: TableReader | null = null;
  private tableStart: Start | null = null;
  private readonly ids: string[] = [];
  private readonly kinds: { kind: 'heading' | 'caption' | 'text'; level: number | null }[] = [];
  private readonly figures: { pictures: ShownImage[]; caption: string[] }[] = [];
  private pictureSources: string[] = [];
  private captionClasses = 0;
  private preformatted = 0;
  private pageLabel: string | null;

  constructor(private readonly context: ChapterContext) {
    this.pageLabel = context.pageLabels.get(context.path) ?? context.pageLabel;
  }

  enter(element: MarkupElement): boolean {
    const name = element.name.toLowerCase();
    if (NOT_TEXT.has(name) || element.attributes.has('hidden')) return false;
    const id = idOf(element);
    if (id !== null) this.pageLabel = this.context.pageLabels.get(`${this.context.path}#${id}`) ?? this.pageLabel;
    if (this.isPageBreak(element, id)) return false;
    if (BLOCK_ELEMENTS.has(name)) this.breakBlock();
    if (this.readLeaf(element, name, id)) return false;

    if (id !== null) this.ids.push(id);
    if (isCaptionClass(attribute(element, 'class'))) this.captionClasses++;
    if (name === 'pre') this.preformatted++;
    if (name === 'figure') this.figures.push({ pictures: [], caption: [] });
    const kind = kindOf(name);
    if (kind) this.kinds.push(kind);
    if (name === 'table' && !this.table) {
      this.tableStart = this.start();
      this.table = new TableReader();
    }
    this.table?.enter(name);
    return true;
  }

  leave(element: MarkupElement): void {
    const name = element.name.toLowerCase();
    if (BLOCK_ELEMENTS.has(name)) this.breakBlock();
    if (this.table?.leave(name)) this.endTable();
    if (kindOf(name)) this.kinds.pop();
    if (name === 'figure') this.endFigure();
    if (name === 'pre') this.preformatted--;
    if (name === 'picture') this.pictureSources = [];
    if (isCaptionClass(attribute(element, 'class'))) this.captionClasses--;
    if (idOf(element) !== null) this.ids.pop();
  }

  text(text: string): void {
    const cell = this.table?.sink();
    // Only white space stands between the cells of a table.
    if (cell === null) return;
    if (cell) {
      cell.add(text);
      return;
    }
    this.run.add(text, this.preformatted > 0);
    if (!this.run.isBlank) this.runStart ??= this.start();
  }

  finish(): ChapterContent {
    this.breakBlock();
    attachCaptions(this.drafts);
    const blocks = this.drafts.map(({ captionClass: _, pictures: __, ...block }) => block);
    return { blocks, images: this.images, pageLabel: this.pageLabel };
  }

  /** Elements that are read as a whole; true where `element` was one. */
  private readLeaf(element: MarkupElement, name: string, id: string | null): boolean {
    switch (name) {
      case 'br':
        this.text('\u2028');
        return true;
      case 'math':
        this.text(attribute(element, 'alttext') ?? textOf(element, ANNOTATIONS));
        return true;
      case 'svg':
        this.readSvg(element, id);
        return true;
      case 'source':
        this.pictureSources.push(...imageReference(element).alternatives);
        return true;
      default:
        return this.readImage(element, name, id);
    }
  }

  private readImage(element: MarkupElement, name: string, id: string | null): boolean {
    const { reference, alternatives, certain } = imageReference(element);
    if (!certain && (reference === null || !this.context.namesImage(reference))) return false;
    const others = [...(name === 'img' ? this.pictureSources : []), ...alternatives];
    this.pictureSources = [];
    const shown = [...(reference === null ? [] : [reference]), ...others].map((r) => this.context.resolveImage(r));
    this.addPicture(shown, attribute(element, 'alt') ?? attribute(element, 'aria-label'), id);
    return true;
  }

  private readSvg(svg: MarkupElement, id: string | null): void {
    const alt = svgAlt(svg);
    if (isPicture(svg)) this.addPicture([this.context.svgHref(svg)], alt, id);
    for (const image of findAll(svg, 'image')) {
      const { reference } = imageReference(image);
      if (reference !== null) this.addPicture([this.context.resolveImage(reference)], alt, idOf(image) ?? id);
    }
    const text = svgText(svg);
    if (text === '') return;
    if (this.table) {
      this.text(` ${text} `);
      return;
    }
    this.breakBlock();
    this.drafts.push({ ...this.start(), kind: 'text', level: null, text, href: null, pictures: [] });
  }

  /** One shown picture: the first href that exists is what the block names, the others are the same in other sizes. */
  private addPicture(hrefs: readonly (string | null)[], alt: string | null, id: string | null): void {
    const start = this.start();
    const element = id ?? start.element;
    const pictures = [...new Set(hrefs.filter((href) => href !== null))].map(
      (href): ShownImage => ({ href, alt, element, caption: null }),
    );
    for (const picture of pictures) {
      this.images.push(picture);
      this.figures.at(-1)?.pictures.push(picture);
    }
    const href = pictures[0]?.href ?? null;
    const draft: Draft = { ...start, kind: 'image', level: null, text: alt ?? '', element, href, pictures };
    if (this.table || !this.run.isBlank) this.waiting.push(draft);
    else this.drafts.push(draft);
  }

  private isPageBreak(element: MarkupElement, id: string | null): boolean {
    if (!hasWord(element, 'type', 'pagebreak') && !hasWord(element, 'role', 'doc-pagebreak')) return false;
    // A marker around whole paragraphs is text like any other.
    if (element.children.some((child) => typeof child !== 'string')) return false;
    const listed = id !== null && this.context.pageLabels.get(`${this.context.path}#${id}`);
    const own = attribute(element, 'aria-label') ?? attribute(element, 'title') ?? textOf(element);
    this.pageLabel = listed || own || this.pageLabel;
    return true;
  }

  private start(): Start {
    const { kind, level } = this.kinds.at(-1) ?? { kind: 'text', level: null };
    const { pageLabel } = this;
    return { element: this.ids.at(-1) ?? null, pageLabel, captionClass: this.captionClasses > 0, kind, level };
  }

  private breakBlock(): void {
    const cell = this.table?.sink();
    if (cell) {
      cell.add(' ');
      return;
    }
    const text = this.run.take();
    if (text !== '' && this.runStart) this.addText(text, this.runStart);
    this.runStart = null;
    // One by one: arguments are bounded by the stack, images of a paragraph are not.
    if (!this.table) for (const draft of this.waiting.splice(0)) this.drafts.push(draft);
  }

  private addText(lines: string, start: Start): void {
    // A line break in a heading or caption is layout; in a poem it is text.
    const text = start.kind === 'text' ? lines : lines.replace(/\n+/g, ' ');
    this.drafts.push({ ...start, text, href: null, pictures: [] });
    if (start.kind === 'caption') this.figures.at(-1)?.caption.push(text);
  }

  private endTable(): void {
    const text = this.table!.text();
    this.table = null;
    if (text !== '') {
      this.drafts.push({ ...this.tableStart!, kind: 'table', level: null, text, href: null, pictures: [] });
    }
    this.breakBlock();
  }

  /** A figure without a caption leaves its pictures to the figure around it. */
  private endFigure(): void {
    const figure = this.figures.pop();
    if (!figure) return;
    if (figure.caption.length === 0) for (const picture of figure.pictures) this.figures.at(-1)?.pictures.push(picture);
    else for (const picture of figure.pictures) picture.caption ??= figure.caption.join(' ');
  }
}

function kindOf(name: string): { kind: 'heading' | 'caption'; level: number | null } | null {
  const heading = HEADING.exec(name);
  if (heading) return { kind: 'heading', level: Number(heading[1]) };
  return name === 'figcaption' || name === 'caption' ? { kind: 'caption', level: null } : null;
}

/** EPUB 2 books mark places with `<a name>` as well. */
function idOf(element: MarkupElement): string | null {
  return element.attributes.get('id') || (isNamed(element, 'a') && element.attributes.get('name')) || null;
}
