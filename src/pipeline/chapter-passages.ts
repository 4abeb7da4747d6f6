import { captionAt, type LabelKind } from '../evidence/labels.js';
import type { Block, BookImage } from '../sources/source.js';
import { HeadingPath, type Passage, packPieces, sentencesOf, wordCount } from './passages.js';

export interface ReadChapter {
  readonly href: string;
  readonly title: string | null;
  readonly blocks: readonly Block[];
}

/** A figure of a book: one of its images, with what is said about it, or a caption that no image stands by. */
export interface BookFigure {
  readonly label: string | null;
  readonly key: string | null;
  readonly kind: LabelKind;
  readonly caption: string | null;
  readonly alt: string | null;
  /** As `image` takes it; null for a table or equation, which is text. */
  readonly href: string | null;
  readonly chapter: string | null;
  readonly element: string | null;
  readonly cover: boolean;
}

/** Cuts the chapters of a book into passages, in spine order. */
export function chapterPassages(chapters: readonly ReadChapter[]): Passage[] {
  return chapters.flatMap((chapter) => {
    const headings = new HeadingPath();
    if (chapter.title !== null) headings.enter(0, chapter.title);
    return passagesOfChapter(chapter, headings);
  });
}

interface Piece {
  readonly text: string;
  readonly block: Block;
}

function passagesOfChapter(chapter: ReadChapter, headings: HeadingPath): Passage[] {
  const passages: Passage[] = [];
  let prose: Piece[] = [];
  let broken: string[] = [];
  const add = (kind: Passage['kind'], text: string, block: Block): void => {
    if (!/[\p{L}\p{N}]/u.test(text)) return;
    passages.push({
      kind,
      text,
      headings: headings.current.filter((heading) => !text.startsWith(heading)),
      pageIndex: null,
      pageLabel: block.pageLabel,
      chapter: chapter.href,
      element: block.element,
      box: null,
      crop: null,
      brokenImages: broken,
    });
    broken = [];
  };
  const addPacked = (kind: Passage['kind'], pieces: readonly Piece[]): void => {
    for (const group of packPieces(pieces, (piece) => wordCount(piece.text))) {
      add(kind, group.map((piece) => piece.text).join('\n'), (group[0] as Piece).block);
    }
  };
  const flush = (): void => {
    addPacked('text', prose);
    prose = [];
  };
  for (const block of chapter.blocks) {
    if (block.kind === 'heading') {
      flush();
      headings.enter(block.level ?? 6, block.text);
      for (const piece of piecesOf(block)) prose.push(piece);
    } else if (block.kind === 'image') {
      if (block.href === null) broken.push(block.text || 'image');
      else for (const piece of piecesOf(block)) prose.push(piece);
    } else if (block.kind === 'text') {
      for (const piece of piecesOf(block)) prose.push(piece);
    } else {
      flush();
      addPacked(block.kind, piecesOf(block));
    }
  }
  flush();
  const last = passages.at(-1);
  if (last && broken.length > 0)
    passages[passages.length - 1] = { ...last, brokenImages: [...last.brokenImages, ...broken] };
  return passages;
}

/** A block in pieces that fit a passage; rows of a table stay apart. */
function piecesOf(block: Block): Piece[] {
  return block.text
    .split('\n')
    .flatMap(sentencesOf)
    .filter((text) => text !== '')
    .map((text) => ({ text, block }));
}

/**
 * All images in reading order, then the captions of tables and equations. A label at the start of a caption names the
 * figure; the rest of the images stay nameless.
 */
export function bookFigures(images: readonly BookImage[], chapters: readonly ReadChapter[]): BookFigure[] {
  const pictures = images.map((image) => ({
    ...named(image.caption),
    alt: image.alt,
    href: image.href,
    chapter: image.chapter,
    element: image.element,
    cover: image.cover,
  }));
  const taken = new Set(pictures.map(({ caption }) => caption));
  const others = chapters.flatMap(({ href, blocks }) =>
    blocks
      .filter(({ kind, text }) => kind === 'caption' && !taken.has(text))
      .map(({ text, element }) => ({ ...named(text), alt: null, href: null, chapter: href, element, cover: false }))
      .filter(({ label }) => label !== null),
  );
  return [...pictures, ...others];
}

function named(text: string | null): Pick<BookFigure, 'label' | 'key' | 'kind' | 'caption'> {
  const label = text === null ? undefined : captionAt(text)?.label;
  return { label: label?.label ?? null, key: label?.key ?? null, kind: label?.kind ?? 'image', caption: text };
}
