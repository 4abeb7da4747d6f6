import type { MarkupElement } from '../../sources/epub/markup.js';

/** How a tree is written anew. */
export interface Rules {
  /** Elements that are left out with all that is in them. */
  readonly drops?: (element: MarkupElement) => boolean;
  readonly attributes?: (element: MarkupElement) => ReadonlyMap<string, string>;
  /** What a piece of text becomes; `index` is its place among its parent's children. */
  readonly text?: (text: string, parent: MarkupElement, index: number) => MarkupElement | string;
}

/** A tree written anew; the tree itself stays as it is. Null where the root is left out. */
export function rewritten(root: MarkupElement, rules: Rules): MarkupElement | null {
  if (rules.drops?.(root)) return null;
  const children = root.children.flatMap((child, index) =>
    typeof child === 'string' ? (rules.text?.(child, root, index) ?? child) : (rewritten(child, rules) ?? []),
  );
  return { name: root.name, attributes: rules.attributes?.(root) ?? root.attributes, children };
}

/** Attributes with some of them set, or taken away where null. */
export function changed(
  attributes: ReadonlyMap<string, string>,
  changes: Readonly<Record<string, string | null>>,
): ReadonlyMap<string, string> {
  const now = new Map(attributes);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) now.delete(name);
    else now.set(name, value);
  }
  return now;
}
