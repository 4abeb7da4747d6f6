import type { MarkupElement } from './markup.js';

export interface Visitor {
  /** Return false to skip what is inside (`leave` is not called then). */
  enter?(element: MarkupElement): boolean | undefined;
  text?(text: string): void;
  leave?(element: MarkupElement): void;
}

/** Visits a tree in document order with a stack of its own: the depth of a document can't exhaust the call stack. */
export function walk(root: MarkupElement, visitor: Visitor): void {
  const open: { element: MarkupElement; next: number }[] = [];
  const enter = (element: MarkupElement): void => {
    if (visitor.enter?.(element) !== false) open.push({ element, next: 0 });
  };
  enter(root);
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const child = top.element.children[top.next++];
    if (child === undefined) {
      open.pop();
      visitor.leave?.(top.element);
    } else if (typeof child === 'string') {
      visitor.text?.(child);
    } else {
      enter(child);
    }
  }
}

/** The attribute with this local name, whatever its prefix (`href` finds `xlink:href`; a bare `href` comes first). */
export function attribute(element: MarkupElement, localName: string): string | null {
  const bare = element.attributes.get(localName);
  if (bare !== undefined) return bare;
  for (const [name, value] of element.attributes) if (name.endsWith(`:${localName}`)) return value;
  return null;
}

/** Whether a list of words in an attribute (`properties`, `epub:type`, `class`) holds this one. */
export function hasWord(element: MarkupElement, localName: string, word: string): boolean {
  return (attribute(element, localName) ?? '').split(/\s+/).includes(word);
}

/** Whether this is the element's local name; case is ignored, since markup read as HTML comes in lower case. */
export function isNamed(element: MarkupElement, name: string): boolean {
  return element.name.toLowerCase() === name.toLowerCase();
}

/** Every element with this local name below (and including) `root`, in document order. */
export function findAll(root: MarkupElement, name: string): MarkupElement[] {
  const found: MarkupElement[] = [];
  walk(root, {
    enter(element) {
      if (isNamed(element, name)) found.push(element);
      return true;
    },
  });
  return found;
}

export function childElements(element: MarkupElement, name: string): MarkupElement[] {
  return element.children.filter((child) => typeof child !== 'string').filter((child) => isNamed(child, name));
}

/** All text below an element with runs of white space as one blank, leaving out elements named in `without`. */
export function textOf(root: MarkupElement, without: ReadonlySet<string> = new Set()): string {
  const pieces: string[] = [];
  walk(root, {
    enter: (element) => !without.has(element.name),
    text: (text) => void pieces.push(text),
  });
  return collapse(pieces.join(''));
}

/** White space of markup (not the no-break space) as single blanks, none at the ends. */
function collapse(text: string): string {
  return text.replace(/[ \t\r\n\f]+/g, ' ').replace(/^ | $/g, '');
}
