import type { MarkupElement } from '../../sources/epub/markup.js';
import { attribute, findAll, textOf } from '../../sources/epub/markup-tree.js';
import { declaredFor, rulesIn } from './css-rules.js';
import { type Look, lookOf, ROOT_LOOK, whyUnread } from './html-look.js';
import type { SaidText } from './judge-credits.js';

/** A picture where a page uses it. */
interface PageImage {
  readonly href: string;
  /** The figure around it: its captions speak of this one. */
  readonly figure: MarkupElement | null;
  readonly isHidden: boolean;
}

/** One block of text; `caption` is the figure that it is the caption of. */
interface PageText extends SaidText {
  readonly caption: MarkupElement | null;
}

export interface PageFacts {
  readonly images: readonly PageImage[];
  readonly texts: readonly PageText[];
  /** Drawings that stand in the page and are shown. */
  readonly drawings: readonly MarkupElement[];
  /** What the page's look depends on and its own text does not tell. */
  readonly limitations: readonly string[];
}

interface Block {
  readonly caption: MarkupElement | null;
  all: string;
  readable: string;
  why: string | null;
}

interface Place {
  readonly element: MarkupElement;
  readonly around: readonly MarkupElement[];
  readonly look: Look;
  readonly figure: MarkupElement | null;
  readonly block: Block;
}

const INLINE = new Set(
  'a abbr b bdi bdo cite code data del dfn em font i ins kbd label mark q s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
);

/** The pictures and texts of an HTML page, each with whether the page's own styles let it be seen. */
export function pageFactsOf(root: MarkupElement): PageFacts {
  const rules = rulesIn(
    findAll(root, 'style')
      .map((it) => textOf(it))
      .join('\n'),
  );
  const [images, drawings, blocks]: [PageImage[], MarkupElement[], Block[]] = [[], [], []];
  const newBlock = (caption: MarkupElement | null): Block => {
    const block: Block = { caption, all: '', readable: '', why: null };
    blocks.push(block);
    return block;
  };
  const visit = ({ element, around, look: above, figure: outer, block: before }: Place): void => {
    const name = element.name.toLowerCase();
    const said = declaredFor(element, around, rules);
    const look = lookOf(element, said, above);
    const figure = name === 'figure' ? element : outer;
    const isHidden = whyHidden(look);
    for (const href of hrefsOf(element, name, [...said.values()])) images.push({ href, figure, isHidden });
    if (name === 'svg') {
      if (!isHidden) drawings.push(element);
      for (const image of findAll(element, 'image')) {
        const href = attribute(image, 'href');
        if (href !== null && href !== '' && !href.startsWith('#')) images.push({ href, figure, isHidden });
      }
      return;
    }
    const isInline = INLINE.has(name) && !/block|flex|grid|table/.test(said.get('display') ?? '');
    const caption = name === 'figcaption' ? figure : before.caption;
    let block = isInline ? before : newBlock(caption);
    const why = whyUnread(look);
    for (const child of element.children) {
      if (typeof child === 'string') {
        block.all += child;
        if (why === null) block.readable += child;
        else if (child.trim() !== '') block.why ??= why;
        continue;
      }
      const isSummary = name === 'details' && child.name.toLowerCase() === 'summary';
      visit({
        element: child,
        around: [...around, element],
        look: isSummary ? { ...look, gone: above.gone } : look,
        figure,
        block,
      });
      // What follows a block is another line.
      if (!INLINE.has(child.name.toLowerCase()) && !isInline && !/^(?:img|picture|br)$/i.test(child.name))
        block = newBlock(caption);
      if (/^br$/i.test(child.name)) [block.all, block.readable] = [`${block.all} `, `${block.readable} `];
    }
  };
  visit({ element: root, around: [], look: ROOT_LOOK, figure: null, block: newBlock(null) });
  return {
    images,
    drawings,
    texts: blocks.filter(({ all }) => all.trim() !== ''),
    limitations: limitationsOf(root, rules.isPartial),
  };
}

const whyHidden = ({ gone, isInvisible, opacity }: Look): boolean => gone !== null || isInvisible || opacity === 0;

function hrefsOf(element: MarkupElement, name: string, values: readonly string[]): string[] {
  const at = (key: string): string[] => [element.attributes.get(key)?.trim() ?? ''];
  const own =
    name === 'img' || name === 'source'
      ? [...(name === 'img' ? at('src') : []), ...srcsetIn(element.attributes.get('srcset') ?? '')]
      : name === 'video'
        ? at('poster')
        : name === 'input' && /^image$/i.test(element.attributes.get('type') ?? '')
          ? at('src')
          : [];
  const urls = values.flatMap((value) =>
    [...value.matchAll(/url\(\s*(?:"([^"]*)"|'([^']*)'|([^()\s]*))\s*\)/gi)].map(([, a, b, c]) => a ?? b ?? c ?? ''),
  );
  return [...new Set([...own, ...urls])].filter((it) => it !== '' && !it.startsWith('#'));
}

/** Addresses of a srcset (HTML 4.8.4.2.1): an address may hold commas, and ends with a blank or a last comma. */
function srcsetIn(text: string): string[] {
  const found: string[] = [];
  let isDescriptor = false;
  for (const word of text.split(/\s+/)) {
    // `2x,b.jpg`: what follows a descriptor's comma is the next address.
    const url: string | null = isDescriptor ? (word.includes(',') ? word.slice(word.indexOf(',') + 1) : null) : word;
    if (url === null) continue;
    let [start, end]: [number, number] = [0, url.length];
    while (url[start] === ',') start += 1;
    while (end > start && url[end - 1] === ',') end -= 1;
    if (end > start) found.push(url.slice(start, end));
    isDescriptor = end > start && end === url.length;
  }
  return found;
}

function limitationsOf(root: MarkupElement, isPartial: boolean): string[] {
  const isSheet = (it: MarkupElement): boolean => /\bstylesheet\b/i.test(it.attributes.get('rel') ?? '');
  return [
    ...(findAll(root, 'link').some(isSheet)
      ? ['its external style sheets were not read: they can hide a credit, or show one']
      : []),
    ...(findAll(root, 'script').length > 0
      ? ['its scripts were not run: they can hide a credit or a picture, or show one']
      : []),
    ...(isPartial
      ? ['rules of its <style> with conditions, imports, or selectors other than names, classes and ids were not read']
      : []),
  ];
}
