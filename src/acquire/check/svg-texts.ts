import type { MarkupElement } from '../../sources/epub/markup.js';

/** A piece of text that stands in one element. */
export interface Run {
  readonly parent: MarkupElement;
  /** Its place among the parent's children. */
  readonly index: number;
  readonly text: string;
}

/** One `<text>` with its pieces, in order. */
export interface SlideText {
  readonly element: MarkupElement;
  readonly runs: readonly Run[];
  /** The elements around it and inside of it: what is said of any of them can hide it. */
  readonly chain: readonly MarkupElement[];
}

/** Whether a piece draws anything at all. */
export const isInked = ({ text }: Run): boolean => text.trim() !== '';

/** Names that hold no text that is drawn, though it stands inside of a drawn one. */
const UNDRAWN = new Set('title desc metadata style script animate animatetransform animatemotion set'.split(' '));
/** HTML inside a drawing is not drawn by every viewer. */
const FOREIGN = new Set(['foreignobject', 'script', 'style', 'metadata']);

/** Every `<text>` of a drawing, wherever it stands. */
export function textsIn(root: MarkupElement): SlideText[] {
  const texts: SlideText[] = [];
  const visit = (element: MarkupElement, above: readonly MarkupElement[]): void => {
    const chain = [...above, element];
    if (FOREIGN.has(element.name.toLowerCase())) return;
    if (element.name === 'text') {
      const inside: MarkupElement[] = [];
      const runs = runsIn(element, inside);
      if (runs.some(isInked)) texts.push({ element, runs, chain: [...above, ...inside] });
      return;
    }
    for (const child of element.children) if (typeof child !== 'string') visit(child, chain);
  };
  visit(root, []);
  return texts;
}

/** Text of some pieces: a piece that is placed anew begins a new word. */
export const joined = (runs: readonly Run[]): string =>
  runs.map(({ parent, index, text }) => (index === 0 && isPlaced(parent) ? ` ${text}` : text)).join('');

function runsIn(element: MarkupElement, inside: MarkupElement[]): Run[] {
  inside.push(element);
  return element.children.flatMap((child, index) => {
    if (typeof child === 'string') return [{ parent: element, index, text: child }];
    return UNDRAWN.has(child.name.toLowerCase()) ? [] : runsIn(child, inside);
  });
}

const isPlaced = ({ attributes }: MarkupElement): boolean => ['x', 'y', 'dx', 'dy'].some((it) => attributes.has(it));
