import { type DefaultTreeAdapterMap, defaultTreeAdapter, type html, parse, parseFragment } from 'parse5';
import { SaxesParser } from 'saxes';
import { GroundglassError } from '../../evidence/errors.js';
import type { Limits } from '../limits.js';

/** An element of XHTML, OPF, NCX or SVG. Namespaces are dropped: real books bind them wrongly too often to rely on. */
export interface MarkupElement {
  /** Local name; lower case in documents read as HTML. */
  readonly name: string;
  /** By name as written (`epub:type`, `xlink:href`). */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: (MarkupElement | string)[];
}

/** Elements of one document: a 1,500-page book in one file has about 100,000; each costs some 200 bytes of memory. */
const MAX_ELEMENTS = 500_000;
/** HTML has 2,231 names for characters; a document with more has made up its own. */
const MAX_ENTITY_NAMES = 2_231;
const NAMED_ENTITY = /&([A-Za-z][A-Za-z0-9]*);/g;
/** `<a id="p1"/>`, which HTML would leave open; void and foreign elements are put back right by the HTML parser. */
const SELF_CLOSED = /<([A-Za-z][\w:.-]*)(\s[^<>]*)?\/>/g;
const VOID_ELEMENTS = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' ') as readonly string[],
);

/**
 * Parses markup as XML, and as HTML where it is not well-formed. Entities of HTML are known without a DTD; entities that
 * a DTD declares are not expanded, and nothing outside the text is ever read.
 * @param name what to call the document in an error
 * @throws GroundglassError `too_deep` (more than `limits.maxNesting` levels), `file_too_large` (too many elements)
 */
export function parseMarkup(text: string, name: string, limits: Limits): { root: MarkupElement; wellFormed: boolean } {
  const guard = new SizeGuard(name, limits);
  const root = parseXml(text, guard);
  return root ? { root, wellFormed: true } : { root: parseHtml(text, new SizeGuard(name, limits)), wellFormed: false };
}

/** Parses a web page as browsers do. @throws GroundglassError as {@link parseMarkup} */
export const parsePage = (text: string, name: string, limits: Limits): MarkupElement =>
  treeOf(text, new SizeGuard(name, limits));

class SizeGuard {
  private depth = 0;
  private elements = 0;

  constructor(
    private readonly name: string,
    private readonly limits: Limits,
  ) {}

  enter(): void {
    if (++this.depth > this.limits.maxNesting) {
      throw new GroundglassError(
        'too_deep',
        `${this.name} nests elements deeper than ${this.limits.maxNesting} levels.`,
        'Such markup is broken or hostile; repair the file, or raise GROUNDGLASS_MAX_NESTING.',
        { document: this.name, max_nesting: this.limits.maxNesting },
      );
    }
  }

  leave(): void {
    this.depth--;
  }

  /** Apart from `enter`, because the HTML parser repeats elements that are misnested. */
  count(): void {
    if (++this.elements > MAX_ELEMENTS) {
      throw new GroundglassError(
        'file_too_large',
        `${this.name} has more than ${MAX_ELEMENTS} elements.`,
        'Split the document into several.',
        { document: this.name, max_elements: MAX_ELEMENTS },
      );
    }
  }
}

/** Null where the text is not well-formed. */
function parseXml(text: string, guard: SizeGuard): MarkupElement | null {
  const parser = new SaxesParser({ position: false });
  Object.assign(parser.ENTITIES, entitiesIn(text));
  const document: MarkupElement = { name: '', attributes: new Map(), children: [] };
  const open = [document];
  const append = (child: MarkupElement | string): void => void open.at(-1)!.children.push(child);
  let malformed = false;

  parser.on('error', () => {
    malformed = true;
  });
  parser.on('opentag', (tag) => {
    guard.enter();
    guard.count();
    const element = { name: localName(tag.name), attributes: new Map(Object.entries(tag.attributes)), children: [] };
    append(element);
    open.push(element);
  });
  parser.on('closetag', () => {
    guard.leave();
    open.pop();
  });
  parser.on('text', append);
  parser.on('cdata', append);

  // In pieces, so that a document with a fault on its first line is not read to its end twice.
  for (let at = 0; at < text.length && !malformed; at += 65_536) parser.write(text.slice(at, at + 65_536));
  if (!malformed) parser.close();
  return malformed ? null : (document.children.find((child) => typeof child !== 'string') ?? null);
}

/** The text of every entity that occurs. The XML parser takes it literally, so that it can't refer to further ones. */
function entitiesIn(text: string): Record<string, string> {
  const names = new Set(Array.from(text.matchAll(NAMED_ENTITY), (match) => match[1]!));
  const entities: Record<string, string> = {};
  if (names.size > MAX_ENTITY_NAMES) return entities;
  for (const name of names) {
    const [node] = parseFragment(`&${name};`).childNodes;
    // An unknown one stays as it is written: `&name;`.
    entities[name] = node && 'value' in node ? node.value : '';
  }
  return entities;
}

function parseHtml(text: string, guard: SizeGuard): MarkupElement {
  const closed = text.replace(SELF_CLOSED, (tag, name: string, attributes: string | undefined) =>
    VOID_ELEMENTS.has(name.toLowerCase()) ? tag : `<${name}${attributes ?? ''}></${name}>`,
  );
  return treeOf(closed, guard);
}

function treeOf(text: string, guard: SizeGuard): MarkupElement {
  const document = parse(text, {
    scriptingEnabled: false,
    treeAdapter: {
      ...defaultTreeAdapter,
      createElement(tagName: string, namespace: html.NS, attributes) {
        guard.count();
        return defaultTreeAdapter.createElement(tagName, namespace, attributes);
      },
      onItemPush: () => guard.enter(),
      onItemPop: () => guard.leave(),
    },
  });
  return fromParse5(document);
}

/** The tree of parse5 as ours, without recursion. */
function fromParse5(document: DefaultTreeAdapterMap['document']): MarkupElement {
  const root: MarkupElement = { name: '', attributes: new Map(), children: [] };
  const pending: [from: DefaultTreeAdapterMap['parentNode'], to: MarkupElement][] = [[document, root]];
  for (let pair = pending.pop(); pair; pair = pending.pop()) {
    const [from, to] = pair;
    for (const node of from.childNodes) {
      if (defaultTreeAdapter.isTextNode(node)) to.children.push(node.value);
      if (!defaultTreeAdapter.isElementNode(node)) continue;
      const attributes = new Map(node.attrs.map((a) => [a.prefix ? `${a.prefix}:${a.name}` : a.name, a.value]));
      const element: MarkupElement = { name: localName(node.tagName), attributes, children: [] };
      to.children.push(element);
      pending.push([node, element]);
    }
  }
  return root.children.find((child) => typeof child !== 'string') ?? root;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
